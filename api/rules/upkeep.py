"""What a table does by itself once something has happened: whatever follows from how it stands now.

Each part looks at the state and brings it in order, so that none of them can be forgotten by a way of coming there.
"""

from api.rules import events as e
from api.rules.clocks import SLACK_MS
from api.rules.run import Run
from api.rules.table import Chair, Table, chair_of, free_seats, in_hand, ready, running


def keep(run: Run) -> None:
    """Seat who waits, buy chips again, pass on the right of a host who has gone, and time the next hand."""
    if run.table.closed:
        return
    _seat_waiters(run)
    _buy_again(run)
    _pass_on_host(run)
    _time_next_hand(run)


def _seat_waiters(run: Run) -> None:
    """Who has waited longest sits down in the lowest free chair."""
    for seat, waiter in zip(free_seats(run.table), run.table.waiting, strict=False):
        run.emit(e.Seated(seat, waiter.player, waiter.name, waiter.buy_in))


def _buy_again(run: Run) -> None:
    """A seat that wished so, and has lost all its chips, gets new ones."""
    for chair in run.table.chairs:
        to = chair.auto_rebuy_to
        if run.table.terms.auto_rebuy and to is not None and not chair.chips and _stays(run, chair):
            run.emit(e.Rebought(chair.seat, to))


def _stays(run: Run, chair: Chair) -> bool:
    return not (chair.sitting_out or chair.leaving or in_hand(run.table, chair.seat))


def _pass_on_host(run: Run) -> None:
    """A host who has left is followed by who has sat here longest; at an empty table by who sits down first."""
    table = run.table
    if table.host_player is None or chair_of(table, table.host_player) is not None or not table.chairs:
        return
    heir = min(table.chairs, key=lambda chair: (chair.leaving, chair.player))
    run.emit(e.HostChanged(heir.seat, heir.player, table.host_generation + 1))


def _time_next_hand(run: Run) -> None:
    """Between hands, from the second on, a table that deals by itself says when; what is too far away was said before
    the clock was set back."""
    table, seconds = run.table, run.table.terms.deal_after_seconds
    at_ms = None if seconds is None or not _can_deal(table) else run.now.ms + 1000 * seconds
    if at_ms is None or table.deal_at_ms is None:
        changes = at_ms != table.deal_at_ms
    else:
        changes = table.deal_at_ms > at_ms + SLACK_MS
    if changes:
        run.emit(e.NextHand(at_ms))


def _can_deal(table: Table) -> bool:
    idle = running(table) is None and table.announcing is None and not table.paused
    return idle and table.hands > 0 and len(ready(table)) >= 2
