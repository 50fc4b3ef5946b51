"""One function per use case: what people do at a table, worked at the desk."""

import json
import secrets
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from api.clock import Woken
from api.denied import DecksNotRigged, NoSuchGame, TokenVoid
from api.desk import Desk
from api.judge import JudgeAway
from api.repeats import Keyed, Repeats, Shown
from api.rules import closing, dealing, play, seating, waking
from api.rules import events as e
from api.rules.actions import Answer
from api.rules.clocks import Outage
from api.rules.deck import DECK, check_deck
from api.rules.game import Game
from api.rules.run import Run
from api.rules.standing import question_of
from api.rules.table import Table, chair_at, chair_of
from api.rules.terms import Terms
from api.views import Json, Viewer, game_summary, game_view


def terms_of(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the fields that are terms of a table, as the rules keep them."""
    given = {name: fields[name] for name in Terms.__struct_fields__ if name in fields}
    terms = msgspec.convert(given, Terms)
    return {name: getattr(terms, name) for name in given}


class Opened(Struct, frozen=True):
    """A new table, and the token of its host, told once."""

    view: Json
    host_token: str
    invitation: str
    again: bool


class Sat(Struct, frozen=True):
    """A taken seat, and its token, told once."""

    view: Json
    seat: int
    seat_token: str
    again: bool = False


class Seated(Struct, frozen=True):
    """Who sat down where, and with a token of which generation."""

    seat: int
    player: int
    generation: int


class Look(Struct, frozen=True):
    """A view, with what tells it from another: the table's last event, and whose view it is."""

    view: Json
    event: int
    viewer_key: str


def shuffled() -> tuple[str, ...]:
    """The 52 cards in an order drawn by the operating system's generator."""
    deck = list(DECK)
    secrets.SystemRandom().shuffle(deck)
    return tuple(deck)


class Service:
    """Opening, sitting, dealing and answering at the tables of one desk."""

    def __init__(self, desk: Desk, rigged_decks: bool = False) -> None:
        self._desk = desk
        self._callers = desk.callers
        self._repeats = Repeats(desk)
        self._rigged_decks = rigged_decks

    # Games

    def list_games(self) -> Json:
        """Every game in a line."""
        return {"games": [game_summary(game) for game in self._desk.games.values()]}

    def show_game(self, game: str) -> Json:
        """One game with its script and its options."""
        return game_view(self._game(game))

    def _game(self, game: str) -> Game:
        if game not in self._desk.games:
            raise NoSuchGame(f"there is no game {game!r}", allowed=tuple(self._desk.games))
        return self._desk.games[game]

    # Tables

    def open_table(self, fields: Mapping[str, Any], keyed: Keyed | None = None) -> Opened:
        """Open a table; `fields` are those of `OpenTable`, filled in but for `seats`; it names a game or several."""
        made = self._repeats.open(lambda table_id: self._opened(table_id, fields), keyed)
        if made.table.host_generation != made.result:
            raise TokenVoid("the host has another token by now")
        view = self._desk.show(made.table, Viewer(host=True))
        token, invitation = self._callers.host_token(made.table), self._callers.invitation(made.table)
        return Opened(view, token, invitation, made.again)

    def _opened(self, table_id: str, fields: Mapping[str, Any]) -> Run:
        games = [self._game(name) for name in fields.get("games") or [fields["game"]]]
        opened = e.Opened(
            table=table_id,
            name=fields["name"],
            game=games[0].id,
            options=tuple(fields["options"].items()),
            seats=fields.get("seats", min(game.seats_max for game in games)),
            min_buy_in=fields["min_buy_in"],
            max_buy_in=fields["max_buy_in"],
            rigged=self._rigged_decks,
            games=tuple(game.id for game in games),
            choice=fields.get("choice", "fixed"),
            rotate_after=fields.get("rotate_after", 0),
            terms=Terms(**terms_of(fields)),
        )
        return seating.open_table(opened, self._desk.games, self._desk.clock.moment())

    def lobby(self, after: str | None, limit: int) -> Json:
        """The open tables by id, a page at a time."""
        entries = self._desk.tables.lobby(after, limit + 1)
        page = entries[:limit]
        return {
            "tables": [json.loads(entry) for _, entry in page],
            "next": page[-1][0] if len(entries) > limit else None,
            "server_time": self._desk.clock.text(),
        }

    def look(self, table_id: str, bearer: str | None) -> Look:
        """The table as the bearer may see it."""
        table = self._desk.read(table_id)[0]
        viewer = self._callers.viewer(table, bearer)
        view = self._desk.show(table, viewer)
        key = f"p{viewer.player}" if viewer.player is not None else "host" if viewer.host else "anyone"
        # A view in which words are missing is another than the whole one, though nothing has happened in between; so is
        # one in which somebody has come or gone.
        there = sum(1 << seat["seat"] for seat in view["seats"] if seat["connected"])
        key += "" if view["you"]["hands"] is not None else "x"
        return Look(view, table.event, f"{key}c{there}" if there else key)

    # Seats

    def sit(self, table_id: str, bearer: str | None, fields: Mapping[str, Any], keyed: Keyed | None = None) -> Sat:
        """Take a seat with a buy-in; who has a token shows it, be it only an invitation."""

        def sit(run: Run) -> Seated:
            self._callers.guest(run.table, bearer)
            seat = seating.sit(run, fields["name"], fields["buy_in"], fields.get("seat"))
            chair = chair_at(run.table, seat)
            assert chair is not None
            return Seated(seat, chair.player, chair.token_generation)

        made = self._repeats.play(table_id, sit, keyed, Seated)
        seated, chair = made.result, chair_of(made.table, made.result.player)
        if chair is None or chair.token_generation != seated.generation:
            raise TokenVoid("the seat was given up, or has another token by now")
        view = self._desk.show(made.table, Viewer(player=chair.player))
        return Sat(view, seated.seat, self._callers.seat_token(made.table, chair), made.again)

    # Hands

    def deal(self, table_id: str, bearer: str | None, fields: Mapping[str, Any], keyed: Keyed | None = None) -> Shown:
        """Deal a hand, with the options announced for it."""

        def start(run: Run) -> None:
            self._callers.host_or_dealer(run.table, bearer)
            given = fields.get("deck")
            run.deck = self._rigged(run.table, given) if given is not None else shuffled()
            dealing.start_hand(run, fields.get("options") or {}, rigged=given is not None)

        return self._repeats.shown(table_id, bearer, start, keyed)

    def _rigged(self, table: Table, deck: list[str]) -> tuple[str, ...]:
        if not (self._rigged_decks and table.rigged):
            raise DecksNotRigged(
                "this table shuffles its own deck; only a server started with --rigged-decks takes one"
            )
        return check_deck(deck)

    def answer(self, table_id: str, bearer: str | None, decision: int, answer: Answer) -> Json:
        """Answer a numbered decision; the same answer again is safe."""

        def act(run: Run) -> None:
            play.answer(run, self._callers.player(run.table, bearer), decision, answer)

        return self._desk.shown(table_id, bearer, act)

    def asks(self, table_id: str, bearer: str | None, decision: int) -> bool:
        """Whether that decision waits for the bearer's answer."""
        table = self._desk.read(table_id)[0]
        viewer = self._callers.viewer(table, bearer)
        return viewer.player is not None and play.waits_for(table, viewer.player, decision)

    def wake(self, table_id: str, may_ask: bool) -> Woken:
        """Do what is due at the table, and put its open question to the evaluator again if that `may` be asked."""

        def wake(run: Run) -> None:
            if waking.deals(run):
                run.deck = shuffled()
            waking.wake(run)
            if not run.events and self._desk.is_idle(run.table):
                closing.close_idle(run)

        run, _ = self._desk.play(table_id, wake, may_ask)
        if not may_ask and question_of(self._desk.games, run.table) is not None:
            return Woken.ASKS
        return Woken.WENT_ON if run.events else Woken.STAYED

    def notice(self, outage: tuple[float, float]) -> None:
        """Nobody looked after the tables between these moments, in seconds since 1970."""
        began, ended = outage
        self._desk.outage = Outage(round(began * 1000), round(ended * 1000))

    def judge_answers(self) -> bool:
        """Whether the evaluator can be asked."""
        try:
            self._desk.judge.ping()
        except JudgeAway:
            return False
        return True

    # Health

    def ready(self) -> None:
        """Raise StoreAway or JudgeAway if a part of the service is not there."""
        self._desk.tables.ping()
        self._desk.judge.ping()
