"""A receiver of webhooks on this machine: it keeps what it is sent, and answers as it is told."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import threading
from collections import deque
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

from msgspec import Struct

Json = dict[str, Any]


class Received(Struct, frozen=True):
    """One request: its path, its headers in lower case, its body as it came."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def told(self) -> Json:
        told: Json = json.loads(self.body)
        return told

    @property
    def event(self) -> int:
        """The number of the event that it tells of."""
        return int(self.headers["webhook-id"].rpartition("-")[2])


class Receiver:
    """Listens until it is closed.  Each of `answers` is given once, a status with headers; then 204.

    While `open` is not set, nobody is answered.
    """

    def __init__(self, host: str = "127.0.0.1") -> None:
        self.received: list[Received] = []
        self.answers: deque[tuple[int, dict[str, str]]] = deque()
        self.always: tuple[int, dict[str, str]] = (204, {})
        self.open = threading.Event()
        self.open.set()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                receiver.received.append(Received(self.path, headers, body))
                receiver.open.wait(60)
                status, more = receiver.answers.popleft() if receiver.answers else receiver.always
                self.send_response(status)
                for name, value in more.items():
                    self.send_header(name, value)
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                """Nothing is printed."""

        self._server = ThreadingHTTPServer((host, 0), Handler)
        self.host = f"{host}:{self._server.server_address[1]}"
        self.url = f"http://{self.host}/hook"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self._thread.start()

    def events(self) -> list[int]:
        """The numbers of the events that were received, in the order in which they came."""
        return [one.event for one in self.received]

    def close(self) -> None:
        self.open.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(5)

    def __enter__(self) -> Receiver:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def is_signed(received: Received, secret: str) -> bool:
    """Whether a request is signed with the secret, worked out as its receiver would from Standard Webhooks alone."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    message = f"{received.headers['webhook-id']}.{received.headers['webhook-timestamp']}.".encode() + received.body
    expected = base64.b64encode(hmac.new(key, message, hashlib.sha256).digest()).decode()
    given = [one.partition(",") for one in received.headers["webhook-signature"].split(" ")]
    return any(version == "v1" and hmac.compare_digest(value, expected) for version, _, value in given)
