"""What is told to a caller whose request is no HTTP, or whose address or headers are too long for it.

No app hears of such a request. gunicorn would answer with a page; both services answer with problem documents.
"""

from __future__ import annotations

import json
import socket
from typing import Final

from gunicorn.util import write_nonblock  # type: ignore[import-untyped]  # gunicorn says no types

CODES: Final = {414: "uri-too-long", 431: "headers-too-large", 500: "internal-error"}


def write_problem(line: socket.socket, status: int, reason: str, detail: str) -> None:
    """Write a whole reply, after which the connection ends: where the next request begins is not known."""
    told = {
        "type": "about:blank", "title": reason, "status": status, "code": CODES.get(status, "bad-request"),
        "detail": detail or reason,
    }  # fmt: skip
    body = json.dumps(told).encode()
    head = (
        f"HTTP/1.1 {status} {reason}\r\nConnection: close\r\n"
        f"Content-Type: application/problem+json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    write_nonblock(line, head.encode() + body)
