"""Verdicts that cannot be right: the question stays open, the log says so, and no chip moves.

The evaluator is real; what it says is spoiled on the way, or by a judge of the test's own.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from api.judge import HttpJudge
from api.rules.questions import Leads, Question, Verdict, WhoLeads, WhoWins, Wins
from tests.acting import calm
from tests.api.service.conftest import OpenStore
from tests.wiring import EvaluatorLine, Guest, Host, House

Three = tuple[Guest, Guest, Guest]


def spoil(change: Callable[[Any], None]) -> Callable[[bytes], bytes]:
    """What the evaluator says, with one thing in it changed."""

    def spoiled(said: bytes) -> bytes:
        reply = json.loads(said)
        change(reply)
        return json.dumps(reply).encode()

    return spoiled


def award(reply: Any) -> Any:
    return reply["results"][0]["awards"][0]


def winner(reply: Any) -> Any:
    return award(reply)["winners"][0]


SHOWDOWNS: dict[str, Callable[[bytes], bytes]] = {
    "a chip too many": spoil(lambda reply: winner(reply).update(chips=winner(reply)["chips"] + 1)),
    "a chip too few": spoil(lambda reply: winner(reply).update(chips=winner(reply)["chips"] - 1)),
    "an award twice": spoil(lambda reply: reply["results"][0]["awards"].append(award(reply))),
    "an award missing": spoil(lambda reply: reply["results"][0]["awards"].pop()),
    "nothing awarded": spoil(lambda reply: reply["results"][0].update(awards=[])),
    "a seat that is not in the hand": spoil(lambda reply: winner(reply).update(id="9")),
    "no seat at all": spoil(lambda reply: winner(reply).update(id="Ann")),
    "a pot that is not there": spoil(lambda reply: award(reply).update(pot=2)),
    "pot zero": spoil(lambda reply: award(reply).update(pot=0)),
    "half a chip": spoil(
        lambda reply: [
            one.update(chips=one["chips"] - 0.5 + at)
            for at, one in enumerate([winner(reply), reply["results"][0]["awards"][1]["winners"][0]])
        ]
    ),
    "chips as text": spoil(lambda reply: winner(reply).update(chips=str(winner(reply)["chips"]))),
    "chips below zero": spoil(
        lambda reply: award(reply)["winners"].extend([{**winner(reply), "chips": -1}, {**winner(reply), "chips": 1}])
    ),
    "no hand": spoil(lambda reply: winner(reply).pop("hand")),
    "a card that is a number": spoil(lambda reply: winner(reply)["hand"].update(cards=[1, 2, 3, 4, 5])),
    "another number of results": spoil(lambda reply: reply["results"].append(reply["results"][0])),
    "no results": spoil(lambda reply: reply.pop("results")),
    "a list": lambda said: b"[]",
    "nothing": lambda said: b"",
    "null": lambda said: b"null",
    "a number without end": lambda said: b'{"results": [{"awards": [{"pot": 1e999}]}]}',
    "not JSON": lambda said: b"<html>502 Bad Gateway</html>",
    "half of it": lambda said: said[: len(said) // 2],
}
EXPOSED: dict[str, Callable[[bytes], bytes]] = {
    "a place missing": spoil(lambda reply: reply["places"].pop()),
    "a place too many": spoil(lambda reply: reply["places"].append(4)),
    "places as text": spoil(lambda reply: reply.update(places=[str(place) for place in reply["places"]])),
    "places as text in one": spoil(lambda reply: reply.update(places="123")),
    "no places": spoil(lambda reply: reply.update(places=None)),
    "nobody first": spoil(lambda reply: reply.update(places=[2, 2, 3])),
    "not JSON": lambda said: b"<html>502 Bad Gateway</html>",
}


def play_until_asked(host: Host, three: Three) -> None:
    """Everybody answers calmly until the table waits for the evaluator or the hand is over."""
    host.deal()
    while host.view()["state"] == "playing":
        guest = next(guest for guest in three if guest.decisions())
        guest.play(**calm(guest.decisions()[0]))


def assert_open_and_logged(house: House, host: Host, caplog: pytest.LogCaptureFixture) -> None:
    assert host.view()["state"] == "counting"
    table = house.check(host.table)
    assert table.hand is not None and not table.hand.awarded
    assert sum(seat["chips"] for seat in host.view()["seats"]) + host.view()["pot_total"] == 300
    assert [record for record in caplog.records if record.levelno >= logging.WARNING and record.name.startswith("api")]


def assert_settled_once_it_is_right(house: House, host: Host, three: Three) -> None:
    house.line.garble = None
    house.clock.ahead_seconds += 10
    house.ticker.tick()
    assert host.view()["state"] != "counting"
    house.check(host.table)


@pytest.mark.parametrize("fault", SHOWDOWNS)
def test_a_showdown_that_does_not_add_up(
    house: House, host: Host, three: Three, caplog: pytest.LogCaptureFixture, fault: str
) -> None:
    """Every chip of every pot goes to somebody who could win it, or the verdict is not taken (7.5)."""
    house.line.garble = SHOWDOWNS[fault]
    play_until_asked(host, three)
    assert_open_and_logged(house, host, caplog)
    assert_settled_once_it_is_right(house, host, three)
    assert host.view()["phase"]["code"] == "ended"


@pytest.mark.parametrize("fault", EXPOSED)
def test_an_order_of_exposed_hands_that_cannot_be(
    house: House, host: Host, three: Three, caplog: pytest.LogCaptureFixture, fault: str
) -> None:
    """There is one place for each hand, and somebody is first; or nobody is asked to bet yet."""
    host.change(options={"first_to_act": "best_exposed"})
    house.line.garble = EXPOSED[fault]
    play_until_asked(host, three)
    assert_open_and_logged(house, host, caplog)
    assert_settled_once_it_is_right(house, host, three)
    assert [decision["type"] for guest in three for decision in guest.decisions()] == ["bet"]


class Confused(HttpJudge):
    """The real judge, but what it says belongs to another question."""

    def __init__(self, line: EvaluatorLine, answer: Callable[[Question, Verdict], Verdict]) -> None:
        super().__init__("http://evaluator", line.session())
        self._confuse = answer
        self.clear = False

    def answer(self, question: Question) -> Verdict:
        verdict = super().answer(question)
        return verdict if self.clear else self._confuse(question, verdict)


def _other_kind(question: Question, verdict: Verdict) -> Verdict:
    return Leads((1, 2, 3)) if isinstance(question, WhoWins) else Wins(())


def _first_takes_all(question: Question, verdict: Verdict) -> Verdict:
    if isinstance(question, WhoLeads) or isinstance(verdict, Leads):
        return verdict
    first = verdict.awards[0]
    return Wins((replace(first, winners=(replace(first.winners[0], seat=question.contenders[0].seat, chips=300),)),))


@pytest.mark.parametrize("confuse", [_other_kind, _first_takes_all])
def test_a_judge_who_answers_another_question(
    house: House,
    open_tables: OpenStore,
    caplog: pytest.LogCaptureFixture,
    confuse: Callable[[Question, Verdict], Verdict],
) -> None:
    """A verdict is checked where it is taken, whoever brings it."""
    judge = Confused(house.line, confuse)
    misled = House(open_tables(), games=house.games, line=house.line, judge=judge)
    host = misled.open()
    three = (host.sit("Ann"), host.sit("Bob"), host.sit("Cy"))
    play_until_asked(host, three)
    assert_open_and_logged(misled, host, caplog)
    judge.clear = True
    assert_settled_once_it_is_right(misled, host, three)
