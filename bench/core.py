"""Whole hands of the rule core beside PokerKit: one JSON line a figure, in decisions a second.

`python -m bench.core [WORD]`: only the figures whose names have the word. Five players play fixed limit by the same
habits from the same seeds: Ten-Card Regrets here, and there its closest variant, seven-card stud high-low. A decision
is what a player is asked: for each, what is legal is asked for, one answer drawn, and given. Hands `to_the_award` end
with the winners paid, ours by the evaluator as a library; hands `to_the_showdown` stop before anything is compared.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random

from pokerkit import Automation, FixedLimitSevenCardStudHighLowSplitEightOrBetter, State

from api.rules import dealing, play, seating
from api.rules import events as e
from api.rules.actions import Answer, Bet, Call, Check, Fold, Legal, LegalCheck, LegalPlace, LegalRaise, Place, Raise
from api.rules.deck import DECK
from api.rules.games import GAMES
from api.rules.hand import Award, Decision, Winner
from api.rules.legal import legal
from api.rules.questions import Question, WhoWins, Wins
from api.rules.run import Moment, Run
from api.rules.standing import question_of
from api.rules.table import Table
from bench.evaluator_rounds import Figure, say
from evaluator.cards import NUMBERS
from evaluator.declaring import Entry
from evaluator.pots import Pot
from evaluator.rankings import RANKINGS
from evaluator.showdown import Share, Showdown
from evaluator.showdown import settle as settle_showdown
from evaluator.tables import rank_one

PLAYERS, STACK, ANTE, SMALL, BIG = 5, 200, 1, 2, 4
RAISES, FOLDS = 0.12, 0.06
OUR_HANDS, PEER_HANDS = 20, 5
NOW = Moment(0, "")


def main(word: str = "") -> None:
    """Measure each figure whose name has the word."""
    for name, to_the_award, floor in (
        ("core_whole_hands_to_the_award", True, 5.0),
        ("core_whole_hands_to_the_showdown", False, 1.5),
    ):
        if word in name:
            say(figure(name, to_the_award, floor).measure())


def figure(name: str, to_the_award: bool, floor: float) -> Figure:
    """Our hands beside the peer's."""
    ours, peer = our_hands(to_the_award), peer_hands(to_the_award)
    return Figure(name, ours, peer, ours(), floor, peer_hands=peer(), unit="decisions a second")


# Ours


def our_hands(to_the_award: bool) -> Callable[[], int]:
    """A call that plays hands and counts their decisions."""
    table = seated()
    return lambda: sum(our_hand(table, Random(seed), to_the_award) for seed in range(OUR_HANDS))


def seated() -> Table:
    """A table at which everybody has a seat."""
    options = (("ante", ANTE), ("small_bet", SMALL), ("big_bet", BIG))
    opened = e.Opened("t", "Table", "ten-card-regrets", options, PLAYERS, 1, STACK, rigged=False)
    run = seating.open_table(opened, GAMES, NOW)
    for number in range(PLAYERS):
        seating.sit(run, f"Player {number}", STACK, None)
    return run.table


def our_hand(table: Table, rng: Random, to_the_award: bool) -> int:
    """Play one hand, a Run for each answer as in the service; return its decisions."""
    deck = tuple(rng.sample(DECK, len(DECK)))
    run = Run(table, GAMES, NOW, deck)
    dealing.start_hand(run, {}, rigged=False)
    decisions = 0
    while (decision := waiting(run)) is not None:
        answer = our_answer(rng, legal(run.game, run.hand, decision))
        run = Run(run.table, GAMES, NOW, deck)
        play.answer(run, decision.player, decision.number, answer)
        decisions += 1
    question = question_of(GAMES, run.table)
    if to_the_award and question is not None:
        play.settle(run, question, verdict(question))
    return decisions


def waiting(run: Run) -> Decision | None:
    """The first decision that waits for an answer."""
    return next((decision for decision in run.hand.open if decision.answer is None), None)


def our_answer(rng: Random, entries: tuple[Legal, ...]) -> Answer:
    """Raise seldom, fold seldomer, else check or call; place at random where there is room."""
    if isinstance(entries[0], LegalPlace):
        spaces = [row for row, room in entries[0].rows.items() for _ in range(min(room.room, 2))]
        return Place(tuple(rng.sample(spaces, 2)))
    drawn, more = rng.random(), entries[-1]
    if len(entries) == 3 and drawn < RAISES:
        return (Raise if isinstance(more, LegalRaise) else Bet)(more.min_to)
    if isinstance(entries[1], LegalCheck):
        return Check()
    return Fold() if drawn > 1 - FOLDS else Call()


def verdict(question: Question) -> Wins:
    """The awards of a showdown, by the evaluator's own records."""
    assert isinstance(question, WhoWins)
    shares = tuple(Share(share.name, RANKINGS[share.ranking]) for share in question.shares)
    order = {str(contender.seat): place for place, contender in enumerate(question.contenders)}
    entries: dict[str, tuple[Entry, ...]] = {}
    for share in shares:
        entries[share.name] = tuple(
            Entry(str(contender.seat), number, rank_one(cards, share.ranking), cards)
            for contender in question.contenders
            for number, row in enumerate(contender.rows, 1)
            if share.name in row.shares
            for cards in [tuple(NUMBERS[card] for card in row.cards)]
        )
    pots = tuple(Pot(pot.amount, tuple(map(str, pot.eligible))) for pot in question.pots)
    awards = [
        Award(
            award.pot,
            award.amount,
            award.share,
            award.part,
            tuple(Winner(int(winner.player), winner.chips, winner.row, winner.odd) for winner in award.winners),
            "",
        )
        for result in settle_showdown(Showdown(shares, pots, entries, order, frozenset(order)))
        for award in result.awards
    ]
    return Wins(tuple(awards))


# The peer


DEALING = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_DEALING,
    Automation.BOARD_DEALING,
)
PAYING = (
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


def peer_hands(to_the_award: bool) -> Callable[[], int]:
    """A call that plays PokerKit's hands and counts their decisions."""
    automations = DEALING + PAYING if to_the_award else DEALING
    return lambda: sum(peer_hand(Random(seed), automations) for seed in range(PEER_HANDS))


def peer_hand(rng: Random, automations: tuple[Automation, ...]) -> int:
    """Play one hand; return its decisions."""
    state = FixedLimitSevenCardStudHighLowSplitEightOrBetter.create_state(
        automations, True, ANTE, 1, SMALL, BIG, STACK, PLAYERS
    )
    decisions = 0
    while state.actor_index is not None:
        peer_answer(rng, state)
        decisions += 1
    return decisions


def peer_answer(rng: Random, state: State) -> None:
    """Ask what is legal, and do one of it, by the habits of `our_answer`."""
    drawn = rng.random()
    to_call = state.checking_or_calling_amount
    least, _ = state.min_completion_betting_or_raising_to_amount, state.max_completion_betting_or_raising_to_amount
    may_raise, may_fold = state.can_complete_bet_or_raise_to(), state.can_fold()
    if state.can_post_bring_in():
        state.post_bring_in()
    elif may_raise and drawn < RAISES:
        state.complete_bet_or_raise_to(least)
    elif may_fold and to_call and drawn > 1 - FOLDS:
        state.fold()
    else:
        assert state.can_check_or_call()
        state.check_or_call()


if __name__ == "__main__":
    main(*sys.argv[1:2])
