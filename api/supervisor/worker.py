"""The gunicorn worker of the game API: greenlets in place of threads, so that thousands of followers cost little.

gunicorn's own gevent worker waits, when it is told to end, until the last quiet connection is closed by its client.
This one ends its streams and its quiet connections itself, and finishes what has been asked. It also waits for a body
for a limited time, however slowly it comes, and for whoever takes no answer.
"""

from __future__ import annotations

import contextlib
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import gevent  # type: ignore[import-untyped]  # its types are a package of their own
from gunicorn.workers.ggevent import GeventWorker  # type: ignore[import-untyped]  # gunicorn says no types
from werkzeug.exceptions import RequestTimeout

from api.supervisor.files import take_files

# A body has all come within this time; each that is waited for costs an open file.
BODY_SECONDS = 30
# Each piece that is sent has been taken within this time: an answer, or what a stream tells. One that is not ends the
# connection, which would else be there for ever.
TAKING_SECONDS = 120
# A request that was sent before the end was known is read within this time.
ARRIVING_SECONDS = 0.3
LOOK_SECONDS = 0.1


class BodyInTime:
    """Reads a request's body for the app, as long as all of it comes in time."""

    def __init__(self, request: Any, seconds: float) -> None:
        self._request, self._reader, self._seconds = request, request.body.reader, seconds
        self._until: float | None = None

    def read(self, size: int) -> Any:
        """Read at most so many bytes. Raises RequestTimeout, and the connection ends with the answer."""
        if self._until is None:
            self._until = time.monotonic() + self._seconds
        late = RequestTimeout(f"The body has not come within {self._seconds:g} seconds.")
        try:
            with gevent.Timeout(max(0.0, self._until - time.monotonic()), late):
                return self._reader.read(size)
        except RequestTimeout:
            # Where the next request begins is not known.
            self._request.force_close()
            raise


class Worker(GeventWorker):  # type: ignore[misc]  # as above
    """A process of the game API. Reached from the command line, by the name of this class."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._lines: dict[gevent.Greenlet, socket.socket] = {}
        self._quiet_since: dict[gevent.Greenlet, float] = {}

    def init_process(self) -> None:
        """Take as many open files as the system lets this process have: each follower is one."""
        take_files()
        super().init_process()

    def handle(self, listener: Any, client: socket.socket, addr: Any) -> None:
        """Answer what comes over one connection."""
        here = gevent.getcurrent()
        self._lines[here] = client
        try:
            super().handle(listener, client, addr)
        finally:
            del self._lines[here]

    def handle_request(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> Any:
        """Answer one request."""
        reader = req.body.reader
        req.body.reader = BodyInTime(req, BODY_SECONDS)
        sock.settimeout(TAKING_SECONDS)
        try:
            return super().handle_request(listener_name, req, sock, addr)
        except TimeoutError:
            raise StopIteration from None  # nothing is wrong, and nothing more is heard
        finally:
            sock.settimeout(None)
            # What the app left unread is skipped in the time that the next head may take.
            req.body.reader = reader

    @contextmanager
    def timeout_ctx(self) -> Iterator[None]:
        """How long a connection may take over the head of its next request: as long as it may be quiet."""
        here = gevent.getcurrent()
        self._quiet_since[here] = time.monotonic()
        try:
            with super().timeout_ctx():
                yield
        finally:
            del self._quiet_since[here]

    def handle_exit(self, sig: int, frame: Any) -> None:
        """SIGTERM: take nothing more, and let what is open come to its end."""
        super().handle_exit(sig, frame)
        # A signal's handler may not wait for anything.
        gevent.spawn(self._end_what_is_open)

    def _end_what_is_open(self) -> None:
        """End the streams, and hear nothing more from connections that say nothing; gunicorn then closes them."""
        app = getattr(self, "wsgi", None)
        if app is None:
            return  # it was told to end before it had begun
        app.extensions["hub"].stop()
        while self._quiet_since:
            early = time.monotonic() - ARRIVING_SECONDS
            for connection, since in list(self._quiet_since.items()):
                if since < early:
                    hear_no_more(self._lines[connection])
            gevent.sleep(LOOK_SECONDS)


def hear_no_more(line: socket.socket) -> None:
    """Let a connection come to its end for whoever reads from it, once all that has arrived is read."""
    # Through the same connection's other handle: gevent would wake the reader with a fault, and a request that has
    # come at this very moment would be lost.
    with contextlib.suppress(OSError), line.dup() as other:
        other.shutdown(socket.SHUT_RD)
