"""Calls to other services: only to the addresses in the settings, and the whole reply within a time and a size.

The time-out of a socket starts anew with every byte, so whoever sends one a second would be waited for without end.
Here one moment is set for all of a reply, its head included.
"""

from __future__ import annotations

import http.client
import io
import socket
import time
from collections.abc import Callable
from typing import Any

import requests
from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool

PIECE_BYTES = 64 * 1024
CONNECTIONS_KEPT = 64
Connect = Callable[[Any], socket.socket]


class _Timed(io.RawIOBase):
    """What a socket sends until a moment."""

    def __init__(self, raw: io.RawIOBase, sock: socket.socket, end: float) -> None:
        self._raw = raw
        self._sock = sock
        self._end = end

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError("the whole reply took too long")
        self._sock.settimeout(left)
        return self._raw.readinto(buffer)

    def close(self) -> None:
        self._raw.close()
        super().close()


def _timed(reply_seconds: float) -> type[http.client.HTTPResponse]:
    """A class of replies that come within so many seconds, or fail."""

    class Reply(http.client.HTTPResponse):
        def __init__(self, sock: socket.socket, *arguments: Any, **more: Any) -> None:
            super().__init__(sock, *arguments, **more)
            raw: Any = self.fp.detach()
            self.fp = io.BufferedReader(_Timed(raw, sock, time.monotonic() + reply_seconds))

    return Reply


class _Adapter(HTTPAdapter):
    """Opens connections whose replies are timed as a whole."""

    def __init__(self, reply_seconds: float, connect: Connect | None) -> None:
        self._reply_seconds = reply_seconds
        self._connect = connect
        super().__init__(pool_maxsize=CONNECTIONS_KEPT)

    def init_poolmanager(self, *arguments: Any, **more: Any) -> None:
        super().init_poolmanager(*arguments, **more)
        own: dict[str, Any] = {"response_class": _timed(self._reply_seconds)}
        if self._connect is not None:
            own["_new_conn"] = self._connect_by(self._connect)
        plain, safe = type("Plain", (HTTPConnection,), own), type("Safe", (HTTPSConnection,), own)
        self.poolmanager.pool_classes_by_scheme = {
            "http": type("PlainPool", (HTTPConnectionPool,), {"ConnectionCls": plain}),
            "https": type("SafePool", (HTTPSConnectionPool,), {"ConnectionCls": safe}),
        }

    @staticmethod
    def _connect_by(connect: Connect) -> Connect:
        """A method of connections, which the bound method of another class would not become."""
        return lambda connection: connect(connection)


def open_session(reply_seconds: float, connect: Connect | None = None) -> requests.Session:
    """A session that goes through no proxy, whatever the environment names.  Safe under threads.

    With `connect`, that makes the sockets: it is given the connection, which knows its `host` and `port`.
    """
    session = requests.Session()
    session.trust_env = False
    for scheme in ("http://", "https://"):
        session.mount(scheme, _Adapter(reply_seconds, connect))
    return session


def body_of(reply: requests.Response, most_bytes: int) -> bytes:
    """The body of a reply that was asked for as a stream; raises ValueError for one that is too long."""
    pieces, size = [], 0
    for piece in reply.iter_content(PIECE_BYTES):
        size += len(piece)
        if size > most_bytes:
            raise ValueError(f"the reply is longer than {most_bytes} bytes")
        pieces.append(piece)
    return b"".join(pieces)
