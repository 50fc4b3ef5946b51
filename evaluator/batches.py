"""Reads many hands at once: text, lists and bytes become arrays of card numbers, grouped by size.

Well-formed hands are read with numpy by `bulk.py`. Only hands that fail there meet the tolerant reader of
`cards.py`, which also words the refusals.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from math import comb
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from evaluator.bulk import Group, Rows, read_codes, read_rows, spell_strictly
from evaluator.cards import CODES, parse_cards, require_count, require_distinct
from evaluator.hands import LEAST_CARDS, MOST_CARDS
from evaluator.refusals import FAULTS_LISTED, OutOfRange, Refusal, Refusals, WrongNumberOfCards, WrongType, too_many
from evaluator.tables import Ids, Index

MOST_HANDS: Final = 100_000

Reader = Callable[[Any], tuple[int, ...]]
_WITHOUT_SEPARATORS: Final = str.maketrans("", "", " \t\r,;")
_WITHIN_A_CARD: Final = re.compile("[ \t\r,;](?=[cdhs])")
_NO_ROWS: Final[tuple[int, list[Group], Index]] = (0, [], np.zeros(0, dtype=np.intp))


@dataclass(frozen=True, slots=True)
class Batch:
    """Hands of several sizes. Each group holds where its hands stood, and their cards as (k, n) columns."""

    count: int
    groups: tuple[Group, ...]


def read_lines(text: bytes, limited: bool = True) -> Batch:
    """Read text with a hand a line, in the strict notation. Raises Refusals that name line and character.

    There must be some hands, and not more than one request may hold, unless they are not `limited`.
    """
    if b"\r" in text:
        text = text.replace(b"\r\n", b"\n")
    text = text.removesuffix(b"\n")
    count, groups, bad = read_rows(text) if text else _NO_ROWS
    if limited:
        _require_some(count)
    lines = text.split(b"\n") if bad.size else []
    odd = [(hand, lines[hand].decode("utf-8", "replace")) for hand in bad.tolist()]
    return _finish(count, groups, odd, _read_strictly)


def read_bytes(data: bytes, size: int) -> Batch:
    """Read hands of `size` cards, a byte a card: 4 x rank + suit. Raises Refusals."""
    if len(data) % size:
        raise WrongNumberOfCards(f"{len(data)} bytes are not whole hands of {size} cards", "hands", given=len(data))
    hands = np.frombuffer(data, dtype=np.uint8).reshape(-1, size)
    _require_some(len(hands))
    return read_array(hands)


def read_array(hands: NDArray[np.integer[Any]], most: int = MOST_CARDS) -> Batch:
    """Read an (n, k) array of card numbers. Raises Refusals for a number of no card, and a card given twice."""
    if hands.ndim != 2 or not LEAST_CARDS <= hands.shape[1] <= most:
        bounds = {"min": LEAST_CARDS, "max": most}
        detail = f"an array of shape (n, {LEAST_CARDS} to {most}) is needed, not {hands.shape}"
        raise WrongNumberOfCards(detail, "hands", bounds=bounds)
    if not np.issubdtype(hands.dtype, np.integer):
        raise WrongType(f"card numbers are integers, not {hands.dtype}", "hands")
    if hands.size and not (hands.min() >= 0 and hands.max() < len(CODES)):
        hand, position = np.argwhere((hands < 0) | (hands >= len(CODES)))[0].tolist()
        raise OutOfRange(
            f"{hands[hand, position]} is no card's number", f"hands.{hand}",
            position=position, bounds={"min": 0, "max": len(CODES) - 1},
        )  # fmt: skip
    columns = hands.T.astype(np.uint8, order="C")
    return _finish(len(hands), [(np.arange(len(hands)), columns)], [], parse_cards)


def read_hands(hands: Sequence[Any] | Rows, limited: bool = True) -> Batch:
    """Read hands given as strings, as lists of codes, or as both, in the tolerant notation.

    There must be some, and not more than one request may hold, unless they are not `limited`.

    Raises Refusals that list the first 100 faults, each with its hand, its place and its character.
    """
    if isinstance(hands, Rows):
        return _finish(hands.count, list(hands.groups), [], parse_cards)
    if limited:
        _require_some(len(hands))
    kinds = set(map(type, hands))
    if kinds == {str}:
        return _read_strings(hands)
    if kinds == {list} and (batch := _read_lists(hands)) is not None:
        return batch
    return _finish(len(hands), [], list(enumerate(hands)), parse_cards)


def read_few(hands: Sequence[Any], least: int = LEAST_CARDS, most: int = MOST_CARDS) -> list[tuple[int, ...]]:
    """Read hands one by one, the quicker way for a few, and the way for sizes of no whole hand.

    Raises Refusals that list the first 100 faults.
    """
    read: list[tuple[int, ...]] = []
    faults: list[Refusal] = []
    for hand, given in enumerate(hands):
        try:
            cards = parse_cards(given)
            require_count(cards, least, most)
            require_distinct(cards)
            read.append(cards)
        except Refusal as fault:
            faults.append(fault.under(f"hands.{hand}"))
    if faults:
        raise Refusals(faults)
    return read


def _read_strings(hands: Sequence[str]) -> Batch:
    """Read strings: strictly all at once, then those left over with their spellings mended, then singly."""
    groups, left = _read_joined("\n".join(hands), np.arange(len(hands)))
    if left.size:
        text = spell_strictly("\n".join(hands[hand] for hand in left.tolist()))
        # Between a rank and its suit nothing may stand; taking it away there would make cards that are none alone.
        text = _WITHIN_A_CARD.sub("?", text)
        mended, left = _read_joined(text.translate(_WITHOUT_SEPARATORS), left)
        groups += mended
    return _finish(len(hands), groups, [(hand, hands[hand]) for hand in left.tolist()], parse_cards)


def _read_joined(text: str, places: Index) -> tuple[list[Group], Index]:
    """Read strict lines that stand at `places`; return hands by size, and the places of those not read."""
    if not text.isascii():
        return [], places
    count, groups, bad = read_rows(text.encode())
    if count != len(places):
        return [], places
    return [(places[where], columns) for where, columns in groups], places[bad]


def _read_lists(hands: Sequence[list[Any]]) -> Batch | None:
    """Read lists of codes all at once; None if any code is out of the ordinary."""
    sizes = np.fromiter(map(len, hands), dtype=np.intp, count=len(hands))
    if sizes.min() < LEAST_CARDS or sizes.max() > MOST_CARDS:
        return None
    try:
        text = ",".join(chain.from_iterable(hands))
    except TypeError:
        return None
    cards = int(sizes.sum())
    numbers = read_codes(text, cards)
    if numbers is None:
        numbers = read_codes(spell_strictly(text), cards)
    if numbers is None:
        return None
    starts = np.cumsum(sizes) - sizes
    groups = []
    for size in np.unique(sizes):
        where = np.flatnonzero(sizes == size)
        groups.append((where, numbers.take(starts[where] + np.arange(size)[:, None])))
    return _finish(len(hands), groups, [], parse_cards)


def _finish(count: int, groups: list[Group], odd: Iterable[tuple[int, Any]], read: Reader) -> Batch:
    """Read the odd hands singly, refuse what is no hand and any card given twice, and group by size."""
    single: dict[int, list[tuple[int, tuple[int, ...]]]] = {}
    faults: dict[int, Refusal] = {}
    for where, columns in groups:
        equal = _equal_cards(columns)
        for at in np.flatnonzero(equal.any(axis=0))[:FAULTS_LISTED] if equal.any() else ():
            faults[int(where[at])] = _duplicate(columns[:, at])
    found = 0
    for hand, given in odd:
        try:
            cards = read(given)
            require_count(cards, LEAST_CARDS, MOST_CARDS)
            require_distinct(cards)
            single.setdefault(len(cards), []).append((hand, cards))
        except Refusal as fault:
            faults[hand] = fault
            found += 1
            if found == FAULTS_LISTED:
                break
    if faults:
        raise Refusals([faults[hand].under(f"hands.{hand}") for hand in sorted(faults)])
    for hands in single.values():
        where = np.array([hand for hand, _ in hands])
        groups.append((where, np.array([cards for _, cards in hands], dtype=np.uint8).T.copy()))
    return Batch(count, tuple(groups))


def _equal_cards(columns: Ids) -> NDArray[np.bool_]:
    """Compare every two cards of each hand, as (pairs, n): each card with the one so many places on."""
    size, hands = columns.shape
    equal, done = np.empty((comb(size, 2), hands), dtype=bool), 0
    for places_on in range(1, size):
        pairs = size - places_on
        np.equal(columns[places_on:], columns[:pairs], out=equal[done : done + pairs])
        done += pairs
    return equal


def _duplicate(cards: Ids) -> Refusal:
    try:
        require_distinct(cards.tolist())
    except Refusal as fault:
        return fault
    raise AssertionError("a card is in this hand twice")


def _read_strictly(text: str) -> tuple[int, ...]:
    return parse_cards(text, tolerant=False)


def _require_some(count: int) -> None:
    if count > MOST_HANDS:
        raise too_many(count, MOST_HANDS, "hands")
    if not count:
        raise OutOfRange("no hand is given", "hands", bounds={"min": 1, "max": MOST_HANDS})
