"""The gunicorn worker of the evaluator: threads, which calculate, and which nobody slow holds for long.

gunicorn's own waits for as long as a request drips, or an answer is not taken. It parts from a caller in the loop that
takes up new ones, so that one who does not hang up holds up everybody. And told to end, it waits for connections that
say nothing.
"""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from typing import Any

from gunicorn.util import close_graceful  # type: ignore[import-untyped]  # gunicorn says no types
from gunicorn.workers.gthread import _DEFER, TConn, ThreadWorker  # type: ignore[import-untyped]  # as above
from werkzeug.exceptions import RequestTimeout

from api.supervisor.files import take_files

# A request has all come within this time, and its head within less than the silence after which reading fails; until
# then it holds a thread.
REQUEST_SECONDS, HEAD_SECONDS = 30, 8
# So long after its head has come, an answer that is still being taken is cut off: however slowly somebody reads, the
# thread is free again.
TAKING_SECONDS = 120
# A new connection over which nothing comes goes without a thread after so long: browsers open such ones ahead of need.
OPENING_SECONDS = 0.1
# How long a caller who has been answered for the last time may take to hang up.
PARTING_SECONDS = 1.0
# What somebody goes on sending meanwhile is taken, up to so much: many clients read no answer before all is sent.
MOST_UNHEARD_BYTES = 64 * 1024 * 1024
# When the worker is told to end, a request that is on its way already is heard.
ARRIVING_SECONDS = 0.3
LOOK_SECONDS = 0.1
# Open files that are no connections, beside one for each thread.
SPARE_FILES = 64


class Body:
    """Reads a request's body for the app, and tells a caller who is too slow from one who has gone."""

    def __init__(self, request: Any, worker: Worker, connection: TConn) -> None:
        self._request, self._reader = request, request.body.reader
        self._worker, self._connection = worker, connection

    def read(self, size: int) -> Any:
        """Read at most so many bytes. Raises RequestTimeout, and the connection ends with the answer."""
        # Less than this, and the body has broken off; one in chunks says so by itself.
        due = min(size, getattr(self._reader, "length", 0))
        try:
            data = self._reader.read(size)
            if len(data) >= due:
                return data
        except Exception as fault:
            if isinstance(fault, BlockingIOError):
                raise self._too_slow("Nothing more of the body has come.") from None
            if not self._worker.gave_up(self._connection):
                raise
        if self._worker.gave_up(self._connection):
            raise self._too_slow(f"The body has not come within {REQUEST_SECONDS:g} seconds.")
        return data

    def _too_slow(self, how: str) -> RequestTimeout:
        # Where the next request begins is not known.
        self._request.force_close()
        return RequestTimeout(how)


class Worker(ThreadWorker):  # type: ignore[misc]  # as above
    """A process of the evaluator. Reached from the command line, by the name of this class."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        # Connections that threads hold, and since when: to hear the head of a request, and to answer one.
        self._hearing: dict[TConn, float] = {}
        self._answering: dict[TConn, float] = {}
        self._given_up: set[TConn] = set()
        # Held while a connection goes from one of these to another: what is given up is the request that was meant.
        self._passing = threading.Lock()
        self._looked = time.monotonic()

    def init_process(self) -> None:
        """Take up no more connections than there may be open files: one too many would end the worker."""
        self.worker_connections: int = min(self.cfg.worker_connections, take_files() - SPARE_FILES - self.cfg.threads)
        self.max_keepalived = self.worker_connections - self.cfg.threads
        super().init_process()

    def handle(self, conn: TConn) -> Any:
        """Hear a request and answer it; whether the connection goes on."""
        if not (conn.initialized or conn.wait_for_data(OPENING_SECONDS)):
            return _DEFER
        with self._passing:
            self._hearing[conn] = time.monotonic()
        try:
            goes_on = super().handle(conn)
            if self.gave_up(conn):
                goes_on = False
        finally:
            with self._passing:
                self._hearing.pop(conn, None)
                self._answering.pop(conn, None)
                self._given_up.discard(conn)
        if not goes_on:
            # In this thread, and not in the loop that takes up new callers.
            close_graceful(conn.sock, PARTING_SECONDS, MOST_UNHEARD_BYTES)
            conn.close = is_closed
        return goes_on

    def handle_request(self, req: Any, conn: TConn) -> Any:
        """Answer a request whose head has come."""
        with self._passing:
            self._answering[conn] = self._hearing.pop(conn)
        reader = req.body.reader
        req.body.reader = Body(req, self, conn)
        try:
            return super().handle_request(req, conn)
        except BlockingIOError:
            return False  # nobody takes the answer
        finally:
            # What the app left unread is skipped in a time of its own.
            req.body.reader = reader

    def gave_up(self, conn: TConn) -> bool:
        """Whether what comes over this connection is waited for no longer."""
        return conn in self._given_up

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        """Take part in the loop that takes up requests: look for whoever is to be waited for no longer."""
        super().wait_for_and_dispatch_events(timeout if self.alive else LOOK_SECONDS)
        now = time.monotonic()
        if now < self._looked + LOOK_SECONDS:
            return
        self._looked = now
        with self._passing:
            self._give_up(self._answering, now - REQUEST_SECONDS)
            self._cut_off(now - TAKING_SECONDS)
            self._give_up(self._hearing, now - (HEAD_SECONDS if self.alive else ARRIVING_SECONDS))
        if not self.alive:
            for quiet in (*self.keepalived_conns, *self.pending_conns):
                quiet.timeout = min(quiet.timeout, now + ARRIVING_SECONDS)

    def _give_up(self, held: dict[TConn, float], before: float) -> None:
        """Hear nothing more from those who have held a thread since before then."""
        for conn, since in held.items():
            if since < before and not self.gave_up(conn):
                self._given_up.add(conn)
                # The thread reads what has arrived, and then that there is no more.
                with contextlib.suppress(OSError):
                    conn.sock.shutdown(socket.SHUT_RD)

    def _cut_off(self, before: float) -> None:
        """Tell nothing more to those who have held a thread since before then."""
        for conn, since in self._answering.items():
            if since < before:
                with contextlib.suppress(OSError):
                    conn.sock.shutdown(socket.SHUT_RDWR)


def is_closed(graceful: bool = False) -> None:
    """In place of closing a connection that is closed already."""
