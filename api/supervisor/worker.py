"""The gunicorn worker of the game API: greenlets in place of threads, so that thousands of followers cost little.

gunicorn's own gevent worker waits, when it is told to end, until the last quiet connection is closed by its client.
This one ends its streams and its quiet connections itself, and finishes what has been asked.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import gevent  # type: ignore[import-untyped]  # its types are a package of their own
from gunicorn.workers.ggevent import GeventWorker  # type: ignore[import-untyped]  # gunicorn says no types

# A request that was sent before the end was known is read within this time.
ARRIVING_SECONDS = 0.3
LOOK_SECONDS = 0.1
MOST_FILES = 65_536


class Worker(GeventWorker):  # type: ignore[misc]  # as above
    """A process of the game API. Reached from the command line, by the name of this class."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._waiting: dict[gevent.Greenlet, tuple[float, gevent.Timeout]] = {}

    def init_process(self) -> None:
        """Take as many open files as the system lets this process have: each follower is one."""
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        enough = MOST_FILES if most == resource.RLIM_INFINITY else min(most, MOST_FILES)
        resource.setrlimit(resource.RLIMIT_NOFILE, (enough, most))
        super().init_process()

    @contextmanager
    def timeout_ctx(self) -> Iterator[None]:
        """How long a connection may take over the head of its next request: as long as it may be quiet."""
        here = gevent.getcurrent()
        patience = gevent.Timeout(self.cfg.keepalive, False)
        self._waiting[here] = (time.monotonic(), patience)
        try:
            with patience:
                yield
        finally:
            del self._waiting[here]

    def handle_exit(self, sig: int, frame: Any) -> None:
        """SIGTERM: take nothing more, and let what is open come to its end."""
        super().handle_exit(sig, frame)
        # A signal's handler may not wait for anything.
        gevent.spawn(self._end_what_is_open)

    def _end_what_is_open(self) -> None:
        """End the streams, and the patience with every connection that says nothing; gunicorn then closes it."""
        # A worker may be told to end before it has its application.
        if getattr(self, "wsgi", None) is not None:
            self.wsgi.extensions["hub"].stop()
        while self._waiting:
            early = time.monotonic() - ARRIVING_SECONDS
            for connection, (since, patience) in list(self._waiting.items()):
                if since < early:
                    connection.kill(patience, block=False)
            gevent.sleep(LOOK_SECONDS)
