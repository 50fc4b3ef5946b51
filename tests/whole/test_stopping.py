"""SIGTERM lets the services finish what they have begun."""

from __future__ import annotations

import json
import signal
import socket
from pathlib import Path
from urllib.parse import urlsplit

from tests.serving import Served

HANDS = "\n".join(["KhKd9s9hQc"] * 20_000).encode()


def test_sigterm_finishes_what_is_in_flight(tmp_path: Path) -> None:
    """A batch whose body is still on its way when the server is told to stop is answered in full."""
    served = Served(tmp_path)
    address = urlsplit(served.evaluator)
    with socket.create_connection((address.hostname, address.port), timeout=20) as line:
        line.sendall(
            b"POST /v1/evaluations?ranking=high HTTP/1.1\r\nHost: evaluator\r\nContent-Type: text/plain\r\n"
            b"Expect: 100-continue\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % len(HANDS)
        )
        # The service says so once a worker has taken the request up.
        assert line.recv(1000).startswith(b"HTTP/1.1 100")
        line.sendall(HANDS[:1000])
        served.process.send_signal(signal.SIGTERM)
        line.sendall(HANDS[1000:])
        reply = b"".join(iter(lambda: line.recv(65536), b""))
    head, _, body = reply.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200"), head
    assert len(json.loads(body)) == 20_000
    assert served.process.wait(20) == 0
