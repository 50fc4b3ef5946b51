"""The 52 cards: their numbers, their two-character codes, and the readers for other people's spellings.

A card's number is `4 * rank + suit`, with ranks 0 (deuce) to 12 (ace) and suits clubs, diamonds,
hearts, spades: `2c` is 0 and `As` is 51. The strict notation is `Kh`; the tolerant reader also takes
`10h`, `kh` and `K♥`. What is not a card is refused with its place and its character.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from numbers import Number
from typing import Final

from evaluator.refusals import DuplicateCard, Refusal, UnknownCard, WrongNumberOfCards, WrongType

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
CODES: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)
NUMBERS: Final = {code: number for number, code in enumerate(CODES)}

RANK_NAMES: Final = (
    "deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip
RANK_PLURALS: Final = tuple(f"{name}es" if name == "six" else f"{name}s" for name in RANK_NAMES)

_STRICT_RANKS: Final = {rank: i for i, rank in enumerate(RANKS)}
_STRICT_SUITS: Final = {suit: i for i, suit in enumerate(SUITS)}
_RANKS_AS_SPELT: Final = _STRICT_RANKS | {rank.lower(): i for rank, i in _STRICT_RANKS.items()}
_GLYPHS: Final = {glyph: i for i, glyphs in enumerate(("♣♧", "♦♢", "♥♡", "♠♤")) for glyph in glyphs}
_SUITS_AS_SPELT: Final = _STRICT_SUITS | {suit.upper(): i for suit, i in _STRICT_SUITS.items()} | _GLYPHS
_BETWEEN_CARDS: Final = frozenset(" \t\r\n,;")
_VARIATION_SELECTORS: Final = frozenset("\ufe0e\ufe0f")


def rank_of(card: int) -> int:
    """Return a card's rank, 0 (deuce) to 12 (ace)."""
    return card >> 2


def suit_of(card: int) -> int:
    """Return a card's suit: 0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card & 3


def code_of(card: int) -> str:
    """Return a card's two-character code, `Kh`."""
    return CODES[card]


def parse_cards(cards: object, tolerant: bool = True) -> tuple[int, ...]:
    """Read cards written as one string (`"KhKd9s"`) or as a list of strings (`["Kh", "10h", "K♥"]`).

    A string that is not to be read tolerantly holds two-character codes and nothing else. Returns card
    numbers in the order given. Raises UnknownCard or WrongType; a card given twice is not looked for.
    """
    if isinstance(cards, str):
        return _parse_run(cards) if tolerant else _parse_strictly(cards)
    if isinstance(cards, (list, tuple)):
        return tuple(_parse_item(item, position) for position, item in enumerate(cards))
    raise WrongType(f"cards are a string such as 'KhKd9s9hQc' or a list of codes, not {kind_of(cards)}")


def require_distinct(cards: Sequence[int]) -> None:
    """Raise DuplicateCard, naming both places, if a card is given twice."""
    if len(set(cards)) == len(cards):
        return
    first_seen: dict[int, int] = {}
    for position, card in enumerate(cards):
        if card in first_seen:
            first = first_seen[card]
            raise DuplicateCard(
                f"{code_of(card)} is given twice, as cards {first} and {position} (counted from 0)",
                card=code_of(card), positions=[first, position],
            )  # fmt: skip
        first_seen[card] = position


def require_count(cards: Sequence[int], least: int, most: int) -> None:
    """Raise WrongNumberOfCards unless there are `least` to `most` cards."""
    if not least <= len(cards) <= most:
        wanted = f"{least}" if least == most else f"{least} to {most}"
        raise WrongNumberOfCards(
            f"{wanted} cards are needed, {len(cards)} given",
            given=len(cards), bounds={"min": least, "max": most},
        )  # fmt: skip


def _parse_item(item: object, position: int) -> int:
    """Read one element of a list of cards."""
    if not isinstance(item, str):
        raise WrongType(f"card {position} is {kind_of(item)}, not a code such as 'Kh'", position=position)
    number = NUMBERS.get(item)
    if number is not None:
        return number
    try:
        read = _parse_run(item)
    except UnknownCard as fault:
        raise UnknownCard(fault.detail, **(fault.facts | {"position": position})) from None
    if len(read) != 1:
        found = "no card" if not read else f"{len(read)} cards"
        raise UnknownCard(f"'{item[:20]}' is {found}; each element of the list is one card", position=position)
    return read[0]


def _parse_run(text: str) -> tuple[int, ...]:
    """Read a run of cards with or without spaces or commas between them."""
    cards: list[int] = []
    at = 0
    while at < len(text):
        strict = NUMBERS.get(text[at : at + 2])
        if strict is not None:
            cards.append(strict)
            at += 2
        elif text[at] in _BETWEEN_CARDS:
            at += 1
        else:
            card, at = _parse_one(text, at)
            cards.append(card)
    return tuple(cards)


def _parse_one(text: str, at: int) -> tuple[int, int]:
    """Read the card that starts at `at`; return it and where the next may start."""
    if text.startswith("10", at):
        rank, after = RANKS.index("T"), at + 2
    else:
        rank, after = _RANKS_AS_SPELT.get(text[at], -1), at + 1
    if rank < 0:
        raise _unknown(text, at, f"a rank, one of {' '.join(RANKS)}")
    suit = _SUITS_AS_SPELT.get(text[after], -1) if after < len(text) else -1
    if suit < 0:
        raise _unknown(text, after, f"a suit after '{text[at:after]}', one of {' '.join(SUITS)}")
    end = after + 1
    if text[after] in _GLYPHS and end < len(text) and text[end] in _VARIATION_SELECTORS:
        end += 1
    return 4 * rank + suit, end


def _parse_strictly(text: str) -> tuple[int, ...]:
    """Read two-character codes with nothing between them."""
    for at, character in enumerate(text):
        if at % 2 == 0 and character not in _STRICT_RANKS:
            raise _unknown(text, at, f"a rank, one of {' '.join(RANKS)}")
        if at % 2 and character not in _STRICT_SUITS:
            raise _unknown(text, at, f"a suit after '{text[at - 1]}', one of {' '.join(SUITS)}")
    if len(text) % 2:
        raise _unknown(text, len(text), f"a suit after '{text[-1]}', one of {' '.join(SUITS)}")
    return tuple(NUMBERS[text[at : at + 2]] for at in range(0, len(text), 2))


def _unknown(text: str, at: int, wanted: str) -> Refusal:
    """Build the refusal for a character that starts or continues no card."""
    if at >= len(text):
        return UnknownCard(f"the cards end where {wanted} is needed", position=at)
    character = text[at]
    shown = describe_character(character)
    return UnknownCard(
        f"{shown} at character {at} is not {wanted}",
        position=at, character=character, code_point=f"U+{ord(character):04X}",
    )  # fmt: skip


def describe_character(character: str) -> str:
    """Name a character so that a look-alike shows: `'x'`, or its code point and name."""
    if character.isascii() and character.isprintable():
        return f"'{character}'"
    name = unicodedata.name(character, "a control character" if character < " " else "no name")
    shown = f"'{character}' " if character.isprintable() else ""
    return f"{shown}(U+{ord(character):04X} {name})"


def kind_of(value: object) -> str:
    """Name a JSON type in words."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    if isinstance(value, Number):
        return "a number"
    if isinstance(value, str):
        return "a string"
    if isinstance(value, bytes):
        return "bytes"
    return "a list" if isinstance(value, (list, tuple)) else "an object"
