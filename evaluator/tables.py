"""The lookup tables, and the kernels that rank many hands at once with numpy.

Five ranks, read as digits of a base-13 number, point into one table of 371,293 classes per ranking,
whatever the order of the cards. The hand is ranked there as if it were not suited; the few suited
hands (1 in 505) are then found by comparing suits, and put right from a second table of 8,192 entries
that is pointed into by the set of ranks. Hands of six to ten cards take their best five.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from evaluator.rankings import Ranking, class_of_kind, kinds

Ids = NDArray[np.uint8]
Ranks = NDArray[np.uint16]

BLOCK: Final = 32_768
WORST_POSSIBLE: Final = 65_535


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of one ranking: by base-13 number for hands that are not suited, by set of ranks for suited."""

    unsuited: Ranks
    suited: Ranks


@cache
def tables_of(ranking: Ranking) -> Tables:
    """Build a ranking's two tables."""
    class_of = np.array(class_of_kind(ranking), dtype=np.uint16)
    suited = np.full(8192, WORST_POSSIBLE, dtype=np.uint16)
    for kind, number in zip(kinds(), class_of, strict=True):
        if kind.suited:
            suited[sum(1 << rank for rank in kind.ranks)] = number
    unsuited = class_of[_kind_by_number()]
    unsuited[_five_of_a_rank()] = WORST_POSSIBLE
    return Tables(unsuited, suited)


@cache
def _kind_by_number() -> NDArray[np.uint16]:
    """Return, for each base-13 number of five digits, the index of its set of ranks in `kinds()`."""
    digits = np.indices((13,) * 5, dtype=np.uint8).reshape(5, -1)
    falling = np.sort(digits, axis=0)[::-1]
    canonical = base13(falling)
    index = np.zeros(13**5, dtype=np.uint16)
    for i, kind in enumerate(kinds()):
        if not kind.suited:
            index[int(base13(np.array(kind.ranks, dtype=np.uint8)))] = i
    return index[canonical]


def _five_of_a_rank() -> list[int]:
    return [int(base13(np.full(5, rank, dtype=np.uint8))) for rank in range(13)]


def base13(ranks: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the base-13 number of five ranks along the first axis."""
    first = ranks[0] * np.uint8(13) + ranks[1]
    rest = (ranks[2] * np.uint8(13) + ranks[3]).astype(np.uint16) * np.uint16(13) + ranks[4]
    number: NDArray[np.int64] = first.astype(np.int64) * 2197 + rest
    return number


@dataclass(frozen=True, slots=True)
class Fives:
    """Five-card hands made ready for any ranking: base-13 numbers, which are suited, and their sets of ranks."""

    number: NDArray[np.int64]
    suited: NDArray[np.int64]
    rank_sets: NDArray[np.int64]

    @classmethod
    def of(cls, columns: Ids) -> Fives:
        """Read hands given card by card: `columns` has shape (5, n)."""
        first = columns[0]
        differ = (first ^ columns[1]) | (first ^ columns[2]) | (first ^ columns[3]) | (first ^ columns[4])
        suited = np.flatnonzero((differ & np.uint8(3)) == 0)
        ranks = columns >> np.uint8(2)
        bits = np.left_shift(1, ranks[:, suited].astype(np.int64))
        return cls(base13(ranks), suited, bits.sum(axis=0))

    def ranked(self, ranking: Ranking) -> Ranks:
        """Return the class of each hand."""
        tables = tables_of(ranking)
        ranks = tables.unsuited.take(self.number)
        ranks[self.suited] = tables.suited[self.rank_sets]
        return ranks


def rank_columns(columns: Ids, ranking: Ranking) -> Ranks:
    """Rank hands of five to ten cards given card by card: (k, n) card numbers in, (n,) classes out."""
    size, hands = columns.shape
    choices = choices_of_five(size)
    ranks = np.empty(hands, dtype=np.uint16)
    block = max(1, BLOCK // len(choices))
    for start in range(0, hands, block):
        part = columns[:, start : start + block]
        ranks[start : start + block] = _best_of(part, choices, ranking)
    return ranks


def _best_of(columns: Ids, choices: NDArray[np.intp], ranking: Ranking) -> Ranks:
    """Return the best class that any choice of five makes of each hand."""
    if len(choices) == 1:
        return Fives.of(columns).ranked(ranking)
    fives = columns[choices.T]
    every = Fives.of(fives.reshape(5, -1)).ranked(ranking)
    best: Ranks = every.reshape(len(choices), -1).min(axis=0)
    return best


@cache
def choices_of_five(size: int) -> NDArray[np.intp]:
    """Return every choice of five out of `size` places, in order: shape (choices, 5)."""
    return np.array(list(combinations(range(size), 5)), dtype=np.intp)


def rank_one(cards: tuple[int, ...], ranking: Ranking) -> int:
    """Rank one five-card hand without numpy's overhead: for a few hands this is the quicker way."""
    tables = _plain_tables(ranking)
    a, b, c, d, e = cards
    if (a ^ b | a ^ c | a ^ d | a ^ e) & 3:
        number = (((a >> 2) * 13 + (b >> 2)) * 13 + (c >> 2)) * 169 + (d >> 2) * 13 + (e >> 2)
        return tables[0][number]
    return tables[1][1 << (a >> 2) | 1 << (b >> 2) | 1 << (c >> 2) | 1 << (d >> 2) | 1 << (e >> 2)]


@cache
def _plain_tables(ranking: Ranking) -> tuple[memoryview, memoryview]:
    tables = tables_of(ranking)
    return memoryview(tables.unsuited), memoryview(tables.suited)  # type: ignore[arg-type]


def best_five(cards: tuple[int, ...], ranking: Ranking) -> tuple[int, tuple[int, ...]]:
    """Return the best class that five of the cards make, and those five; equal choices: the first."""
    if len(cards) == 5:
        return rank_one(cards, ranking), cards
    return min(((rank_one(five, ranking), five) for five in combinations(cards, 5)), key=lambda made: made[0])
