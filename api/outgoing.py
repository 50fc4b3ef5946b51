"""Calls to other services: only to the addresses in the settings, and the whole reply within a time and a size.

The time-out of a socket starts anew with every byte, so whoever sends one a second would be waited for without end.
Here one moment is set for all of a reply, its head included.
"""

from __future__ import annotations

import http.client
import io
import socket
import time
from typing import Any

import requests
from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool

PIECE_BYTES = 64 * 1024
CONNECTIONS_KEPT = 64


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

    def __init__(self, reply_seconds: float) -> None:
        self._reply_seconds = reply_seconds
        super().__init__(pool_maxsize=CONNECTIONS_KEPT)

    def init_poolmanager(self, *arguments: Any, **more: Any) -> None:
        super().init_poolmanager(*arguments, **more)
        reply = {"response_class": _timed(self._reply_seconds)}
        plain, safe = type("Plain", (HTTPConnection,), reply), type("Safe", (HTTPSConnection,), reply)
        self.poolmanager.pool_classes_by_scheme = {
            "http": type("PlainPool", (HTTPConnectionPool,), {"ConnectionCls": plain}),
            "https": type("SafePool", (HTTPSConnectionPool,), {"ConnectionCls": safe}),
        }


def open_session(reply_seconds: float) -> requests.Session:
    """A session that goes through no proxy, whatever the environment names.  Safe under threads."""
    session = requests.Session()
    session.trust_env = False
    for scheme in ("http://", "https://"):
        session.mount(scheme, _Adapter(reply_seconds))
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
