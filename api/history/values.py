"""HandHistory: one finished hand as one viewer may know it, in sections as it was played.

A section is a step of the game's script: a deal, a choice, a betting round, the showdown.  What happened in it are
its moves.  Cards that the viewer may not know stand as `??`.
"""

from typing import Any

from msgspec import Struct

Json = dict[str, Any]


class Unit(Struct, frozen=True):
    """One unit of the board."""

    group: str
    cards: tuple[str, ...]


class Row(Struct, frozen=True):
    """Cards that came to a row, or lie in it."""

    name: str
    cards: tuple[str, ...]


class Ante(Struct, frozen=True, tag_field="type", tag="ante"):
    """A seat paid its ante, or all that it had."""

    seat: int
    chips: int
    all_in: bool


class Dealt(Struct, frozen=True, tag_field="type", tag="dealt"):
    """A seat was dealt cards to a pile."""

    seat: int
    pile: str
    cards: tuple[str, ...]


class Laid(Struct, frozen=True, tag_field="type", tag="laid"):
    """Units of the board were laid out."""

    board: tuple[Unit, ...]


class Placed(Struct, frozen=True, tag_field="type", tag="placed"):
    """A seat's new cards went to rows."""

    seat: int
    rows: tuple[Row, ...]


class Arranged(Struct, frozen=True, tag_field="type", tag="arranged"):
    """A seat's rows stand, in turning order."""

    seat: int
    rows: tuple[Row, ...]


class Withdrew(Struct, frozen=True, tag_field="type", tag="withdrew"):
    """A seat took its arrangement back."""

    seat: int


class Declared(Struct, frozen=True, tag_field="type", tag="declared"):
    """Which way a seat plays."""

    seat: int
    way: str


class Turned(Struct, frozen=True, tag_field="type", tag="turned"):
    """What lies face up in a row now, the card turned last at its end."""

    seat: int
    row: str
    cards: tuple[str, ...]


class BoardTurned(Struct, frozen=True, tag_field="type", tag="board-turned"):
    """The units that were turned now."""

    board: tuple[Unit, ...]


class Acted(Struct, frozen=True, tag_field="type", tag="acted"):
    """A seat acted: its bet of the round is now `to`, which cost `adds`; `pot` is every chip in the middle after it."""

    seat: int
    action: str
    to: int
    adds: int
    all_in: bool
    pot: int


class Returned(Struct, frozen=True, tag_field="type", tag="returned"):
    """Chips that nobody called went back."""

    seat: int
    chips: int


class Shown(Struct, frozen=True, tag_field="type", tag="shown"):
    """A row was shown."""

    seat: int
    row: int
    name: str
    cards: tuple[str, ...]


class Noted(Struct, frozen=True, tag_field="type", tag="noted"):
    """What a seat did beside the play: `what` is the kind of the event."""

    seat: int
    what: str


Move = (
    Ante
    | Dealt
    | Laid
    | Placed
    | Arranged
    | Withdrew
    | Declared
    | Turned
    | BoardTurned
    | Acted
    | Returned
    | Shown
    | Noted
)


class Section(Struct, frozen=True):
    """A step of the script: its kind, its words, which betting round it is, and the pot when it began."""

    code: str
    text: str
    round: int | None
    pot: int
    moves: tuple[Move, ...]


class Player(Struct, frozen=True):
    """Who was dealt in: chips before and after, what the hand cost and brought, and the round of a fold."""

    seat: int
    name: str
    chips: int
    paid: int
    won: int
    left_with: int
    folded: int | None
    declared: str | None


class HandHistory(Struct, frozen=True):
    """One finished hand as one viewer may know it; players stand clockwise from the dealer's left.

    `carried` came from the hand before, `left` stays for the next.  Of a void hand every chip went back.
    """

    table: str
    table_name: str
    max_seats: int
    hand: int
    game: str
    game_name: str
    options: Json
    rigged: bool
    started: str
    ended: str
    dealer: int
    you: int | None
    carried: int
    pot: int
    players: tuple[Player, ...]
    sections: tuple[Section, ...]
    awards: tuple[Json, ...]
    failed: tuple[Json, ...]
    left: int
    void: bool
    rulings: tuple[str, ...]

    def player(self, seat: int) -> Player:
        """Who was dealt in at that seat; raises LookupError for any other seat."""
        for player in self.players:
            if player.seat == seat:
                return player
        raise LookupError(seat)
