"""What has happened at tables in an SQLite file: events, finished hands, requests that have been done."""

from __future__ import annotations

from api.store.files import SqliteFile
from api.store.values import FinishedHand, Once


class SqliteHistory:
    """The part of a TableStore that looks back."""

    _file: SqliteFile

    def events(self, table: str, since: int, limit: int) -> list[bytes]:
        query = "SELECT number, event FROM events WHERE table_id = ? AND number > ? ORDER BY number LIMIT ?"
        found = self._file.ask(lambda db: db.execute(query, (table, since, max(limit, 0))).fetchall())
        forgotten = bool(found) and found[0][0] != since + 1
        return [] if forgotten else [event for _, event in found]

    def first_event(self, table: str) -> int:
        query = "SELECT min(number) FROM events WHERE table_id = ?"
        (number,) = self._file.ask(lambda db: db.execute(query, (table,)).fetchone())
        return number or 0

    def hands(self, table: str, before: int | None, limit: int) -> list[FinishedHand]:
        query = """
            SELECT number, first, last, at, summary FROM hands
            WHERE table_id = :table AND (:before IS NULL OR number < :before) ORDER BY number DESC LIMIT :most
        """
        named = {"table": table, "before": before, "most": max(limit, 0)}
        found = self._file.ask(lambda db: db.execute(query, named).fetchall())
        return [FinishedHand(*row) for row in found]

    def hand(self, table: str, number: int) -> FinishedHand | None:
        query = "SELECT number, first, last, at, summary FROM hands WHERE table_id = ? AND number = ?"
        found = self._file.ask(lambda db: db.execute(query, (table, number)).fetchone())
        return None if found is None else FinishedHand(*found)

    def once(self, table: str, key: str, now: float) -> Once | None:
        query = "SELECT key, request, outcome, until FROM once WHERE table_id = ? AND key = ? AND until > ?"
        found = self._file.ask(lambda db: db.execute(query, (table, key, now)).fetchone())
        return None if found is None else Once(*found)
