"""Posting: signatures by Standard Webhooks, and what each reply, or none, counts as."""

from __future__ import annotations

import base64
import socket
import threading

import pytest

from api.webhooks import posting
from api.webhooks.posting import Outcome, Poster, signature, written
from api.webhooks.targets import Targets
from tests.receiving import Receiver, is_signed

SECRET = b"k" * 32


def test_the_signature_is_that_of_the_specification() -> None:
    """The example that the reference libraries are tested with."""
    secret = base64.b64decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    signed = signature(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, b'{"test": 2432232314}')
    assert signed == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_what_is_sent_can_be_checked_by_whoever_has_the_secret() -> None:
    """And by nobody else; with the id, the moment of the attempt, and the type of the body."""
    with Receiver() as receiver:
        assert (
            Poster(Targets((receiver.host,))).post(receiver.url, SECRET, "t-7", 1_700_000_000.9, b'{"a":1}').delivered
        )
        (received,) = receiver.received
    assert is_signed(received, written(SECRET))
    assert not is_signed(received, written(b"another secret of 32 bytes, long"))
    assert (received.path, received.headers["content-type"]) == ("/hook", "application/json")
    assert (received.headers["webhook-id"], received.headers["webhook-timestamp"]) == ("t-7", "1700000000")


@pytest.mark.parametrize(
    ("status", "headers", "outcome"),
    [
        (200, {}, Outcome(True)),
        (202, {}, Outcome(True)),
        (299, {}, Outcome(True)),
        (301, {"Location": "/"}, Outcome(False, "status 301")),
        (304, {}, Outcome(False, "status 304")),
        (400, {}, Outcome(False, "status 400")),
        (410, {}, Outcome(False, "status 410", gone=True)),
        (429, {"Retry-After": "120"}, Outcome(False, "status 429", wait_seconds=120.0)),
        (503, {"Retry-After": "99999999"}, Outcome(False, "status 503", wait_seconds=6 * 3600.0)),
        (503, {"Retry-After": "Fri, 31 Dec 1999 23:59:59 GMT"}, Outcome(False, "status 503")),
        (503, {"Retry-After": "-1"}, Outcome(False, "status 503")),
    ],
)
def test_only_2xx_is_delivered(status: int, headers: dict[str, str], outcome: Outcome) -> None:
    """410 ends it, and what the other side asks for is heeded within bounds."""
    with Receiver() as receiver:
        receiver.always = (status, headers)
        assert Poster(Targets((receiver.host,))).post(receiver.url, SECRET, "t-1", 0.0, b"{}") == outcome


def test_nobody_there_is_a_failure() -> None:
    """Told without the words of the library, which would name addresses."""
    with Receiver() as receiver:
        targets, url = Targets((receiver.host,)), receiver.url
    assert Poster(targets).post(url, SECRET, "t-1", 0.0, b"{}") == Outcome(False, "no connection")


@pytest.mark.parametrize("sends", [b"", b"HTTP/1.1 200 OK\r\nX-Drip: "])
def test_who_does_not_finish_a_reply_is_given_up(monkeypatch: pytest.MonkeyPatch, sends: bytes) -> None:
    """Silence, and a reply that drips: one time limit stands for all of it."""
    monkeypatch.setattr(posting, "REPLY_SECONDS", 0.5)
    listener = socket.create_server(("127.0.0.1", 0))
    over = threading.Event()

    def drip() -> None:
        near, _ = listener.accept()
        near.sendall(sends)
        while sends and not over.wait(0.1):
            near.sendall(b"x")
        over.wait(10)
        near.close()

    thread = threading.Thread(target=drip, daemon=True)
    thread.start()
    host = f"127.0.0.1:{listener.getsockname()[1]}"
    try:
        outcome = Poster(Targets((host,))).post(f"http://{host}/", SECRET, "t-1", 0.0, b"{}")
    finally:
        over.set()
        thread.join(10)
        listener.close()
    assert (outcome.delivered, outcome.reason) == (False, "no reply in time")


def test_the_body_of_a_reply_is_not_read() -> None:
    """Its head has said all; a reply without an end holds nobody up."""
    listener = socket.create_server(("127.0.0.1", 0))
    closed = threading.Event()

    def flood() -> None:
        near, _ = listener.accept()
        near.recv(65_536)
        near.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        try:
            while True:
                near.sendall(b"400\r\n" + b"x" * 1024 + b"\r\n")
        except OSError:
            near.close()
            closed.set()

    thread = threading.Thread(target=flood, daemon=True)
    thread.start()
    host = f"127.0.0.1:{listener.getsockname()[1]}"
    assert Poster(Targets((host,))).post(f"http://{host}/", SECRET, "t-1", 0.0, b"{}").delivered
    assert closed.wait(10)
    thread.join(10)
    listener.close()
