"""How hands are said."""

from __future__ import annotations

import re

import pytest

from evaluator import RANKINGS, score
from evaluator.rankings import classes
from evaluator.words import join_and, say, say_short, with_article


@pytest.mark.parametrize(
    ("cards", "ranking", "text"),
    [
        ("AsKsQsJsTs", "high", "royal flush"),
        ("5h4h3h2hAh", "high", "straight flush, five high"),
        ("9s9h9d9cKs", "high", "four of a kind, nines, king"),
        ("JhJdJc6s6h", "high", "full house, jacks over sixes"),
        ("KdJd9d3d2d", "high", "flush, king high, K-J-9-3-2"),
        ("5c4d3s2hAc", "high", "straight, five high"),
        ("2s2h2dKcQs", "high", "three of a kind, deuces, king, queen"),
        ("KhKd9s9hQc", "high", "two pair, kings and nines, queen"),
        ("6h6dAs8h3c", "high", "pair of sixes, ace, eight, three"),
        ("AsKd9s8h3c", "high", "ace high, A-K-9-8-3"),
        ("7h5d4c3s2d", "ace-to-five", "seven low, 7-5-4-3-2"),
        ("5h4h3h2hAh", "ace-to-five", "five low, 5-4-3-2-A"),
        ("AsAd4s3h2c", "ace-to-five", "pair of aces, four, three, deuce"),
        ("KcKdQsQhAc", "ace-to-five", "two pair, kings and queens, ace"),
        ("As5d4c3s2d", "deuce-to-seven", "ace low, A-5-4-3-2"),
        ("7h5h4h3h2h", "deuce-to-seven", "flush, seven high, 7-5-4-3-2"),
        ("5c4d3s2hAc", "ace-to-six", "straight, five high"),
        ("AcKdQsJhTc", "ace-to-six", "king low, K-Q-J-T-A"),
    ],
)
def test_hands_are_said_as_players_say_them(cards: str, ranking: str, text: str) -> None:
    """Category first, then the ranks that decide, with the right plurals."""
    assert score(cards, ranking).text == text


@pytest.mark.parametrize("name", RANKINGS)
def test_classes_are_told_apart_by_their_words(name: str) -> None:
    """No two classes of a ranking are said alike, and the words are lower case with ranks as letters."""
    ranking = RANKINGS[name]
    said = [say(ranking, rank) for rank in range(1, len(classes(ranking)) + 1)]
    assert len(set(said)) == len(said)
    assert all(re.fullmatch(r"[a-z]+([ ,a-z]|[2-9TJQKA]-|-[2-9TJQKA]|, [2-9TJQKA](?=-))*", text) for text in said)
    assert all(text.startswith(say_short(ranking, rank)) for rank, text in enumerate(said, start=1))


def test_articles_and_lists_are_right() -> None:
    """An ace and an eight take "an"; two pair takes none."""
    assert with_article("ace high") == "an ace high"
    assert with_article("eight low") == "an eight low"
    assert with_article("full house, jacks over sixes") == "a full house, jacks over sixes"
    assert with_article("two pair, kings and nines") == "two pair, kings and nines"
    assert with_article("three of a kind, nines") == "three of a kind, nines"
    assert [join_and(list("ABC"[:n])) for n in (1, 2, 3)] == ["A", "A and B", "A, B and C"]


def test_cards_are_shown_in_reading_order() -> None:
    """Larger groups first, then higher ranks; equal ranks stay as they were given."""
    assert score("9s Kh 9h Qc Kd").cards == ("Kh", "Kd", "9s", "9h", "Qc")
    assert score("Ac 2h 3s 4d 5c").cards == ("5c", "4d", "3s", "2h", "Ac")
    assert score("Ac 2h 3s 4d 6c", "ace-to-six").cards == ("6c", "4d", "3s", "2h", "Ac")
    assert score("2c As Ks Qs 3d Js Ts").cards == ("As", "Ks", "Qs", "Js", "Ts")
