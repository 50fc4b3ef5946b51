"""The service's functions for Python programs, typed, with numpy arrays in and out.

Hands as arrays are whole card numbers of any type, 4 x rank + suit: `2c` is 0 and `As` is 51. Ranks are
`uint16`, 1 the best. What is wrong with hands, rankings, groups or patterns is raised as a `Refusal`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from evaluator import schemas
from evaluator.answers import answer_equities, answer_showdown
from evaluator.batches import Batch, read_array, read_hands, read_lines
from evaluator.cards import kind_of, parse_cards, require_count, require_distinct
from evaluator.combining import Frozen, Layout, Pattern, cards_of, choices, freeze, layout_of, rank_hands
from evaluator.exposed import Showing, order_exposed, show
from evaluator.hands import Hand, describe, evaluate
from evaluator.qualifying import require_a_low, strike
from evaluator.rankings import ranking_named
from evaluator.refusals import Refusal, WrongNumberOfCards, WrongType
from evaluator.scoring import rank_batch
from evaluator.tables import Ranks, best_choice
from evaluator.units import read_groups, require_lists, together

Cards = str | Iterable[str]
Hands = NDArray[np.integer[Any]] | NDArray[np.str_] | Iterable[Cards] | str

_AS_THEY_ARE: Final = (str, list)


def score(hand: Cards, ranking: str = "high") -> Hand:
    """Say what five to ten cards make: `score("Kh Kd 9s 9h Qc").text`.

    Raises UnknownCard, DuplicateCard, WrongNumberOfCards, WrongType and UnknownRanking.
    """
    return evaluate(parse_cards(_listed(hand)), ranking_named(ranking))


def ranks(hands: Hands, ranking: str = "high", qualifier: str | None = None) -> Ranks:
    """Rank many hands: an array of n ranks, `uint16`, 1 the best and equal ranks tied.

    Hands are an (n, k) array of card numbers with k from 5 to 10, strings or lists of codes in mixed
    sizes, or text with a hand a line; as many as there are, or none. Of more than five cards the best
    five count. With a qualifier such as `eight-or-better`, lows that do not meet it are 0. Raises a Refusal.
    """
    asked = ranking_named(ranking)
    require_a_low([asked], qualifier)
    return rank_batch(_read(hands), [asked], qualifier)[0]


def _read(hands: Hands) -> Batch:
    if isinstance(hands, np.ndarray):
        codes: bool = hands.dtype.kind == "U"
        return read_hands(hands.tolist(), limited=False) if codes else read_array(hands)  # type: ignore[arg-type]
    if isinstance(hands, str):
        return read_lines(hands.encode("utf-8", "replace"), limited=False)
    if isinstance(hands, (bytes, Mapping)) or not isinstance(hands, Iterable):
        raise WrongType(f"hands are an array, a list or text, not {kind_of(hands)}", "hands")
    return read_hands([hand if type(hand) in _AS_THEY_ARE else _listed(hand) for hand in hands], limited=False)


def _listed(cards: Any) -> Any:
    """Return cards as a string or a list; what is neither, nor can be made a list, goes on to be refused."""
    if isinstance(cards, (str, bytes, Mapping)) or not isinstance(cards, Iterable):
        return cards
    return list(cards)


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
    asked = ranking_named(ranking)
    require_a_low([asked], qualifier)
    layout: Layout = tuple((name, _sizes(units, f"groups.{name}")) for name, units in groups.items())
    cards = sum(sum(sizes) for _, sizes in layout)
    hands = np.asarray(hands)
    if hands.ndim != 2 or hands.shape[1] != cards:
        raise WrongNumberOfCards(f"the groups hold {cards} cards; the array is of shape {hands.shape}", "hands")
    ((_, columns),) = read_array(hands, most=cards).groups
    (ranked,) = rank_hands(columns, [asked], choices(_frozen(patterns), layout))
    strike(ranked, asked, qualifier)
    return ranked


def _sizes(units: int | Sequence[int], field: str) -> tuple[int, ...]:
    """Return the sizes of a group's units, given as they are or as a number of single cards."""
    sizes = [1] * units if isinstance(units, int) and units >= 0 else units
    if isinstance(sizes, (str, bytes)) or not isinstance(sizes, Iterable):
        raise WrongType("a group is a number of single cards, or the sizes of its units", field)
    if not all(isinstance(size, int) and size > 0 for size in sizes):
        raise WrongType("the sizes of units are whole numbers from 1", field)
    return tuple(sizes)


def _frozen(patterns: Sequence[Pattern]) -> Frozen:
    """Return patterns as a value that can be a key. Raises WrongType for what they cannot be."""
    if isinstance(patterns, (str, Mapping)) or not isinstance(patterns, Iterable):
        raise WrongType("patterns are a list", "patterns")
    patterns = list(patterns)
    for number, pattern in enumerate(patterns):
        counts = pattern.values() if isinstance(pattern, Mapping) else [None]
        if not all(isinstance(count, int) and count >= 0 for count in counts):
            raise WrongType("a pattern says how many units of each group make a hand", f"patterns.{number}")
    return freeze(patterns)


def best_hand(groups: Mapping[str, Sequence[Cards]], patterns: Sequence[Pattern], ranking: str = "high") -> Hand:
    """Find the best hand that combination rules permit in groups of units.

    A unit is a string (`"KsQs"`) or a list of codes, used whole or not at all. Raises a Refusal.
    """
    asked = ranking_named(ranking)
    require_lists(groups, "groups")
    read = read_groups({name: [_listed(unit) for unit in units] for name, units in groups.items()}, "groups")
    read = together(read, {}, "groups")
    fives = choices(_frozen(patterns), layout_of(read))
    return describe(*best_choice(cards_of(read), asked, fives), asked)


def exposed_order(hands: Iterable[Cards], ranking: str = "high") -> tuple[list[int], list[int]]:
    """Put hands of 0 to 5 cards face up in order: indices best first, and each hand's place from 1.

    Source: the rules, 2.4. Raises UnknownCard, DuplicateCard, WrongNumberOfCards and UnknownRanking.
    """
    if isinstance(hands, (str, bytes, Mapping)) or not isinstance(hands, Iterable):
        raise WrongType(f"hands are a list, not {kind_of(hands)}", "hands")
    read = []
    for number, hand in enumerate(hands):
        try:
            read.append(_exposed(hand))
        except Refusal as fault:
            raise fault.under(f"hands.{number}") from None
    return order_exposed(read, ranking_named(ranking))


def showing(hand: Cards, ranking: str = "high") -> Showing | None:
    """Say what 0 to 5 cards face up are so far: `showing("8h 8d Kc").text`; None for no card at all.

    Raises UnknownCard, DuplicateCard, WrongNumberOfCards and UnknownRanking.
    """
    return show(_exposed(hand), ranking_named(ranking))


def _exposed(hand: Cards) -> tuple[int, ...]:
    cards = parse_cards(_listed(hand))
    require_count(cards, 0, 5)
    require_distinct(cards)
    return cards


def settle(showdown: Mapping[str, Any]) -> dict[str, Any]:
    """Settle one showdown, given and answered as `ShowdownRequest` and `Showdown` of `openapi.yaml`.

    Source: the rules, 2.6 and 7.5. Raises Refusals that name the fields.
    """
    return answer_showdown(schemas.load(schemas.ShowdownRequest(), _body(showdown)))


def equities(request: Mapping[str, Any]) -> dict[str, Any]:
    """Find each player's expected share, given and answered as `EquitiesRequest` and `Equities`.

    Raises Refusals that name the fields, and OutOfRange for more work than a request may be.
    """
    return answer_equities(schemas.load(schemas.EquitiesRequest(), _body(request)))


def _body(given: Mapping[str, Any]) -> Any:
    return dict(given) if isinstance(given, Mapping) else given
