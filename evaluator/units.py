"""Reads named groups of units, as callers write them, for combination rules.

A unit is a string (`"KsQs"`) or a list of codes; `??` is a card not yet known, where that is allowed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from evaluator.cards import code_of, parse_cards
from evaluator.combining import Units
from evaluator.refusals import DuplicateCard, DuplicateName, OutOfRange, Refusal, WrongType

UNKNOWN: Final = -1
UNKNOWN_CODE: Final = "??"
MOST_CARDS_IN_GROUPS: Final = 52

Groups = Mapping[str, Units]


def read_groups(groups: Mapping[str, Sequence[Any]], field: str, unknown: bool = False) -> dict[str, Units]:
    """Read groups of units. Raises a Refusal that names group and unit, counted from 0."""
    return {
        name: tuple(_read_unit(unit, f"{field}.{name}.{i}", unknown) for i, unit in enumerate(units))
        for name, units in groups.items()
    }


def _read_unit(unit: object, field: str, unknown: bool) -> tuple[int, ...]:
    try:
        cards = _read_known_or_not(unit) if unknown else parse_cards(unit)
    except Refusal as fault:
        raise fault.under(field) from None
    if not 1 <= len(cards) <= 5:
        bounds = {"min": 1, "max": 5}
        raise OutOfRange(f"a unit is of 1 to 5 cards, not {len(cards)}", field, bounds=bounds)
    return cards


def _read_known_or_not(unit: object) -> tuple[int, ...]:
    """Read a unit in which `??` stands for a card not known."""
    if isinstance(unit, str):
        pieces = unit.split(UNKNOWN_CODE)
    elif isinstance(unit, list) and UNKNOWN_CODE in unit:
        return tuple(UNKNOWN if card == UNKNOWN_CODE else parse_cards([card])[0] for card in unit)
    else:
        return parse_cards(unit)
    cards = list(parse_cards(pieces[0]))
    for piece in pieces[1:]:
        cards += [UNKNOWN, *parse_cards(piece)]
    return tuple(cards)


def together(own: Groups, shared: Groups, field: str) -> dict[str, Units]:
    """Return a player's groups and the shared ones, which are the field `shared`.

    Raises DuplicateName and OutOfRange, and DuplicateCard, naming both units, for a card given twice.
    """
    cards = require_together(own, shared, field)
    if len(set(cards)) < len(cards):
        given = Given()
        given.take(shared, "shared")
        given.take(own, field)
    return {**own, **shared}


def require_together(own: Groups, shared: Groups, field: str) -> list[int]:
    """Return the cards of a player's groups and of the shared ones.

    Raises DuplicateName for a name in both, and OutOfRange for more cards than a deck has.
    """
    for name in own:
        if name in shared:
            raise DuplicateName(f"group '{name}' is shared and a player's own", f"{field}.{name}", name=name)
    cards = [card for groups in (own, shared) for units in groups.values() for unit in units for card in unit]
    if len(cards) > MOST_CARDS_IN_GROUPS:
        bounds = {"min": 5, "max": MOST_CARDS_IN_GROUPS}
        raise OutOfRange(f"the groups hold {len(cards)} cards", field, bounds=bounds)
    return cards


class Given:
    """Where each card of one deck was given."""

    def __init__(self) -> None:
        self._places: dict[int, str] = {}

    def take(self, groups: Groups, field: str) -> None:
        """Note the cards of groups. Raises DuplicateCard, naming both units."""
        for name, units in groups.items():
            for i, unit in enumerate(units):
                self.take_cards(unit, f"{field}.{name}.{i}")

    def take_cards(self, cards: Sequence[int], field: str) -> None:
        """Note cards given in one field. Raises DuplicateCard, naming both fields."""
        for card in cards:
            if card == UNKNOWN:
                continue
            if card in self._places:
                other = self._places[card]
                where = f"twice in {field}" if other == field else f"twice, in {other} and in {field}"
                raise DuplicateCard(f"{code_of(card)} is given {where}", field, card=code_of(card), other=other)
            self._places[card] = field


def require_lists(groups: object, field: str) -> None:
    """Raise WrongType unless every group is a list of units."""
    if not isinstance(groups, Mapping):
        raise WrongType("groups are named lists of units", field)
    for name, units in groups.items():
        if isinstance(units, (str, bytes)) or not isinstance(units, Iterable):
            raise WrongType("a group is a list of units", f"{field}.{name}")
