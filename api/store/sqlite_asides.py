"""Small things beside tables in an SQLite file, each with a version of its own."""

from __future__ import annotations

import sqlite3

from api.store.errors import Stale
from api.store.files import SqliteFile
from api.store.values import check_aside


class SqliteAsides:
    """The part of a TableStore that keeps something beside a table."""

    _file: SqliteFile

    def aside(self, table: str, name: str) -> tuple[int, bytes] | None:
        return self._file.ask(lambda db: find(db, table, name))

    def put_aside(self, table: str, name: str, over: int, value: bytes | None, due: float | None = None) -> None:
        check_aside(table, name, over, due)

        def put(db: sqlite3.Connection) -> bool:
            found = find(db, table, name)
            if value is None and found is None:
                return True
            if (found[0] if found else 0) != over:
                return False
            if value is None:
                db.execute("DELETE FROM asides WHERE table_id = ? AND name = ?", (table, name))
            else:
                db.execute(
                    "REPLACE INTO asides (table_id, name, version, value, due) VALUES (?, ?, ?, ?, ?)",
                    (table, name, over + 1, value, due),
                )
            return True

        if not self._file.change(put):
            raise Stale(table, over, name)

    def due_asides(self, now: float, limit: int) -> list[tuple[str, str]]:
        query = "SELECT table_id, name FROM asides WHERE due <= ? ORDER BY due, table_id, name LIMIT ?"
        return self._file.ask(lambda db: db.execute(query, (now, max(limit, 0))).fetchall())


def find(db: sqlite3.Connection, table: str, name: str) -> tuple[int, bytes] | None:
    """Return version and value of something beside a table, or None."""
    query = "SELECT version, value FROM asides WHERE table_id = ? AND name = ?"
    found: tuple[int, bytes] | None = db.execute(query, (table, name)).fetchone()
    return found
