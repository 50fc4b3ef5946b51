"""Reads card codes in bulk with numpy: two bytes a card, through a table of 65,536 entries.

Strict codes only; `spell_strictly` puts other spellings into them first. What is no card is marked here,
and refused elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from evaluator.cards import CODES
from evaluator.hands import LEAST_CARDS, MOST_CARDS
from evaluator.tables import Ids, Index

Group = tuple[Index, Ids]
"""Hands of one size: where they stood, and their cards as (k, n) columns."""

NO_CARD: Final = 255
_NEWLINE, _COMMA = b"\n,"


def _card_of_bytes() -> Ids:
    """Return the table from two bytes, read as a little-endian number, to a card's number."""
    table = np.full(65_536, NO_CARD, dtype=np.uint8)
    for number, code in enumerate(CODES):
        table[int.from_bytes(code.encode(), "little")] = number
    return table


_CARD_OF_BYTES: Final = _card_of_bytes()
_STRICT_SPELLING: Final = str.maketrans("tjqkaCDHS", "TJQKAcdhs")
_SUIT_OF_GLYPH: Final = dict(zip("♣♧♦♢♥♡♠♤", "ccddhhss", strict=True))
_VARIATION_SELECTORS: Final = "\ufe0e\ufe0f"


@dataclass(frozen=True, slots=True)
class Layout:
    """What stands between two cards of a hand, and between two hands."""

    between_cards: bytes
    between_hands: bytes


LINES: Final = Layout(b"", b"\n")


@dataclass(frozen=True, slots=True)
class Rows:
    """Hands that are read but for cards given twice, which nobody has looked for yet."""

    count: int
    groups: tuple[Group, ...]

    def __len__(self) -> int:
        return self.count


def read_even(text: bytes, layout: Layout, start: int, end: int) -> Ids | None:
    """Read strict hands of one size, `text[start:end]`, as (k, n) columns; None if the text is anything else.

    What stands between the cards is compared with what is due there, all of it at once: the places of the
    cards hold noughts in the pattern, and no card has one.
    """
    between_cards, between_hands = layout.between_cards, layout.between_hands
    first_end = text.find(between_hands, start, end)
    width = (end if first_end < 0 else first_end) - start
    size, beyond = divmod(width + len(between_cards), 2 + len(between_cards))
    if beyond or not LEAST_CARDS <= size <= MOST_CARDS:
        return None
    pattern = between_cards.join([b"\0\0"] * size) + between_hands
    count, beyond = divmod(end - start + len(between_hands), len(pattern))
    if beyond:
        return None
    characters = np.frombuffer(text, dtype=np.uint8, count=end - start, offset=start)
    due = np.frombuffer(pattern * count, dtype=np.uint8)[: end - start]
    if np.count_nonzero(characters == due) != end - start - 2 * size * count:
        return None
    codes = np.ndarray((size, count), "<u2", text, start, (2 + len(between_cards), len(pattern)))
    columns = _CARD_OF_BYTES.take(codes)
    return None if columns.max() == NO_CARD else columns


def read_rows(text: bytes) -> tuple[int, list[Group], Index]:
    """Read lines of strict codes.

    Returns how many lines there are, the hands by size, and which lines are no hand of 5 to 10 cards.
    """
    columns = read_even(text, LINES, 0, len(text))
    if columns is not None:
        count = columns.shape[1]
        return count, [(np.arange(count), columns)], np.zeros(0, dtype=np.intp)
    return read_uneven(text)


def read_uneven(text: bytes, between_cards: bytes = b"") -> tuple[int, list[Group], Index]:
    """Read lines of strict codes in several sizes, as `read_rows` does, with this between the cards of a line."""
    characters = np.frombuffer(text + b"\n", dtype=np.uint8)
    ends = np.flatnonzero(characters == _NEWLINE)
    lengths = np.diff(ends, prepend=-1) - 1
    groups: list[Group] = []
    bad = np.ones(len(ends), dtype=bool)
    for size in range(LEAST_CARDS, MOST_CARDS + 1):
        pattern = np.frombuffer(between_cards.join([b"\0\0"] * size), dtype=np.uint8)
        where = np.flatnonzero(lengths == len(pattern))
        if not where.size:
            continue
        starts = ends[where][:, None] - len(pattern)
        columns = _CARD_OF_BYTES.take(characters.take(starts + np.flatnonzero(pattern == 0)).view("<u2").T)
        between = np.flatnonzero(pattern)
        evenly = (characters.take(starts + between) == pattern[between]).all(axis=1)
        if columns.max() == NO_CARD or not evenly.all():
            is_hand = (columns != NO_CARD).all(axis=0) & evenly
            where, columns = where[is_hand], columns[:, is_hand]
        bad[where] = False
        groups.append((where, columns))
    return len(ends), groups, np.flatnonzero(bad)


def read_codes(text: str, count: int) -> Ids | None:
    """Read `count` strict codes with a comma between each two; None if that is not what the text is."""
    if not text.isascii() or len(text) != 3 * count - 1:
        return None
    triples = np.frombuffer(text.encode() + b",", dtype=np.uint8).reshape(count, 3)
    numbers = _CARD_OF_BYTES.take(triples[:, :2].copy().view("<u2")[:, 0])
    if numbers.max() == NO_CARD or (triples[:, 2] != _COMMA).any():
        return None
    return numbers


def spell_strictly(text: str) -> str:
    """Put tolerated spellings into the strict notation; what is no card stays none."""
    if not text.isascii():
        for glyph, suit in _SUIT_OF_GLYPH.items():
            for selector in _VARIATION_SELECTORS:
                text = text.replace(glyph + selector, suit)
            text = text.replace(glyph, suit)
    return text.replace("10", "T").translate(_STRICT_SPELLING)
