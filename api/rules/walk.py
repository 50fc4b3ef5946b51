"""The walk through a hand's script, from one choice of a seat to the next."""

from typing import assert_never

from api.rules import choosing, steps
from api.rules import events as e
from api.rules import script as s
from api.rules.hand import live_count
from api.rules.pots import payments, uncalled
from api.rules.run import Run


def walk(run: Run) -> None:
    """Walk the script until somebody must choose, the evaluator must be asked, or the hand is over."""
    while not (hand := run.hand).over and not run.table.paused:
        if hand.betting is None and not hand.open and (back := uncalled(payments(hand))):
            run.emit(e.Returned(*back))
        if live_count(hand) == 1:
            steps.uncontested(run)
            return
        if not _walk_step(run, run.step):
            return


def _walk_step(run: Run, step: s.Step) -> bool:
    match step:
        case s.Ante():
            return steps.ante(run)
        case s.Deal():
            return steps.deal(run, step)
        case s.Place() | s.Arrange() | s.Declare():
            return choosing.choose(run, step)
        case s.Turn():
            return steps.turn(run, step)
        case s.Lay():
            return steps.lay(run, step)
        case s.TurnBoard():
            return steps.turn_board(run, step)
        case s.Bet():
            return steps.bet(run)
        case s.Showdown():
            return steps.showdown(run)
        case _:
            assert_never(step)
