"""What a seat may answer, and how the legal answers are put to it.

`Answer` is what comes in; `Legal` is what a decision offers, amounts included.  An amount called `to` is a
total for the betting round, `adds` is what it costs now.
"""

from msgspec import Struct

from api.rules.options import Value


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


class Keep(Struct, frozen=True, tag_field="type", tag="keep"):
    """Keep the new card."""


class Discard(Struct, frozen=True, tag_field="type", tag="discard"):
    """Throw the new card away."""


class Arrange(Struct, frozen=True, tag_field="type", tag="arrange"):
    """The rows in their order, the cards of each in turning order."""

    rows: tuple[tuple[str, ...], ...]


class Withdraw(Struct, frozen=True, tag_field="type", tag="withdraw"):
    """Take an arrangement back, to give another."""


class Declare(Struct, frozen=True, tag_field="type", tag="declare"):
    """Play for the share of that name, or for `both`."""

    way: str


class BringIn(Struct, frozen=True, tag_field="type", tag="bring-in"):
    """Pay the forced bet and no more."""


class Announce(Struct, frozen=True, tag_field="type", tag="announce"):
    """The game of the next hand, and its options as far as they are not the table's."""

    game: str
    options: tuple[tuple[str, Value], ...] = ()


Wager = Fold | Check | Call | Bet | Raise | BringIn


class DraftPlace(Struct, frozen=True, tag_field="type", tag="place"):
    """A placing that is still being made: no row for a card that has none yet."""

    rows: tuple[str | None, ...]


class DraftArrange(Struct, frozen=True, tag_field="type", tag="arrange"):
    """An arrangement that is still being made: no card in a place that is still empty."""

    rows: tuple[tuple[str | None, ...], ...]


CardAnswer = Place | Keep | Discard | Arrange | Declare
Answer = Fold | Check | Call | Bet | Raise | BringIn | Place | Keep | Discard | Arrange | Withdraw | Declare | Announce
# What a seat may ask about before it answers.
Draft = DraftPlace | DraftArrange | Keep | Discard | Declare


class LegalFold(Struct, frozen=True, gc=False, tag_field="type", tag="fold"):
    """Folding is always possible."""


class LegalCheck(Struct, frozen=True, gc=False, tag_field="type", tag="check"):
    """Nothing is to be called."""


class LegalCall(Struct, frozen=True, gc=False, tag_field="type", tag="call"):
    """Calling makes this seat's bet `to` and costs `adds`."""

    to: int
    adds: int


class LegalBet(Struct, frozen=True, gc=False, tag_field="type", tag="bet"):
    """Any whole `to` from `min_to` to `max_to`; amounts for buttons, rising, and beside them what each comes to."""

    min_to: int
    max_to: int
    suggested: tuple[int, ...]
    suggested_names: tuple[str, ...]


class LegalRaise(Struct, frozen=True, gc=False, tag_field="type", tag="raise"):
    """Any whole `to` from `min_to` to `max_to`; amounts for buttons, rising, and beside them what each comes to."""

    min_to: int
    max_to: int
    suggested: tuple[int, ...]
    suggested_names: tuple[str, ...]


class Room(Struct, frozen=True, gc=False):
    """How many more cards a row takes."""

    room: int


class LegalPlace(Struct, frozen=True, gc=False, tag_field="type", tag="place"):
    """One row for each of `cards`, no row more often than it has room."""

    cards: tuple[str, ...]
    rows: dict[str, Room]


class LegalKeep(Struct, frozen=True, tag_field="type", tag="keep"):
    """The new card may be kept."""


class LegalDiscard(Struct, frozen=True, tag_field="type", tag="discard"):
    """The new card may be thrown away."""


class RowSize(Struct, frozen=True):
    """How many cards a row takes, no more and no fewer."""

    size: int


class LegalArrange(Struct, frozen=True, tag_field="type", tag="arrange"):
    """Each of `cards` once, in rows of these sizes."""

    cards: tuple[str, ...]
    rows: dict[str, RowSize]


class LegalWithdraw(Struct, frozen=True, tag_field="type", tag="withdraw"):
    """The arrangement may be taken back until everybody has given one."""


class LegalDeclare(Struct, frozen=True, tag_field="type", tag="declare"):
    """One of these ways."""

    ways: tuple[str, ...]


class LegalBringIn(Struct, frozen=True, tag_field="type", tag="bring-in"):
    """The forced bet makes this seat's bet `to` and costs `adds`."""

    to: int
    adds: int


class LegalAnnounce(Struct, frozen=True, tag_field="type", tag="announce"):
    """One of these games."""

    games: tuple[str, ...]


Legal = (
    LegalFold
    | LegalCheck
    | LegalCall
    | LegalBet
    | LegalRaise
    | LegalBringIn
    | LegalPlace
    | LegalKeep
    | LegalDiscard
    | LegalArrange
    | LegalWithdraw
    | LegalDeclare
    | LegalAnnounce
)
