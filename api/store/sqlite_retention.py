"""Forgetting what is over at tables in an SQLite file. The room it took is used again, but the file stays as large."""

from __future__ import annotations

import sqlite3

from api.store.files import SqliteFile

KINDS = ("events", "hands", "asides")
"""What is kept of a table in tables of its own; requests expire by themselves."""


class SqliteRetention:
    """The part of a TableStore that forgets."""

    _file: SqliteFile

    def forget(self, before: float, limit: int) -> int:
        def put(db: sqlite3.Connection) -> int:
            query = "SELECT id FROM tables WHERE closed < ? ORDER BY closed LIMIT ?"
            tables = db.execute(query, (before, max(limit, 0))).fetchall()
            for (table,) in tables:
                forget_table(db, table)
            query = "SELECT table_id, number, last FROM hands WHERE at < ? ORDER BY at LIMIT ?"
            hands = db.execute(query, (before, max(limit - len(tables), 0))).fetchall()
            for hand in hands:
                forget_until(db, *hand)
            return len(tables) + len(hands)

        return self._file.change(put)


def forget_table(db: sqlite3.Connection, table: str) -> None:
    """Forget a table wholly."""
    for kind in KINDS:
        db.execute(f"DELETE FROM {kind} WHERE table_id = ?", (table,))
    db.execute("DELETE FROM tables WHERE id = ?", (table,))


def forget_until(db: sqlite3.Connection, table: str, number: int, last: int) -> None:
    """Forget a hand, all hands before it, and all events until its last one, but never the table's own last."""
    db.execute("DELETE FROM hands WHERE table_id = ? AND number <= ?", (table, number))
    (version,) = db.execute("SELECT max(version) FROM tables WHERE id = ?", (table,)).fetchone()
    db.execute("DELETE FROM events WHERE table_id = ? AND number <= ?", (table, min(last, (version or 0) - 1)))
