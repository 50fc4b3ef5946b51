"""The table of a `.hand` file in the rule core, with the real evaluator as its judge."""

from collections.abc import Mapping
from typing import Any

import msgspec

from api.rules import events as e
from api.rules import play, seating
from api.rules.actions import Answer as CoreAnswer
from api.rules.deck import HIDDEN
from api.rules.games import GAMES
from api.rules.hand import Decision, Hand, Player
from api.rules.legal import legal
from api.rules.pots import build_pots, payments
from api.rules.refusals import NotLegal
from api.rules.run import Run
from tests.hands.reading import Answer, Award, HandFile, Sight
from tests.judging import evaluator
from tests.playing import NOW, Record

GOING = {"leaves": seating.leave, "sits out": seating.sit_out, "comes back": seating.come_back}


class CoreTable:
    """A `HandTable` without a server."""

    def __init__(self, hand: HandFile) -> None:
        options = tuple(hand.options.items())
        game = GAMES[hand.game]
        opened = e.Opened("t", "Table", game.id, options, game.seats_max, 1, 1_000_000, rigged=True)
        self.record = Record(seating.open_table(opened, GAMES, NOW))
        self.record.judge = evaluator().answer
        self.seats = {seat.name: seat.seat for seat in hand.seats}
        self.names = {seat.seat: seat.name for seat in hand.seats}
        for seat in hand.seats:
            self.record.act(lambda run, seat=seat: seating.sit(run, seat.name, seat.chips, seat.seat))

    @property
    def hand(self) -> Hand:
        assert self.record.table.hand is not None
        return self.record.table.hand

    def deal(self, deck: tuple[str, ...]) -> None:
        self.record.deck = deck
        self.record.act(lambda run: seating.start_hand(run, {}, rigged=True))

    def dealer(self) -> str:
        return self.names[self.hand.dealer]

    def _asked(self) -> dict[str, Decision]:
        return {self.names[decision.seat]: decision for decision in self.hand.open if decision.answer is None}

    def waits_for(self) -> set[str]:
        return set(self._asked())

    def legal(self, name: str) -> list[dict[str, Any]]:
        decision = self._asked().get(name)
        return [] if decision is None else msgspec.to_builtins(legal(GAMES[self.hand.game], self.hand, decision))

    def answer(self, name: str, answer: Answer) -> None:
        decision = self._asked()[name]
        given = msgspec.convert(answer, CoreAnswer)
        self.record.act(lambda run: play.answer(run, decision.player, decision.number, given))

    def refuses(self, name: str, answer: Answer) -> bool:
        decision = self._asked()[name]
        run = Run(self.record.table, GAMES, NOW, self.record.deck)
        try:
            play.answer(run, decision.player, decision.number, msgspec.convert(answer, CoreAnswer))
        except NotLegal:
            return not run.events
        return False

    def goes(self, name: str, how: str) -> None:
        self.record.act(lambda run: GOING[how](run, self.seats[name]))

    def sees(self, viewer: str | None) -> Sight:
        """By the rules, 2.7 and 4.4: what lies face up, and to its owner what lies face down too."""
        return {
            player.name: piles for player in self.hand.players if (piles := _piles(player, own=player.name == viewer))
        }

    def pots(self) -> list[tuple[int, frozenset[str]]]:
        return [
            (pot.amount, frozenset(self.names[seat] for seat in pot.eligible))
            for pot in build_pots(payments(self.hand))
        ]

    def _happened(self, kind: type) -> list[Any]:
        return [stamped.what for stamped in self.record.events if isinstance(stamped.what, kind)]

    def returned(self) -> list[tuple[str, int]]:
        return [(self.names[event.seat], event.chips) for event in self._happened(e.Returned)]

    def awards(self) -> list[Award]:
        return [
            (award.pot, award.share, won)
            for award in self.hand.awards
            if (won := sums((self.names[winner.seat], winner.chips) for winner in award.winners))
        ]

    def stacks(self) -> Mapping[str, int]:
        return {chair.name: chair.chips for chair in self.record.table.chairs}

    def taken(self) -> Mapping[str, int]:
        return {self.names[event.seat]: event.chips for event in self._happened(e.Left)}


def _piles(player: Player, own: bool) -> dict[str, tuple[str, ...]]:
    return {
        pile.name: tuple(card if own or at < pile.up else HIDDEN for at, card in enumerate(pile.cards))
        for pile in player.piles
        if pile.cards
    }


def sums(won: Any) -> dict[str, int]:
    """What each of the winners got in all: one player may win with two rows."""
    total: dict[str, int] = {}
    for name, chips in won:
        total[name] = total.get(name, 0) + chips
    return total
