"""The faces of the events of coming, waiting and hosting, and what a view says of all that."""

from typing import assert_never

from msgspec import to_builtins

from api.rules import events as e
from api.rules.table import Table, chair_of
from api.rules.terms import Terms
from api.times import rfc3339
from api.views.common import Json, Viewer


def people_face(event: e.PeopleEvent, viewer: Viewer) -> Json:
    """What the event says to this viewer."""
    match event:
        case e.Queued():
            return {"player": event.player, "name": event.name, "buy_in": event.buy_in}
        case e.Unqueued():
            return {"player": event.player}
        case e.HostChanged():
            return {"seat": event.seat}
        case e.InvitationChanged():
            return {}
        case e.Banned():
            return {"names": list(event.names) if viewer.host else None}
        case e.TokenChanged():
            return {"seat": event.seat}
        case e.LastHand():
            return {"seat": event.seat, "leaving": event.leaving}
        case e.AutoRebuy():
            return {"seat": event.seat, "to": event.to if event.player == viewer.player else None}
        case e.Message():
            return {"seat": event.seat, "name": event.name, "host": event.host, "text": event.text}
        case e.NextHand():
            return {"at": None if event.at_ms is None else rfc3339(event.at_ms)}
        case _:
            assert_never(event)


def terms_view(terms: Terms) -> Json:
    """What the host has settled, as part of a view or an event."""
    return {
        "private": terms.private,
        "spectators": terms.spectators,
        "auto_rebuy": terms.auto_rebuy,
        "deal_after_seconds": terms.deal_after_seconds,
        "chip_value": None if terms.chip_value is None else to_builtins(terms.chip_value),
    }


def place_of(table: Table, player: int | None) -> int | None:
    """The player's place on the waiting list, counted from 1; None for who does not wait."""
    return next((place for place, waiter in enumerate(table.waiting, 1) if waiter.player == player), None)


def host_seat(table: Table) -> int | None:
    """Where the host sits; None where the host token alone makes one."""
    chair = None if table.host_player is None else chair_of(table, table.host_player)
    return None if chair is None else chair.seat


def waiting_view(table: Table) -> list[Json]:
    """Who waits for a chair, the next one first."""
    return [{"player": waiter.player, "name": waiter.name, "buy_in": waiter.buy_in} for waiter in table.waiting]
