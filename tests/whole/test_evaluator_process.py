"""The evaluator as a process that stops, dies, or is not there yet: answers are taken, and the table goes on later."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests

from api.judge import HASTY_ANSWER_SECONDS
from tests.acting import calm
from tests.servers import free_port, wait_until
from tests.serving import ROOT, Served, clean_environment
from tests.whole.killing import Mortal, served_in
from tests.whole.people import Guest, Host, Json, check_history

BACK_SECONDS = 40.0


def start_hand(url: str, **options: object) -> tuple[Host, list[Guest]]:
    host = Host.opens(url, options=options)
    guests = [host.sit("Ann"), host.sit("Bob")]
    host.deal()
    return host, guests


def next_answer(guests: list[Guest]) -> tuple[Guest, int, Json] | None:
    """Who is asked next, and the calm answer."""
    asked = ((guest, decision) for guest in guests for decision in guest.decisions())
    return next(((guest, decision["decision"], calm(decision)) for guest, decision in asked), None)


def play_until_the_last_answer(host: Host, guests: list[Guest]) -> tuple[Guest, int, Json]:
    """Everything but the answer after which the evaluator is needed for the showdown."""
    while (asked := next_answer(guests)) is not None:
        guest, decision, answer = asked
        view = host.view()
        waiting = sum(seat["deciding"] for seat in view["seats"])
        if (view["phase"]["round"], view["phase"]["code"], waiting) == (5, "bet", 1) and _others_checked(guest, view):
            return asked
        guest.answer(decision, answer)
    raise AssertionError("the hand is over")


def _others_checked(last: Guest, view: Json) -> bool:
    """With two at the table the dealer acts last."""
    return bool(view["dealer"] == last.seat)


def play_on(host: Host, guests: list[Guest]) -> None:
    """Answer whatever is asked until the hand is over, waiting for the evaluator where it is needed."""

    def is_over() -> bool:
        while (asked := next_answer(guests)) is not None:
            guest, decision, answer = asked
            guest.answer(decision, answer)
        return bool(host.view()["state"] == "waiting")

    wait_until(is_over, "the hand being over", BACK_SECONDS)
    assert host.view()["result"] is not None
    check_history(host)


def assert_counting(host: Host, reply: Json) -> None:
    """The answer was taken, and no chip has moved."""
    for view in (reply, host.view()):
        assert (view["state"], view["result"]) == ("counting", None)
        assert sum(seat["chips"] for seat in view["seats"]) + view["pot_total"] == 200
        assert view["pot_total"] == sum(seat["paid"] for seat in view["seats"])
    check_history(host)


def test_an_evaluator_that_hangs_or_dies(mortal: Mortal) -> None:
    """The answer before the showdown is taken all the same; a dead evaluator is replaced, and asked again.

    One that is stopped keeps its callers waiting, but not for long.
    """
    host, guests = start_hand(mortal.url)
    guest, decision, answer = play_until_the_last_answer(host, guests)
    for process in (mortal.server.master("evaluator"), *mortal.server.workers("evaluator")):
        os.kill(process.pid, signal.SIGSTOP)
    assert_counting(host, guest.answer(decision, answer))
    mortal.kill_evaluator()
    play_on(host, guests)
    host.deal()
    guest, decision, answer = play_until_the_last_answer(host, guests)
    mortal.kill_evaluator()
    assert guest.answer(decision, answer)["state"] in ("counting", "waiting")
    play_on(host, guests)


def test_nobody_waits_for_words(mortal: Mortal) -> None:
    """A seat's view comes without them while the evaluator hangs, and with them when it goes on."""
    _, guests = start_hand(mortal.url)
    hung = [mortal.server.master("evaluator"), *mortal.server.workers("evaluator")]
    for process in hung:
        os.kill(process.pid, signal.SIGSTOP)
    for guest in guests:
        (decision,) = guest.decisions()
        guest.answer(decision["decision"], decision["default"])
    began = time.monotonic()
    looks = 30
    for _ in range(looks):
        assert guests[0].view()["you"]["hands"] is None
    assert time.monotonic() - began < looks * HASTY_ANSWER_SECONDS / 2
    for process in hung:
        os.kill(process.pid, signal.SIGCONT)
    wait_until(lambda: len(guests[0].view()["you"]["hands"] or ()) == 2, "the words being back", BACK_SECONDS)


@pytest.fixture
def lonely(where: list[str], tmp_path: Path) -> Iterator[tuple[Served, int]]:
    """A server whose evaluator is to be at that port, where nothing listens."""
    port = free_port()
    with served_in(tmp_path, *where, "--workers", "1", "--evaluator-url", f"http://127.0.0.1:{port}") as server:
        yield server, port


def test_an_evaluator_that_comes_late(lonely: tuple[Served, int], tmp_path: Path) -> None:
    """Nobody is there until two tables count, one at a showdown and one before the betting; then both go on."""
    server, port = lonely
    tables = {
        "showdown": start_hand(server.api),
        "bet": start_hand(server.api, first_to_act="best_exposed"),
    }
    for phase, (host, guests) in tables.items():
        while (asked := next_answer(guests)) is not None:
            guest, decision, answer = asked
            reply = guest.answer(decision, answer)
        assert_counting(host, reply)
        assert reply["phase"]["code"] == phase
        assert guest.answer(decision, answer)["event"] == reply["event"]
        _go_on_beside_it(host)
    assert requests.get(f"{server.api}/readyz", timeout=5).json() == {"status": "ready", "evaluator": "away"}
    with evaluator_at(port, tmp_path / "evaluator.log"):
        for host, guests in tables.values():
            play_on(host, guests)


def _go_on_beside_it(host: Host) -> None:
    """A guest sits down and leaves, the host pauses and resumes, while the table counts."""
    cy = host.sit("Cy")
    assert host.change(paused=True)["state"] == "paused"
    assert cy.leave(cy.seat)["state"] == "paused"
    assert host.change(paused=False)["state"] == "counting"


class evaluator_at:  # noqa: N801 - reads as a part of the `with` it stands in
    """An evaluator alone, as it runs in a container of its own."""

    def __init__(self, port: int, log: Path) -> None:
        app = ["--bind", f"127.0.0.1:{port}", "--workers", "1", "evaluator.app:create_app()"]
        self.log = log.open("w")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", "--config", "python:api.supervisor.gunicorn_conf", *app],
            cwd=ROOT,
            env=clean_environment(),
            stdout=self.log,
            stderr=subprocess.STDOUT,
        )

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait(20)
        self.log.close()
