"""Hearing of writes to an SQLite file, which tells nobody: it is looked at again and again, and own writes ring."""

from __future__ import annotations

import sqlite3
import threading
import time

from api.store.errors import StoreError
from api.store.files import SqliteFile

LOOK_SECONDS = 0.05
Seen = tuple[sqlite3.Connection, int]


class SqliteListener:
    """A Listener to a file. It never knows which tables have been written."""

    def __init__(self, file: SqliteFile) -> None:
        self._file = file
        # SQLite counts what others have written since this very connection was opened.
        self._connections = file.connections()
        self._rung = threading.Event()
        self._seen: Seen | None = None
        self._has_changed()

    def ring(self) -> None:
        """Look now: this process has written."""
        self._rung.set()

    def wait(self, seconds: float) -> bool:
        end = time.monotonic() + seconds
        while not self._has_changed():
            left = end - time.monotonic()
            if left <= 0:
                return False
            self._rung.wait(min(left, LOOK_SECONDS))
            self._rung.clear()
        return True

    def changed(self) -> set[str] | None:
        return None

    def close(self) -> None:
        self._connections.close()

    def _has_changed(self) -> bool:
        """Tell whether anybody has written since the last look; also if that is not known, after a fault or a fork."""
        try:
            seen = self._file.ask(look, self._connections)
        except StoreError:
            return False
        if seen == self._seen:
            return False
        self._seen = seen
        return True


def look(db: sqlite3.Connection) -> Seen:
    """Return a number that is another one when others have written, and the connection for which it counts."""
    (number,) = db.execute("PRAGMA data_version").fetchone()
    return db, number
