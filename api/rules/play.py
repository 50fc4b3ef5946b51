"""The walk: from one choice of a seat to the next.

`answer` takes a seat's answer and walks the hand's script until somebody must choose, the evaluator must be asked,
or the hand is over; `settle` takes the evaluator's verdict and walks on.  Everything that happens on the way is an
event of the Run.
"""

from typing import assert_never

from api.rules import events as e
from api.rules import script as s
from api.rules import steps
from api.rules.actions import Answer, Place
from api.rules.betting import total_after
from api.rules.hand import Answered, Decision, Hand, index_of, live_count
from api.rules.legal import check_legal, place_step
from api.rules.pots import payments, uncalled
from api.rules.questions import Leads, Question, Verdict, WhoLeads, WhoWins, Wins, WrongVerdict
from api.rules.refusals import AnsweredDifferently, DecisionClosed, NoSuchDecision, NotYours, TablePaused
from api.rules.run import Run
from api.rules.standing import check_awards, question_of
from api.rules.table import Table


def answer(run: Run, player: int, number: int, given: Answer) -> None:
    """Take a player's answer to the decision of that number, and walk on.

    The same answer again changes nothing.  Raises NoSuchDecision, NotYours, AnsweredDifferently, DecisionClosed,
    TablePaused or NotLegal.
    """
    decision = _waiting(run.table, player, number, given)
    if decision is None:
        return
    if run.table.paused:
        raise TablePaused("the host has paused the table; nothing moves until it is resumed")
    game, hand = run.game, run.hand
    check_legal(game, hand, decision, given)
    if isinstance(given, Place):
        steps.take_placing(run, place_step(game, hand), decision, given)
    else:
        at = index_of(hand, decision.seat)
        to = total_after(hand, at, given)
        action = str(given.__struct_config__.tag)
        run.emit(e.Acted(number, decision.seat, action, to, to - hand.players[at].bet))
    walk(run)


def _waiting(table: Table, player: int, number: int, given: Answer) -> Decision | None:
    """The decision if it still waits for this player; None if it has had this very answer."""
    if not 1 <= number < table.next_decision:
        raise NoSuchDecision(f"no decision has the number {number}")
    hand = table.hand
    for decision in hand.open if hand is not None else ():
        if decision.number == number:
            _yours(decision.player, player)
            if decision.answer is None:
                return decision
            _same(number, decision.answer, given)
            return None
    for answered in _remembered(hand, table):
        if answered.number == number:
            _yours(answered.player, player)
            _same(number, answered.answer, given)
            return None
    raise DecisionClosed(f"decision {number} is closed")


def _remembered(hand: Hand | None, table: Table) -> tuple[Answered, ...]:
    return (*(hand.answered if hand is not None else ()), *table.answered_before)


def _yours(owner: int, player: int) -> None:
    if owner != player:
        raise NotYours("that decision belongs to another seat")


def _same(number: int, had: Answer, given: Answer) -> None:
    if had != given:
        raise AnsweredDifferently(f"decision {number} has already been answered, and differently")


def settle(run: Run, question: Question, verdict: Verdict) -> None:
    """Take the evaluator's verdict and walk on; raises WrongVerdict if the table does not ask that question."""
    if question_of(run.games, run.table) != question:
        raise WrongVerdict("the table does not ask that question")
    match question, verdict:
        case WhoWins(pots=pots), Wins(awards=awards):
            check_awards(pots, awards)
            run.emit(e.Awarded(awards))
            steps.end(run)
        case WhoLeads(seats=seats), Leads(places=places) if len(seats) == len(places) and min(places) == 1:
            best = min(range(len(seats)), key=lambda at: places[at])
            steps.begin_round(run, seats[best])
            walk(run)
        case _:
            raise WrongVerdict("the verdict is of another kind than the question")


def walk(run: Run) -> None:
    """Walk the script until somebody must choose, the evaluator must be asked, or the hand is over."""
    while not run.hand.over and not run.table.paused:
        hand = run.hand
        if hand.betting is None and not hand.open and (back := uncalled(payments(hand))):
            run.emit(e.Returned(*back))
        if live_count(run.hand) == 1:
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
        case s.Place():
            return steps.place(run, step)
        case s.Turn():
            return steps.turn(run, step)
        case s.Bet():
            return steps.bet(run)
        case s.Showdown():
            return steps.showdown(run)
        case _:
            assert_never(step)
