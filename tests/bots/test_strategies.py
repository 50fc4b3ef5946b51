"""How bots play: only what is legal, only from what their seat sees, in every game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.rules.games import GAMES
from bots.careful import STYLES, Careful
from bots.strategy import RandomPlayer, Strategy
from tests.fifth_game import PEEK
from tests.front import Front, Party

Json = dict[str, Any]
EVERY = [*GAMES, PEEK.id]


@pytest.fixture
def front(tmp_path: Path) -> Iterator[Front]:
    front = Front(tmp_path, games={**GAMES, PEEK.id: PEEK})
    yield front
    front.close()


def play(party: Party, strategies: dict[int, Strategy]) -> Json:
    """One hand; whatever a strategy answers is taken."""
    party.deal()
    while asked := [one for one in party.asked() if one["required"]]:
        decision = asked[0]
        answer = strategies[decision["seat"]].answer(party.view(decision["seat"]), decision)
        reply = party.answer(decision, answer)
        assert reply.status_code == 200, reply.text
    return party.view()


@pytest.mark.parametrize("game", EVERY)
def test_every_answer_is_legal(front: Front, game: str) -> None:
    """Careful and random players play hands of every game, one that no bot has heard of among them."""
    party = front.open(game=game)
    rng = random.Random(5)
    strategies: dict[int, Strategy] = {}
    for name, strategy in (
        ("A", Careful(STYLES["tight"], rng)),
        ("B", Careful(STYLES["loose"], rng)),
        ("C", RandomPlayer(rng)),
    ):
        strategies[party.sit(name, 300)] = strategy
    for _ in range(2):
        view = play(party, strategies)
    assert view["hand"] == 2
    assert view["result"]["awards"]


def test_dealers_choice_is_announced(front: Front) -> None:
    """Both kinds name one of the table's games."""
    party = front.open(game=None, games=list(GAMES), choice="dealer")
    rng = random.Random(1)
    strategies: dict[int, Strategy] = {party.sit("A"): RandomPlayer(rng), party.sit("B"): Careful(STYLES["tight"], rng)}
    for number in (1, 2):
        assert play(party, strategies)["hand"] == number


def facing(mine: list[str], theirs: list[str]) -> Json:
    """What a tight player answers to a bet of 20 into a pot of 20, with these kept cards against those."""
    kept = {1: mine, 2: theirs}
    seats = [
        {"seat": seat, "in_hand": True, "new_cards": [], "rows": [{"name": "kept", "cards": cards}]}
        for seat, cards in kept.items()
    ]
    view = {"game": "seven-card-regrets", "you": {"seat": 1}, "board": [], "pot_total": 20, "seats": seats}
    decision = {"type": "bet", "legal": [{"type": "fold"}, {"type": "call", "to": 20, "adds": 20}]}
    return Careful(STYLES["tight"], random.Random(1)).answer(view, decision)


def test_a_strong_hand_is_not_given_up() -> None:
    """Four kings are worth the price of a call."""
    assert facing(["Kh", "Kd", "Ks", "Kc"], ["??", "??", "7h"]) == {"type": "call"}


def test_a_hopeless_hand_is_given_up() -> None:
    """Seven high, against three aces in the open, is worth no price."""
    assert facing(["2h", "3d", "5s", "7c"], ["??", "Ad", "As", "Ah"]) == {"type": "fold"}
