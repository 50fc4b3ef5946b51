"""How people act in tests, whoever carries their answers: calmly, at random, all at once.

An answer is the JSON that the API takes; a decision is what a view shows of it.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

import msgspec

from api.denied import BadToken
from api.rules.actions import Legal
from api.rules.deck import DECK
from api.rules.refusals import Refused
from tests.playing import any_of

Json = dict[str, Any]


class Asked(Protocol):
    """Somebody at a table."""

    def decisions(self) -> list[Json]:
        """The open decisions that the table waits for."""

    def answer(self, decision: int, answer: Json) -> Json:
        """Answer one of them."""


def together(*acts: Callable[[], Any]) -> list[Any]:
    """Do all of this at the same moment, each in a thread of its own; what came of each, refusals included."""
    start = threading.Barrier(len(acts))

    def act(one: Callable[[], Any]) -> Any:
        start.wait(10)
        try:
            return one()
        except Refused as refusal:
            return refusal

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(act, acts))


def draw(rng: random.Random, decision: Json) -> Json:
    """One of the answers that the decision, as a view shows it, calls legal."""
    legal = tuple(msgspec.convert(entry, Legal) for entry in decision["legal"])
    drawn: Json = msgspec.json.decode(msgspec.json.encode(any_of(rng, legal)))
    return drawn


def calm(decision: Json) -> Json:
    """Check or call, and place as the clock would: nobody folds or raises."""
    kinds = [entry["type"] for entry in decision["legal"]]
    return decision["default"] if "place" in kinds else {"type": "check" if "check" in kinds else "call"}


def play_on(guests: Iterable[Asked], choose: Callable[[Json], Json] = calm, steps: int = 10_000) -> int:
    """Let whoever is asked answer until nobody is, or so many answers are given; say how many were."""
    given = 0
    guests = list(guests)
    while given < steps:
        asked = next(((guest, decision) for guest in guests for decision in asked_of(guest)), None)
        if asked is None:
            break
        guest, decision = asked
        guest.answer(decision["decision"], choose(decision))
        given += 1
    return given


def asked_of(guest: Asked) -> list[Json]:
    """What this guest is asked; nobody asks who has left."""
    try:
        return guest.decisions()
    except BadToken:
        return []


def act_only(chosen: Json) -> Callable[[Json], Json]:
    """A way of choosing that places as the clock would and bets only as told."""

    def choose(decision: Json) -> Json:
        return decision["default"] if decision["type"] == "place" else chosen

    return choose


def ten_card_deck(*hands: str) -> list[str]:
    """The deck that deals these ten cards each, two at a time, to the seats clockwise from the dealer's left."""
    dealt = [hand[at : at + 2] for four in range(0, 20, 4) for hand in hands for at in (four, four + 2)]
    return dealt + [card for card in DECK if card not in dealt]
