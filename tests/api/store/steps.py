"""Writes whose every part can be told from the table and the version they lead to, so that a torn one shows."""

from __future__ import annotations

import itertools

from api.store import FinishedHand, Once, TableStore, Write

STEP = 3
"""How many events each write brings."""

FOREVER = 1e11

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
        hand=hand(table, version, mark),
        once=Once(f"key {version}", f"request {version}", f"outcome {table} {version} {mark}".encode(), FOREVER),
    )


def hand(table: str, version: int, mark: str = "") -> FinishedHand:
    """Return the hand that ends with a version: one for each step."""
    summary = f"hand {table} {version} {mark}".encode()
    return FinishedHand(version // STEP, version - STEP + 1, version, float(version), summary)


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
    past = range(STEP, version + 1, STEP)
    assert store.hands(table, None, version + 100) == [hand(table, number, mark) for number in reversed(past)]
    for number in (version, version + STEP):
        done = store.once(table, f"key {number}", 0)
        assert (done.outcome if done else None) == (
            f"outcome {table} {number} {mark}".encode() if number in past else None
        )
    assert (table in store.due(float(version), 1000)) == bool(stored)
    assert table not in store.due(version - 0.5, 1000)
    return version
