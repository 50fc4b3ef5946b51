"""The order of incomplete hands, face up on a table: who acts first by the best hand showing.

With one to four cards: four of a kind, three, two pair, a pair, then high cards; no straights or
flushes; then ranks in order, a missing card being the lowest. Five cards rank in full. No card at all
is below any card. The ace is high, and suits never decide. Source: the rules, 2.4.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from evaluator.cards import rank_of
from evaluator.rankings import RANKINGS, classes
from evaluator.tables import rank_one

Strength = tuple[int, tuple[int, ...]]

_HIGH = RANKINGS["high"]
_CATEGORY_OF_GROUPS = {(): 0, (2,): 1, (2, 2): 2, (3,): 3, (4,): 7}


def strength(cards: Sequence[int]) -> Strength:
    """Return what orders a hand of 0 to 5 card numbers: a greater value is a better hand."""
    if len(cards) == 5:
        category, ranks, _ = classes(_HIGH)[rank_one(tuple(cards), _HIGH) - 1]
        return category, ranks
    counts = Counter(rank_of(card) for card in cards)
    ranked = sorted(counts.elements(), key=lambda rank: (counts[rank], rank), reverse=True)
    groups = tuple(sorted((size for size in counts.values() if size > 1), reverse=True))
    missing = (-1,) * (5 - len(ranked))
    return _CATEGORY_OF_GROUPS[groups], (*ranked, *missing)


def order_exposed(hands: Sequence[Sequence[int]]) -> tuple[list[int], list[int]]:
    """Put exposed hands in order, best first.

    Takes hands of 0 to 5 card numbers. Returns `order`, the indices of the hands best first (equal
    hands in the order given), and `places`, each hand's place from 1, shared by equal hands.
    """
    strengths = [strength(hand) for hand in hands]
    order = sorted(range(len(hands)), key=lambda hand: strengths[hand], reverse=True)
    places = [1 + sum(other > mine for other in strengths) for mine in strengths]
    return order, places
