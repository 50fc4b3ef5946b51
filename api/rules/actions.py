"""What a seat may answer, and how the legal answers are put to it.

`Answer` is what comes in; `Legal` is what a decision offers, amounts included.  An amount called `to` is a
total for the betting round, `adds` is what it costs now.
"""

from msgspec import Struct


class Fold(Struct, frozen=True, gc=False, tag_field="type", tag="fold"):
    """Give up the hand."""


class Check(Struct, frozen=True, gc=False, tag_field="type", tag="check"):
    """Stay in for nothing."""


class Call(Struct, frozen=True, gc=False, tag_field="type", tag="call"):
    """Match the current bet, or go all-in for less."""


class Bet(Struct, frozen=True, gc=False, tag_field="type", tag="bet"):
    """Open the betting of a round with `to` chips."""

    to: int


class Raise(Struct, frozen=True, gc=False, tag_field="type", tag="raise"):
    """Make the current bet `to` chips in all."""

    to: int


class Place(Struct, frozen=True, gc=False, tag_field="type", tag="place"):
    """A row for each new card, in dealt order."""

    rows: tuple[str, ...]


Wager = Fold | Check | Call | Bet | Raise
Answer = Fold | Check | Call | Bet | Raise | Place


class LegalFold(Struct, frozen=True, gc=False, tag_field="type", tag="fold"):
    """Folding is always possible."""


class LegalCheck(Struct, frozen=True, gc=False, tag_field="type", tag="check"):
    """Nothing is to be called."""


class LegalCall(Struct, frozen=True, gc=False, tag_field="type", tag="call"):
    """Calling makes this seat's bet `to` and costs `adds`."""

    to: int
    adds: int


class LegalBet(Struct, frozen=True, gc=False, tag_field="type", tag="bet"):
    """Any whole `to` from `min_to` to `max_to`."""

    min_to: int
    max_to: int
    suggested: tuple[int, ...]


class LegalRaise(Struct, frozen=True, gc=False, tag_field="type", tag="raise"):
    """Any whole `to` from `min_to` to `max_to`."""

    min_to: int
    max_to: int
    suggested: tuple[int, ...]


class Room(Struct, frozen=True, gc=False):
    """How many more cards a row takes."""

    room: int


class LegalPlace(Struct, frozen=True, gc=False, tag_field="type", tag="place"):
    """One row for each of `cards`, no row more often than it has room."""

    cards: tuple[str, ...]
    rows: dict[str, Room]


Legal = LegalFold | LegalCheck | LegalCall | LegalBet | LegalRaise | LegalPlace
