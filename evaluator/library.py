"""The service's functions for Python programs, typed, with numpy arrays in and out.

Hands as arrays are `uint8` card numbers, 4 x rank + suit: `2c` is 0 and `As` is 51. Ranks are `uint16`,
1 the best. Everything that is wrong with an argument is raised as a `Refusal`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluator import schemas
from evaluator.answers import answer_equities, answer_showdown
from evaluator.batches import Batch, read_array, read_hands, read_lines
from evaluator.cards import parse_cards, require_count, require_distinct
from evaluator.combining import Layout, Pattern, cards_of, choices, freeze, layout_of, rank_hands
from evaluator.exposed import Showing, order_exposed, show
from evaluator.hands import Hand, describe, evaluate
from evaluator.qualifying import strike
from evaluator.rankings import ranking_named
from evaluator.refusals import WrongNumberOfCards
from evaluator.scoring import rank_batch
from evaluator.tables import Ranks, best_choice
from evaluator.units import read_groups

Hands = NDArray[np.integer[Any]] | Sequence[str | Sequence[str]] | str


def score(hand: str | Sequence[str], ranking: str = "high") -> Hand:
    """Say what five to ten cards make: `score("Kh Kd 9s 9h Qc").text`.

    Raises UnknownCard, DuplicateCard, WrongNumberOfCards and UnknownRanking.
    """
    return evaluate(parse_cards(hand if isinstance(hand, str) else list(hand)), ranking_named(ranking))


def ranks(hands: Hands, ranking: str = "high", qualifier: str | None = None) -> Ranks:
    """Rank many hands: an array of n ranks, `uint16`, 1 the best and equal ranks tied.

    Hands are an (n, k) array of card numbers with k from 5 to 10, a list of strings or of lists of
    codes in mixed sizes, or text with a hand a line. Of more than five cards the best five count. With a
    qualifier such as `eight-or-better`, lows that do not meet it are 0. Raises Refusals.
    """
    return rank_batch(_read(hands), [ranking_named(ranking)], qualifier)[0]


def _read(hands: Hands) -> Batch:
    if isinstance(hands, np.ndarray):
        return read_array(hands)
    if isinstance(hands, str):
        return read_lines(hands.encode())
    return read_hands([hand if isinstance(hand, str) else list(hand) for hand in hands])


def best_ranks(
    hands: NDArray[np.integer[Any]],
    groups: Mapping[str, int | Sequence[int]],
    patterns: Sequence[Pattern],
    ranking: str = "high",
    qualifier: str | None = None,
) -> Ranks:
    """Rank the best hands that combination rules permit: (n, k) card numbers in, n ranks out.

    `groups` says how a hand's k cards lie, in order: a name, and how many single cards the group has or
    the sizes of its units. Omaha is `best_ranks(hands, {"own": 4, "board": 5}, [{"own": 2, "board": 3}])`
    with nine cards a hand. Raises a Refusal.
    """
    layout: Layout = tuple(
        (name, (1,) * units if isinstance(units, int) else tuple(units)) for name, units in groups.items()
    )
    cards = sum(sum(sizes) for _, sizes in layout)
    if hands.ndim != 2 or hands.shape[1] != cards:
        raise WrongNumberOfCards(f"the groups hold {cards} cards; the array is of shape {hands.shape}", "hands")
    ((_, columns),) = read_array(hands, most=cards).groups
    (ranked,) = rank_hands(columns, [ranking_named(ranking)], choices(freeze(patterns), layout))
    strike(ranked, ranking_named(ranking), qualifier)
    return ranked


def best_hand(
    groups: Mapping[str, Sequence[str | Sequence[str]]], patterns: Sequence[Pattern], ranking: str = "high"
) -> Hand:
    """Find the best hand that combination rules permit in groups of units.

    A unit is a string (`"KsQs"`) or a list of codes, used whole or not at all. Raises a Refusal.
    """
    read = read_groups({name: [_unit(unit) for unit in units] for name, units in groups.items()}, "groups")
    fives = choices(freeze(patterns), layout_of(read))
    return describe(*best_choice(cards_of(read), ranking_named(ranking), fives), ranking_named(ranking))


def _unit(unit: str | Sequence[str]) -> str | list[str]:
    return unit if isinstance(unit, str) else list(unit)


def exposed_order(hands: Sequence[str | Sequence[str]], ranking: str = "high") -> tuple[list[int], list[int]]:
    """Put hands of 0 to 5 cards face up in order: indices best first, and each hand's place from 1.

    Source: the rules, 2.4. Raises UnknownCard, DuplicateCard, WrongNumberOfCards and UnknownRanking.
    """
    return order_exposed([_exposed(hand) for hand in hands], ranking_named(ranking))


def showing(hand: str | Sequence[str], ranking: str = "high") -> Showing | None:
    """Say what 0 to 5 cards face up are so far: `showing("8h 8d Kc").text`; None for no card at all.

    Raises UnknownCard, DuplicateCard, WrongNumberOfCards and UnknownRanking.
    """
    return show(_exposed(hand), ranking_named(ranking))


def _exposed(hand: str | Sequence[str]) -> tuple[int, ...]:
    cards = parse_cards(_unit(hand))
    require_count(cards, 0, 5)
    require_distinct(cards)
    return cards


def settle(showdown: Mapping[str, Any]) -> dict[str, Any]:
    """Settle one showdown, given and answered as `ShowdownRequest` and `Showdown` of `openapi.yaml`.

    Source: the rules, 2.6 and 7.5. Raises Refusals that name the fields.
    """
    return answer_showdown(schemas.load(schemas.ShowdownRequest(), dict(showdown)))


def equities(request: Mapping[str, Any]) -> dict[str, Any]:
    """Find each player's expected share, given and answered as `EquitiesRequest` and `Equities`.

    Raises Refusals that name the fields, and OutOfRange for more work than a request may be.
    """
    return answer_equities(schemas.load(schemas.EquitiesRequest(), dict(request)))
