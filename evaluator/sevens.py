"""Best five of seven cards, for many hands at once.

The ranks of the first three cards fall into 455 classes and those of the other four into 1,820; one
table of 455 x 1,820 holds the best five that can be made of both, suits left aside. Hands with five
cards of a suit (1 in 33) are then ranked again, five by five. The tables take about 0.1 s a ranking,
so they are built when they are first worth it.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from typing import Final

import numpy as np
from numpy.typing import NDArray

from evaluator.rankings import Ranking
from evaluator.tables import Ids, Index, Ranks, rank_columns

BLOCK: Final = 32_768
_SUIT_UNIT: Final = np.array([1 << 4 * (card & 3) for card in range(52)], dtype=np.uint16)
"""One in the four bits of the card's suit: sums of seven cards count the suits side by side."""


@cache
def _classes(size: int) -> tuple[NDArray[np.uint8], Index]:
    """Return the sets of `size` ranks, shape (size, sets), and the set of each base-13 number."""
    sets = np.array(list(combinations_with_replacement(range(13), size)), dtype=np.intp).T
    digits = np.sort(np.indices((13,) * size).reshape(size, -1), axis=0)
    powers = 13 ** np.arange(size - 1, -1, -1)
    of_number = np.zeros(13**size, dtype=np.intp)
    of_number[powers @ sets] = np.arange(sets.shape[1])
    return sets.astype(np.uint8), of_number[powers @ digits]


@cache
def _table(ranking: Ranking) -> Ranks:
    """Return the best class of three ranks and four, suits left aside."""
    threes, fours = _classes(3)[0], _classes(4)[0]
    ranks = np.concatenate([np.repeat(threes, fours.shape[1], axis=1), np.tile(fours, threes.shape[1])])
    suits_that_never_match = np.array([0, 1, 2, 3, 0, 1, 2], dtype=np.uint8)[:, None]
    (best,) = rank_columns(ranks * np.uint8(4) + suits_that_never_match, [ranking])
    return best


def rank_sevens(columns: Ids, ranking: Ranking) -> Ranks:
    """Rank hands of seven cards given card by card: (7, n) card numbers in, n classes out."""
    table, threes, fours = _table(ranking), _classes(3)[1] * 1820, _classes(4)[1]
    best = np.empty(columns.shape[1], dtype=np.uint16)
    for start in range(0, columns.shape[1], BLOCK):
        part = columns[:, start : start + BLOCK]
        ranks = part >> np.uint8(2)
        first = (ranks[0] * np.uint8(13) + ranks[1]).astype(np.uint16) * np.uint16(13) + ranks[2]
        rest = ranks[3] * np.uint8(13) + ranks[4]
        rest = (rest.astype(np.uint16) * np.uint16(13) + ranks[5]) * np.uint16(13) + ranks[6]
        made = table.take(threes.take(first) + fours.take(rest))
        if ranking.straights_and_flushes:
            suits = _SUIT_UNIT.take(part).sum(axis=0, dtype=np.uint16)
            five_of_a_suit = np.flatnonzero((suits + np.uint16(0x3333)) & np.uint16(0x8888))
            (made[five_of_a_suit],) = rank_columns(part[:, five_of_a_suit], [ranking])
        best[start : start + BLOCK] = made
    return best
