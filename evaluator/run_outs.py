"""The ways in which cards not yet known may fall: all of them in order, or a sample of them.

Unknown cards are filled set by set. Single cards of one group are one set, since their order means
nothing; a larger unit is a set of its own. Each way counts once, and all are equally likely.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, islice
from math import comb

import numpy as np

from evaluator.tables import Ids

BLOCK = 20_000
"""How many run-outs are made at once."""


def count(unseen: int, sets: Sequence[int]) -> int:
    """Count the ways to fill sets of unknown cards from so many unseen ones."""
    ways = 1
    for size in sets:
        ways *= comb(unseen, size)
        unseen -= size
    return ways


def all_of_them(unseen: Sequence[int], sets: Sequence[int]) -> Iterator[Ids]:
    """Yield every way in blocks: (cards, n) numbers, the sets one after the other."""
    ways = _ways(tuple(unseen), tuple(sets))
    size = sum(sets)
    while block := list(islice(ways, BLOCK)):
        cards = np.fromiter(chain.from_iterable(block), dtype=np.uint8, count=size * len(block))
        yield cards.reshape(len(block), size).T.copy()


def _ways(unseen: tuple[int, ...], sets: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield every way to fill the sets, the later sets turning fastest."""
    if not sets:
        yield ()
        return
    for chosen in combinations(unseen, sets[0]):
        if len(sets) == 1:
            yield chosen
            continue
        taken = set(chosen)
        yield from map(chosen.__add__, _ways(tuple(card for card in unseen if card not in taken), sets[1:]))


def sample(unseen: Sequence[int], cards: int, samples: int, seed: int) -> Iterator[Ids]:
    """Yield `samples` random ways in blocks: (cards, n) numbers. The same seed gives the same ways."""
    generator = np.random.default_rng(seed)
    deck = np.array(unseen, dtype=np.uint8)
    for start in range(0, samples, BLOCK):
        block = min(BLOCK, samples - start)
        order = generator.random((block, len(deck)), dtype=np.float32).argsort(axis=1)[:, :cards]
        yield deck.take(order).T.copy()
