"""`apply`: the only way in which a table changes.

One function a kind of event, in the modules `apply_*`; each takes a value and returns the next one.
The walk (`play.py`) emits events and applies them at once, and replaying the stored ones gives the same table again.
"""

from msgspec.structs import replace

from api.rules import events as e
from api.rules.apply_clocks import answered
from api.rules.apply_hand import apply_to_hand
from api.rules.apply_people import apply_to_people
from api.rules.apply_table import apply_to_table, ended, started
from api.rules.hand import Hand
from api.rules.table import Table


def opened(event: e.Opened) -> Table:
    """The table as its first event leaves it."""
    return Table(
        id=event.table,
        name=event.name,
        game=event.game,
        options=event.options,
        seats=event.seats,
        min_buy_in=event.min_buy_in,
        max_buy_in=event.max_buy_in,
        rigged=event.rigged,
        games=event.games or (event.game,),
        choice=event.choice,
        rotate_after=event.rotate_after,
        terms=event.terms,
        event=1,
    )


def apply(table: Table, event: e.Event) -> Table:
    """The table once the event has happened."""
    number = table.event + 1
    if isinstance(event, e.HandEvent):
        hand = apply_to_hand(_hand(table), event)
        table = answered(table, event)
        if isinstance(event, e.Asked):
            return replace(table, event=number, hand=hand, next_decision=event.decisions[-1].decision + 1)
        if isinstance(event, e.Awarded):
            return replace(table, event=number, hand=hand, carried=event.carried)
        return replace(table, event=number, hand=hand)
    if isinstance(event, e.PeopleEvent):
        return replace(apply_to_people(table, event), event=number)
    match event:
        case e.Started():
            return replace(started(table, event), event=number)
        case e.Ended():
            return replace(ended(table, event), event=number)
        case e.Opened():
            raise ValueError("a table is opened once")
        case _:
            return replace(apply_to_table(table, event), event=number)


def _hand(table: Table) -> Hand:
    assert table.hand is not None, "the event belongs to a hand"
    return table.hand
