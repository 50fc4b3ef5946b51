"""What passes by itself: who is present at tables in an SQLite file, and that somebody looks after them.

It is kept in a file of its own, `passing.sqlite3`, so that it waits neither for the disk nor for those who write
tables. A crash of the system may take back the last moments of it; a killed process loses nothing.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

from api.store.files import SqliteFile

FILE = "passing.sqlite3"
STEPS = (
    (
        """
        CREATE TABLE present (
            table_id TEXT NOT NULL,
            player INTEGER NOT NULL,
            until REAL NOT NULL,
            PRIMARY KEY (table_id, player)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX present_until ON present (until)",
        "CREATE TABLE beat (id INTEGER PRIMARY KEY, last REAL NOT NULL, outage_from REAL, outage_to REAL)",
    ),
)
KEPT_SECONDS = 3600.0
"""How long somebody who went away is kept for those whose clock is late."""


class SqlitePresence:
    """The part of a TableStore that keeps what passes."""

    _passing: SqliteFile

    def be_present(self, tables: Mapping[str, Mapping[int, float]]) -> None:
        rows = [(table, player, until) for table, players in tables.items() for player, until in players.items()]
        if not rows:
            return

        def put(db: sqlite3.Connection) -> None:
            db.executemany("REPLACE INTO present (table_id, player, until) VALUES (?, ?, ?)", rows)
            latest = max(until for _, _, until in rows)
            db.execute("DELETE FROM present WHERE until < ?", (latest - KEPT_SECONDS,))

        self._passing.change(put)

    def present(self, table: str, now: float) -> set[int]:
        query = "SELECT player FROM present WHERE table_id = ? AND until > ?"
        found = self._passing.ask(lambda db: db.execute(query, (table, now)).fetchall())
        return {player for (player,) in found}

    def beat(self, now: float, longest_gap: float) -> tuple[float, float] | None:
        def put(db: sqlite3.Connection) -> tuple[float, float] | None:
            found = db.execute("SELECT last, outage_from, outage_to FROM beat").fetchone()
            last: float = found[0] if found else now
            outage: tuple[float, float] | None = found[1:] if found and found[1] is not None else None
            if now - last > longest_gap:
                outage = (last, now)
            # Of two that beat at once, the later one counts; one from far ahead was told by a clock that was wrong.
            if now > last or last - now > longest_gap:
                last = now
            db.execute(
                "REPLACE INTO beat (id, last, outage_from, outage_to) VALUES (1, ?, ?, ?)",
                (last, *(outage or (None, None))),
            )
            return outage

        return self._passing.change(put)
