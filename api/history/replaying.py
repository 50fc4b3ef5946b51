"""Plays a finished hand's events again, from the table as it stood when the hand began.

Only those who were dealt in sit at that table: who came or went beside the hand is nothing that its events need.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from api.history.recording import Recorded
from api.rules import events as e
from api.rules.apply import apply
from api.rules.hand import Owed
from api.rules.table import Chair, Table

BESIDE_THE_HAND = (e.Leaving, e.SatOut, e.CameBack)


def replayed(table: Table, record: Recorded, events: Sequence[e.Stamped]) -> Iterator[Table]:
    """The table after each of the hand's events, the first of which is `started`; `table` is as it is now."""
    seats = {player.seat for player in record.players}
    stands = _before(table, record, events[0])
    for stamped in events:
        if _concerns(stamped.what, seats):
            stands = apply(replace(stands, event=stamped.event - 1), stamped.what)
        else:
            stands = replace(stands, event=stamped.event)
        yield stands


def _before(table: Table, record: Recorded, first: e.Stamped) -> Table:
    """The table before the hand, as far as the hand can tell."""
    assert first.hand is not None, "the first event is the hand's"
    return Table(
        id=table.id,
        name=record.table_name,
        game=record.game,
        options=(),
        seats=table.seats,
        min_buy_in=table.min_buy_in,
        max_buy_in=table.max_buy_in,
        rigged=table.rigged,
        games=table.games,
        choice=table.choice,
        rotate_after=table.rotate_after,
        event=first.event - 1,
        hands=first.hand - 1,
        chairs=tuple(
            Chair(one.seat, one.player, one.name, one.chips) for one in sorted(record.players, key=lambda one: one.seat)
        ),
        carried=(Owed(0, record.carried),) if record.carried else (),
        terms=table.terms,
    )


def _concerns(event: e.Event, seats: set[int]) -> bool:
    """Whether the event is the hand's own, or of one of its players."""
    if isinstance(event, BESIDE_THE_HAND):
        return event.seat in seats
    return isinstance(event, e.HandEvent | e.Started | e.Ended | e.Paused | e.Resumed | e.Ruled | e.Delayed)
