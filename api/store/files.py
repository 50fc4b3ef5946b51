"""An SQLite file: opening it, asking it, writing to it, and what its faults mean.

Write-ahead log: readers never wait, and writers take turns across threads and processes. The file holds what is
hidden, so only its owner may read it. Its folder must be on a local disk.
"""

from __future__ import annotations

import contextlib
import os
import random
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar
from urllib.parse import quote

from api.store import native
from api.store.connections import Connections
from api.store.errors import Applied, StoreAway, StoreError

WAIT_SECONDS = 5.0
"""How long a writer waits for its turn at the file."""
LOCKED = f"another process has kept it locked for {WAIT_SECONDS:g} seconds"
PASSING = {
    sqlite3.SQLITE_FULL: "the disk is full; make room",
    sqlite3.SQLITE_READONLY: "it may only be read; check its owner and its disk",
    sqlite3.SQLITE_PERM: "access is denied; check its owner",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened; check that it is there, and its owner",
    sqlite3.SQLITE_IOERR: "the disk failed or is full",
    sqlite3.SQLITE_BUSY: LOCKED,
    sqlite3.SQLITE_LOCKED: LOCKED,
}
"""What may be over by itself, or be put right while the server runs."""
LASTING = {
    sqlite3.SQLITE_CORRUPT: "it is damaged; restore it from a copy",
    sqlite3.SQLITE_NOTADB: "it is not an SQLite file; move it away",
}

Result = TypeVar("Result")
_making = threading.Lock()


class Connection(sqlite3.Connection):
    """A connection that knows which file it opened."""

    file: tuple[int, int] | None = None


class SqliteFile:
    """A file laid out by `steps`, made with its folder if need be. Raises StoreError if that cannot be.

    `synchronous` is SQLite's word for how much of a write has reached the disk when it returns.
    """

    def __init__(self, path: Path, steps: Sequence[Sequence[str]], synchronous: str) -> None:
        self._path = path.absolute()
        self._synchronous = synchronous
        self._connections = self.connections()
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            make_private(self._path)
            self.ask(lambda db: prepare(db, steps))
        except OSError as fault:
            where = f"Cannot keep tables in {path.parent}"
            raise StoreError(f"{where}: {fault.strerror}. Choose another --data.") from fault

    def connections(self) -> Connections:
        """Return connections for somebody who wants to ask over the same one each time."""
        return Connections(self._connect)

    def ask(self, look: Callable[[sqlite3.Connection], Result], over: Connections | None = None) -> Result:
        """Return what is found by looking over a connection."""

        def work() -> Result:
            with self._lent(over or self._connections) as db:
                return look(db)

        return native.run(work)

    def change(self, put: Callable[[sqlite3.Connection], Result]) -> Result:
        """Put something down in a transaction: all of it, or by an exception nothing. Return what `put` does."""

        def work() -> Result:
            with self._lent(self._connections) as db:
                db.execute("BEGIN IMMEDIATE")
                result = put(db)
                self._commit(db)
                return result

        # Threads that queue here are woken in turn, and take up no thread of a pool; at the file, waiting means
        # looking again after ever longer pauses.
        with self._connections.turn:
            return native.run(work)

    def close(self) -> None:
        """Close the connections; later calls open others."""
        self._connections.close()

    def _connect(self) -> sqlite3.Connection:
        # Only what is there is opened: a file deleted under a running server must not come back as an empty
        # one.
        address = f"file:{quote(str(self._path))}?mode=rw"
        found = identity(self._path)
        db = sqlite3.connect(
            address, uri=True, timeout=WAIT_SECONDS, isolation_level=None, check_same_thread=False, factory=Connection
        )
        db.file = found
        try:
            db.execute(f"PRAGMA synchronous = {self._synchronous}")
        except sqlite3.Error:
            db.close()
            raise
        return db

    def _commit(self, db: sqlite3.Connection) -> None:
        try:
            db.execute("COMMIT")
        except sqlite3.Error as fault:
            # The log may have been written to its end before the disk failed, and then the next crash brings
            # it back.
            failed = primary(fault) == sqlite3.SQLITE_IOERR
            raise self._fault(fault, "unknown" if failed else "no") from fault

    @contextlib.contextmanager
    def _lent(self, connections: Connections) -> Iterator[sqlite3.Connection]:
        try:
            with connections.lend() as db:
                self._still_there(db)
                yield db
        except sqlite3.Error as fault:
            raise self._fault(fault, "no") from fault

    def _still_there(self, db: sqlite3.Connection) -> None:
        """Raise StoreAway unless the connection's file is the one at its path: a deleted one could be written on
        for as long as it is open, and all of that would be gone with the server."""
        found = identity(self._path)
        if found is None:
            raise StoreAway(f"Cannot use {self._path}: {PASSING[sqlite3.SQLITE_CANTOPEN]}.", "no")
        if isinstance(db, Connection) and db.file != found:
            raise StoreAway(f"Cannot use {self._path}: it was replaced; asked again, the new one is used.", "no")

    def _fault(self, fault: sqlite3.Error, applied: Applied) -> StoreError:
        """Say in one sentence what is the matter with the file, and what is known of the write."""
        code = primary(fault)
        if code in PASSING:
            return StoreAway(f"Cannot use {self._path}: {PASSING[code]} ({fault}).", applied)
        return StoreError(f"Cannot use {self._path}: {LASTING.get(code, 'SQLite refused')} ({fault}).")


def primary(fault: sqlite3.Error) -> int:
    """Return SQLite's own kind of error; the higher bits only say more closely where it happened."""
    return getattr(fault, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF


def identity(path: Path) -> tuple[int, int] | None:
    """Return what tells a file from every other one that is open, or None if there is none to be seen."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def make_private(path: Path) -> None:
    """Make an empty file, if there is none, that only its owner may read; SQLite gives its log the same mode."""
    # Whoever closes a file loses all locks that the process has on it. So this happens once, before anything
    # in this process can have it open, and a file that is there is not touched.
    with _making, contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def prepare(db: sqlite3.Connection, steps: Sequence[Sequence[str]]) -> None:
    """Lay the file out if it is new or of an older server, and see that it can be written.

    Raises StoreError if a newer server made it.
    """
    keep_log(db)
    db.execute("BEGIN IMMEDIATE")
    (found,) = db.execute("PRAGMA user_version").fetchone()
    if found > len(steps):
        raise StoreError(f"The tables were kept by a newer server (format {found}, not {len(steps)}); start that one.")
    for step in steps[found:]:
        for statement in step:
            db.execute(statement)
    db.execute(f"PRAGMA user_version = {len(steps)}")
    db.execute("COMMIT")


def keep_log(db: sqlite3.Connection) -> None:
    """Turn the write-ahead log on; the file remembers it."""
    # Two processes that do so at once keep each other out, and SQLite gives up then without waiting.
    end = time.monotonic() + WAIT_SECONDS
    while True:
        try:
            (mode,) = db.execute("PRAGMA journal_mode = WAL").fetchone()
            break
        except sqlite3.OperationalError as fault:
            if primary(fault) != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            native.sleep(random.uniform(0.001, 0.01))
    if mode != "wal":
        raise StoreError("This disk cannot keep a write-ahead log; choose a --data on a local one.")
