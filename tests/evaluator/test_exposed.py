"""Incomplete hands: their order (2.4), and what one to four cards are called so far."""

from __future__ import annotations

from itertools import combinations_with_replacement, groupby
from typing import Any

import pytest
from flask.testing import FlaskClient

from evaluator import RANKINGS, exposed_order, score, showing
from evaluator.exposed import show, strength
from evaluator.refusals import DuplicateCard, UnknownCard, UnknownRanking, WrongNumberOfCards


@pytest.mark.parametrize(
    ("cards", "ranking", "category", "text"),
    [
        ("Kh", "high", "high-card", "king high"),
        ("7dKh", "high", "high-card", "king high, K-7"),
        ("7dKhAc2s", "high", "high-card", "ace high, A-K-7-2"),
        ("2c3c4c5c", "high", "high-card", "five high, 5-4-3-2"),
        ("9sKhKd", "high", "pair", "pair of kings, nine"),
        ("6s6h", "high", "pair", "pair of sixes"),
        ("9s9hKhKd", "high", "two-pair", "two pair, kings and nines"),
        ("9sAsAhAd", "high", "three-of-a-kind", "three of a kind, aces, nine"),
        ("2c2d2h2s", "high", "four-of-a-kind", "four of a kind, deuces"),
        ("9d", "ace-to-five", "high-card", "9 so far"),
        ("4c7h5d", "ace-to-five", "high-card", "7-5-4 so far"),
        ("7hAd4c", "ace-to-five", "high-card", "7-4-A so far"),
        ("7hAd4c", "ace-to-six", "high-card", "7-4-A so far"),
        ("7hAd4c", "deuce-to-seven", "high-card", "A-7-4 so far"),
        ("6h6dAc", "ace-to-five", "pair", "pair of sixes, ace"),
        ("AhAdKcKs", "ace-to-six", "two-pair", "two pair, kings and aces"),
    ],
)
def test_what_cards_are_so_far(cards: str, ranking: str, category: str, text: str) -> None:
    """What equal ranks make, then the cards that decide; a low without equal ranks is its cards, lowest still open."""
    shown = showing(cards, ranking)
    assert shown is not None
    assert (shown.category, shown.text) == (category, text)
    assert sorted(shown.cards) == sorted(cards[at : at + 2] for at in range(0, len(cards), 2))


@pytest.mark.parametrize("ranking", RANKINGS)
@pytest.mark.parametrize("cards", ["KhKd9s9hQc", "7h5d4c3s2d", "AsKsQsJsTs", "5c4d3s2hAc"])
def test_five_cards_are_said_as_a_whole_hand(cards: str, ranking: str) -> None:
    """The words of an evaluation, and its category."""
    shown, whole = showing(cards, ranking), score(cards, ranking)
    assert shown is not None
    assert (shown.category, shown.cards, shown.text) == (whole.category, whole.cards, whole.text)


def every_hand(size: int) -> list[tuple[int, ...]]:
    """A hand for each way in which so many cards can have ranks."""
    ranks = combinations_with_replacement(range(13), size)
    return [tuple(4 * rank + suit for suit, rank in enumerate(chosen)) for chosen in ranks]


@pytest.mark.parametrize("name", RANKINGS)
@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_hands_are_said_alike_if_they_are_alike(size: int, name: str) -> None:
    """Of the hands of a size, those that tie have one text, and no two others have (2.4)."""
    ranking = RANKINGS[name]
    said: dict[Any, set[str]] = {strength(hand, ranking): set() for hand in every_hand(size)}
    for hand in every_hand(size):
        shown = show(hand, ranking)
        assert shown is not None
        said[strength(hand, ranking)].add(shown.text)
    assert all(len(texts) == 1 for texts in said.values())
    assert len({text for texts in said.values() for text in texts}) == len(said)


@pytest.mark.parametrize(
    ("ranking", "hands"),
    [
        ("high", ["AhAd", "KhKd", "AhKd", "AhQd", "Ah", "Kh", ""]),
        ("ace-to-five", ["Ah", "2h", "Ah2d", "7h5d", "7h5d4c", "8h2d", "KhQd", "AhAd", "2h2d", "2h2d2c", ""]),
        ("deuce-to-seven", ["2h", "3h2d", "7h5d", "Kh2d", "Ah2d", "2h2d", "AhAd", ""]),
        ("ace-to-six", ["Ah", "7h5d4c3s2d", "9h", "5h4h3h2hAh", ""]),
    ],
)
def test_the_best_comes_first(ranking: str, hands: list[str]) -> None:
    """In a low ranking the lowest; a missing card is the lowest, and no card at all comes last (2.4)."""
    assert exposed_order(hands[::-1], ranking)[0] == [*range(len(hands))][::-1]
    assert exposed_order(hands, ranking)[1] == [*range(1, len(hands) + 1)]


def test_suits_never_decide() -> None:
    """Hands of the same ranks share a place, in the order given."""
    assert exposed_order(["7h5d", "7c5c", "7d5h", "8d"], "ace-to-six") == ([0, 1, 2, 3], [1, 1, 1, 4])
    places = exposed_order(["2c3c4c5c", "2d3h4s5c"])[1]
    assert [len(list(same)) for _, same in groupby(places)] == [2]


def test_words_are_asked_for(client: FlaskClient) -> None:
    """Without full detail the answer is the order alone; with it each hand has its words, and no card has none."""
    hands = [["8h", "8d", "Kc"], [], ["8s", "8c"]]
    plain = client.post("/v1/exposed-hands", json={"hands": hands}).json
    assert plain == {"order": [0, 2, 1], "places": [1, 3, 2]}
    full = client.post("/v1/exposed-hands", json={"hands": hands, "detail": "full"}).json
    assert [hand and hand["text"] for hand in full.pop("hands")] == ["pair of eights, king", None, "pair of eights"]
    assert full == plain
    low = client.post("/v1/exposed-hands", json={"hands": hands, "ranking": "ace-to-six", "detail": "full"}).json
    assert (low["order"], low["hands"][0]["cards"]) == ([2, 0, 1], ["8h", "8d", "Kc"])


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        ({"hands": ["Kh"], "ranking": "higher"}, "not-allowed", "ranking"),
        ({"hands": ["Kh"], "detail": "ranks"}, "not-allowed", "detail"),
        ({"hands": ["Kh"], "detail": None}, "wrong-type", "detail"),
        ({"hands": ["KhKdKsKc2c3c"]}, "wrong-number-of-cards", "hands.0"),
        ({"hands": ["KhKh"]}, "duplicate-card", "hands.0"),
    ],
)
def test_what_is_refused(client: FlaskClient, body: dict[str, Any], code: str, field: str) -> None:
    """Unknown rankings and details, and hands that are none."""
    reply = client.post("/v1/exposed-hands", json=body)
    assert (reply.status_code, reply.json["code"], reply.json["field"]) == (422, code, field)


def test_the_library_refuses_too() -> None:
    """Each fault has its class."""
    for wrong, refusal in (("Xx", UnknownCard), ("KhKh", DuplicateCard), ("KhKdKsKc2c3c", WrongNumberOfCards)):
        for ask in (showing, lambda hand: exposed_order([hand])):
            with pytest.raises(refusal):
                ask(wrong)
    with pytest.raises(UnknownRanking):
        showing("Kh", "higher")
    assert showing("") is None
