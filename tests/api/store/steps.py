"""Writes whose every part can be told from the table and the version they lead to, so that a torn one shows."""

from __future__ import annotations

import itertools

from api.store import TableStore, Write

STEP = 3
"""How many events each write brings."""

_nonces = itertools.count()


def step(table: str, over: int, id: str | None = None, *, mark: str = "") -> Write:
    """Return a table's write over a version; `mark` tells it from another over the same version."""
    version = over + STEP
    return Write(
        id=id or f"write {next(_nonces)}",
        table=table,
        over=over,
        state=f"state {table} {version} {mark}".encode(),
        events=tuple(f"event {table} {number} {mark}".encode() for number in range(over + 1, version + 1)),
        due=float(version),
        lobby=f"entry {table} {version} {mark}".encode(),
        deck=f"deck {table} {version} {mark}".encode(),
    )


def assert_is_whole(store: TableStore, table: str, *, mark: str = "") -> int:
    """Check that all that is kept of a table belongs together; return its version, 0 if there is none."""
    stored = store.read(table)
    version = stored.version if stored else 0
    if stored:
        last = step(table, version - STEP, mark=mark)
        assert (stored.state, stored.deck) == (last.state, last.deck)
    events = store.events(table, 0, version + 100)
    assert events == [f"event {table} {number} {mark}".encode() for number in range(1, version + 1)]
    listed = dict(store.lobby(None, 1000)).get(table)
    assert listed == (f"entry {table} {version} {mark}".encode() if stored else None)
    assert (table in store.due(float(version), 1000)) == bool(stored)
    assert table not in store.due(version - 0.5, 1000)
    return version
