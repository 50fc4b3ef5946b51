"""What clocks do to a table: deadlines move, time banks are used and filled up, and absence is counted."""

from collections.abc import Callable
from typing import assert_never

from msgspec.structs import replace

from api.rules import events as e
from api.rules.hand import Decision, Hand, Timer, player_at
from api.rules.house_options import full_bank_ms
from api.rules.table import Chair, Table

# The part of a full time bank that comes back with each hand that its seat is dealt into.
REFILLS_TO_FULL = 10


def apply_to_clocks(table: Table, event: e.ClockEvent) -> Table:
    """The table once its clocks have been stopped, started or moved, or one has run down."""
    match event:
        case e.Paused(at_ms=at):
            return replace(table, paused=True, paused_ms=at)
        case e.Resumed(by_ms=by):
            until = max(table.delayed_until_ms, (table.paused_ms or 0) + by)
            return replace(
                _timed(table, lambda timer: timer.later(by)), paused=False, paused_ms=None, delayed_until_ms=until
            )
        case e.Warned():
            return _timed(table, lambda timer: _drawing_on_bank(timer, event.deadline_ms))
        case e.TimedOut(seat=seat, in_a_row=in_a_row):
            return _with_chair(table, seat, timeouts=in_a_row)
        case e.Delayed(by_ms=by, until_ms=until):
            return replace(_timed(table, lambda timer: timer.later(by)), delayed_until_ms=until)
        case _:
            assert_never(event)


def answered(table: Table, event: e.HandEvent) -> Table:
    """The table once a seat of the running hand has answered, if that is what happened."""
    match event:
        case e.Acted(decision=int()):
            return after_answer(table, event.seat, event.bank_used_ms)
        case e.Chosen():
            return after_answer(table, event.seat, 0)
        case e.Placed(seats=(e.PlacedBy(decision=int(), seat=seat, bank_used_ms=used),)):
            return after_answer(table, seat, used)
        case _:
            return table


def after_answer(table: Table, seat: int, bank_used_ms: int) -> Table:
    """What an answer took of the seat's time bank is gone, and the seat is there: no more in a row for the clock."""
    for chair in table.chairs:
        if chair.seat == seat and (bank_used_ms or chair.timeouts):
            return _with_chair(table, seat, bank_used_ms=chair.bank_used_ms + bank_used_ms, timeouts=0)
    return table


def refilled(chairs: tuple[Chair, ...], hand: Hand) -> tuple[Chair, ...]:
    """The chairs that are dealt into a hand get a part of their time bank back, up to a full one."""
    full = full_bank_ms(hand.options)
    return tuple(
        replace(chair, bank_used_ms=max(min(chair.bank_used_ms, full) - full // REFILLS_TO_FULL, 0))
        if chair.bank_used_ms and player_at(hand, chair.seat) is not None
        else chair
        for chair in chairs
    )


def _drawing_on_bank(timer: Timer, until_ms: int) -> Timer:
    return Timer(timer.since_ms, until_ms, bank_from_ms=timer.deadline_ms)


def _timed(table: Table, change: Callable[[Timer], Timer]) -> Table:
    """The table with the timer of every open decision changed; at most one clock runs there."""

    def changed(decision: Decision) -> Decision:
        return decision if decision.timer is None else replace(decision, timer=change(decision.timer))

    hand, announcing = table.hand, table.announcing
    if announcing is not None:
        announcing = replace(announcing, decision=changed(announcing.decision))
    if hand is not None and hand.open:
        hand = replace(hand, open=tuple(changed(decision) for decision in hand.open))
    return replace(table, hand=hand, announcing=announcing)


def _with_chair(table: Table, seat: int, **facts: int) -> Table:
    chairs = tuple(replace(chair, **facts) if chair.seat == seat else chair for chair in table.chairs)
    return replace(table, chairs=chairs)
