"""Table: chairs, chips and the hand being played, as one frozen value with its text form.

Chips in play belong to the hand while it runs; a chair's `chips` are then what it had when the hand began.
`accounts` remembers what every player who ever sat here bought and took away, so that chips can be shown to be
conserved (`chips_owed` = `chips_held`).
"""

import msgspec
from msgspec import Struct

from api.rules.hand import Answered, Decision, Hand, Owed, pot_total
from api.rules.options import Value
from api.rules.terms import Terms

# A field that is added has a default, so that tables stored before it open as they were; the number is raised only
# where that cannot be.
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
    # How much of the time bank is used up, and how many decisions in a row the clock has answered.
    bank_used_ms: int = 0
    timeouts: int = 0
    # The digest of the word with which the token was renewed, by which the same request is known when it comes again.
    token_key: str = ""
    # Plays the hand to its end and then leaves; `leaving` goes at once, and is folded.
    last_hand: bool = False
    auto_rebuy_to: int | None = None
    # The style of a bot that the server plays.
    bot: str | None = None


class Waiter(Struct, frozen=True, gc=False):
    """Somebody who waits for a chair, to sit down with `buy_in`."""

    player: int
    name: str
    buy_in: int


class Said(Struct, frozen=True, gc=False):
    """A player, or with None the bearer of the host token, said something at this moment."""

    player: int | None
    at_ms: int


class Account(Struct, frozen=True, gc=False):
    """What one player bought and took away, in chips, and the hands that the player was dealt."""

    player: int
    name: str
    bought: int
    cashed: int = 0
    hands: int = 0
    # The generation of the token of who has left: with it the hands played here can still be read.
    token_generation: int = 1


class Rotation(Struct, frozen=True, gc=False):
    """Where a rotation of games stands: the place in the list, the hands dealt there, and who dealt the first."""

    at: int = 0
    hands: int = 0
    first_dealer: int | None = None


class Announcing(Struct, frozen=True, gc=False):
    """A hand that waits for its dealer to name the game; its deck is shuffled already."""

    decision: Decision
    rigged: bool


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
    # The games that may be played here; `choice` says who picks: fixed, rotation or dealer.
    games: tuple[str, ...]
    choice: str
    # How many hands of a game before the rotation moves on; 0 for an orbit of the button.
    rotate_after: int
    format: int = FORMAT
    event: int = 0
    next_decision: int = 1
    next_player: int = 1
    hands: int = 0
    dealer: int | None = None
    paused: bool = False
    paused_ms: int | None = None
    # The end of the last time without service by which the clocks have been put back.
    delayed_until_ms: int = 0
    closed: bool = False
    # Who sat here when the table closed.
    stayed: tuple[int, ...] = ()
    host_generation: int = 1
    chairs: tuple[Chair, ...] = ()
    accounts: tuple[Account, ...] = ()
    hand: Hand | None = None
    rotation: Rotation = Rotation()
    announcing: Announcing | None = None
    # Chips that the last hand left for the first pot of the next one.
    carried: tuple[Owed, ...] = ()
    # The answers of the hand before, so that a late repetition is still recognised.
    answered_before: tuple[Answered, ...] = ()
    terms: Terms = Terms()
    # The player who runs the table; None: who has the host token.
    host_player: int | None = None
    invitation_generation: int = 1
    waiting: tuple[Waiter, ...] = ()
    # The names under which nobody may come back.
    banned: tuple[str, ...] = ()
    # When the table deals the next hand by itself, in milliseconds since 1970.
    deal_at_ms: int | None = None
    # Who has said something just now, and when: what the rate of talk is measured by.
    said: tuple[Said, ...] = ()


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


def open_decisions(table: Table) -> tuple[Decision, ...]:
    """Every decision of the table that is open, answered secret ones among them."""
    hand = running(table)
    announcing = () if table.announcing is None else (table.announcing.decision,)
    return (*(() if hand is None else hand.open), *announcing)


def running(table: Table) -> Hand | None:
    """The hand being played, or None between hands."""
    return table.hand if table.hand is not None and not table.hand.over else None


def chair_at(table: Table, seat: int) -> Chair | None:
    """Who sits there, or None."""
    return next((chair for chair in table.chairs if chair.seat == seat), None)


def chair_of(table: Table, player: int) -> Chair | None:
    """Where that player sits, or None."""
    return next((chair for chair in table.chairs if chair.player == player), None)


def waiter_of(table: Table, player: int) -> Waiter | None:
    """That player's entry on the waiting list, or None."""
    return next((waiter for waiter in table.waiting if waiter.player == player), None)


def free_seats(table: Table) -> tuple[int, ...]:
    """The empty chairs, in order."""
    taken = {chair.seat for chair in table.chairs}
    return tuple(seat for seat in range(1, table.seats + 1) if seat not in taken)


def in_hand(table: Table, seat: int) -> bool:
    """Whether the seat is dealt into the hand that is running."""
    hand = running(table)
    return hand is not None and any(player.seat == seat for player in hand.players)


def ready(table: Table) -> tuple[Chair, ...]:
    """The chairs that would be dealt in, by seat."""
    return tuple(
        chair
        for chair in table.chairs
        if chair.chips > 0 and not (chair.sitting_out or chair.leaving or chair.last_hand)
    )


def next_dealer(table: Table) -> int | None:
    """The next seat clockwise that would be dealt in: the button moves past empty, broke and absent seats.

    Who has been asked for a game deals it, whoever sits down meanwhile.
    """
    if table.announcing is not None:
        return table.announcing.decision.seat
    seats = [chair.seat for chair in ready(table)]
    after = table.dealer or 0
    return next((seat for seat in seats if seat > after), seats[0] if seats else None)


def next_game(table: Table) -> str:
    """The game of the next hand, as far as it is known before its dealer announces."""
    rotation = table.rotation
    if table.choice != "rotation":
        return table.game
    moves = rotation.hands >= table.rotate_after if table.rotate_after else _orbit_done(table)
    return table.games[(rotation.at + (1 if moves else 0)) % len(table.games)]


def _orbit_done(table: Table) -> bool:
    """Whether the button, with its next move, comes to or passes the seat that dealt the first hand of this game."""
    first, now, to = table.rotation.first_dealer, table.dealer, next_dealer(table)
    if first is None or now is None or to is None:
        return False
    return _seats_on(table, now, first) <= _seats_on(table, now, to)


def _seats_on(table: Table, start: int, seat: int) -> int:
    """How many seats clockwise, once around for the same seat."""
    return (seat - start - 1) % table.seats + 1


def chips_owed(table: Table) -> int:
    """Every chip bought and not taken away."""
    return sum(account.bought - account.cashed for account in table.accounts)


def chips_held(table: Table) -> int:
    """Every chip lying on the table: stacks, what was carried, and what has been paid into a hand not yet awarded."""
    hand = running(table)
    dealt_in = set() if hand is None else {player.seat for player in hand.players}
    held = sum(chair.chips for chair in table.chairs if chair.seat not in dealt_in)
    held += sum(owed.chips for owed in table.carried)
    if hand is None:
        return held
    paid = 0 if hand.awarded else pot_total(hand)
    return held + paid + sum(player.chips for player in hand.players)
