"""Connections to one SQLite file: each is lent to one thread at a time, and none is open while the process forks.

SQLite keeps its locks by process, in memory that a fork copies. A child of a process with an open connection
would believe in locks that it does not have, even over connections of its own, and could go on writing to a
log that others have deleted.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from api.store import native


class Connections:
    """As many connections as there are threads that ask at once; `connect` opens one more."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._connect = connect
        self._idle: list[sqlite3.Connection] = []
        self._lent = 0
        self._counting = native.lock()
        self.turn = threading.Lock()
        """For those who write: the file has one writer at a time. Taken before a connection is lent."""
        _known.add(self)

    @contextmanager
    def lend(self) -> Iterator[sqlite3.Connection]:
        """Lend a connection. One that is given back by an exception is closed, which undoes what was not committed."""
        with self._counting:
            self._lent += 1
            db = self._idle.pop() if self._idle else None
        try:
            db = db or self._connect()
            yield db
        except BaseException:
            if db is not None:
                db.close()
                db = None
            raise
        finally:
            with self._counting:
                self._lent -= 1
                if db is not None:
                    self._idle.append(db)

    def close(self) -> None:
        """Close the connections that nobody uses; later calls open others."""
        with self._counting:
            while self._idle:
                self._idle.pop().close()

    def before_fork(self) -> None:
        """Wait for what is lent, close all, and lend nothing more until the fork is over."""
        self._counting.acquire()
        while self._lent:
            self._counting.release()
            native.sleep(0.001)
            self._counting.acquire()
        while self._idle:
            self._idle.pop().close()

    def after_fork(self) -> None:
        """Lend again."""
        self._counting.release()

    def in_child(self) -> None:
        """Lend again, in a process that has none of the threads that were waiting."""
        self._counting = native.lock()
        self.turn = threading.Lock()


_known: weakref.WeakSet[Connections] = weakref.WeakSet()
_held: list[Connections] = []
"""Those that wait for the present fork to be over; others may have come to be known in the meantime."""


def _before_fork() -> None:
    for connections in list(_known):
        connections.before_fork()
        _held.append(connections)


def _after_fork() -> None:
    while _held:
        _held.pop().after_fork()


def _in_child() -> None:
    while _held:
        _held.pop().in_child()


os.register_at_fork(before=_before_fork, after_in_parent=_after_fork, after_in_child=_in_child)
