"""The events that are no part of a hand's play: chairs, chips, settings, rulings, and who names the next game."""

from msgspec import Struct

from api.rules.hand import Timer
from api.rules.options import Value
from api.rules.terms import Terms

Options = tuple[tuple[str, Value], ...]


class Opened(Struct, frozen=True, gc=False, tag_field="kind", tag="opened"):
    """A table was opened; `options` are those given, the rest are at their defaults."""

    table: str
    name: str
    game: str
    options: Options
    seats: int
    min_buy_in: int
    max_buy_in: int
    rigged: bool
    games: tuple[str, ...] = ()
    choice: str = "fixed"
    rotate_after: int = 0
    terms: Terms = Terms()


class Seated(Struct, frozen=True, gc=False, tag_field="kind", tag="seated"):
    """Somebody sat down with `chips`; who waited for the chair keeps their player number."""

    seat: int
    player: int
    name: str
    chips: int
    # How it plays, where a program that the server runs sat down.
    bot: str | None = None


class Leaving(Struct, frozen=True, gc=False, tag_field="kind", tag="leaving"):
    """A player in the hand said goodbye; the chair frees when the hand ends (2.5)."""

    seat: int


class Left(Struct, frozen=True, gc=False, tag_field="kind", tag="left"):
    """The chair is free; the player took `chips` along. `at_end`: not before the table closed."""

    seat: int
    player: int
    chips: int
    at_end: bool = False


class SatOut(Struct, frozen=True, gc=False, tag_field="kind", tag="sat-out"):
    """The seat is not dealt in, and is folded at its next betting decision (2.5)."""

    seat: int


class CameBack(Struct, frozen=True, gc=False, tag_field="kind", tag="came-back"):
    """The seat plays again."""

    seat: int


class Rebought(Struct, frozen=True, gc=False, tag_field="kind", tag="rebought"):
    """The seat bought `adds` chips."""

    seat: int
    adds: int


class Settings(Struct, frozen=True, gc=False, tag_field="kind", tag="settings"):
    """The host changed the table's name, its terms, or the options of the hands to come; all as they now are."""

    name: str
    options: Options
    terms: Terms = Terms()


class Paused(Struct, frozen=True, gc=False, tag_field="kind", tag="paused"):
    """Nothing moves until the host resumes, no clock either; `at_ms` in milliseconds since 1970."""

    at_ms: int


class Resumed(Struct, frozen=True, gc=False, tag_field="kind", tag="resumed"):
    """Play goes on, and the clock that runs has been put back `by_ms`."""

    by_ms: int
    deadline_ms: int | None = None


class Closed(Struct, frozen=True, gc=False, tag_field="kind", tag="closed"):
    """The table is over; everybody takes their chips along."""


class Refunded(Struct, frozen=True, gc=False, tag_field="kind", tag="refunded"):
    """The table closes and carried chips go back to who paid them; `seat` is None for a player who has left."""

    seat: int | None
    player: int
    chips: int


class Announcing(Struct, frozen=True, gc=False, tag_field="kind", tag="announcing"):
    """The dealer of the next hand is asked to name its game."""

    decision: int
    seat: int
    player: int
    rigged: bool
    timer: Timer | None = None


class CalledOff(Struct, frozen=True, gc=False, tag_field="kind", tag="called-off"):
    """The dealer went before naming a game, or too few are left: no hand is dealt."""


class Ruled(Struct, frozen=True, gc=False, tag_field="kind", tag="ruled"):
    """The host's ruling on a hand (2.6a); a void one gives every chip back to who paid it."""

    text: str
    void: bool


class Warned(Struct, frozen=True, gc=False, tag_field="kind", tag="warned"):
    """A seat's time is over and its time bank runs, up to the new deadline."""

    decision: int
    seat: int
    deadline_ms: int


class TimedOut(Struct, frozen=True, gc=False, tag_field="kind", tag="timed-out"):
    """The clock has answered for the seat, for the `in_a_row`th time."""

    decision: int
    seat: int
    in_a_row: int


class Delayed(Struct, frozen=True, gc=False, tag_field="kind", tag="delayed"):
    """Nobody looked after the table, up to `until_ms`: what is asked now may be answered `by_ms` later."""

    by_ms: int
    deadline_ms: int
    until_ms: int


ClockEvent = Paused | Resumed | Warned | TimedOut | Delayed
TableEvent = (
    Seated
    | Leaving
    | Left
    | SatOut
    | CameBack
    | Rebought
    | Settings
    | ClockEvent
    | Refunded
    | Closed
    | Announcing
    | CalledOff
    | Ruled
)
