"""Table: chairs, chips and the hand being played, as one frozen value with its text form.

Chips in play belong to the hand while it runs; a chair's `chips` are then what it had when the hand began.
`accounts` remembers what every player who ever sat here bought and took away, so that chips can be shown to be
conserved (`chips_owed` = `chips_held`).
"""

import msgspec
from msgspec import Struct

from api.rules.hand import Answered, Hand
from api.rules.options import Value

FORMAT = 1


class Chair(Struct, frozen=True, gc=False):
    """An occupied chair."""

    seat: int
    player: int
    name: str
    chips: int
    sitting_out: bool = False
    leaving: bool = False
    token_generation: int = 1


class Account(Struct, frozen=True, gc=False):
    """What one player bought and took away, in chips."""

    player: int
    name: str
    bought: int
    cashed: int = 0


class Table(Struct, frozen=True, gc=False):
    """Everything about one table but the deck of its running hand, which is stored beside it."""

    id: str
    name: str
    game: str
    options: tuple[tuple[str, Value], ...]
    seats: int
    min_buy_in: int
    max_buy_in: int
    rigged: bool
    format: int = FORMAT
    event: int = 0
    next_decision: int = 1
    next_player: int = 1
    hands: int = 0
    dealer: int | None = None
    paused: bool = False
    closed: bool = False
    host_generation: int = 1
    chairs: tuple[Chair, ...] = ()
    accounts: tuple[Account, ...] = ()
    hand: Hand | None = None
    # The answers of the hand before, so that a late repetition is still recognised.
    answered_before: tuple[Answered, ...] = ()


class UnknownFormat(ValueError):
    """The text was written by another version of the server."""


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(Table)


def to_text(table: Table) -> bytes:
    """The table as JSON text, its format number included."""
    return _ENCODER.encode(table)


def from_text(text: bytes) -> Table:
    """The table back from its text; raises UnknownFormat for a text of another format."""
    try:
        table = _DECODER.decode(text)
    except msgspec.DecodeError as fault:
        raise UnknownFormat(f"not the text of a table in format {FORMAT}: {fault}") from fault
    if table.format != FORMAT:
        raise UnknownFormat(f"the table's text has format {table.format}; this server reads format {FORMAT}")
    return table


def running(table: Table) -> Hand | None:
    """The hand being played, or None between hands."""
    return table.hand if table.hand is not None and not table.hand.over else None


def chair_at(table: Table, seat: int) -> Chair | None:
    """Who sits there, or None."""
    return next((chair for chair in table.chairs if chair.seat == seat), None)


def chair_of(table: Table, player: int) -> Chair | None:
    """Where that player sits, or None."""
    return next((chair for chair in table.chairs if chair.player == player), None)


def in_hand(table: Table, seat: int) -> bool:
    """Whether the seat is dealt into the hand that is running."""
    hand = running(table)
    return hand is not None and any(player.seat == seat for player in hand.players)


def ready(table: Table) -> tuple[Chair, ...]:
    """The chairs that would be dealt in, by seat."""
    return tuple(chair for chair in table.chairs if chair.chips > 0 and not chair.sitting_out and not chair.leaving)


def next_dealer(table: Table) -> int | None:
    """The next seat clockwise that would be dealt in: the button moves past empty, broke and absent seats."""
    seats = [chair.seat for chair in ready(table)]
    after = table.dealer or 0
    return next((seat for seat in seats if seat > after), seats[0] if seats else None)


def chips_owed(table: Table) -> int:
    """Every chip bought and not taken away."""
    return sum(account.bought - account.cashed for account in table.accounts)


def chips_held(table: Table) -> int:
    """Every chip lying on the table: stacks, and what has been paid into a hand not yet awarded."""
    hand = running(table)
    dealt_in = set() if hand is None else {player.seat for player in hand.players}
    held = sum(chair.chips for chair in table.chairs if chair.seat not in dealt_in)
    if hand is None:
        return held
    paid = 0 if hand.awarded else sum(player.paid for player in hand.players)
    return held + paid + sum(player.chips for player in hand.players)
