"""Incomplete hands, face up on a table: their order, for who acts first, and what each is called so far.

With one to four cards: four of a kind, three, two pair, a pair, then high cards; no straights or
flushes; then ranks in order, a missing card being the lowest. Five cards rank in full. No card at all
comes last. Suits never decide. Source: the rules, 2.4, where the high ranking is meant; of a low one the
order is the other way round, with the ace where the ranking has it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from evaluator.cards import code_of, rank_of
from evaluator.hands import in_reading_order
from evaluator.rankings import CATEGORIES, RANKINGS, Ranking, classes
from evaluator.tables import rank_one
from evaluator.words import say, say_so_far

Strength = tuple[int, ...]

_HIGH = RANKINGS["high"]
_CATEGORY_OF_GROUPS = {(): 0, (2,): 1, (2, 2): 2, (3,): 3, (4,): 7}
_MISSING = -1


@dataclass(frozen=True, slots=True)
class Showing:
    """What one to five cards are so far; `cards` are in reading order, as `text` says them."""

    category: str
    cards: tuple[str, ...]
    text: str

    def as_json(self) -> dict[str, object]:
        """Return the hand as the `ExposedHand` component of `openapi.yaml`."""
        return {"category": self.category, "cards": list(self.cards), "text": self.text}


def show(cards: Sequence[int], ranking: Ranking = _HIGH) -> Showing | None:
    """Say what 0 to 5 card numbers are so far; None for no card at all."""
    if not cards:
        return None
    if len(cards) == 5:
        number = rank_one(tuple(cards), ranking)
        category, ordered = classes(ranking)[number - 1].category, in_reading_order(cards, number, ranking)
        text = say(ranking, number)
    else:
        category, ordered = _group(cards, ranking)
        text = say_so_far(ranking, category, tuple(map(rank_of, ordered)))
    return Showing(CATEGORIES[category], tuple(map(code_of, ordered)), text)


def order_exposed(hands: Sequence[Sequence[int]], ranking: Ranking = _HIGH) -> tuple[list[int], list[int]]:
    """Put exposed hands in order, best first.

    Takes hands of 0 to 5 card numbers. Returns `order`, the indices of the hands best first (equal
    hands in the order given), and `places`, each hand's place from 1, shared by equal hands.
    """
    strengths = [strength(hand, ranking) for hand in hands]
    order = sorted(range(len(hands)), key=lambda hand: strengths[hand], reverse=True)
    places = [1 + sum(other > mine for other in strengths) for mine in strengths]
    return order, places


def strength(cards: Sequence[int], ranking: Ranking = _HIGH) -> Strength:
    """Return what orders a hand of 0 to 5 card numbers: a greater value is a better hand."""
    if not cards:
        return ()
    if len(cards) == 5:
        category, ranks, _ = classes(ranking)[rank_one(tuple(cards), ranking) - 1]
    else:
        category, ordered = _group(cards, ranking)
        ranks = tuple(map(rank_of, ordered))
    values = (*map(ranking.value_of, ranks), *(_MISSING,) * (5 - len(ranks)))
    sign = -1 if ranking.lowest_wins else 1
    return tuple(sign * value for value in (category, *values))


def _group(cards: Sequence[int], ranking: Ranking) -> tuple[int, list[int]]:
    """Return the category that one to four cards make, and the cards, larger groups and higher ranks first."""
    counts = Counter(map(rank_of, cards))
    groups = tuple(sorted((size for size in counts.values() if size > 1), reverse=True))

    def said(card: int) -> tuple[int, int]:
        return counts[rank_of(card)], ranking.value_of(rank_of(card))

    return _CATEGORY_OF_GROUPS[groups], sorted(cards, key=said, reverse=True)
