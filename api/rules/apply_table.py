"""What the events outside a hand, and those that begin and end one, do to the table."""

from typing import assert_never

from msgspec.structs import replace

from api.rules import events as e
from api.rules.hand import Hand, Player, index_of, put
from api.rules.table import Account, Chair, Table


def started(table: Table, event: e.Started) -> Table:
    """A hand with the players of its first event."""
    players = []
    for stack in event.seats:
        chair = next(chair for chair in table.chairs if chair.seat == stack.seat)
        players.append(Player(chair.seat, chair.player, chair.name, stack.chips))
    hand = Hand(event.number, event.game, event.options, event.dealer, tuple(players), rigged=event.rigged)
    before = table.hand.answered if table.hand is not None else ()
    return replace(table, hand=hand, hands=event.number, dealer=event.dealer, answered_before=before)


def ended(table: Table, event: e.Ended) -> Table:
    """The stacks go back to the chairs."""
    assert table.hand is not None, "a hand that ends has been dealt"
    stacks = {stack.seat: stack.chips for stack in event.stacks}
    chairs = tuple(replace(chair, chips=stacks.get(chair.seat, chair.chips)) for chair in table.chairs)
    return replace(table, chairs=chairs, hand=replace(table.hand, over=True))


TableEvent = (
    e.Seated | e.Leaving | e.Left | e.SatOut | e.CameBack | e.Rebought | e.Settings | e.Paused | e.Resumed | e.Closed
)


def apply_to_table(table: Table, event: TableEvent) -> Table:
    """The table once one of its own events has happened."""
    match event:
        case e.Seated():
            return _seated(table, event)
        case e.Leaving(seat=seat):
            return _with_away(_with_chair(table, seat, leaving=True), seat)
        case e.Left():
            return _left(table, event)
        case e.SatOut(seat=seat):
            return _with_away(_with_chair(table, seat, sitting_out=True), seat)
        case e.CameBack(seat=seat):
            return _with_away(_with_chair(table, seat, sitting_out=False), seat)
        case e.Rebought(seat=seat, adds=adds):
            return _rebought(table, seat, adds)
        case e.Settings(name=name, options=options):
            return replace(table, name=name, options=options)
        case e.Paused():
            return replace(table, paused=True)
        case e.Resumed():
            return replace(table, paused=False)
        case e.Closed():
            return replace(table, closed=True)
        case _:
            assert_never(event)


def _seated(table: Table, event: e.Seated) -> Table:
    chair = Chair(event.seat, event.player, event.name, event.chips)
    return replace(
        table,
        chairs=tuple(sorted((*table.chairs, chair), key=lambda chair: chair.seat)),
        accounts=(*table.accounts, Account(event.player, event.name, event.chips)),
        next_player=event.player + 1,
    )


def _left(table: Table, event: e.Left) -> Table:
    """The chair is free.  Who leaves with what they brought owes nobody and is owed nothing: no account is kept, so
    that coming and going does not swell the table."""
    accounts = tuple(
        replace(account, cashed=account.cashed + event.chips) if account.player == event.player else account
        for account in table.accounts
    )
    return replace(
        table,
        chairs=tuple(chair for chair in table.chairs if chair.seat != event.seat),
        accounts=tuple(one for one in accounts if one.player != event.player or one.bought != one.cashed),
    )


def _rebought(table: Table, seat: int, adds: int) -> Table:
    bought = next(chair for chair in table.chairs if chair.seat == seat)
    accounts = tuple(
        replace(account, bought=account.bought + adds) if account.player == bought.player else account
        for account in table.accounts
    )
    return replace(_with_chair(table, seat, chips=bought.chips + adds), accounts=accounts)


def _with_chair(table: Table, seat: int, **facts: bool | int) -> Table:
    chairs = tuple(replace(chair, **facts) if chair.seat == seat else chair for chair in table.chairs)
    return replace(table, chairs=chairs)


def _with_away(table: Table, seat: int) -> Table:
    """A chair's absence told to the hand that is running: who leaves or sits out is away, who came back is not."""
    hand = table.hand
    chair = next(chair for chair in table.chairs if chair.seat == seat)
    if hand is None or hand.over or all(player.player != chair.player for player in hand.players):
        return table
    at = index_of(hand, seat)
    player = replace(hand.players[at], away=chair.leaving or chair.sitting_out)
    return replace(table, hand=replace(hand, players=put(hand, at, player)))
