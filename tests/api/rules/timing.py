"""How time passes at a table of the rules, where nothing else but a test moves the clock."""

from api.rules import waking
from api.rules.clocks import Outage, catch_up, running_timer
from api.rules.run import Moment, Run
from api.times import rfc3339
from tests.playing import Record


def later(table: Record, seconds: float) -> None:
    """So much later; the table has not been woken yet."""
    now_ms = table.now.ms + round(seconds * 1000)
    table.now = Moment(now_ms, rfc3339(now_ms))


def passes(table: Record, seconds: float) -> None:
    """So much later, and the ticker has looked."""
    later(table, seconds)
    table.act(waking.wake)


def left(table: Record) -> float | None:
    """The seconds until the clock answers; None where none runs."""
    timer = running_timer(table.table)
    return None if timer is None else (timer.deadline_ms - table.now.ms) / 1000


def due(table: Record) -> float | None:
    """In how many seconds the table wants to be woken; None for never."""
    due_ms = waking.next_due(table.table)
    return None if due_ms is None else (due_ms - table.now.ms) / 1000


def bank(table: Record, seat: int) -> float:
    """How many seconds of its time bank the seat has used up."""
    return next(chair.bank_used_ms for chair in table.table.chairs if chair.seat == seat) / 1000


def outage(table: Record, began: float, ended: float) -> Outage:
    """Nobody looked after the table from so many seconds ago until so many seconds ago."""
    return Outage(table.now.ms - round(began * 1000), table.now.ms - round(ended * 1000))


def notices(table: Record, seen: Outage | None) -> None:
    """Somebody does something at the table who has heard of the outage."""

    def act(run: Run) -> None:
        catch_up(run, seen)
        waking.wake(run)

    table.act(act)
