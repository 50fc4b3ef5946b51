"""The table of a `.hand` file in the rule core, with the real evaluator as its judge."""

from collections.abc import Mapping
from typing import Any

import msgspec

from api.rules import dealing, play, seating
from api.rules import events as e
from api.rules.actions import Answer as CoreAnswer
from api.rules.deck import HIDDEN
from api.rules.game import Game
from api.rules.games import GAMES
from api.rules.hand import Decision, Hand, Player
from api.rules.legal import legal
from api.rules.pots import pots_of
from api.rules.refusals import NotLegal
from api.rules.run import Run
from api.rules.table import running
from tests.hands.reading import Answer, Award, HandFile, Sight
from tests.judging import evaluator
from tests.playing import NOW, Record

GOING = {"leaves": seating.leave, "sits out": seating.sit_out, "comes back": seating.come_back}


class CoreTable:
    """A `HandTable` without a server."""

    def __init__(self, hand: HandFile) -> None:
        options = tuple(hand.options.items())
        games = hand.games or (hand.game,)
        most = min(GAMES[name].seats_max for name in games)
        opened = e.Opened("t", "Table", hand.game, options, most, 1, 1_000_000, True, games, hand.choice, 1)
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
        self.record.act(lambda run: dealing.start_hand(run, {}, rigged=True))

    def dealer(self) -> str:
        announcing = self.record.table.announcing
        return self.names[self.hand.dealer if announcing is None else announcing.decision.seat]

    def _asked(self) -> dict[str, Decision]:
        table = self.record.table
        asked = [] if running(table) is None else [one for one in self.hand.open if one.answer is None]
        asked += [] if table.announcing is None else [table.announcing.decision]
        return {self.names[decision.seat]: decision for decision in asked}

    def waits_for(self) -> set[str]:
        return {name for name, decision in self._asked().items() if decision.required}

    def legal(self, name: str) -> list[dict[str, Any]]:
        decision = self._asked().get(name)
        if decision is None:
            return []
        table = self.record.table
        announcing = table.announcing is not None
        entries = dealing.legal_announcements(table) if announcing else legal(self._game, self.hand, decision)
        listed: list[dict[str, Any]] = msgspec.to_builtins(entries)
        return listed

    @property
    def _game(self) -> Game:
        return GAMES[self.hand.game]

    def answer(self, name: str, answer: Answer) -> None:
        decision = self._asked()[name]
        given = core_answer(answer)
        self.record.act(lambda run: play.answer(run, decision.player, decision.number, given))

    def refuses(self, name: str, answer: Answer) -> bool:
        decision = self._asked()[name]
        run = Run(self.record.table, GAMES, self.record.now, self.record.deck)
        try:
            play.answer(run, decision.player, decision.number, core_answer(answer))
        except NotLegal:
            return not run.events
        return False

    def goes(self, name: str, how: str) -> None:
        self.record.act(lambda run: GOING[how](run, self.seats[name]))

    def sees(self, viewer: str | None) -> Sight:
        """By the rules, 2.7: what lies face up, and to its owner what lies face down too."""
        return {
            player.name: piles for player in self.hand.players if (piles := _piles(player, own=player.name == viewer))
        }

    def board(self) -> Mapping[str, tuple[str, ...]]:
        return {
            pile.name: tuple(unit if at < pile.up else HIDDEN * (len(unit) // 2) for at, unit in enumerate(pile.cards))
            for pile in self.hand.board
        }

    def pots(self) -> list[tuple[int, frozenset[str]]]:
        return [(pot.amount, frozenset(self.names[seat] for seat in pot.eligible)) for pot in pots_of(self.hand)]

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

    def carried(self) -> int:
        return sum(owed.chips for owed in self.record.table.carried)


def core_answer(answer: Answer) -> CoreAnswer:
    """An answer of the API as the core takes it."""
    if "options" in answer:
        answer = {**answer, "options": [tuple(pair) for pair in answer["options"].items()]}
    given: CoreAnswer = msgspec.convert(answer, CoreAnswer)
    return given


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
