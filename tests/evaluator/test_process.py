"""The service as a process: what gunicorn is told to do with it."""

from __future__ import annotations

import gc
import socket
from collections.abc import Iterator
from threading import Timer
from types import SimpleNamespace

import pytest

from api.supervisor import gunicorn_conf
from evaluator.app import create_app


@pytest.fixture
def thawed() -> Iterator[None]:
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("thawed")
def test_no_search_for_unreachable_objects_goes_through_the_app() -> None:
    """A request is not held up while all that the app is made of is looked through."""
    app = create_app()
    assert any(found is app for found in gc.get_objects())
    gunicorn_conf.post_worker_init(None)
    assert not any(found is app for found in gc.get_objects())


def test_a_request_that_stops_on_its_way_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading from a connection fails after a silence, so that whoever holds it back holds no thread."""
    monkeypatch.setattr(gunicorn_conf, "SILENCE_SECONDS", 1)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        gunicorn_conf.when_ready(SimpleNamespace(LISTENERS=[SimpleNamespace(sock=listening)]))
        with socket.create_connection(listening.getsockname()) as slow:
            line, _ = listening.accept()
            # Should nothing give up, the other end does, and the test fails where it would hang.
            end = Timer(5, slow.shutdown, [socket.SHUT_RDWR])
            end.start()
            with line:
                line.setblocking(True)
                slow.sendall(b"GET / HTTP/1.1\r\nX: ")
                assert line.recv(8192)
                with pytest.raises(BlockingIOError):
                    line.recv(8192)
            end.cancel()
