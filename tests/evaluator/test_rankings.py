"""The four ranking systems over all 2,598,960 hands: counts, and the order of two other programs."""

from __future__ import annotations

from itertools import chain, combinations, starmap

import numpy as np
import pytest
from numpy.typing import NDArray
from phevaluator import evaluate_cards
from pokerkit import RegularLowHand, StandardHighHand, StandardLowHand

from evaluator.cards import CODES, parse_cards
from evaluator.qualifying import worst_qualifying
from evaluator.rankings import (
    CATEGORIES,
    HANDS_OF_FIVE,
    RANKINGS,
    Kind,
    class_of_kind,
    classes,
    hands_beaten,
    kinds,
    ranking_named,
)
from evaluator.refusals import NotAllowed, UnknownRanking
from evaluator.tables import rank_columns, rank_one

CLASSES = {"high": 7462, "ace-to-five": 6175, "deuce-to-seven": 7462, "ace-to-six": 7462}
HIGH_COUNTS = (1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4)
COUNTS = {
    "high": HIGH_COUNTS,
    "ace-to-five": (1317888, 1098240, 123552, 54912, 0, 0, 3744, 624, 0, 0),
    "deuce-to-seven": (1303560, 1098240, 123552, 54912, 9180, 5112, 3744, 624, 32, 4),
    "ace-to-six": (1303560, 1098240, 123552, 54912, 9180, 5112, 3744, 624, 36, 0),
}
FACTS = {
    "AsKsQsJsTs": (1, 7462, 1279, 7134),
    "7s5h4d3c2s": (7462, 1, 11, 9),
    "5s4h3d2cAs": (1609, 785, 1, 5855),
    "6s4h3d2cAs": (6678, 786, 2, 1),
}


@pytest.fixture(scope="module")
def every_hand() -> NDArray[np.uint8]:
    cards = np.fromiter(chain.from_iterable(combinations(range(52), 5)), np.uint8, 5 * HANDS_OF_FIVE)
    return cards.reshape(-1, 5).T.copy()


@pytest.fixture(scope="module")
def every_rank(every_hand: NDArray[np.uint8]) -> dict[str, NDArray[np.uint16]]:
    return dict(zip(RANKINGS, rank_columns(every_hand, list(RANKINGS.values())), strict=True))


@pytest.mark.parametrize("name", RANKINGS)
def test_every_hand_is_in_its_category(name: str, every_rank: dict[str, NDArray[np.uint16]]) -> None:
    """The known number of hands of each category, over all 2,598,960 hands (2.8)."""
    category = np.array([0, *(hand_class.category for hand_class in classes(RANKINGS[name]))])
    counts = np.bincount(category[every_rank[name]], minlength=len(CATEGORIES))
    assert tuple(counts) == COUNTS[name]


@pytest.mark.parametrize("name", RANKINGS)
def test_every_class_has_its_hands(name: str, every_rank: dict[str, NDArray[np.uint16]]) -> None:
    """Each ranking has its number of classes, and each class the hands that it says it has."""
    hands = [hand_class.hands for hand_class in classes(RANKINGS[name])]
    assert len(hands) == CLASSES[name] and sum(hands) == HANDS_OF_FIVE
    assert np.bincount(every_rank[name])[1:].tolist() == hands
    assert hands_beaten(RANKINGS[name])[0] == HANDS_OF_FIVE - hands[0]
    assert hands_beaten(RANKINGS[name])[-1] == 0


def test_high_hands_are_ranked_as_phevaluator_ranks_them(
    every_rank: dict[str, NDArray[np.uint16]],
) -> None:
    """Every one of the 2,598,960 hands has the rank that phevaluator gives it."""
    theirs = np.fromiter(starmap(evaluate_cards, combinations(range(52), 5)), np.uint16, HANDS_OF_FIVE)
    assert np.array_equal(every_rank["high"], theirs)


def hand_of(kind: Kind) -> str:
    """Return a hand of a kind: in clubs if suited, else with suits that go round."""
    suits = [0] * 5 if kind.suited else [0, 1, 2, 3, 1]
    return "".join(CODES[4 * rank + suit] for rank, suit in zip(kind.ranks, suits, strict=True))


@pytest.mark.parametrize(
    ("name", "their_hand"),
    [("high", StandardHighHand), ("deuce-to-seven", StandardLowHand), ("ace-to-five", RegularLowHand)],
)
def test_classes_are_in_pokerkits_order(name: str, their_hand: type) -> None:
    """One hand of each of the 7,462 kinds is ordered, and tied, as pokerkit orders it."""
    theirs = [their_hand(hand_of(kind)) for kind in kinds()]
    one_of_each = {hand.entry.index: hand for hand in theirs}.values()
    best_first = {hand.entry.index: rank for rank, hand in enumerate(sorted(one_of_each, reverse=True), start=1)}
    assert class_of_kind(RANKINGS[name]) == tuple(best_first[hand.entry.index] for hand in theirs)


def test_ace_to_six_is_deuce_to_seven_moved_up_one_rank() -> None:
    """Ace to six is deuce to seven with every rank moved up one place, the ace to the deuce (2.8)."""
    moved = {
        kind: Kind(tuple(sorted(((rank + 1) % 13 for rank in kind.ranks), reverse=True)), kind.suited)
        for kind in kinds()
    }
    deuce_to_seven = dict(zip(kinds(), class_of_kind(RANKINGS["deuce-to-seven"]), strict=True))
    ace_to_six = class_of_kind(RANKINGS["ace-to-six"])
    assert all(deuce_to_seven[moved[k]] == rank for k, rank in zip(kinds(), ace_to_six, strict=True))


@pytest.mark.parametrize("hand", FACTS)
def test_known_hands_have_known_ranks(hand: str) -> None:
    """Hands at the ends of each system stand where they must."""
    order = ("high", "deuce-to-seven", "ace-to-five", "ace-to-six")
    assert tuple(rank_one(parse_cards(hand), RANKINGS[name]) for name in order) == FACTS[hand]


@pytest.mark.parametrize("name", RANKINGS)
def test_best_and_worst_are_what_they_are_said_to_be(name: str) -> None:
    """A ranking's best hand is class 1 and its worst the last."""
    ranking = RANKINGS[name]
    assert rank_one(parse_cards(ranking.best), ranking) == 1
    assert rank_one(parse_cards(ranking.worst), ranking) == len(classes(ranking))


def test_eight_or_better_has_56_classes(every_rank: dict[str, NDArray[np.uint16]]) -> None:
    """57,344 hands, in 56 classes, qualify as eight or better."""
    worst = worst_qualifying(RANKINGS["ace-to-five"], "eight-or-better")
    assert worst == 56
    assert int((every_rank["ace-to-five"] <= worst).sum()) == 57344


def test_qualifiers_count_straights_and_flushes_where_the_ranking_does() -> None:
    """7-5-4-3-2, 7-6-4-3-2, 7-6-5-3-2 and 7-6-5-4-2 are the sevens of deuce to seven: 6-5-4-3-2 is a straight."""
    assert worst_qualifying(RANKINGS["deuce-to-seven"], "seven-or-better") == 4
    assert worst_qualifying(RANKINGS["deuce-to-seven"], "six-or-better") == 0
    assert worst_qualifying(RANKINGS["ace-to-six"], "six-or-better") == 4
    with pytest.raises(NotAllowed):
        worst_qualifying(RANKINGS["ace-to-five"], "four-or-better")


def test_an_unknown_ranking_is_refused_with_the_names() -> None:
    """A refusal lists the rankings that there are."""
    with pytest.raises(UnknownRanking) as refused:
        ranking_named("omaha")
    assert refused.value.facts["allowed"] == list(RANKINGS)


def test_ranks_agree_one_by_one_and_at_once(every_hand: NDArray[np.uint8]) -> None:
    """The scalar way and the array way give the same ranks."""
    some = np.random.default_rng(2).integers(0, HANDS_OF_FIVE, 3000)
    for ranking in RANKINGS.values():
        (at_once,) = rank_columns(every_hand[:, some].copy(), [ranking])
        assert [rank_one(tuple(hand), ranking) for hand in every_hand[:, some].T.tolist()] == at_once.tolist()
