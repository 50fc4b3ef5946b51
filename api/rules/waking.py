"""What a table does at its time: the clock answers for who lets a deadline pass, and the next hand is dealt.

`next_due` says when a table wants to be woken, `wake` does whatever is due by then.  Whatever else is to happen at
its time hangs here.
"""

from api.rules import choosing, clocks, dealing, play, seating
from api.rules import events as e
from api.rules.hand import Decision
from api.rules.legal import choice_step, default_wager
from api.rules.run import Run
from api.rules.table import Table, chair_of, open_decisions

# So many decisions in a row that the clock had to answer, and the seat is sat out.
TIMEOUTS_TO_SIT_OUT = 2


def next_due(table: Table) -> int | None:
    """When the table wants to be woken, in milliseconds since 1970; None while it waits for nothing but people."""
    timer = clocks.running_timer(table)
    return table.deal_at_ms if timer is None else timer.deadline_ms


def deals(run: Run) -> bool:
    """Whether to wake the table now is to deal a hand, for which the run needs a shuffled deck."""
    at_ms = run.table.deal_at_ms
    return at_ms is not None and at_ms <= run.now.ms


def wake(run: Run) -> None:
    """Do everything that is due by now."""
    if deals(run):
        dealing.start_hand(run, {}, rigged=False)
    while (due := next_due(run.table)) is not None and due <= run.now.ms:
        _run_down(run)


def _run_down(run: Run) -> None:
    """The deadline has passed: who decides in turn draws on the time bank, else the clock answers."""
    late = [one for one in open_decisions(run.table) if one.timer is not None and one.answer is None]
    first = late[0]
    assert first.timer is not None, "a clock runs"
    chair = chair_of(run.table, first.player)
    if not first.secret and first.timer.bank_from_ms is None and chair is not None:
        left = clocks.bank_left_ms(clocks.clock_options(run.games, run.table), chair)
        if left:
            run.emit(e.Warned(first.number, first.seat, first.timer.deadline_ms + left))
            return
    _time_out(run, late)


def _time_out(run: Run, late: list[Decision]) -> None:
    """The clock answers for all of them.  That it did is told once their step is closed: a secret one keeps it till
    then."""
    before = {chair.player: chair.timeouts for chair in run.table.chairs}
    _answer_for(run, late)
    for decision in late:
        run.emit(e.TimedOut(decision.number, decision.seat, before[decision.player] + 1))
    for decision in late:
        chair = chair_of(run.table, decision.player)
        if chair is not None and chair.timeouts >= TIMEOUTS_TO_SIT_OUT and not (chair.sitting_out or chair.leaving):
            run.emit(e.SatOut(chair.seat))
    seating.walk_on(run)


def _answer_for(run: Run, late: list[Decision]) -> None:
    """Let the clock give the answers that the rules name as defaults."""
    if run.table.announcing is not None:
        dealing.take_announcement(run, late[0], dealing.default_announcement(run.table))
    elif late[0].type == "bet":
        play.act(run, late[0], default_wager(run.hand, late[0]))
    else:
        choosing.time_out(run, choice_step(run.game, run.hand), late)
