"""What comes from outside: a seat's answer, and the evaluator's verdict.

Each is taken and the hand's script walked until somebody must choose, the evaluator must be asked, or the hand is
over.  Everything that happens on the way is an event of the Run.
"""

from api.rules import choosing, dealing, steps
from api.rules import events as e
from api.rules.actions import Answer, CardAnswer, Wager, Withdraw
from api.rules.betting import total_after
from api.rules.clocks import bank_used_ms
from api.rules.hand import Answered, Decision, index_of
from api.rules.legal import check_legal, choice_step
from api.rules.questions import Leads, Question, Verdict, WhoLeads, WhoWins, Wins, WrongVerdict
from api.rules.refusals import AnsweredDifferently, DecisionClosed, NoSuchDecision, NotYours, TablePaused
from api.rules.run import Run
from api.rules.standing import check_awards, question_of
from api.rules.table import Table, open_decisions
from api.rules.walk import walk


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
    if run.table.announcing is not None:
        dealing.take_announcement(run, decision, given)
        return
    game, hand = run.game, run.hand
    check_legal(game, hand, decision, given)
    if isinstance(given, CardAnswer):
        choosing.take_choice(run, choice_step(game, hand), decision, given)
    elif isinstance(given, Withdraw):
        choosing.withdraw(run, decision)
    elif isinstance(given, Wager):
        act(run, decision, given)
    walk(run)


def act(run: Run, decision: Decision, wager: Wager) -> None:
    """Let a seat bet, call, check or fold; the walk is not gone on with."""
    hand = run.hand
    at = index_of(hand, decision.seat)
    to = total_after(hand, at, wager)
    action = str(wager.__struct_config__.tag)
    adds = to - hand.players[at].bet
    run.emit(e.Acted(decision.number, decision.seat, action, to, adds, bank_used_ms(run, decision)))


def waits_for(table: Table, player: int, number: int) -> bool:
    """Whether the decision of that number is open, this player's, and not answered yet."""
    asked = open_decisions(table)
    return any(one.number == number and one.player == player and one.answer is None for one in asked)


def owned(table: Table, player: int, number: int) -> Decision | Answered | None:
    """The player's decision of that number, open or answered; None for one that was closed otherwise, or long ago.

    Raises NoSuchDecision and NotYours.
    """
    if not 1 <= number < table.next_decision:
        raise NoSuchDecision(f"no decision has the number {number}")
    answered = (*(table.hand.answered if table.hand is not None else ()), *table.answered_before)
    known: tuple[Decision | Answered, ...] = (*open_decisions(table), *answered)
    for one in known:
        if one.number == number:
            if one.player != player:
                raise NotYours("that decision belongs to another seat")
            return one
    return None


def _waiting(table: Table, player: int, number: int, given: Answer) -> Decision | None:
    """The decision if it still waits for this player; None if it has had this very answer."""
    one = owned(table, player, number)
    if one is None:
        raise DecisionClosed(f"decision {number} is closed")
    if one.answer is not None:
        _same(number, one.answer, given)
        return None
    assert isinstance(one, Decision)
    return one


def _same(number: int, had: Answer, given: Answer) -> None:
    if had != given:
        raise AnsweredDifferently(f"decision {number} has already been answered, and differently")


def settle(run: Run, question: Question, verdict: Verdict) -> None:
    """Take the evaluator's verdict and walk on; raises WrongVerdict if the table does not ask that question."""
    if question_of(run.games, run.table) != question:
        raise WrongVerdict("the table does not ask that question")
    match question, verdict:
        case WhoWins(pots=pots), Wins(awards=awards, failed=failed):
            check_awards(pots, awards)
            steps.award(run, awards, failed)
        case WhoLeads(seats=seats), Leads(places=places) if len(seats) == len(places) and min(places) == 1:
            best = min(range(len(seats)), key=lambda at: places[at])
            steps.begin_round(run, seats[best])
            walk(run)
        case _:
            raise WrongVerdict("the verdict is of another kind than the question")
