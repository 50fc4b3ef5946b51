"""Tables in one SQLite file, for a server that needs no other: `regrets.sqlite3` in the data folder.

Write-ahead log with `synchronous=FULL`: readers never wait, writers take turns across threads and processes,
and a write that has returned is on the disk. The file holds hidden cards, so only its owner may read it. The
folder must be on a local disk.
"""

from __future__ import annotations

import contextlib
import os
import random
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from api.store.base import Stored, Write
from api.store.connections import Connections
from api.store.errors import Applied, Stale, StoreAway, StoreError

FILE = "regrets.sqlite3"
FORMAT = 1
"""The number of the layout below, kept in the file; a file with a higher one is refused."""
LAYOUT = (
    """
    CREATE TABLE IF NOT EXISTS tables (
        id TEXT PRIMARY KEY,
        version INTEGER NOT NULL,
        due REAL,
        lobby BLOB,
        state BLOB NOT NULL,
        deck BLOB
    )
    """,
    "CREATE INDEX IF NOT EXISTS tables_due ON tables (due, id) WHERE due IS NOT NULL",
    "CREATE INDEX IF NOT EXISTS tables_listed ON tables (id) WHERE lobby IS NOT NULL",
    """
    CREATE TABLE IF NOT EXISTS events (
        table_id TEXT NOT NULL,
        number INTEGER NOT NULL,
        write TEXT NOT NULL, -- the id of the write that brought it, so a write is known however late it comes again
        event BLOB NOT NULL,
        PRIMARY KEY (table_id, number)
    ) WITHOUT ROWID
    """,
    f"PRAGMA user_version = {FORMAT}",
)
CREATE = """
INSERT INTO tables (id, version, due, lobby, state, deck)
VALUES (:table, :version, :due, :lobby, :state, :deck)
ON CONFLICT DO NOTHING
"""
UPDATE = """
UPDATE tables SET version = :version, due = :due, lobby = :lobby, state = :state, deck = coalesce(:deck, deck)
WHERE id = :table AND version = :over
"""

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

_making = threading.Lock()


class Connection(sqlite3.Connection):
    """A connection that knows which file it opened."""

    file: tuple[int, int] | None = None


class SqliteTables:
    """A TableStore in `folder`, which is made if need be. Raises StoreError if no tables can be kept there."""

    def __init__(self, folder: Path) -> None:
        self._path = folder.absolute() / FILE
        self._connections = Connections(self._connect)
        self._turn = threading.Lock()
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            make_private(self._path)
            with self._lent() as db:
                prepare(db)
        except OSError as fault:
            raise StoreError(f"Cannot keep tables in {folder}: {fault.strerror}. Choose another --data.") from fault

    def read(self, table: str) -> Stored | None:
        with self._lent() as db:
            found = db.execute("SELECT version, state, deck FROM tables WHERE id = ?", (table,)).fetchone()
        return None if found is None else Stored(version=found[0], state=found[1], deck=found[2])

    def write(self, write: Write) -> None:
        # The file has one writer at a time. Threads that queue here are woken in turn; at the file, waiting
        # means looking again after ever longer pauses.
        with self._lent() as db, self._turn:
            db.execute("BEGIN IMMEDIATE")
            written = put(db, write)
            if written:
                self._commit(db)
            else:
                db.execute("ROLLBACK")
            known = written or is_there(db, write)
        if not known:
            raise Stale(write.table, write.over)

    def events(self, table: str, since: int, limit: int) -> list[bytes]:
        query = "SELECT event FROM events WHERE table_id = ? AND number > ? ORDER BY number LIMIT ?"
        with self._lent() as db:
            return [event for (event,) in db.execute(query, (table, since, max(limit, 0)))]

    def due(self, now: float, limit: int) -> list[str]:
        query = "SELECT id FROM tables WHERE due <= ? ORDER BY due, id LIMIT ?"
        with self._lent() as db:
            return [table for (table,) in db.execute(query, (now, max(limit, 0)))]

    def lobby(self, after: str | None, limit: int) -> list[tuple[str, bytes]]:
        query = "SELECT id, lobby FROM tables WHERE lobby IS NOT NULL AND id > ? ORDER BY id LIMIT ?"
        with self._lent() as db:
            return db.execute(query, (after or "", max(limit, 0))).fetchall()

    def ping(self) -> None:
        with self._lent() as db:
            db.execute("SELECT version FROM tables LIMIT 1").fetchall()

    def close(self) -> None:
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
            db.execute("PRAGMA synchronous = FULL")
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
    def _lent(self) -> Iterator[sqlite3.Connection]:
        try:
            with self._connections.lend() as db:
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


def prepare(db: sqlite3.Connection) -> None:
    """Lay the file out if it is new, and see that it can be written. Raises StoreError if a newer server made it."""
    keep_log(db)
    db.execute("BEGIN IMMEDIATE")
    (found,) = db.execute("PRAGMA user_version").fetchone()
    if found > FORMAT:
        raise StoreError(f"The tables were kept by a newer server (format {found}, not {FORMAT}); start that one.")
    for statement in LAYOUT:
        db.execute(statement)
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
            time.sleep(random.uniform(0.001, 0.01))
    if mode != "wal":
        raise StoreError("This disk cannot keep a write-ahead log; choose a --data on a local one.")


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
    }
    if db.execute(UPDATE if write.over else CREATE, values).rowcount == 0:
        return False
    db.executemany(
        "INSERT INTO events (table_id, number, write, event) VALUES (?, ?, ?, ?)",
        [(write.table, number, write.id, event) for number, event in enumerate(write.events, write.over + 1)],
    )
    return True


def is_there(db: sqlite3.Connection, write: Write) -> bool:
    """Tell whether this very write was put down before: the event after the version it was built on is its own."""
    query = "SELECT write FROM events WHERE table_id = ? AND number = ?"
    found = db.execute(query, (write.table, write.over + 1)).fetchone()
    return found is not None and found[0] == write.id
