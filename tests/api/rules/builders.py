"""What the rule tests share: a betting round on its own, and a table that is played by its seat numbers.

A `BettingRound` drives `api.rules.betting` alone, with players called A, B, C... clockwise from the dealer's left.
A `Sitting` is a whole table: seats 1, 2, 3..., of which seat 1 deals the first hand, so that seat 2 acts first.
"""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from api.rules import dealing, play, seating
from api.rules.actions import (
    Answer,
    Bet,
    Call,
    Check,
    Fold,
    Legal,
    LegalBet,
    LegalCall,
    LegalPlace,
    LegalRaise,
    Place,
    Raise,
    Wager,
)
from api.rules.betting import after_wager, begin, legal_wagers, next_to_act, total_after
from api.rules.deck import DECK
from api.rules.fitting import faults
from api.rules.games import GAMES
from api.rules.hand import Decision, Hand, Player
from api.rules.legal import default_answer, legal
from api.rules.limits import limit_of
from api.rules.options import Announced, announce
from api.rules.questions import Question, Verdict, WrongVerdict
from api.rules.refusals import NotLegal, Refused
from api.rules.run import Games, Run
from api.rules.standing import question_of
from tests.judging import evaluator
from tests.playing import Judge, Record, first_come, open_table

TEN_CARD = GAMES["ten-card-regrets"]
WAGERS: Mapping[str, Callable[[int], Wager]] = {
    "fold": lambda to: Fold(),
    "check": lambda to: Check(),
    "call": lambda to: Call(),
    "bet": Bet,
    "raise": Raise,
}


def announced(**options: Any) -> Announced:
    """The options of a Ten-Card hand: those given, the rest at their defaults."""
    return announce(TEN_CARD.options, options)


def deck_of(*dealt: str) -> tuple[str, ...]:
    """A deck that deals these cards first, in dealing order, and then the rest."""
    first = " ".join(dealt).split()
    assert len(set(first)) == len(first), "a card is dealt twice"
    return (*first, *(card for card in DECK if card not in first))


class BettingRound:
    """One betting round.  `behind` are the chips of each player at its start, `pot_before` lies in the pot."""

    def __init__(self, behind: Mapping[str, int], pot_before: int = 0, betting_round: int = 1, **options: Any) -> None:
        self.names = tuple(behind)
        options = announced(**options)
        players = [Player(seat, seat, name, chips) for seat, (name, chips) in enumerate(behind.items(), 1)]
        # The pot of earlier rounds was paid by somebody who has folded.
        players.append(Player(len(players) + 1, len(players) + 1, "-", 0, paid=pot_before, folded=True))
        limit = limit_of(options, betting_round, 5)
        hand = Hand(1, TEN_CARD.id, options, dealer=1, players=tuple(players))
        self.hand = replace(hand, betting=begin(limit, 0))

    @property
    def to_act(self) -> str | None:
        """Whose turn it is, or None when the round is over."""
        at = next_to_act(self.hand)
        return None if at is None else self.names[at]

    @property
    def legal(self) -> tuple[Legal, ...]:
        """What whoever is to act may do."""
        at = next_to_act(self.hand)
        assert at is not None, "the round is over"
        return legal_wagers(self.hand, at)

    @property
    def may(self) -> set[str]:
        """The kinds of what is legal."""
        return kinds(self.legal)

    @property
    def call_to(self) -> int | None:
        """The total that a call makes, or None where there is nothing to call."""
        return next((entry.to for entry in self.legal if isinstance(entry, LegalCall)), None)

    @property
    def bounds(self) -> tuple[int, int] | None:
        """The least and the most that may be bet or raised to, or None."""
        return bounds(self.legal)

    def accepts(self, what: str, to: int = 0) -> bool:
        """Whether that wager would be taken."""
        return not faults(self.legal, WAGERS[what](to))

    def act(self, name: str, what: str, to: int = 0) -> "BettingRound":
        """Let the player act, whose turn it must be."""
        assert self.to_act == name, f"it is {self.to_act}'s turn, not {name}'s"
        assert self.accepts(what, to), f"{name} may not {what} {to}: {self.legal}"
        at = self.names.index(name)
        self.hand = after_wager(self.hand, at, what, total_after(self.hand, at, WAGERS[what](to)))
        return self

    def acts(self, *actions: tuple[Any, ...]) -> "BettingRound":
        """Let several act, one after the other: `("A", "bet", 100)`, `("B", "call")`."""
        for action in actions:
            self.act(*action)
        return self


def kinds(entries: tuple[Legal, ...]) -> set[str]:
    """The kinds of some legal answers: fold, check, call, bet, raise, place."""
    return {str(entry.__struct_config__.tag) for entry in entries}


def bounds(entries: tuple[Legal, ...]) -> tuple[int, int] | None:
    """The least and the most to bet or raise to, or None where neither is legal."""
    return next(((entry.min_to, entry.max_to) for entry in entries if isinstance(entry, LegalBet | LegalRaise)), None)


class Sitting(Record):
    """A table played by seat numbers; with `judge` None it stands still at questions."""

    def __init__(
        self, stacks: tuple[int, ...], judge: Judge | None, game: str, games: Games, options: Mapping[str, Any]
    ) -> None:
        opened = open_table(stacks, options, game, games)
        self.table, self.games, self.events, self.deck = opened.table, games, opened.events, DECK
        self.judge = judge

    # What is there to see.

    @property
    def hand(self) -> Hand:
        assert self.table.hand is not None
        return self.table.hand

    def player(self, seat: int) -> Player:
        return next(player for player in self.hand.players if player.seat == seat)

    def pile(self, seat: int, name: str) -> tuple[str, ...]:
        """The cards of a seat's pile of that name."""
        return self.player(seat).pile(name).cards

    @property
    def chips(self) -> dict[int, int]:
        """Each chair's chips, when no hand is running."""
        return {chair.seat: chair.chips for chair in self.table.chairs}

    @property
    def asked(self) -> dict[int, Decision]:
        """The decisions that wait for an answer, by seat."""
        hand = self.table.hand
        return {decision.seat: decision for decision in (hand.open if hand else ()) if decision.answer is None}

    @property
    def to_act(self) -> int | None:
        """The seat that is asked to bet, or None."""
        return next((seat for seat, decision in self.asked.items() if decision.type == "bet"), None)

    def legal(self, seat: int) -> tuple[Legal, ...]:
        """What the seat may answer; nothing when it is not asked."""
        decision = self.asked.get(seat)
        return () if decision is None else legal(self.games[self.hand.game], self.hand, decision)

    def may(self, seat: int) -> set[str]:
        return kinds(self.legal(seat))

    def bounds(self, seat: int) -> tuple[int, int] | None:
        return bounds(self.legal(seat))

    def rooms(self, seat: int) -> dict[str, int]:
        """How many more cards each row takes, as a placing decision says it."""
        (entry,) = self.legal(seat)
        assert isinstance(entry, LegalPlace)
        return {row: room.room for row, room in entry.rows.items()}

    @property
    def question(self) -> Question | None:
        """What the table stands still for, or None."""
        return question_of(self.games, self.table)

    def happened(self, kind: type) -> list[Any]:
        """Every event of that kind so far."""
        return [stamped.what for stamped in self.events if isinstance(stamped.what, kind)]

    # What can be done.

    def deal(self, deck: tuple[str, ...] | None = None, **options: Any) -> "Sitting":
        """Start a hand."""
        self.deck = deck or DECK
        self.act(lambda run: dealing.start_hand(run, options, rigged=False))
        return self

    def answers(self, seat: int, answer: Answer) -> None:
        """Answer the decision that waits for the seat."""
        decision = self.asked[seat]
        self.act(lambda run: play.answer(run, decision.player, decision.number, answer))

    def bets(self, seat: int, what: str, to: int = 0) -> None:
        """Fold, check, call, bet or raise."""
        self.answers(seat, WAGERS[what](to))

    def places(self, seat: int, *rows: str) -> None:
        """Place the new cards, in dealt order."""
        self.answers(seat, Place(rows))

    def leaves(self, seat: int) -> None:
        self.act(lambda run: seating.leave(run, seat))

    def sits_out(self, seat: int) -> None:
        self.act(lambda run: seating.sit_out(run, seat))

    def comes_back(self, seat: int) -> None:
        self.act(lambda run: seating.come_back(run, seat))

    def sits(self, name: str, buy_in: int, seat: int | None = None) -> int:
        chosen: int = self.act(lambda run: seating.sit(run, name, buy_in, seat))
        return chosen

    def does(self, what: Callable[..., Any], *facts: Any) -> None:
        """Any other function of the rules: `does(seating.pause)`."""
        self.act(lambda run: what(run, *facts))

    def settle(self, verdict: Verdict) -> None:
        """Answer the question at which the table stands, in the evaluator's place."""
        question = self.question
        assert question is not None
        self.act(lambda run: play.settle(run, question, verdict))

    # What saves words.

    def all_place(self, *rows: str) -> "Sitting":
        """Everybody who is asked places the new cards so, or as the clock would."""
        while any(decision.type == "place" for decision in self.asked.values()):
            seat, decision = next(iter(self.asked.items()))
            self.answers(seat, Place(rows) if rows else self._default(decision))
        return self

    def all_check(self) -> "Sitting":
        """Everybody who is asked checks or calls, until the round is over."""
        rounds = self.hand.rounds
        while (seat := self.to_act) is not None and self.hand.rounds == rounds:
            self.bets(seat, "check" if "check" in self.may(seat) else "call")
        return self

    def to_round(self, number: int) -> "Sitting":
        """Place as the clock would and check, up to the first turn of that betting round."""
        self.all_place()
        while not self.hand.over and self.hand.rounds != number:
            self.all_check().all_place()
        return self

    def to_the_end(self) -> "Sitting":
        """Place as the clock would and check, until the hand is over."""
        while self.asked:
            self.all_place().all_check()
        return self

    def _default(self, decision: Decision) -> Answer:
        return default_answer(self.games[self.hand.game], self.hand, decision)


def ten_card(*stacks: int, judge: Judge | None = first_come, **options: Any) -> Sitting:
    """A table of Ten-Card Regrets with these stacks in seats 1, 2, 3..., no hand dealt yet."""
    return Sitting(stacks, judge, TEN_CARD.id, GAMES, options)


def real_judge(question: Question) -> Verdict:
    """The verdict of the real evaluator."""
    return evaluator().answer(question)


def placed(left: int, right: int) -> Sitting:
    """A table of two on which seat 2 has placed that many cards left and right, and is about to place two more."""
    table = ten_card(100, 100).deal()
    rows = ["left"] * left + ["right"] * right
    for at in range(0, len(rows), 2):
        if 2 in table.asked:
            table.places(2, *rows[at : at + 2])
        table.all_place().all_check()
    return table


def hands_made(*players: list[str], **options: Any) -> Sitting:
    """A finished hand in which everybody placed one card of each deal left, then one right, and all checked.

    The players' deals are given in dealing order; the last of them sits in seat 1 and deals.
    """
    deck = deck_of(*(cards for deal in zip(*players, strict=True) for cards in deal))
    table = ten_card(*[100] * len(players), judge=real_judge, **options).deal(deck)
    while not table.hand.over:
        table.all_place("left", "right").all_check()
    return table


def refused(record: Record, kind: type[Refused], what: Callable[..., Any], *facts: Any) -> dict[str, Any]:
    """The facts of the refusal of that kind which `what(run, *facts)` meets; it may let nothing happen first."""
    run = Run(record.table, record.games, record.now, record.deck)
    with pytest.raises(kind) as caught:
        what(run, *facts)
    assert caught.type is kind, f"refused as {caught.type.__name__}"
    assert run.table == record.table, "a refusal changed the table"
    assert not run.events, "a refusal made events"
    return dict(caught.value.facts)


def refused_verdict(table: Sitting, question: Question | None, verdict: Verdict) -> None:
    """The table does not take this verdict on that question, and nothing happens."""
    assert question is not None
    run = Run(table.table, table.games, table.now, table.deck)
    with pytest.raises(WrongVerdict):
        play.settle(run, question, verdict)
    assert (run.table, run.events) == (table.table, []), "a refused verdict changed the table"


def takes(table: Sitting, seat: int, answer: Answer) -> bool:
    """Whether the seat's decision would take this answer.  Nothing is changed; a refusal says what is legal."""
    decision = table.asked[seat]
    run = Run(table.table, table.games, table.now, table.deck)
    try:
        play.answer(run, decision.player, decision.number, answer)
    except NotLegal as refusal:
        assert refusal.facts == {"legal": table.legal(seat)}
        assert not run.events, "a refusal made events"
        return False
    return True
