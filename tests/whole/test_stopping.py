"""SIGTERM lets the services finish what they have begun."""

from __future__ import annotations

import contextlib
import json
import signal
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import requests

from tests.servers import wait_until
from tests.serving import Served
from tests.whole.people import BROKEN

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


def test_requests_while_workers_are_replaced(tmp_path: Path) -> None:
    """Each is answered, or not taken at all; none is half done because its worker was told to end."""
    with Served(tmp_path, "--workers", "1", "--rate", "0") as server, ThreadPoolExecutor(8) as threads:
        enough = threading.Event()
        asking = [threads.submit(ask_until, enough, f"{server.api}/healthz") for _ in range(8)]
        try:
            old = server.workers("api")
            server.process.send_signal(signal.SIGHUP)
            wait_until(lambda: not set(old) & set(server.workers("api")), "the old worker being gone", 60)
        finally:
            enough.set()
        for one in asking:
            assert one.result() == {200}


def ask_until(enough: threading.Event, address: str) -> set[int]:
    """Ask now and again over a connection that is kept, or over a new one where it broke; the statuses that came."""
    statuses = set()
    with requests.Session() as session:
        while not enough.wait(0.1):
            with contextlib.suppress(*BROKEN):
                statuses.add(session.get(address, timeout=20).status_code)
    return statuses
