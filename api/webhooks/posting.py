"""Posting: one event to one address, signed as Standard Webhooks says, and what came of it."""

import base64
import hashlib
import hmac
import socket
from typing import Any

import requests
from msgspec import Struct
from urllib3.exceptions import HTTPError

from api import __version__
from api.outgoing import open_session
from api.tokens import Tokens
from api.webhooks.targets import Barred, Targets

CONNECT_SECONDS = 3.0
REPLY_SECONDS = 7.0
GONE = 410
LONGEST_TOLD_SECONDS = 6 * 3600.0


class Outcome(Struct, frozen=True):
    """What came of an attempt; `wait_seconds` is how long the other side asks to be left alone."""

    delivered: bool
    reason: str = ""
    gone: bool = False
    wait_seconds: float = 0.0


def secret_of(tokens: Tokens, table: str, hook: str) -> bytes:
    """The secret of a hook: 32 bytes that follow from the server's own secret, so that none is stored."""
    return tokens.digest("webhook", table, hook)


def written(secret: bytes) -> str:
    """A secret as its owner is told it."""
    return f"whsec_{base64.b64encode(secret).decode()}"


def signature(secret: bytes, message: str, timestamp: int, body: bytes) -> str:
    """The value of `webhook-signature` for a message."""
    signed = f"{message}.{timestamp}.".encode() + body
    return f"v1,{base64.b64encode(hmac.new(secret, signed, hashlib.sha256).digest()).decode()}"


class Poster:
    """Posts to the targets that are allowed: no proxy, no redirects, one time limit for all of a reply."""

    def __init__(self, targets: Targets) -> None:
        self._targets = targets
        self._session = open_session(REPLY_SECONDS, self._connect)

    def post(self, url: str, secret: bytes, message: str, now: float, body: bytes) -> Outcome:
        """Post a body under an id that stays the same from attempt to attempt."""
        fault = self._targets.fault(url)
        if fault is not None:
            return Outcome(False, "address not allowed")
        headers = {
            "Content-Type": "application/json",
            "User-Agent": f"regrets/{__version__}",
            "Connection": "close",
            "webhook-id": message,
            "webhook-timestamp": str(int(now)),
            "webhook-signature": signature(secret, message, int(now), body),
        }
        timeout = (CONNECT_SECONDS, REPLY_SECONDS)
        try:
            # Of the reply the head is enough; the rest is never read.
            with self._session.post(
                url, data=body, headers=headers, timeout=timeout, allow_redirects=False, stream=True
            ) as reply:
                return _outcome(reply)
        except (requests.RequestException, HTTPError, OSError, ValueError) as failed:
            return Outcome(False, _words(failed))

    def _connect(self, connection: Any) -> socket.socket:
        return self._targets.connect(connection.host, connection.port, CONNECT_SECONDS)


def _outcome(reply: requests.Response) -> Outcome:
    """2xx is delivered, 410 says that nobody wants more, and everything else, redirects too, has failed."""
    status = reply.status_code
    if 200 <= status < 300:
        return Outcome(True)
    asked = reply.headers.get("Retry-After", "")
    wait = min(float(asked), LONGEST_TOLD_SECONDS) if asked.isascii() and asked.isdigit() else 0.0
    return Outcome(False, f"status {status}", status == GONE, wait)


def _words(failed: Exception) -> str:
    """What went wrong, in two or three words, and without the addresses that the library would name."""
    inner: BaseException | None = failed
    while inner is not None:
        if isinstance(inner, Barred):
            return "address not allowed"
        if isinstance(inner, socket.gaierror):
            return "name not found"
        inner = inner.__context__
    if isinstance(failed, requests.exceptions.SSLError):
        return "no trust in its certificate"
    if isinstance(failed, (requests.Timeout, TimeoutError)):
        return "no reply in time"
    return "no connection"
