"""The lookup tables, and the kernels that rank many hands at once with numpy.

Five ranks, read as digits of a base-13 number, point into one table of 371,293 classes per ranking,
whatever the order of the cards. The hand is ranked there as if it were not suited; the few suited
hands (1 in 505) are then found by comparing suits, and put right from a second table of 8,192 entries
that is pointed into by the set of ranks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from evaluator.rankings import Ranking, class_of_kind, kinds

Ids = NDArray[np.uint8]
Ranks = NDArray[np.uint16]
Index = NDArray[np.intp]

BLOCK: Final = 100_000
"""How many fives are ranked at once: enough to spread numpy's overhead, few enough for the cache."""
CARDS_FOR_NUMPY: Final = 8
"""From so many cards on, one hand's fives are sooner ranked with numpy than one by one."""
UNRANKED: Final = 65_535
"""What the tables hold where no hand points, five cards of one rank: worse than any hand."""
_SUIT_OF_CARD, _SUIT_WIDTH = np.uint8(3), np.uint8(2)
_13, _169, _13_WIDE = np.uint8(13), np.uint16(169), np.uint32(13)
_RANK_BIT: Final = (1 << np.arange(13)).astype(np.uint16)


@dataclass(frozen=True, slots=True)
class Tables:
    """One ranking's classes: by base-13 number for hands not suited, by set of ranks for suited hands."""

    unsuited: Ranks
    suited: Ranks


@cache
def tables_of(ranking: Ranking) -> Tables:
    """Build a ranking's two tables."""
    class_of = np.array(class_of_kind(ranking), dtype=np.uint16)
    suited = np.full(8192, UNRANKED, dtype=np.uint16)
    for kind, number in zip(kinds(), class_of, strict=True):
        if kind.suited:
            suited[sum(1 << rank for rank in kind.ranks)] = number
    unsuited = class_of[_kind_by_number()]
    unsuited[np.arange(13) * base13((1, 1, 1, 1, 1))] = UNRANKED
    return Tables(unsuited, suited)


@cache
def _kind_by_number() -> NDArray[np.uint16]:
    """Return, for each base-13 number of five digits, the index of its set of ranks in `kinds()`."""
    digits = np.indices((13,) * 5, dtype=np.uint8).reshape(5, -1)
    canonical = base13(tuple(np.sort(digits, axis=0)[::-1].astype(np.int32)))
    index = np.zeros(13**5, dtype=np.uint16)
    unsuited = np.array([kind.ranks for kind in kinds() if not kind.suited]).T
    index[base13(tuple(unsuited))] = np.arange(unsuited.shape[1])
    by_number: NDArray[np.uint16] = index[canonical]
    return by_number


def base13(digits: tuple[int | NDArray[np.integer], ...]) -> int | NDArray[np.integer]:
    """Return the number whose base-13 digits are given, first digit first."""
    number: int | NDArray[np.integer] = 0
    for digit in digits:
        number = number * 13 + digit
    return number


@cache
def every_five(size: int) -> Index:
    """Return every choice of five out of `size` places: shape (5, choices)."""
    return np.array(list(combinations(range(size), 5)), dtype=np.intp).T.copy()


@dataclass(frozen=True, slots=True)
class Fives:
    """Fives made ready for any ranking: base-13 numbers of shape (m, n), and the few that are suited.

    `suited` are flat positions in `number`; `rank_sets` are the sets of ranks that stand there.
    """

    number: NDArray[np.uint32]
    suited: Index
    rank_sets: Ranks

    @classmethod
    def of(cls, columns: Ids, choices: Index) -> Fives:
        """Read m fives of each of n hands.

        `columns` of shape (k, n) holds the hands card by card; `choices` of shape (5, m) says which
        places make a five.
        """
        cards = columns.take(choices, axis=0)
        differ = np.bitwise_or.reduce(cards[1:] ^ cards[0])
        suited = ((differ & _SUIT_OF_CARD) == 0).ravel().nonzero()[0]
        ranks = cards >> _SUIT_WIDTH
        a, b, c, d, e = ranks
        # Each step in the narrowest type that holds it: 13, 13 squared, and 13 once more.
        number = ((a * _13 + b) * _169 + (c * _13 + d)) * _13_WIDE + e
        if not suited.size:
            return cls(number, suited, suited)
        return cls(number, suited, np.bitwise_or.reduce(_RANK_BIT.take(ranks.reshape(5, -1)[:, suited])))

    def ranked(self, ranking: Ranking) -> Ranks:
        """Return the class of each five, shape (m, n)."""
        tables = tables_of(ranking)
        ranks = tables.unsuited.take(self.number)
        if self.suited.size:
            ranks.reshape(-1)[self.suited] = tables.suited.take(self.rank_sets)
        return ranks


def rank_columns(columns: Ids, rankings: Sequence[Ranking], choices: Index | None = None) -> list[Ranks]:
    """Rank hands given card by card; each plays the best of its choices in each ranking.

    `columns` of shape (k, n) holds card numbers; `choices` of shape (5, m) are places among the k
    (without them, every five). Returns one array of n classes a ranking.
    """
    size, hands = columns.shape
    if choices is None:
        choices = every_five(size)
    best = [np.empty(hands, dtype=np.uint16) for _ in rankings]
    block = max(1, BLOCK // choices.shape[1])
    for start in range(0, hands, block):
        part = slice(start, start + block)
        fives = Fives.of(columns[:, part], choices)
        for ranking, ranks in zip(rankings, best, strict=True):
            made = fives.ranked(ranking)
            ranks[part] = made[0] if len(made) == 1 else made.min(axis=0)
    return best


def rank_one(cards: tuple[int, ...], ranking: Ranking) -> int:
    """Rank one five-card hand without numpy's overhead: for a few hands this is the quicker way."""
    unsuited, suited = _plain_tables(ranking)
    a, b, c, d, e = cards
    if (a ^ b | a ^ c | a ^ d | a ^ e) & 3:
        return unsuited[(((a >> 2) * 13 + (b >> 2)) * 13 + (c >> 2)) * 169 + (d >> 2) * 13 + (e >> 2)]
    return suited[1 << (a >> 2) | 1 << (b >> 2) | 1 << (c >> 2) | 1 << (d >> 2) | 1 << (e >> 2)]


@cache
def _plain_tables(ranking: Ranking) -> tuple[memoryview, memoryview]:
    tables = tables_of(ranking)
    return tables.unsuited.data, tables.suited.data


def best_five(cards: tuple[int, ...], ranking: Ranking) -> tuple[int, tuple[int, ...]]:
    """Return the best class that five of the cards make, and those five; equal choices: the first."""
    if len(cards) == 5:
        return rank_one(cards, ranking), cards
    if len(cards) < CARDS_FOR_NUMPY:
        return min(((rank_one(five, ranking), five) for five in combinations(cards, 5)), key=lambda made: made[0])
    return best_choice(cards, ranking, every_five(len(cards)))


def best_choice(cards: Sequence[int], ranking: Ranking, choices: Index) -> tuple[int, tuple[int, ...]]:
    """Return the best class that one hand's choices make, and its five cards; equal choices: the first."""
    columns = np.array(cards, dtype=np.uint8)[:, None]
    ranks = Fives.of(columns, choices).ranked(ranking)[:, 0]
    best = int(ranks.argmin())
    return int(ranks[best]), tuple(cards[place] for place in choices[:, best])
