"""An evaluator that answers without end, or too much: the question stays open, and the asker goes on."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from api.judge import HttpJudge, JudgeAway
from api.outgoing import open_session
from api.rules.questions import Leads, RowMakes, WhoLeads
from tests.servers import HOST

QUESTION = WhoLeads(hand=1, round=1, seats=(1, 2), exposed=(("As",), ("Kd",)))
VERDICT = b'{"order": [0, 1], "places": [1, 2]}'
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
WITHIN_SECONDS = 0.3
Talk = Callable[[socket.socket], None]


@contextlib.contextmanager
def evaluator_that(talks: Talk) -> Iterator[HttpJudge]:
    """The judge of a service that hears each request out, and then talks like this."""
    listener = socket.create_server((HOST, 0))

    def serve() -> None:
        with contextlib.suppress(OSError):
            while True:
                line, _ = listener.accept()
                with line, contextlib.suppress(OSError):
                    while line.recv(65_536):
                        talks(line)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    port = listener.getsockname()[1]
    session = open_session(WITHIN_SECONDS)
    try:
        yield HttpJudge(f"http://{HOST}:{port}", session)
    finally:
        session.close()
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join(5)


def drip(line: socket.socket, text: bytes) -> None:
    """A byte at a time, each well before a socket would lose its patience."""
    for byte in text:
        line.sendall(bytes([byte]))
        time.sleep(0.02)  # the evaluator is slow, not the test


def drips_its_head(line: socket.socket) -> None:
    drip(line, b"HTTP/1.1 200 OK\r\n" + b"X-And: so on\r\n" * 100)


def drips_its_body(line: socket.socket) -> None:
    line.sendall(HEAD % 5000)
    drip(line, VERDICT + b" " * 4000)


def says_too_much(line: socket.socket) -> None:
    line.sendall(HEAD % 3_000_000 + b" " * 3_000_000)


@pytest.mark.parametrize("talks", [drips_its_head, drips_its_body, says_too_much])
def test_the_judge_waits_no_longer_than_it_said(talks: Talk) -> None:
    """The whole reply, head and all, comes within its time and its size, or there is no verdict."""
    with evaluator_that(talks) as judge:
        began = time.monotonic()
        with pytest.raises(JudgeAway):
            judge.answer(QUESTION)
        assert time.monotonic() - began < 10 * WITHIN_SECONDS


@pytest.mark.parametrize("talks", [drips_its_head, drips_its_body, says_too_much])
def test_nobody_waits_for_words(talks: Talk) -> None:
    """An evaluator in trouble has no words either; who wants them goes on without."""
    with evaluator_that(talks) as judge:
        began = time.monotonic()
        with pytest.raises(JudgeAway):
            judge.say([RowMakes("high", ("As",))])
        assert time.monotonic() - began < 10 * WITHIN_SECONDS


@pytest.mark.parametrize(
    "reply", [b"[]", b"{}", b'{"hands": []}', b'{"hands": [null]}', b'{"hands": [{"text": 5}]}', b'{"hands": [{}]}']
)
def test_words_that_are_none(reply: bytes) -> None:
    """What has not the shape of words is no answer, and shown to nobody."""

    def answers(line: socket.socket) -> None:
        line.sendall(HEAD % len(reply) + reply)

    with evaluator_that(answers) as judge, pytest.raises(JudgeAway):
        judge.say([RowMakes("high", ("As",))])


def test_a_prompt_reply_leaves_the_line_open() -> None:
    """A hand asks several times; the connection serves them all."""
    lines = set()

    def answers(line: socket.socket) -> None:
        lines.add(line.fileno())
        line.sendall(HEAD % len(VERDICT) + VERDICT)

    with evaluator_that(answers) as judge:
        for _ in range(3):
            assert judge.answer(QUESTION) == Leads((1, 2))
        assert len(lines) == 1
