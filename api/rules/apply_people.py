"""What coming, waiting, hosting and keeping out do to the table."""

from collections.abc import Callable
from typing import assert_never

from msgspec.structs import replace

from api.rules import events as e
from api.rules.table import Chair, Said, Table, Waiter

# How long it is remembered that somebody said something.
TALK_MS = 10_000
MOST_SAID = 50


def apply_to_people(table: Table, event: e.PeopleEvent) -> Table:
    """The table once one of these events has happened."""
    match event:
        case e.Queued(player=player, name=name, buy_in=buy_in):
            waiting = (*table.waiting, Waiter(player, name, buy_in))
            return replace(table, waiting=waiting, next_player=player + 1)
        case e.Unqueued(player=player):
            return replace(table, waiting=tuple(one for one in table.waiting if one.player != player))
        case e.HostChanged(player=player, generation=generation):
            return replace(table, host_player=player, host_generation=generation)
        case e.InvitationChanged(generation=generation):
            return replace(table, invitation_generation=generation)
        case e.Banned(names=names):
            return replace(table, banned=names)
        case e.TokenChanged(seat=seat, generation=generation, key=key):
            return _with_chair(table, seat, lambda chair: replace(chair, token_generation=generation, token_key=key))
        case e.LastHand(seat=seat, leaving=leaving):
            return _with_chair(table, seat, lambda chair: replace(chair, last_hand=leaving))
        case e.AutoRebuy(seat=seat, to=to):
            return _with_chair(table, seat, lambda chair: replace(chair, auto_rebuy_to=to))
        case e.Message(player=player, at_ms=at_ms):
            lately = [said for said in table.said if at_ms - said.at_ms < TALK_MS]
            return replace(table, said=(*lately[-MOST_SAID:], Said(player, at_ms)))
        case e.NextHand(at_ms=at_ms):
            return replace(table, deal_at_ms=at_ms)
        case _:
            assert_never(event)


def _with_chair(table: Table, seat: int, change: Callable[[Chair], Chair]) -> Table:
    return replace(table, chairs=tuple(change(chair) if chair.seat == seat else chair for chair in table.chairs))
