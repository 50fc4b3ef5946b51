"""The evaluator in process: arrays and text, beside the Python libraries that score hands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, combinations
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from bench.evaluator_rounds import Figure
from evaluator import CODES, RANKINGS, best_ranks, ranks
from evaluator.combining import choices, freeze
from evaluator.rankings import CATEGORIES, classes
from evaluator.sevens import rank_sevens
from evaluator.tables import Fives

HANDS = 10_000
REAL_POKER = [{"own": 5}, {"own": 4, "singles": 1}, {"own": 3, "packs": 1}, {"own": 2, "packs": 1, "singles": 1}]
REAL_POKER_LAYOUT = (("own", (1,) * 5), ("packs", (2,) * 4), ("singles", (1,) * 4))
SEVENS_BY_CATEGORY = (
    23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584 - 4324, 4324,
)  # fmt: skip

SEVENS_BY_TOP_CARD = (
    781824, 3151360, 7426560, 13171200, 19174400, 23675904, 24837120, 21457920, 13939200,
)  # fmt: skip


def deal(size: int, hands: int = HANDS) -> NDArray[np.uint8]:
    """Deal hands, each from a full deck, the same in every run."""
    return np.random.default_rng(11).random((hands, 52)).argsort(axis=1)[:, :size].astype(np.uint8)


def codes(hands: NDArray[np.uint8]) -> list[list[str]]:
    """Write hands as lists of codes."""
    return [[CODES[card] for card in hand] for hand in hands.tolist()]


def with_phevaluator() -> Iterator[Figure]:
    """phevaluator takes one hand a call, as numbers or as strings."""
    from phevaluator import evaluate_cards, evaluate_omaha_cards

    fives, sevens, nines = deal(5), deal(7), deal(9)
    five_ids, seven_ids, strings = fives.tolist(), sevens.tolist(), codes(fives)
    boards_first = [[*hand[4:], *hand[:4]] for hand in nines.tolist()]
    text = "\n".join(map("".join, strings))
    omaha, two_and_three = {"own": 4, "board": 5}, [{"own": 2, "board": 3}]
    every = _every(evaluate_cards)
    yield Figure("core5_ids_10k_vs_phevaluator_ints", lambda: ranks(fives), every(five_ids), HANDS, 40)
    yield Figure("core5_text_10k_vs_phevaluator_strings", lambda: ranks(text), every(strings), HANDS, 60)
    yield Figure("core7_ids_10k_vs_phevaluator_ints", lambda: ranks(sevens), every(seven_ids), HANDS, 15)
    yield Figure(
        "omaha_10k_vs_phevaluator_omaha",
        lambda: best_ranks(nines, omaha, two_and_three),
        _every(evaluate_omaha_cards)(boards_first),
        HANDS,
        2.5,
    )
    fives_of_one = choices(freeze(REAL_POKER), REAL_POKER_LAYOUT)
    column = deal(17, 1).T.copy()
    hands = column[fives_of_one, 0].T.tolist()
    high, low = RANKINGS["high"], RANKINGS["ace-to-six"]

    def high_and_low() -> object:
        made = Fives.of(column, fives_of_one)
        return made.ranked(high).min(), made.ranked(low).min()

    def high_only() -> object:
        return min(evaluate_cards(*hand) for hand in hands)

    yield Figure("real_poker_high_and_low_one_player_vs_phevaluator_221_high_only", high_and_low, high_only, 1, 5)


def with_pkrbot() -> Iterator[Figure]:
    """pkrbot takes one hand a call, as cards made beforehand."""
    import pkrbot

    hands = deal(5)
    theirs = [[pkrbot.Card(code) for code in hand] for hand in codes(hands)]
    yield Figure(
        "core5_ids_10k_vs_pkrbot", lambda: ranks(hands), lambda: [pkrbot.evaluate(hand) for hand in theirs], HANDS, 4
    )


def with_poker_equity() -> Iterator[Figure]:
    """poker-equity takes a whole batch of strings a call."""
    import poker_equity

    strings = ["".join(hand) for hand in codes(deal(5))]
    text = "\n".join(strings)
    yield Figure(
        "core5_text_10k_vs_poker_equity_batch",
        lambda: ranks(text),
        lambda: poker_equity.score_batch("high", strings),
        HANDS,
        8,
    )


def with_pokerkit() -> Iterator[Figure]:
    """pokerkit finds the best low of seven cards, a hand a call; 1,000 hands stand for the 10,000."""
    from pokerkit import RegularLowHand

    sevens = deal(7)
    tenth = ["".join(hand) for hand in codes(sevens[: HANDS // 10])]

    yield Figure(
        "core7_a5_10k_vs_pokerkit",
        lambda: ranks(sevens, "ace-to-five"),
        lambda: [RegularLowHand.from_game(hand) for hand in tenth],
        HANDS,
        2000,
        peer_hands=HANDS // 10,
    )


def _every(evaluate: Callable[..., object]) -> Callable[[list[list[object]]], Callable[[], object]]:
    return lambda hands: lambda: [evaluate(*hand) for hand in hands]


def all_sevens() -> dict[str, object]:
    """Rank all 133,784,560 hands of seven cards, high and ace-to-five, and compare with the known counts."""
    begin = perf_counter()
    fives = np.fromiter(chain.from_iterable(combinations(range(52), 5)), np.uint8, 5 * 2_598_960)
    columns = fives.reshape(-1, 5).T.copy()
    high, low = RANKINGS["high"], RANKINGS["ace-to-five"]
    hands = {ranking: np.zeros(len(classes(ranking)) + 1, dtype=np.int64) for ranking in (high, low)}
    for first, second in combinations(range(47), 2):
        # The fives are in order, so those that may follow the first two cards are the last ones.
        rest = columns[:, np.searchsorted(columns[0], second, side="right") :]
        pair = np.repeat(np.array([[first], [second]], dtype=np.uint8), rest.shape[1], axis=1)
        sevens = np.concatenate([pair, rest])
        for ranking, counts in hands.items():
            counts += np.bincount(rank_sevens(sevens, ranking), minlength=len(counts))
    categories = [0] * len(CATEGORIES)
    for hand_class, count in zip(classes(high), hands[high][1:].tolist(), strict=True):
        categories[hand_class.category] += count
    top_cards = dict.fromkeys(range(3, 12), 0)
    for hand_class, count in zip(classes(low), hands[low][1:].tolist(), strict=True):
        if hand_class.category == 0:
            top_cards[hand_class.ranks[0]] += count
    made = {ranking.name: int((counts > 0).sum()) for ranking, counts in hands.items()}
    return {
        "figure": "core7_all_133784560_hands",
        "seconds": round(perf_counter() - begin, 1),
        "classes": made,
        "held": tuple(categories) == SEVENS_BY_CATEGORY
        and tuple(top_cards.values()) == SEVENS_BY_TOP_CARD
        and made == {"high": 4824, "ace-to-five": 5083},
    }
