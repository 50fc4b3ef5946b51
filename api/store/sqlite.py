"""Tables in one SQLite file, for a server that needs no other: `regrets.sqlite3` in the data folder.

With `synchronous=FULL` a write that has returned is on the disk.
"""

from __future__ import annotations

import json
import sqlite3
import time
import weakref
from collections.abc import Collection
from pathlib import Path

from api.store.errors import Stale
from api.store.files import SqliteFile
from api.store.layout import STEPS
from api.store.sqlite_asides import SqliteAsides
from api.store.sqlite_history import SqliteHistory
from api.store.sqlite_notices import SqliteListener
from api.store.sqlite_presence import FILE as PASSING_FILE
from api.store.sqlite_presence import STEPS as PASSING_STEPS
from api.store.sqlite_presence import SqlitePresence
from api.store.sqlite_retention import SqliteRetention
from api.store.values import Stored, Write

FILE = "regrets.sqlite3"
CREATE = """
INSERT INTO tables (id, version, due, lobby, state, deck, closed)
VALUES (:table, :version, :due, :lobby, :state, :deck, :closed)
ON CONFLICT DO NOTHING
"""
UPDATE = """
UPDATE tables
SET version = :version, due = :due, lobby = :lobby, state = :state, deck = coalesce(:deck, deck), closed = :closed
WHERE id = :table AND version = :over
"""


class SqliteTables(SqliteHistory, SqlitePresence, SqliteAsides, SqliteRetention):
    """A TableStore in `folder`, which is made if need be. Raises StoreError if no tables can be kept there."""

    def __init__(self, folder: Path) -> None:
        self._file = SqliteFile(folder / FILE, STEPS, synchronous="FULL")
        self._passing = SqliteFile(folder / PASSING_FILE, PASSING_STEPS, synchronous="NORMAL")
        self._listeners: weakref.WeakSet[SqliteListener] = weakref.WeakSet()

    def read(self, table: str) -> Stored | None:
        query = "SELECT version, state, deck FROM tables WHERE id = ?"
        found = self._file.ask(lambda db: db.execute(query, (table,)).fetchone())
        return None if found is None else Stored(version=found[0], state=found[1], deck=found[2])

    def write(self, write: Write) -> None:
        if not self._file.change(lambda db: put(db, write) or is_there(db, write)):
            raise Stale(write.table, write.over)
        for listener in list(self._listeners):
            listener.ring()

    def versions(self, tables: Collection[str]) -> dict[str, int]:
        query = "SELECT id, version FROM tables WHERE id IN (SELECT value FROM json_each(?))"
        ids = json.dumps(list(tables), ensure_ascii=False)
        return dict(self._file.ask(lambda db: db.execute(query, (ids,)).fetchall()))

    def listen(self) -> SqliteListener:
        listener = SqliteListener(self._file)
        self._listeners.add(listener)
        return listener

    def due(self, now: float, limit: int) -> list[str]:
        query = "SELECT id FROM tables WHERE due <= ? ORDER BY due, id LIMIT ?"
        found = self._file.ask(lambda db: db.execute(query, (now, max(limit, 0))).fetchall())
        return [table for (table,) in found]

    def lobby(self, after: str | None, limit: int) -> list[tuple[str, bytes]]:
        query = "SELECT id, lobby FROM tables WHERE lobby IS NOT NULL AND id > ? ORDER BY id LIMIT ?"
        return self._file.ask(lambda db: db.execute(query, (after or "", max(limit, 0))).fetchall())

    def ping(self) -> None:
        # The first shows a file that others keep locked, and writes nothing; the second a disk that takes no more: a
        # number is written even if it is the same, and waits for no disk there.
        self._file.change(lambda db: db.execute("SELECT version FROM tables LIMIT 1").fetchall())
        self._passing.change(lambda db: db.execute(f"PRAGMA user_version = {len(PASSING_STEPS)}"))

    def close(self) -> None:
        for listener in list(self._listeners):
            listener.close()
        self._file.close()
        self._passing.close()


def put(db: sqlite3.Connection, write: Write) -> bool:
    """Put all of a write down, within a transaction; false if the table is not at the version it was built on."""
    values = {
        "table": write.table,
        "over": write.over,
        "version": write.over + len(write.events),
        "state": write.state,
        "due": write.due,
        "lobby": write.lobby,
        "deck": write.deck,
        "closed": write.closed,
    }
    if db.execute(UPDATE if write.over else CREATE, values).rowcount == 0:
        return False
    db.executemany(
        "INSERT INTO events (table_id, number, write, event) VALUES (?, ?, ?, ?)",
        [(write.table, number, write.id, event) for number, event in enumerate(write.events, write.over + 1)],
    )
    if write.hand is not None:
        hand = write.hand
        db.execute(
            "REPLACE INTO hands (table_id, number, first, last, at, summary) VALUES (?, ?, ?, ?, ?, ?)",
            (write.table, hand.number, hand.first, hand.last, hand.at, hand.summary),
        )
    if write.once is not None:
        once = write.once
        db.execute("DELETE FROM once WHERE until <= ?", (time.time(),))
        db.execute(
            "REPLACE INTO once (table_id, key, request, outcome, until) VALUES (?, ?, ?, ?, ?)",
            (write.table, once.key, once.request, once.outcome, once.until),
        )
    return True


def is_there(db: sqlite3.Connection, write: Write) -> bool:
    """Tell whether this very write was put down before: the event after the version it was built on is its own."""
    query = "SELECT write FROM events WHERE table_id = ? AND number = ?"
    found = db.execute(query, (write.table, write.over + 1)).fetchone()
    return found is not None and found[0] == write.id
