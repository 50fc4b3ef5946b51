"""Everything at a table that is not the play of a hand: opening, sitting, leaving, chips, pausing, closing."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from api.rules import events as e
from api.rules.apply import opened
from api.rules.naming import compared
from api.rules.options import MOST_CHIPS, announce, known_to
from api.rules.refusals import (
    BuyInOutOfBounds,
    HandInProgress,
    NameBanned,
    NameTaken,
    NoSuchSeat,
    SeatLeaving,
    SeatsOutOfBounds,
    SeatTaken,
    TableClosed,
    TableFull,
    UnknownOption,
)
from api.rules.run import Games, Moment, Run
from api.rules.table import (
    Chair,
    Table,
    chair_at,
    chair_of,
    free_seats,
    in_hand,
    open_decisions,
    ready,
    running,
)
from api.rules.walk import walk


def open_table(event: e.Opened, games: Games, now: Moment) -> Run:
    """A new table with its first event; raises UnknownOption, BadOption, SeatsOutOfBounds or BuyInOutOfBounds."""
    names = event.games or (event.game,)
    options = checked_options(games, names, event.options)
    least = max(games[name].seats_min for name in names)
    most = min(games[name].seats_max for name in names)
    if not least <= event.seats <= most:
        raise SeatsOutOfBounds(
            f"what is played here is for {least} to {most} players", field="seats", min=least, max=most
        )
    if event.min_buy_in > event.max_buy_in:
        raise BuyInOutOfBounds(
            f"min_buy_in is {event.min_buy_in}, and max_buy_in must be no less",
            field="max_buy_in",
            min=event.min_buy_in,
            max=MOST_CHIPS,
        )
    event = replace(event, options=options)
    run = Run(opened(event), games, now)
    run.events.append(e.Stamped(1, None, now.text, event))
    return run


def checked_options(games: Games, names: Iterable[str], given: e.Options) -> e.Options:
    """The options of a table as they are kept; each must be known to a game that is played there, and legal in all
    that know it."""
    played = [games[name] for name in names]
    known = {option.name for game in played for option in game.options}
    for name, _ in given:
        if name not in known:
            raise UnknownOption(
                f"there is no option {name!r} in what is played here", field=f"options.{name}", allowed=sorted(known)
            )
    for game in played:
        announce(game.options, known_to(game, dict(given)))
    return tuple((name, tuple(value) if isinstance(value, list) else value) for name, value in given)


def open_for_business(run: Run) -> None:
    """Raise TableClosed unless the table is open."""
    if run.table.closed:
        raise TableClosed("the table is closed")


def chair_in(run: Run, seat: int) -> Chair:
    """Who sits there; raises NoSuchSeat."""
    chair = chair_at(run.table, seat)
    if chair is None:
        raise NoSuchSeat(f"nobody sits in seat {seat}")
    return chair


def check_player(run: Run, seat: int, player: int | None) -> None:
    """Raise NoSuchSeat unless that player, where one is named, sits there: a request sent again falls on no other."""
    if player is not None and chair_in(run, seat).player != player:
        raise NoSuchSeat(f"player {player} does not sit in seat {seat}")


def sit(run: Run, name: str, buy_in: int, seat: int | None, bot: str | None = None) -> int:
    """Take a chair, the lowest free one where none is named, and say which; joins with the next hand.

    `bot` is the style of a program that the server plays there.
    """
    open_for_business(run)
    table = run.table
    if seat is not None and not 1 <= seat <= table.seats:
        raise NoSuchSeat(f"the table has seats 1 to {table.seats}", min=1, max=table.seats)
    check_newcomer(table, name, buy_in)
    free = free_seats(table)
    if not free:
        raise TableFull(f"all {table.seats} seats are taken")
    if seat is not None and seat not in free:
        raise SeatTaken(f"seat {seat} is taken", free=free)
    chosen = seat if seat is not None else free[0]
    run.emit(e.Seated(chosen, table.next_player, name, buy_in, bot))
    return chosen


def check_newcomer(table: Table, name: str, buy_in: int) -> None:
    """Raise BuyInOutOfBounds, NameTaken or NameBanned for somebody who may not come like that."""
    check_buy_in(table, buy_in, "buy_in")
    known = compared(name)
    here = [one.name for one in table.chairs] + [one.name for one in table.waiting]
    if known in {compared(taken) for taken in here}:
        raise NameTaken(f"somebody called {name} is already here", field="name")
    if known in {compared(banned) for banned in table.banned}:
        raise NameBanned("the host lets nobody of that name in")


def check_buy_in(table: Table, chips: int, field: str) -> None:
    """Raise BuyInOutOfBounds for more or fewer chips than the table sells."""
    if not table.min_buy_in <= chips <= table.max_buy_in:
        raise BuyInOutOfBounds(
            f"the buy-in is {table.min_buy_in} to {table.max_buy_in} chips",
            field=field,
            min=table.min_buy_in,
            max=table.max_buy_in,
        )


def sit_out(run: Run, seat: int) -> None:
    """Be dealt no more hands, and be folded at the next betting decision of this one (2.5)."""
    open_for_business(run)
    if not chair_in(run, seat).sitting_out:
        run.emit(e.SatOut(seat))
        walk_on(run)


def come_back(run: Run, seat: int) -> None:
    """Play again."""
    open_for_business(run)
    chair = chair_in(run, seat)
    if chair.leaving:
        raise SeatLeaving(f"seat {seat} is leaving")
    if chair.sitting_out:
        run.emit(e.CameBack(seat))


def rebuy(run: Run, seat: int, to: int) -> None:
    """Buy chips between hands until the stack is `to`."""
    open_for_business(run)
    chair = chair_in(run, seat)
    if chair.chips == to and not in_hand(run.table, seat):
        return
    if chair.leaving:
        raise SeatLeaving(f"seat {seat} is leaving")
    if in_hand(run.table, seat):
        raise HandInProgress("chips are bought between hands")
    most = run.table.max_buy_in
    if not chair.chips < to <= most:
        raise BuyInOutOfBounds(
            f"a rebuy brings the stack to more than {chair.chips} and at most {most} chips",
            field="rebuy_to",
            min=chair.chips,
            max=most,
        )
    run.emit(e.Rebought(seat, to - chair.chips))


def renew_token(run: Run, seat: int, key: str) -> None:
    """Make every token of the seat so far worthless; asked again with the same key, it is done already."""
    chair = chair_in(run, seat)
    if chair.token_key != key:
        run.emit(e.TokenChanged(seat, chair.player, chair.token_generation + 1, key))


def leave(run: Run, seat: int) -> None:
    """Take the chips and go; who is dealt in goes when the hand ends, and its chips in the pot stay there (2.5)."""
    chair = chair_in(run, seat)
    if not in_hand(run.table, seat):
        run.emit(e.Left(seat, chair.player, chair.chips))
        walk_on(run)
    elif not chair.leaving:
        run.emit(e.Leaving(seat))
        walk_on(run)


def walk_on(run: Run) -> None:
    """Let the hand go on without who went; a deal that waited for them, or that lacks players now, is called off."""
    if running(run.table) is not None:
        walk(run)
    announcing = run.table.announcing
    if announcing is not None:
        seats = [chair.seat for chair in ready(run.table)]
        if announcing.decision.seat not in seats or len(seats) < 2:
            run.emit(e.CalledOff())


def change_settings(
    run: Run, name: str | None, options: Mapping[str, Any] | None, terms: Mapping[str, Any] | None = None
) -> None:
    """A new name, other terms, or other options for the hands to come."""
    open_for_business(run)
    table = run.table
    new_name = table.name if name is None else name
    new_options = table.options
    if options is not None:
        new_options = checked_options(run.games, table.games, tuple(options.items()))
    new_terms = replace(table.terms, **(terms or {}))
    if (new_name, new_options, new_terms) == (table.name, table.options, table.terms):
        return
    if new_options != table.options and (running(table) is not None or table.announcing is not None):
        raise HandInProgress("the announced options stand until the hand ends (2.1)")
    run.emit(e.Settings(new_name, new_options, new_terms))


def pause(run: Run) -> None:
    """Let nothing move until the table is resumed."""
    open_for_business(run)
    if not run.table.paused:
        run.emit(e.Paused(run.now.ms))


def resume(run: Run) -> None:
    """Go on."""
    open_for_business(run)
    if run.table.paused:
        by = max(run.now.ms - (run.table.paused_ms or run.now.ms), 0)
        timer = next((one.timer for one in open_decisions(run.table) if one.timer is not None), None)
        run.emit(e.Resumed(by, None if timer is None else timer.deadline_ms + by))
        walk_on(run)


def close(run: Run) -> None:
    """Send everybody home with their chips, carried ones too; not during a hand."""
    if run.table.closed:
        return
    if running(run.table) is not None:
        raise HandInProgress("a table is closed between hands")
    if run.table.announcing is not None:
        run.emit(e.CalledOff())
    for owed in run.table.carried:
        chair = chair_of(run.table, owed.player)
        run.emit(e.Refunded(None if chair is None else chair.seat, owed.player, owed.chips))
    for chair in run.table.chairs:
        run.emit(e.Left(chair.seat, chair.player, chair.chips, at_end=True))
    run.emit(e.Closed())
