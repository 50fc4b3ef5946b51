"""Combination rules as data: which cards may make a hand.

A player's cards, and the cards that players share, lie in named groups of units; a unit is one or more
cards that are used whole or not at all. A pattern says how many units of each group make a hand: Real
Poker's `{"own": 2, "pairs": 1, "singles": 1}`, Omaha's `{"own": 2, "board": 3}`, and
`{"own": 2, "board": 5}` for the best five of seven. A pattern that gives more than five cards plays
the best five of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, combinations, product
from math import comb, prod

import numpy as np

from evaluator.rankings import Ranking
from evaluator.refusals import OutOfRange, UnknownName, WrongNumberOfCards
from evaluator.sevens import rank_sevens
from evaluator.tables import BLOCK, Fives, Ids, Index, Ranks, every_five, rank_columns

Units = Sequence[Sequence[int]]
Pattern = Mapping[str, int]
Layout = tuple[tuple[str, tuple[int, ...]], ...]
"""The groups of a hand by name, each with the sizes of its units; cards lie in this order."""

Frozen = tuple[tuple[tuple[str, int], ...], ...]
"""Patterns as a value that can be a key."""

MOST_CHOICES = 10_000
MOST_PATTERN_CARDS = 10
ENOUGH_FOR_SEVENS = 4_096
"""From so many hands on, the tables for seven cards are worth building."""


def layout_of(groups: Mapping[str, Units]) -> Layout:
    """Return the layout of a hand's groups."""
    return tuple((name, tuple(len(unit) for unit in units)) for name, units in groups.items())


def cards_of(groups: Mapping[str, Units]) -> tuple[int, ...]:
    """Return the cards of all groups in the order of their layout."""
    return tuple(chain.from_iterable(chain.from_iterable(units) for units in groups.values()))


def freeze(patterns: Sequence[Pattern]) -> Frozen:
    """Return patterns as a value that can be a key."""
    return tuple(tuple(pattern.items()) for pattern in patterns)


@lru_cache(maxsize=256)
def choices(patterns: Frozen, layout: Layout) -> Index:
    """Return every five that the patterns permit: places among the cards of a layout, shape (5, m).

    Patterns for which a group has too few units yet permit nothing. Raises UnknownName for a group
    that is not there, WrongNumberOfCards where no pattern can be met or one gives fewer than five
    cards, OutOfRange above 10,000 choices.
    """
    places = _places(layout)
    fives: dict[tuple[int, ...], None] = {}
    tried = 0
    for number, pattern in enumerate(patterns):
        field = f"patterns.{number}"
        _require_groups(pattern, places, field)
        ways = prod(comb(len(places[name]), count) for name, count in pattern)
        for chosen in _choose(pattern, places) if ways <= MOST_CHOICES else ():
            _require_pattern_size(len(chosen), field)
            tried += comb(len(chosen), 5)
            if tried > MOST_CHOICES:
                break
            fives.update(dict.fromkeys(tuple(sorted(five)) for five in combinations(chosen, 5)))
        if ways > MOST_CHOICES or tried > MOST_CHOICES:
            detail = f"the patterns permit more than {MOST_CHOICES} fives a hand"
            raise OutOfRange(detail, field, bounds={"min": 1, "max": MOST_CHOICES})
    if not fives:
        raise WrongNumberOfCards("no pattern can be met: the groups have too few units", "patterns")
    return np.array(list(fives), dtype=np.intp).T.copy()


def _places(layout: Layout) -> dict[str, list[range]]:
    """Return where the cards of each unit lie."""
    places: dict[str, list[range]] = {}
    at = 0
    for name, sizes in layout:
        places[name] = []
        for size in sizes:
            places[name].append(range(at, at + size))
            at += size
    return places


def _require_groups(pattern: tuple[tuple[str, int], ...], places: Mapping[str, list[range]], field: str) -> None:
    for name, _ in pattern:
        if name not in places:
            groups = list(places)
            raise UnknownName(f"'{name}' is no group; there are {', '.join(groups)}", field, allowed=groups)


def _choose(pattern: tuple[tuple[str, int], ...], places: Mapping[str, list[range]]) -> Iterator[tuple[int, ...]]:
    """Return every way to take a pattern's units, each as the places of its cards."""
    for groups in product(*(combinations(places[name], count) for name, count in pattern)):
        yield tuple(place for units in groups for unit in units for place in unit)


def _require_pattern_size(cards: int, field: str) -> None:
    if not 5 <= cards <= MOST_PATTERN_CARDS:
        raise WrongNumberOfCards(
            f"the pattern takes {cards} cards; a hand is made of 5 to {MOST_PATTERN_CARDS}", field,
            given=cards, bounds={"min": 5, "max": MOST_PATTERN_CARDS},
        )  # fmt: skip


def rank_hands(columns: Ids, rankings: Sequence[Ranking], fives: Index | None = None) -> list[Ranks]:
    """Rank hands given card by card, (k, n), by the quickest way there is; one array a ranking."""
    size, hands = columns.shape
    every = fives is None or (size == 7 and fives.shape[1] == every_five(7).shape[1])
    if every and size == 7 and hands >= ENOUGH_FOR_SEVENS:
        return [rank_sevens(columns, ranking) for ranking in rankings]
    return rank_columns(columns, rankings, fives)


def best_fives(columns: Ids, ranking: Ranking, fives: Index | None = None) -> tuple[Ranks, Ids]:
    """Return the best class of each hand, (n,), and the five cards that make it, (5, n).

    Of equal choices the first counts. Without `fives`, every five of the cards is a choice.
    """
    if fives is None:
        fives = every_five(len(columns))
    hands = columns.shape[1]
    ranks, cards = np.empty(hands, np.uint16), np.empty((5, hands), np.uint8)
    block = max(1, BLOCK // fives.shape[1])
    for start in range(0, hands, block):
        part = columns[:, start : start + block]
        ranked = Fives.of(part, fives).ranked(ranking)
        best = ranked.argmin(axis=0)
        each = np.arange(len(best))
        ranks[start : start + block] = ranked[best, each]
        cards[:, start : start + block] = part[fives[:, best], each]
    return ranks, cards
