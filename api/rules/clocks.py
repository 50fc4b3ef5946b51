"""How long a seat may think: the deadline of a decision, the time bank, and what moves a deadline.

All times are milliseconds.  At most one clock runs at a table: a bettor's, or one that the seats share who choose in
secret, whoever of them has to choose anew.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from api.rules import events as e
from api.rules.hand import Decision, Timer
from api.rules.house_options import decision_ms, full_bank_ms
from api.rules.options import Announced, announce, known_to
from api.rules.run import Games, Run
from api.rules.table import Chair, Table, chair_of, open_decisions, running

# Clocks of several machines may differ by so much; what was asked later than that from now was asked before somebody
# set the clock back.
SLACK_MS = 10_000


class Outage(Struct, frozen=True):
    """A time in which nobody looked after the tables."""

    from_ms: int
    to_ms: int


def timer(run: Run, options: Announced, times: int = 1) -> Timer | None:
    """The time for a decision that is asked now, `times` as long as usual; None where no clock runs."""
    given_ms = decision_ms(options)
    return Timer(run.now.ms, run.now.ms + given_ms * times) if given_ms else None


def clock_options(games: Games, table: Table) -> Announced:
    """The options by which clocks run: those of the hand, between hands those that the table gives its first game."""
    hand = running(table)
    return hand.options if hand is not None else table_options(games, table)


def table_options(games: Mapping[str, Any], table: Table) -> Announced:
    """What the table announces for its first game, which is dealt where its dealer says nothing."""
    game = games[table.games[0]]
    return announce(game.options, known_to(game, dict(table.options)))


def running_timer(table: Table) -> Timer | None:
    """The one clock that runs at the table, or None."""
    if table.paused or table.closed:
        return None
    return next((one.timer for one in open_decisions(table) if one.timer is not None and one.answer is None), None)


def bank_left_ms(options: Announced, chair: Chair) -> int:
    """What is left of a seat's time bank."""
    return max(full_bank_ms(options) - chair.bank_used_ms, 0)


def bank_used_ms(run: Run, decision: Decision) -> int:
    """How much of the seat's time bank an answer takes that is given now."""
    given = decision.timer
    if given is None or decision.secret:
        return 0
    late = run.now.ms - (given.deadline_ms if given.bank_from_ms is None else given.bank_from_ms)
    if late <= 0:
        return 0
    chair = chair_of(run.table, decision.player)
    return 0 if chair is None else min(late, bank_left_ms(clock_options(run.games, run.table), chair))


def catch_up(run: Run, outage: Outage | None) -> None:
    """Put the clock back by as long as nobody looked after the table; once for each outage.

    What was asked in the future says that the clock of the machine was set back: then the seat's time begins anew.
    """
    table, now = run.table, run.now.ms
    given = running_timer(table)
    if given is None:
        return
    by, until = 0, table.delayed_until_ms
    if given.since_ms > now + SLACK_MS:
        by, until = now - given.since_ms, min(until, now)
    elif outage is not None:
        by = max(outage.to_ms - max(outage.from_ms, given.since_ms, until), 0)
        until = outage.to_ms
    if by:
        run.emit(e.Delayed(by, given.deadline_ms + by, until))
