"""The waiting list: who comes to a full table, and sits down as soon as a chair is free (`upkeep.py`)."""

from api.rules import events as e
from api.rules.refusals import NoSuchWaiter, SeatFree, WaitingListFull
from api.rules.run import Run
from api.rules.seating import check_newcomer, open_for_business
from api.rules.table import chair_of, free_seats, waiter_of

MOST_WAITING = 50


def wait(run: Run, name: str, buy_in: int) -> int:
    """Wait for a chair, and say under which player number; raises SeatFree where there is one."""
    open_for_business(run)
    table = run.table
    check_newcomer(table, name, buy_in)
    if free := free_seats(table):
        raise SeatFree("there is a free seat: sit down", free=free)
    if len(table.waiting) >= MOST_WAITING:
        raise WaitingListFull(f"{MOST_WAITING} people wait already")
    player = table.next_player
    run.emit(e.Queued(player, name, buy_in))
    return player


def stop_waiting(run: Run, player: int) -> None:
    """Take somebody off the list."""
    if waiter_of(run.table, player) is None:
        chair = chair_of(run.table, player)
        where = "is not on the waiting list" if chair is None else f"has been seated, in seat {chair.seat}"
        raise NoSuchWaiter(f"player {player} {where}")
    run.emit(e.Unqueued(player))
