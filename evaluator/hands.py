"""A hand in words: what five to ten cards make in a ranking, ready to be shown to a caller."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evaluator.cards import CODES, rank_of, require_count, require_distinct
from evaluator.rankings import CATEGORIES, HANDS_OF_FIVE, Ranking, classes, hands_beaten
from evaluator.tables import best_five
from evaluator.words import say

LEAST_CARDS, MOST_CARDS = 5, 10


@dataclass(frozen=True, slots=True)
class Hand:
    """The best five cards of a hand in one ranking.

    `rank` is 1 for the best of `of` classes, and equal ranks tie; `beats` is the share of the
    2,598,960 five-card hands that are worse; `cards` are in reading order, as `text` says them.
    """

    rank: int
    of: int
    beats: float
    category: str
    cards: tuple[str, ...]
    text: str

    def as_json(self) -> dict[str, object]:
        """Return the hand as the `Hand` component of `openapi.yaml`."""
        return {
            "rank": self.rank, "of": self.of, "beats": self.beats,
            "category": self.category, "cards": list(self.cards), "text": self.text,
        }  # fmt: skip


def evaluate(cards: Sequence[int], ranking: Ranking) -> Hand:
    """Describe the best hand that five of 5 to 10 card numbers make.

    Raises WrongNumberOfCards and DuplicateCard.
    """
    require_count(cards, LEAST_CARDS, MOST_CARDS)
    require_distinct(cards)
    rank, five = best_five(tuple(cards), ranking)
    return describe(rank, five, ranking)


def describe(rank: int, five: Sequence[int], ranking: Ranking) -> Hand:
    """Describe five cards whose class is known."""
    return Hand(
        rank=rank,
        of=len(classes(ranking)),
        beats=beats(rank, ranking),
        category=CATEGORIES[classes(ranking)[rank - 1].category],
        cards=tuple([CODES[card] for card in in_reading_order(five, rank, ranking)]),
        text=say(ranking, rank),
    )


def beats(rank: int, ranking: Ranking) -> float:
    """Return the share of all five-card hands that a class beats, 0 to 1."""
    return round(hands_beaten(ranking)[rank - 1] / HANDS_OF_FIVE, 7)


def in_reading_order(five: Sequence[int], rank: int, ranking: Ranking) -> list[int]:
    """Put five cards in the order in which their class is said; equal ranks stay as they were given."""
    ranks = classes(ranking)[rank - 1].ranks
    return sorted(five, key=lambda card: ranks.index(rank_of(card)))
