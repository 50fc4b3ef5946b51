"""The events of a hand, from the announcement to the award."""

from msgspec import Struct

from api.rules.actions import Answer, Arrange
from api.rules.hand import Answered, Award, Failed, Owed, Pile, Timer
from api.rules.limits import Limit
from api.rules.options import Announced


class Stack(Struct, frozen=True, gc=False):
    """A seat and a number of chips."""

    seat: int
    chips: int


class Started(Struct, frozen=True, gc=False, tag_field="kind", tag="started"):
    """A hand began: the announcement (2.1), the dealer, and who is dealt in, clockwise from the dealer's left."""

    number: int
    game: str
    options: Announced
    dealer: int
    seats: tuple[Stack, ...]
    rigged: bool
    # The dealer's answer, where the dealer was asked, and how much of the dealer's time bank it took.
    announcement: Answered | None = None
    bank_used_ms: int = 0


class Ante(Struct, frozen=True, gc=False):
    """What one seat paid as its ante."""

    seat: int
    chips: int
    all_in: bool


class Anted(Struct, frozen=True, gc=False, tag_field="kind", tag="anted"):
    """The antes were paid."""

    seats: tuple[Ante, ...]


class DealtTo(Struct, frozen=True, gc=False):
    """Cards of one player, of which the first `up` lie face up."""

    seat: int
    player: int
    cards: tuple[str, ...]
    up: int = 0


class Dealt(Struct, frozen=True, gc=False, tag_field="kind", tag="dealt"):
    """Cards were dealt to the live seats' piles of that name, of which the first `up` now lie face up."""

    pile: str
    up: int
    seats: tuple[DealtTo, ...]


class AskedOf(Struct, frozen=True, gc=False):
    """A decision that was opened."""

    decision: int
    seat: int
    player: int
    type: str
    secret: bool
    required: bool = True
    timer: Timer | None = None


class Asked(Struct, frozen=True, gc=False, tag_field="kind", tag="asked"):
    """Seats were asked to decide."""

    decisions: tuple[AskedOf, ...]


class Chosen(Struct, frozen=True, gc=False, tag_field="kind", tag="chosen"):
    """A seat answered a secret decision; the answer is its player's alone until the step closes."""

    decision: int
    seat: int
    player: int
    answer: Answer


class PlacedIn(Struct, frozen=True, gc=False):
    """Cards that went to one pile, and whether they lie face up there."""

    pile: str
    cards: tuple[str, ...]
    face_up: bool


class PlacedBy(Struct, frozen=True, gc=False):
    """Where one player's new cards went."""

    seat: int
    player: int
    decision: int | None
    answer: Answer
    piles: tuple[PlacedIn, ...]
    bank_used_ms: int = 0


class Placed(Struct, frozen=True, gc=False, tag_field="kind", tag="placed"):
    """New cards were placed and turned, all at once or one seat in turn."""

    pile: str
    seats: tuple[PlacedBy, ...]


class ArrangedBy(Struct, frozen=True, gc=False):
    """One player's rows, in turning order."""

    seat: int
    player: int
    decision: int | None
    answer: Arrange
    rows: tuple[PlacedIn, ...]


class Arranged(Struct, frozen=True, gc=False, tag_field="kind", tag="arranged"):
    """Everybody has arranged; the rows stand, face down."""

    pile: str
    seats: tuple[ArrangedBy, ...]


class Withdrawn(Struct, frozen=True, gc=False, tag_field="kind", tag="withdrawn"):
    """A seat took its secret answer back: `decision` was answered with it, `chosen` is the one taken back."""

    decision: int
    chosen: int
    seat: int
    player: int


class DeclaredBy(Struct, frozen=True, gc=False):
    """Which way one seat plays."""

    seat: int
    player: int
    decision: int | None
    way: str


class Declared(Struct, frozen=True, gc=False, tag_field="kind", tag="declared"):
    """All declarations were opened together."""

    seats: tuple[DeclaredBy, ...]


class TurnedOf(Struct, frozen=True, gc=False):
    """The cards of one seat's pile that now lie face up."""

    seat: int
    pile: str
    cards: tuple[str, ...]


class Turned(Struct, frozen=True, gc=False, tag_field="kind", tag="turned"):
    """The first `up` cards of these piles of every live seat lie face up."""

    piles: tuple[str, ...]
    up: int
    seats: tuple[TurnedOf, ...]


class Laid(Struct, frozen=True, gc=False, tag_field="kind", tag="laid"):
    """Units came to a pile of the board, face down."""

    pile: Pile


class BoardTurned(Struct, frozen=True, gc=False, tag_field="kind", tag="board-turned"):
    """The first units of these piles of the board lie face up."""

    piles: tuple[Pile, ...]


class Round(Struct, frozen=True, gc=False, tag_field="kind", tag="round"):
    """A betting round began with `first`, or was skipped because fewer than two can bet."""

    round: int
    first: int | None
    limit: Limit
    # What the first to act must bet at least; 0 where nobody must.
    bring_in: int = 0


class Acted(Struct, frozen=True, gc=False, tag_field="kind", tag="acted"):
    """A seat acted: its bet of the round is now `to`, which cost `adds`.

    `decision` is None where the server folded an absent seat without asking.
    """

    decision: int | None
    seat: int
    action: str
    to: int
    adds: int
    bank_used_ms: int = 0


class Returned(Struct, frozen=True, gc=False, tag_field="kind", tag="returned"):
    """Chips that nobody called went back."""

    seat: int
    chips: int


class Shown(Struct, frozen=True, gc=False):
    """One row of a live seat at the showdown."""

    seat: int
    row: int
    name: str
    cards: tuple[str, ...]


class Counting(Struct, frozen=True, gc=False, tag_field="kind", tag="counting"):
    """The showdown: every live row lies open and the evaluator is asked."""

    rows: tuple[Shown, ...]


class Awarded(Struct, frozen=True, gc=False, tag_field="kind", tag="awarded"):
    """The pots were shared out; what nobody won is carried into the next hand."""

    awards: tuple[Award, ...]
    failed: tuple[Failed, ...] = ()
    carried: tuple[Owed, ...] = ()


class Ended(Struct, frozen=True, gc=False, tag_field="kind", tag="ended"):
    """The hand is over; `stacks` are what everybody dealt in now has."""

    stacks: tuple[Stack, ...]


HandEvent = (
    Anted
    | Dealt
    | Laid
    | Asked
    | Chosen
    | Withdrawn
    | Placed
    | Arranged
    | Declared
    | Turned
    | BoardTurned
    | Round
    | Acted
    | Returned
    | Counting
    | Awarded
)
