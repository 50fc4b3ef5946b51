"""The worker of the game API: how it parts from those who are connected to it."""

from __future__ import annotations

import gevent
from gevent import socket

from api.supervisor.worker import hear_no_more


def test_a_quiet_connection_comes_to_its_end() -> None:
    """Whoever waits for more hears that there is none, as if the caller had gone: it is no fault."""
    near, far = socket.socketpair()
    with near, far:
        reading = gevent.spawn(near.recv, 100)
        gevent.sleep(0)
        hear_no_more(near)
        assert reading.get(timeout=10) == b""


def test_a_request_that_has_arrived_is_read_and_answered() -> None:
    """Also if it came at the very moment at which its worker was told to end."""
    near, far = socket.socketpair()
    with near, far:
        far.sendall(b"a request")
        hear_no_more(near)
        assert near.recv(100) == b"a request"
        near.sendall(b"its answer")
        assert far.recv(100) == b"its answer"
