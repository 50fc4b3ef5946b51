"""The worker of the game API: how it parts from those who are connected to it."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from http.client import HTTPResponse
from pathlib import Path

import gevent
import pytest
from gevent import socket
from gunicorn.config import Config
from gunicorn.glogging import Logger

from api.supervisor import worker
from api.supervisor.worker import Worker, hear_no_more
from tests.contract import spec
from tests.front import Front

HEAD = b"POST /v1/tables HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n"
BODY = b'{"game": "henway"  }'


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[socket.socket, gevent.Greenlet]]:
    """A connection to the game API, and the greenlet of a worker of this process that answers it."""
    front = Front(tmp_path)
    config = Config()
    answering = Worker(1, 0, [], None, 30, config, Logger(config))
    answering.wsgi = front.app.wsgi_app
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    with listener, socket.create_connection(listener.getsockname()) as far:
        near, address = listener.accept()
        serving = gevent.spawn(answering.handle, listener, near, address)
        yield far, serving
    serving.join(10)
    assert serving.dead
    answering.tmp.close()
    front.close()


@pytest.fixture
def line(served: tuple[socket.socket, gevent.Greenlet]) -> socket.socket:
    """A connection to the game API."""
    return served[0]


def reply_on(line: socket.socket) -> spec.Reply:
    """The next reply that comes, held against the document."""
    with gevent.Timeout(20):
        reply = HTTPResponse(line)
        reply.begin()
        headers = {name.lower(): value for name, value in reply.getheaders()}
        told = spec.Reply("POST", "/v1/tables", reply.status, headers, reply.read())
    spec.check(spec.API, told)
    return told


def test_a_body_that_does_not_come_is_408(line: socket.socket, monkeypatch: pytest.MonkeyPatch) -> None:
    """However much of it has come: the caller is told, and the connection ends, as what comes next begins nowhere."""
    monkeypatch.setattr(worker, "BODY_SECONDS", 0.2)
    line.sendall(HEAD + BODY[:3])
    told = reply_on(line)
    assert (told.status, told.headers["connection"], json.loads(told.body)["code"]) == (408, "close", "request-timeout")
    line.sendall(BODY[3:])
    with gevent.Timeout(20):
        assert line.recv(100) == b""


def test_a_body_that_drips_has_no_longer(line: socket.socket, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time is for all of it, and does not begin anew with each byte."""
    monkeypatch.setattr(worker, "BODY_SECONDS", 0.2)
    line.sendall(HEAD.replace(b"20", b"50000"))

    def drip() -> None:
        with contextlib.suppress(OSError):
            while True:
                line.sendall(b" ")
                gevent.sleep(0.05)

    dripping = gevent.spawn(drip)
    assert reply_on(line).status == 408
    dripping.kill()


def test_the_time_of_a_body_is_not_that_of_the_connection(line: socket.socket) -> None:
    """A second request over the same connection, its body in two pieces, is answered as the first."""
    line.sendall(HEAD + BODY)
    assert reply_on(line).status == 201
    line.sendall(HEAD + BODY[:5])
    gevent.sleep(0.05)
    line.sendall(BODY[5:])
    assert reply_on(line).status == 201


def test_who_takes_no_answer_is_not_waited_for(
    served: tuple[socket.socket, gevent.Greenlet], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """However many answers there are to take: the connection ends, and nothing is wrong."""
    monkeypatch.setattr(worker, "TAKING_SECONDS", 0.2)
    line, serving = served
    line.sendall(b"GET /openapi.yaml HTTP/1.1\r\nHost: here\r\n\r\n" * 1000)
    serving.join(20)
    assert serving.dead
    assert caplog.text == ""


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
