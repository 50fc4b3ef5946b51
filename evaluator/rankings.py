"""The four ranking systems, as data over the 7,462 kinds of five-card hand.

Suits matter only by all five being equal, so a hand is known by its five ranks and by whether it is
suited: 6,175 sets of ranks and 1,287 suited ones. A ranking puts these in order; hands that it holds
equal share a class, and class 1 is the best. Source: the rules, 2.8.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Final, Literal, NamedTuple

from evaluator.refusals import UnknownRanking

HANDS_OF_FIVE: Final = 2_598_960

CATEGORIES: Final = (
    "high-card", "pair", "two-pair", "three-of-a-kind", "straight",
    "flush", "full-house", "four-of-a-kind", "straight-flush", "royal-flush",
)  # fmt: skip
STRAIGHT, FLUSH, STRAIGHT_FLUSH, ROYAL_FLUSH = 4, 5, 8, 9
_Counts = tuple[int, ...]
_CATEGORY_OF_COUNTS: Final[dict[_Counts, int]] = {
    (1, 1, 1, 1, 1): 0, (2, 2, 1, 1, 1): 1, (2, 2, 2, 2, 1): 2,
    (3, 3, 3, 1, 1): 3, (3, 3, 3, 2, 2): 6, (4, 4, 4, 4, 1): 7,
}  # fmt: skip
"""How often each of the five ranks occurs, most often first, and what that makes."""
_HANDS_OF_CATEGORY: Final = {0: 4**5 - 4, 1: 6 * 4**3, 2: 6 * 6 * 4, 3: 4 * 4**2, 6: 4 * 6, 7: 4}
"""The hands of one set of ranks, by what equal ranks make; for five different ones, those not suited."""
ACE: Final = 12


@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """One way to order five-card hands.

    `ace` is where the ace stands: always `high`, always `low`, or `either` (high, and low in
    5-4-3-2-A). With `straights_and_flushes` off, five cards in a row or of a suit mean nothing.
    """

    name: str
    lowest_wins: bool
    ace: Literal["high", "low", "either"]
    straights_and_flushes: bool
    best: str
    worst: str
    text: str

    def value_of(self, rank: int) -> int:
        """Return how high a rank stands, from 0 for the lowest: the ace is 0 where it is always low."""
        return (rank + 1) % 13 if self.ace == "low" else rank


class Kind(NamedTuple):
    """A kind of hand: five ranks, highest first (0 deuce to 12 ace), and whether all are of one suit."""

    ranks: tuple[int, ...]
    suited: bool


Strength = tuple[int, tuple[int, ...]]
"""What orders kinds in a ranking: a category, then the values as they are compared."""


class HandClass(NamedTuple):
    """One class of a ranking: hands that tie. `ranks` are in reading order, as a player says them."""

    category: int
    ranks: tuple[int, ...]
    hands: int


RANKINGS: Final = {
    ranking.name: ranking
    for ranking in (
        Ranking(
            "high", False, "either", True, "AsKsQsJsTs", "7s5h4d3c2s",
            "Standard poker. The ace is high, and low only in 5-4-3-2-A.",
        ),
        Ranking(
            "ace-to-five", True, "low", False, "5s4h3d2cAs", "KsKhKdKcQs",
            "Lowest hand wins. The ace is low; straights and flushes do not count.",
        ),
        Ranking(
            "deuce-to-seven", True, "high", True, "7s5h4d3c2s", "AsKsQsJsTs",
            "Lowest hand wins. The ace is high, and 5-4-3-2-A is no straight; "
            "straights and flushes count against the hand.",
        ),
        Ranking(
            "ace-to-six", True, "low", True, "6s4h3d2cAs", "KsQsJsTs9s",
            "Lowest hand wins. The ace is low, so 5-4-3-2-A is a straight and A-K-Q-J-T is none; "
            "straights and flushes count against the hand.",
        ),
    )
}  # fmt: skip


def ranking_named(name: object) -> Ranking:
    """Return a ranking by its name. Raises UnknownRanking, which lists the names."""
    if isinstance(name, str) and name in RANKINGS:
        return RANKINGS[name]
    shown = f"'{name[:40]}'" if isinstance(name, str) else "that"
    raise UnknownRanking(f"{shown} is no ranking; there are {', '.join(RANKINGS)}", allowed=list(RANKINGS))


@cache
def kinds() -> tuple[Kind, ...]:
    """Return the 7,462 kinds: first the 6,175 sets of ranks, not suited, then the 1,287 suited ones."""
    falling = range(12, -1, -1)
    sets = (ranks for ranks in combinations_with_replacement(falling, 5) if ranks[0] != ranks[4])
    return (*(Kind(ranks, False) for ranks in sets), *(Kind(r, True) for r in combinations(falling, 5)))


def hands_of(kind: Kind) -> int:
    """Count the five-card hands of a kind."""
    if kind.suited:
        return 4
    counts = tuple(sorted(map(kind.ranks.count, kind.ranks), reverse=True))
    return _HANDS_OF_CATEGORY[_CATEGORY_OF_COUNTS[counts]]


@cache
def _hands_of_kinds() -> tuple[int, ...]:
    return tuple(map(hands_of, kinds()))


def category_and_values(kind: Kind, ranking: Ranking) -> Strength:
    """Return what orders a kind in a ranking: its category, then its values as they are compared.

    Values put larger groups first and higher ranks first. They run from 0 for the lowest rank of the
    ranking; the low ace of a high wheel is -1.
    """
    category, values = _grouped(kind.ranks, ranking.ace == "low")
    if category or not ranking.straights_and_flushes:
        return category, values
    if ranking.ace == "either" and values == (ACE, 3, 2, 1, 0):
        values = (3, 2, 1, 0, -1)
    straight = values[0] - values[4] == 4
    if straight and kind.suited:
        royal = values[0] == ACE and ranking.ace != "low"
        category = ROYAL_FLUSH if royal else STRAIGHT_FLUSH
    elif straight:
        category = STRAIGHT
    elif kind.suited:
        category = FLUSH
    return category, values


@cache
def _grouped(ranks: tuple[int, ...], ace_low: bool) -> tuple[int, tuple[int, ...]]:
    """Return the category that equal ranks make, and the values, larger groups first and higher ones first."""
    plain = [(rank + 1) % 13 for rank in ranks] if ace_low else list(ranks)
    plain.sort(reverse=True)
    values = sorted(plain, key=plain.count, reverse=True)
    return _CATEGORY_OF_COUNTS[tuple(map(plain.count, values))], tuple(values)


@cache
def classes(ranking: Ranking) -> tuple[HandClass, ...]:
    """Return the classes of a ranking, best first: class 1 is at index 0. Made when something is first said of one."""
    # Value -1, the low ace of a high wheel, is the last of these: the ace.
    rank_of_value = sorted(range(13), key=ranking.value_of)
    hands, _ = _ordered(ranking)
    return tuple(
        HandClass(category, tuple(map(rank_of_value.__getitem__, values)), count)
        for (category, values), count in hands.items()
    )


@cache
def class_of_kind(ranking: Ranking) -> tuple[int, ...]:
    """Return, for each of `kinds()`, its class in a ranking, 1 the best."""
    return _ordered(ranking)[1]


@cache
def hands_beaten(ranking: Ranking) -> tuple[int, ...]:
    """Return, for each class best first, how many of the 2,598,960 hands are worse than it."""
    beaten, left = [], HANDS_OF_FIVE
    for hand_class in classes(ranking):
        left -= hand_class.hands
        beaten.append(left)
    return tuple(beaten)


@cache
def _ordered(ranking: Ranking) -> tuple[dict[Strength, int], tuple[int, ...]]:
    """Put the kinds in order; return how many hands have each strength, best first, and each kind's class."""
    strengths = [category_and_values(kind, ranking) for kind in kinds()]
    hands = dict.fromkeys(strengths, 0)
    for count, strength in zip(_hands_of_kinds(), strengths, strict=True):
        hands[strength] += count
    best_first = sorted(hands, reverse=not ranking.lowest_wins)
    number = {strength: i for i, strength in enumerate(best_first, start=1)}
    return {strength: hands[strength] for strength in best_first}, tuple(number[strength] for strength in strengths)
