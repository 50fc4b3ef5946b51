"""Builds a HandHistory from views of a hand's events: what was not shown to the viewer cannot be told."""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from api.history import values as v
from api.history.headings import Headings
from api.history.recording import Recorded, RecordedPlayer
from api.rules.deck import HIDDEN
from api.rules.game import Game

Json = dict[str, Any]
# What happens beside the play and belongs into a history all the same.
NOTED = ("leaving", "sat-out", "came-back", "timed-out")


class Told(Struct, frozen=True):
    """Which hand is told to whom: `you` is the viewer's seat in it."""

    table: str
    hand: int
    record: Recorded
    you: int | None


def tell(told: Told, views: Sequence[Json], game: Game | None) -> v.HandHistory:
    """The history of a hand from the views of all its events, the first of which is `started`.

    `game` gives the words of its script; without it, one that is no longer played here, they are plainer.
    """
    started, record = views[0], told.record
    teller = _Teller(record, Headings(game, started["options"]))
    for view in views[1:]:
        teller.take(view)
    return v.HandHistory(
        table=told.table,
        table_name=record.table_name,
        max_seats=record.max_seats,
        hand=told.hand,
        game=record.game,
        game_name=record.game if game is None else game.name,
        options=started["options"],
        rigged=started["rigged"],
        started=started["server_time"],
        ended=views[-1]["server_time"],
        dealer=record.dealer,
        you=told.you,
        carried=record.carried,
        pot=record.pot,
        players=tuple(teller.player(one) for one in record.players),
        sections=tuple(teller.sections),
        awards=() if record.void else tuple(teller.awards),
        failed=() if record.void else tuple(teller.failed),
        left=record.left,
        void=record.void,
        rulings=record.rulings,
    )


class _Teller:
    """Goes through the views once; the running facts are the stacks, the pot, and what of the board has turned."""

    def __init__(self, record: Recorded, headings: Headings) -> None:
        self._headings = headings
        self._behind = {player.seat: player.chips for player in record.players}
        self._pot = record.carried
        self._rounds = 0
        self._folded: dict[int, int] = {}
        self._declared: dict[int, str] = {}
        self._board_up: dict[str, int] = {}
        self.sections: list[v.Section] = []
        self.awards: list[Json] = []
        self.failed: list[Json] = []

    def player(self, one: RecordedPlayer) -> v.Player:
        return v.Player(
            seat=one.seat,
            name=one.name,
            chips=one.chips,
            paid=one.paid,
            won=one.won,
            left_with=one.left_with,
            folded=self._folded.get(one.seat),
            declared=self._declared.get(one.seat),
        )

    def take(self, view: Json) -> None:
        """The next event as the viewer saw it."""
        match view["kind"]:
            case "anted":
                self._section("anted", None, [])
                for ante in view["seats"]:
                    self._add(self._ante(ante))
            case "round":
                self._begin_round(view)
            case "acted":
                self._add(self._acted(view))
            case "returned":
                for back in view["seats"]:
                    self._pay(back["seat"], -back["chips"])
                    self._add(v.Returned(back["seat"], back["chips"]))
            case "awarded":
                self.awards += view["awards"]
                self.failed += view["failed"]
            case "withdrawn":
                self._add(v.Withdrew(view["seat"]))
            case kind if kind in NOTED:
                # Who sits at the table and was not dealt in is no part of the hand.
                if view["seat"] in self._behind:
                    self._add(v.Noted(view["seat"], kind))
            case kind if (moves := self._cards(view)) is not None:
                self._section(kind, None, moves)
            case _:
                pass

    def _cards(self, view: Json) -> list[v.Move] | None:
        """The moves of an event that deals, moves or turns cards; None for any other."""
        match view["kind"]:
            case "dealt":
                return [v.Dealt(to["seat"], to["pile"], tuple(to["cards"])) for to in view["seats"]]
            case "laid":
                return [v.Laid(_units(view["board"]))]
            case "placed":
                return [v.Placed(by["seat"], _rows(by["rows"])) for by in view["seats"]]
            case "arranged":
                return [v.Arranged(by["seat"], _rows(by["rows"])) for by in view["seats"]]
            case "declared":
                self._declared |= {one["seat"]: one["way"] for one in view["seats"]}
                return [v.Declared(one["seat"], one["way"]) for one in view["seats"]]
            case "turned":
                return [v.Turned(one["seat"], one["pile"], tuple(one["cards"])) for one in view["seats"]]
            case "board-turned":
                return [v.BoardTurned(self._newly_up(view["board"]))]
            case "counting":
                return [v.Shown(row["seat"], row["row"], row["name"], tuple(row["cards"])) for row in view["rows"]]
            case _:
                return None

    def _newly_up(self, board: Iterable[Json]) -> tuple[v.Unit, ...]:
        """The units that lie face up and did not before."""
        up = [unit for unit in _units(board) if HIDDEN not in unit.cards]
        groups = {unit.group for unit in up}
        new = tuple(
            unit
            for group in sorted(groups)
            for unit in [one for one in up if one.group == group][self._board_up.get(group, 0) :]
        )
        self._board_up |= {group: len([one for one in up if one.group == group]) for group in groups}
        return new

    def _section(self, kind: str, number: int | None, moves: Iterable[v.Move]) -> None:
        """Begin a section, or go on with the one that is still the same step: who places in turn does so there."""
        code, text, again = self._headings.of(kind)
        if again:
            for move in moves:
                self._add(move)
            return
        self.sections.append(v.Section(code, text, number, self._pot, tuple(moves)))

    def _add(self, move: v.Move) -> None:
        """One more move of the section that was begun last; before the first there is nothing to tell."""
        if self.sections:
            last = self.sections[-1]
            self.sections[-1] = v.Section(last.code, last.text, last.round, last.pot, (*last.moves, move))

    def _pay(self, seat: int, chips: int) -> None:
        self._behind[seat] -= chips
        self._pot += chips

    def _ante(self, ante: Json) -> v.Ante:
        self._pay(ante["seat"], ante["chips"])
        return v.Ante(ante["seat"], ante["chips"], ante["all_in"])

    def _begin_round(self, view: Json) -> None:
        self._rounds = view["round"]
        self._section("round", self._rounds, [])

    def _acted(self, view: Json) -> v.Acted:
        seat = view["seat"]
        self._pay(seat, view["adds"])
        if view["action"] == "fold":
            self._folded[seat] = self._rounds
        all_in = view["adds"] > 0 and not self._behind[seat]
        return v.Acted(seat, view["action"], view["to"], view["adds"], all_in, self._pot)


def _rows(rows: Iterable[Json]) -> tuple[v.Row, ...]:
    return tuple(v.Row(row["name"], tuple(row["cards"])) for row in rows)


def _units(board: Iterable[Json]) -> tuple[v.Unit, ...]:
    return tuple(v.Unit(unit["group"], tuple(unit["cards"])) for unit in board)
