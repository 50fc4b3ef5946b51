"""A table under watch: whatever is done at it, what must always hold is checked after every event.

Chips are conserved, no card is lost or dealt twice, event numbers have no gaps, decision numbers are never reused,
the state survives text and back, and replaying the stored events gives the state.
"""

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from api.rules import events as e
from api.rules import play, upkeep
from api.rules.actions import Answer, Legal
from api.rules.apply import apply, opened
from api.rules.betting import next_to_act
from api.rules.dealing import legal_announcements
from api.rules.hand import Award, Decision, Hand, Winner, index_of, pot_total
from api.rules.house_options import full_bank_ms
from api.rules.legal import legal
from api.rules.pots import pots_of
from api.rules.questions import Leads, Question, Verdict, WhoLeads, WhoWins, Wins
from api.rules.refusals import NotLegal, TablePaused
from api.rules.run import Run
from api.rules.script import NEW
from api.rules.standing import question_of
from api.rules.table import Table, chips_held, chips_owed, free_seats, from_text, open_decisions, running, to_text
from api.rules.waking import TIMEOUTS_TO_SIT_OUT
from tests.api.rules.second_opinion import agrees
from tests.judging import evaluator
from tests.playing import Record

STORED = msgspec.json.Encoder()
READ = msgspec.json.Decoder(e.Stamped)


class Watched(Record):
    """A table on which everything that happens is checked as it happens."""

    def __init__(self, record: Record, rng: Random) -> None:
        self.table, self.games, self.deck, self.events = record.table, record.games, record.deck, []
        self.rng = rng
        # Half of the tables ask the real evaluator, and hold its showdowns against a second opinion.
        self.really = rng.random() < 0.5
        self.numbers: set[int] = set()
        self._note(record.events)
        assert self._replayed == self.table

    def act(self, what: Callable[[Run], Any]) -> Any:
        """Let something happen on the table as its text gives it, settle what is asked, and check it all."""
        result = self._checked(what)
        while (question := question_of(self.games, self.table)) is not None:
            verdict = self._verdict(question)
            self._checked(lambda run, question=question, verdict=verdict: play.settle(run, question, verdict))
        return result

    def _verdict(self, question: Question) -> Verdict:
        if not self.really:
            return any_verdict(self.rng, question)
        verdict = evaluator().answer(question)
        if isinstance(question, WhoWins) and isinstance(verdict, Wins):
            assert self.table.hand is not None
            agrees(self.table.hand, question, verdict)
        return verdict

    def _checked(self, what: Callable[[Run], Any]) -> Any:
        run = Run(from_text(to_text(self.table)), self.games, self.now, self.deck)
        result = what(run)
        if run.events:
            upkeep.keep(run)
        self._note(run.events)
        assert not (run.table.waiting and free_seats(run.table)), "somebody waits beside a free chair"
        assert self._replayed == run.table, "replaying the events does not give the state"
        assert from_text(to_text(run.table)) == run.table, "the state does not survive its text"
        self.table = run.table
        return result

    def _note(self, events: list[e.Stamped]) -> None:
        """Replay what was stored, one event after the other, and check the table after each."""
        for stamped in events:
            stored = READ.decode(STORED.encode(stamped))
            assert stored == stamped, "an event does not survive its text"
            first = isinstance(stored.what, e.Opened)
            self._replayed = opened(stored.what) if first else apply(self._replayed, stored.what)
            self.events.append(stamped)
            assert stamped.event == self._replayed.event == len(self.events), "event numbers have a gap"
            check_chips(self._replayed)
            check_clocks(self._replayed)
            check_people(self._replayed)
            if isinstance(stored.what, e.Asked):
                self._check_asked(stored.what)
            if isinstance(stored.what, e.Announcing):
                self._new_number(stored.what.decision)
            if (hand := running(self._replayed)) is not None:
                check_cards(hand, self.deck)

    def _check_asked(self, asked: e.Asked) -> None:
        hand = running(self._replayed)
        assert hand is not None
        for one in asked.decisions:
            self._new_number(one.decision)
            player = hand.players[index_of(hand, one.seat)]
            assert player.live and not player.away and player.player == one.player
        waiting = [decision.seat for decision in hand.open if decision.answer is None]
        assert len(set(waiting)) == len(waiting), "a seat is asked two things at once"

    def _new_number(self, number: int) -> None:
        assert number not in self.numbers, "a decision number is used again"
        self.numbers.add(number)

    @property
    def waiting(self) -> list[Decision]:
        """The decisions that wait for an answer, the announcement among them."""
        hand, announcing = running(self.table), self.table.announcing
        asked = [] if hand is None else [one for one in hand.open if one.answer is None]
        return asked if announcing is None else [*asked, announcing.decision]

    def legal(self, decision: Decision) -> tuple[Legal, ...]:
        """What that decision allows."""
        if decision.type == "announce":
            return legal_announcements(self.table)
        assert self.table.hand is not None
        return legal(self.games[self.table.hand.game], self.table.hand, decision)

    def tries(self, decision: Decision, answer: Answer) -> bool:
        """Whether the answer would be taken.  A refusal lists what is legal, and lets nothing happen."""
        run = Run(self.table, self.games, self.now, self.deck)
        try:
            play.answer(run, decision.player, decision.number, answer)
        except NotLegal as refusal:
            assert refusal.facts["legal"] == self.legal(decision)
            assert run.table is self.table and not run.events, "a refusal changed something"
            return False
        except TablePaused:
            assert run.table is self.table and not run.events and self.table.paused
            return False
        assert run.events, "an answer was taken and nothing happened"
        return True


def check_chips(table: Table) -> None:
    """No chip is lost or made, and nobody owes any."""
    assert chips_held(table) == chips_owed(table), "chips are not conserved"
    assert all(chair.chips >= 0 for chair in table.chairs)
    hand = running(table)
    if hand is not None:
        assert all(player.chips >= 0 and 0 <= player.bet <= player.paid for player in hand.players)
        assert sum(pot.amount for pot in pots_of(hand)) == pot_total(hand)


def check_people(table: Table) -> None:
    """Nobody is there twice, under a number or a name."""
    here = [*table.chairs, *table.waiting]
    assert len({one.player for one in here}) == len({one.name.casefold() for one in here}) == len(here)
    assert all(one.player < table.next_player for one in here)
    assert len({chair.seat for chair in table.chairs}) == len(table.chairs)


def check_clocks(table: Table) -> None:
    """At most one clock runs, who chooses in secret has the deadline of the others, and no bank is overdrawn."""
    timers = [one.timer for one in open_decisions(table) if one.required]
    assert len(set(timers)) <= 1, "two clocks run at a table"
    assert all(one.timer is None for one in open_decisions(table) if not one.required)
    hand = running(table)
    full = 0 if hand is None else full_bank_ms(hand.options)
    dealt_in = () if hand is None else {player.player for player in hand.players}
    assert all(0 <= chair.bank_used_ms <= full for chair in table.chairs if chair.player in dealt_in)
    assert all(chair.timeouts <= TIMEOUTS_TO_SIT_OUT for chair in table.chairs)


def check_cards(hand: Hand, deck: tuple[str, ...]) -> None:
    """What has been dealt is the top of the deck, each card once, the board's too, and no row is too long."""
    held = [card for player in hand.players for pile in player.piles for card in pile.cards]
    held += [unit[at : at + 2] for pile in hand.board for unit in pile.cards for at in range(0, len(unit), 2)]
    assert sorted(held) == sorted(deck[: hand.dealt]), "cards were lost or copied"
    piles = [pile for player in hand.players for pile in player.piles]
    assert all(0 <= pile.up <= len(pile.cards) for pile in (*piles, *hand.board))
    assert all(len(pile.cards) <= 5 for pile in piles if pile.name != NEW), "a row is too long"


def any_verdict(rng: Random, question: Question) -> Verdict:
    """A verdict that adds up, drawn at random; of a pot that was declared for, a part may be carried on."""
    if isinstance(question, WhoLeads):
        places = [rng.randint(1, len(question.seats)) for _ in question.seats]
        return Leads(tuple(1 + place - min(places) for place in places))
    awards = []
    for number, pot in enumerate(question.pots, 1):
        low = rng.randint(0, pot.amount)
        for share, part in (("high", pot.amount - low), ("low", low)):
            if rng.random() < 0.2:
                awards.append(Award(number, pot.amount, share, part, (), "drawn", carried=part))
                continue
            winners = rng.sample(pot.eligible, rng.randint(1, len(pot.eligible)))
            each, odd = divmod(part, len(winners))
            paid = tuple(Winner(seat, each + (place < odd), 1) for place, seat in enumerate(winners))
            awards.append(Award(number, pot.amount, share, part, paid, "drawn"))
    return Wins(tuple(awards))


def is_over(hand: Hand | None) -> bool:
    """A hand that is over asks nobody anything."""
    if hand is None or not hand.over:
        return False
    assert hand.open == () and next_to_act(hand) is None
    return True
