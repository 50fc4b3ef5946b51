"""Reads card codes in bulk with numpy: two bytes a card, through a table of 65,536 entries.

Strict codes only; `spell_strictly` puts other spellings into them first. What is no card is marked here,
and refused elsewhere.
"""

from __future__ import annotations

import re
from typing import Final

import numpy as np

from evaluator.cards import CODES
from evaluator.hands import LEAST_CARDS, MOST_CARDS
from evaluator.tables import Ids, Index

Group = tuple[Index, Ids]
"""Hands of one size: where they stood, and their cards as (k, n) columns."""

NO_CARD: Final = 255
_NEWLINE, _COMMA = b"\n,"
_LENGTHS: Final = tuple(2 * size for size in range(LEAST_CARDS, MOST_CARDS + 1))


def _card_of_bytes() -> Ids:
    """Return the table from two bytes, read as a little-endian number, to a card's number."""
    table = np.full(65_536, NO_CARD, dtype=np.uint8)
    for number, code in enumerate(CODES):
        table[int.from_bytes(code.encode(), "little")] = number
    return table


_CARD_OF_BYTES: Final = _card_of_bytes()
_STRICT_SPELLING: Final = str.maketrans("tjqkaCDHS♣♧♦♢♥♡♠♤", "TJQKAcdhsccddhhss")
_VARIATION_SELECTOR: Final = re.compile("([♣♧♦♢♥♡♠♤])[\ufe0e\ufe0f]")


def read_rows(text: bytes) -> tuple[int, list[Group], Index]:
    """Read lines of strict codes.

    Returns how many lines there are, the hands by size, and which lines are no hand of 5 to 10 cards.
    """
    characters = np.frombuffer(text + b"\n", dtype=np.uint8)
    width = text.find(b"\n") + 1 or len(characters)
    count, beyond = divmod(len(characters), width)
    if not beyond and width - 1 in _LENGTHS and (characters[width - 1 :: width] == _NEWLINE).all():
        lines = characters.reshape(count, width)[:, :-1].copy()
        blocks = [(np.arange(count), lines)]
    else:
        ends = np.flatnonzero(characters == _NEWLINE)
        count, lengths = len(ends), np.diff(ends, prepend=-1) - 1
        blocks = []
        for length in _LENGTHS:
            where = np.flatnonzero(lengths == length)
            if where.size:
                starts = ends[where] - length
                blocks.append((where, characters.take(starts[:, None] + np.arange(length))))
    groups: list[Group] = []
    bad = np.ones(count, dtype=bool)
    for where, lines in blocks:
        columns = _CARD_OF_BYTES.take(lines.view("<u2").T)
        if columns.max() == NO_CARD:
            is_hand = (columns != NO_CARD).all(axis=0)
            where, columns = where[is_hand], columns[:, is_hand]
        bad[where] = False
        groups.append((where, columns))
    return count, groups, np.flatnonzero(bad)


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
        text = _VARIATION_SELECTOR.sub(r"\1", text)
    return text.replace("10", "T").translate(_STRICT_SPELLING)
