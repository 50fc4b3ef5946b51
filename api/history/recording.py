"""What is kept of a finished hand beside its events: public facts, so that hands can be listed without being replayed.

Names stand here because the events of a hand know only seats; whoever sat down long ago may be forgotten by then.
"""

from collections.abc import Callable
from datetime import datetime

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from api.rules import events as e
from api.rules.hand import Hand, Player, pot_total, winnings
from api.rules.run import Run
from api.rules.table import Table
from api.store import FinishedHand


class RecordedPlayer(Struct, frozen=True):
    """Who was dealt in, with the chips of the hand; `player` is the number behind the token, and is never shown."""

    seat: int
    player: int
    name: str
    chips: int
    paid: int
    won: int
    left_with: int


class Recorded(Struct, frozen=True):
    """The hand in a few facts; `awards` and `rulings` are sentences."""

    table_name: str
    max_seats: int
    game: str
    dealer: int
    carried: int
    pot: int
    left: int
    players: tuple[RecordedPlayer, ...]
    awards: tuple[str, ...]
    void: bool
    rulings: tuple[str, ...]


_DECODER = msgspec.json.Decoder(Recorded)


def recorded(table: Table) -> Recorded:
    """The facts of the hand that has just ended on the table, or that was ruled on after its end."""
    hand = table.hand
    assert hand is not None and hand.over, "only a finished hand is recorded"
    won = winnings(hand.awards)
    return Recorded(
        table_name=table.name,
        max_seats=table.seats,
        game=hand.game,
        dealer=hand.dealer,
        carried=sum(owed.chips for owed in hand.carried),
        pot=pot_total(hand),
        left=_left(hand),
        players=tuple(_player(hand, player, won.get(player.seat, 0)) for player in hand.players),
        awards=tuple(award.text for award in hand.awards),
        void=hand.void,
        rulings=hand.rulings,
    )


def _left(hand: Hand) -> int:
    """What stays on the table for the next hand; of a void one, what had come from the hand before."""
    if hand.void:
        return sum(owed.chips for owed in hand.carried)
    return sum(award.carried for award in hand.awards)


def _player(hand: Hand, player: Player, won: int) -> RecordedPlayer:
    had = player.chips if hand.void else player.chips - won + player.paid
    return RecordedPlayer(player.seat, player.player, player.name, had, player.paid, won, player.chips)


def finished_hand(run: Run, known: Callable[[int], FinishedHand | None]) -> FinishedHand | None:
    """What is to be kept of the hand that this request ended or, after its end, ruled on; None where it did neither.

    `known` gives what was kept of a hand so far.
    """
    table = run.finished or run.table
    hand = table.hand
    # A hand that was dealt before hands were recorded does not know where its events begin.
    if hand is None or not hand.over or not hand.first:
        return None
    for stamped in run.events:
        if isinstance(stamped.what, e.Ended):
            at = datetime.fromisoformat(stamped.server_time).timestamp()
            return FinishedHand(hand.number, hand.first, stamped.event, at, to_summary(recorded(table)))
    if any(isinstance(stamped.what, e.Ruled) for stamped in run.events):
        before = known(hand.number)
        return None if before is None else replace(before, summary=to_summary(recorded(table)))
    return None


def to_summary(record: Recorded) -> bytes:
    """The record as it is stored."""
    return msgspec.json.encode(record)


def from_summary(summary: bytes) -> Recorded:
    """The record back from the store."""
    return _DECODER.decode(summary)
