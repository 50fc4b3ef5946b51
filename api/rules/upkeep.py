"""What a table does by itself once something has happened: whatever follows from how it stands now.

Each part looks at the state and brings it in order, so that none of them can be forgotten by a way of coming there.
"""

from api.rules import events as e
from api.rules.run import Run
from api.rules.table import Chair, chair_of, free_seats, in_hand


def keep(run: Run) -> None:
    """Seat who waits, buy chips again, and pass on the right of a host who has gone."""
    if run.table.closed:
        return
    _seat_waiters(run)
    _buy_again(run)
    _pass_on_host(run)


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
