"""Callers who go away, dawdle, or hold on to their connections: nobody else waits, and nothing is done by halves."""

from __future__ import annotations

import contextlib
import json
import socket
import struct
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
import requests

from tests.servers import wait_until
from tests.serving import Served
from tests.whole.people import Guest, Host, check_history

IDLE, SLOW = 50, 12
# Less than gunicorn waits for the first byte on a connection before it turns to the next.
ANSWER_SECONDS = 4.0


@pytest.fixture
def game(served: Served) -> tuple[Host, Guest, Guest]:
    """A hand in which Ann and Bob are asked to place their first cards."""
    host = Host.opens(served.api)
    ann, bob = host.sit("Ann"), host.sit("Bob")
    host.deal()
    return host, ann, bob


def connect(served: Served) -> socket.socket:
    """A connection of one's own to the game API."""
    address = urlsplit(served.api)
    return socket.create_connection((str(address.hostname), int(address.port or 80)), timeout=ANSWER_SECONDS)


def request_of(guest: Guest) -> tuple[bytes, bytes]:
    """Head and body of a request that answers the guest's decision as the clock would."""
    (decision,) = guest.decisions()
    body = json.dumps(decision["default"]).encode()
    head = (
        f"PUT /v1/tables/{guest.table}/decisions/{decision['decision']} HTTP/1.1\r\nHost: regrets\r\n"
        f"Authorization: Bearer {guest.token}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode(), body


def vanish(connection: socket.socket) -> None:
    """Close it with a reset, as a machine does that loses its network."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


@pytest.mark.parametrize("sent", ["half of the head", "the head", "half of the body"])
def test_a_caller_who_goes_away_in_the_middle(served: Served, game: tuple[Host, Guest, Guest], sent: str) -> None:
    """A request that did not come whole is not done, and the next caller is answered."""
    host, ann, bob = game
    before = host.view()["event"]
    head, body = request_of(ann)
    parts = {
        "half of the head": head[: len(head) // 2],
        "the head": head,
        "half of the body": head + body[: len(body) // 2],
    }
    for leave in (vanish, socket.socket.close):
        connection = connect(served)
        connection.sendall(parts[sent])
        leave(connection)
    assert bob.play(**bob.decisions()[0]["default"])["event"] == before + 1
    assert host.view()["event"] == before + 1
    assert ann.decisions()


@pytest.mark.parametrize("body", [b"", b"{}", b'{"options":{'])
def test_a_deal_that_is_cut_off(served: Served, body: bytes) -> None:
    """A hand may be dealt without a body; one that was announced and did not come whole deals nothing."""
    host = Host.opens(served.api)
    host.sit("Ann")
    host.sit("Bob")
    head = (
        f"POST /v1/tables/{host.table}/hands HTTP/1.1\r\nHost: regrets\r\nAuthorization: Bearer {host.token}\r\n"
        "Content-Type: application/json\r\nContent-Length: 40\r\n\r\n"
    )
    connection = connect(served)
    connection.sendall(head.encode() + body)
    connection.shutdown(socket.SHUT_WR)
    assert connection.recv(12) in (b"", b"HTTP/1.1 400")
    connection.close()
    assert host.view()["hand"] is None


def test_a_caller_who_does_not_wait_for_the_reply(served: Served, game: tuple[Host, Guest, Guest]) -> None:
    """A request that came whole is done once, whoever is there to hear of it; sent again, it finds itself done."""
    host, ann, _ = game
    before = host.view()["event"]
    head, body = request_of(ann)
    number, answer = ann.decisions()[0]["decision"], json.loads(body)
    connection = connect(served)
    connection.sendall(head + body)
    connection.close()
    wait_until(lambda: host.view()["event"] == before + 1, "the answer being taken")
    assert ann.answer(number, answer)["event"] == before + 1
    check_history(host)


def test_callers_who_dawdle_with_their_bodies(served: Served, game: tuple[Host, Guest, Guest]) -> None:
    """Others are answered meanwhile; when the rest comes, it is taken like any other answer."""
    host, ann, bob = game
    head, body = request_of(ann)
    with contextlib.ExitStack() as open_ones:
        slow = [open_ones.enter_context(connect(served)) for _ in range(SLOW)]
        for connection in slow:
            connection.sendall(head + body[:5])
        assert bob.play(**bob.decisions()[0]["default"])["state"] == "playing"
        assert requests.get(f"{served.api}/healthz", timeout=ANSWER_SECONDS).ok
        for connection in slow:
            connection.sendall(body[5:])
        for connection in slow:
            assert connection.recv(15).startswith(b"HTTP/1.1 200")
    assert ann.view()["phase"]["code"] == "bet"
    check_history(host)


@pytest.fixture
def idle(served: Served) -> Iterator[None]:
    """Many connections that are kept open: some never used, some after a request was answered."""
    with contextlib.ExitStack() as open_ones:
        for number in range(IDLE):
            connection = open_ones.enter_context(connect(served))
            if number % 2:
                connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: regrets\r\n\r\n")
                assert connection.recv(15).startswith(b"HTTP/1.1 200")
        yield


def test_connections_that_are_kept_open(served: Served, idle: None) -> None:
    """They cost nobody his turn: a whole hand is played beside them."""
    host = Host.opens(served.api)
    ann, bob = host.sit("Ann"), host.sit("Bob")
    host.deal()
    for guest in (ann, bob):
        guest.play(**guest.decisions()[0]["default"])
    bob.play(type="fold")
    assert host.view()["phase"]["code"] == "ended"
    check_history(host)


def test_what_is_no_http_at_all(served: Served, game: tuple[Host, Guest, Guest]) -> None:
    """Noise is refused or cut off, and the server goes on."""
    for noise in (b"\x16\x03\x01\x02\x00\x01\x00", b"GET\r\n\r\n", b"PUT / HTTP/9.9\r\n\r\n", b"\r\n" * 50):
        with connect(served) as connection:
            connection.sendall(noise)
            connection.shutdown(socket.SHUT_WR)
            with contextlib.suppress(ConnectionResetError):
                assert not connection.recv(100).startswith(b"HTTP/1.1 2")
    assert game[0].view()["state"] == "playing"
