"""One function per use case: read the table, play, ask the evaluator, write, show.

Every write is made over the version that was read.  Who loses a race reads again and plays again, if what was asked
is still legal.  A question that the evaluator does not answer is written down open, and the table goes on when it
does (`resume`): no accepted answer is lost or refused because the evaluator is away.
"""

import json
import logging
import secrets
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from api.callers import Callers
from api.clock import Clock
from api.denied import Contended, DecksNotRigged, Forbidden, NoSuchGame, NoSuchTable, NoToken
from api.judge import Judge, JudgeAway
from api.rules import dealing, play, ruling, seating
from api.rules import events as e
from api.rules.actions import Answer
from api.rules.deck import DECK, check_deck
from api.rules.game import Game
from api.rules.questions import WrongVerdict
from api.rules.run import Games, Run
from api.rules.standing import question_of
from api.rules.table import Table, chair_at, chair_of, chips_held, chips_owed, from_text, to_text
from api.store import Stale, StoreAway, Stored, TableStore, Write
from api.tokens import HOST, Tokens, player_holder
from api.views import Json, Viewer, event_view, game_summary, game_view, lobby_entry, table_view

log = logging.getLogger(__name__)

ATTEMPTS = 20
RETRY_SECONDS = 1.0
ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
ID_LENGTH = 12
Result = TypeVar("Result")
_STAMPED = msgspec.json.Decoder(e.Stamped)


class Opened(Struct, frozen=True):
    """A new table, and the token of its host, told once."""

    view: Json
    host_token: str


class Sat(Struct, frozen=True):
    """A taken seat, and its token, told once."""

    view: Json
    seat: int
    seat_token: str


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
    """The use cases of the game API, over one store and one judge."""

    def __init__(
        self,
        tables: TableStore,
        judge: Judge,
        games: Games,
        clock: Clock,
        tokens: Tokens,
        rigged_decks: bool = False,
    ) -> None:
        self._tables = tables
        self._judge = judge
        self._games = games
        self._clock = clock
        self._tokens = tokens
        self._callers = Callers(tokens)
        self._rigged_decks = rigged_decks

    # Games

    def list_games(self) -> Json:
        """Every game in a line."""
        return {"games": [game_summary(game) for game in self._games.values()]}

    def show_game(self, game: str) -> Json:
        """One game with its script and its options."""
        return game_view(self._game(game))

    def _game(self, game: str) -> Game:
        if game not in self._games:
            raise NoSuchGame(f"there is no game {game!r}", allowed=tuple(self._games))
        return self._games[game]

    # Tables

    def open_table(self, fields: Mapping[str, Any]) -> Opened:
        """Open a table; `fields` are those of `OpenTable`, filled in but for `seats`; it names a game or several."""
        games = [self._game(name) for name in fields.get("games") or [fields["game"]]]
        opened = e.Opened(
            table="".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH)),
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
        )
        run = seating.open_table(opened, self._games, self._clock.text())
        self._write(run, over=0, deck=None)
        host = Viewer(host=True)
        return Opened(self._show(run.table, host), self._tokens.mint(opened.table, HOST, run.table.host_generation))

    def lobby(self, after: str | None, limit: int) -> Json:
        """The open tables by id, a page at a time."""
        entries = self._tables.lobby(after, limit + 1)
        page = entries[:limit]
        return {
            "tables": [json.loads(entry) for _, entry in page],
            "next": page[-1][0] if len(entries) > limit else None,
            "server_time": self._clock.text(),
        }

    def look(self, table_id: str, bearer: str | None) -> Look:
        """The table as the bearer may see it."""
        table = self._read(table_id)[0]
        viewer = self._callers.viewer(table, bearer)
        key = "host" if viewer.host else "anyone" if viewer.player is None else f"p{viewer.player}"
        return Look(self._show(table, viewer), table.event, key)

    def change_table(self, table_id: str, bearer: str | None, fields: Mapping[str, Any]) -> Json:
        """What the host wants the table to be."""

        def change(run: Run) -> None:
            self._callers.host_only(run.table, bearer)
            if "name" in fields or "options" in fields:
                seating.change_settings(run, fields.get("name"), fields.get("options"))
            if "ruling" in fields:
                ruling.rule(
                    run, fields["ruling"]["text"], fields["ruling"].get("void", False), fields["ruling"].get("hand")
                )
            if "paused" in fields:
                (seating.pause if fields["paused"] else seating.resume)(run)
            if fields.get("closed"):
                seating.close(run)

        return self._shown(table_id, bearer, change)

    # Seats

    def sit(self, table_id: str, fields: Mapping[str, Any]) -> Sat:
        """Take a seat with a buy-in."""
        run, seat = self._play(
            table_id, lambda run: seating.sit(run, fields["name"], fields["buy_in"], fields.get("seat"))
        )
        chair = chair_at(run.table, seat)
        assert chair is not None
        token = self._tokens.mint(table_id, player_holder(chair.player), chair.token_generation)
        return Sat(self._show(run.table, Viewer(player=chair.player)), seat, token)

    def change_seat(self, table_id: str, seat: int, bearer: str | None, fields: Mapping[str, Any]) -> Json:
        """Sit out, come back, buy chips."""

        def change(run: Run) -> None:
            self._callers.seat_or_host(run.table, seat, bearer, host="rebuy_to" not in fields)
            if "rebuy_to" in fields:
                seating.rebuy(run, seat, fields["rebuy_to"])
            if "sitting_out" in fields:
                (seating.sit_out if fields["sitting_out"] else seating.come_back)(run, seat)

        return self._shown(table_id, bearer, change)

    def leave(self, table_id: str, seat: int, bearer: str | None) -> Json:
        """Leave the table, or be sent away by the host."""

        def change(run: Run) -> None:
            self._callers.seat_or_host(run.table, seat, bearer, host=True)
            seating.leave(run, seat)

        return self._shown(table_id, bearer, change)

    # Hands

    def deal(self, table_id: str, bearer: str | None, fields: Mapping[str, Any]) -> Json:
        """Deal a hand, with the options announced for it."""

        def start(run: Run) -> None:
            self._callers.host_or_dealer(run.table, bearer)
            given = fields.get("deck")
            run.deck = self._rigged(run.table, given) if given is not None else shuffled()
            dealing.start_hand(run, fields.get("options") or {}, rigged=given is not None)

        return self._shown(table_id, bearer, start)

    def _rigged(self, table: Table, deck: list[str]) -> tuple[str, ...]:
        if not (self._rigged_decks and table.rigged):
            raise DecksNotRigged(
                "this table shuffles its own deck; only a server started with --rigged-decks takes one"
            )
        return check_deck(deck)

    def answer(self, table_id: str, bearer: str | None, decision: int, answer: Answer) -> Json:
        """Answer a numbered decision; the same answer again is safe."""

        def act(run: Run) -> None:
            viewer = self._callers.viewer(run.table, bearer)
            if viewer.player is None:
                raise (Forbidden if viewer.host else NoToken)("a decision is answered with the token of its seat")
            play.answer(run, viewer.player, decision, answer)

        return self._shown(table_id, bearer, act)

    def resume(self, table_id: str) -> bool:
        """Put the table's open question to the evaluator again; True if the table went on."""
        run, _ = self._play(table_id, lambda run: None)
        return bool(run.events)

    def judge_answers(self) -> bool:
        """Whether the evaluator can be asked."""
        try:
            self._judge.ping()
        except JudgeAway:
            return False
        return True

    # Events

    def events(self, table_id: str, bearer: str | None, since: int, limit: int) -> Json:
        """What happened after event `since`, as the bearer may see it."""
        table = self._read(table_id)[0]
        viewer = self._callers.viewer(table, bearer)
        stamped = [_STAMPED.decode(text) for text in self._tables.events(table_id, since, limit)]
        return {
            "events": [event_view(one, viewer) for one in stamped],
            "last": stamped[-1].event if stamped else table.event,
            "server_time": self._clock.text(),
        }

    def ready(self) -> None:
        """Raise StoreAway or JudgeAway if a part of the service is not there."""
        self._tables.ping()
        self._judge.ping()

    # Read, play, ask, write

    def _read(self, table_id: str) -> tuple[Table, Stored]:
        stored = self._tables.read(table_id)
        if stored is None:
            raise NoSuchTable("there is no such table")
        return from_text(stored.state), stored

    def _shown(self, table_id: str, bearer: str | None, act: Callable[[Run], None]) -> Json:
        """Play, and show the table to the bearer as whoever the token made them; a seat given up sees what all see."""

        def acting(run: Run) -> Viewer:
            viewer = self._callers.viewer(run.table, bearer)
            act(run)
            return viewer

        run, viewer = self._play(table_id, acting)
        gone = viewer.player is not None and chair_of(run.table, viewer.player) is None
        return self._show(run.table, Viewer() if gone else viewer)

    def _play(self, table_id: str, act: Callable[[Run], Result]) -> tuple[Run, Result]:
        """Read the table, act, ask the evaluator, write over the version read; again when others were faster."""
        for _ in range(ATTEMPTS):
            table, stored = self._read(table_id)
            dealt_from = _deck(stored)
            run = Run(table, self._games, self._clock.text(), dealt_from)
            result = act(run)
            self._ask(run)
            if not run.events:
                return run, result
            try:
                self._write(run, table.event, run.deck if run.deck is not dealt_from else None)
            except Stale:
                continue
            return run, result
        raise Contended("the table keeps changing under this request; send it again")

    def _ask(self, run: Run) -> None:
        """Put the table's questions to the evaluator until it has none, or the evaluator is away."""
        while (question := question_of(self._games, run.table)) is not None:
            try:
                play.settle(run, question, self._judge.answer(question))
            except JudgeAway:
                return
            except WrongVerdict:
                log.exception("the evaluator's verdict does not fit the question; it stays open")
                return

    def _write(self, run: Run, over: int, deck: tuple[str, ...] | None) -> None:
        table = run.table
        assert chips_held(table) == chips_owed(table), "chips are conserved"
        waiting = question_of(self._games, table) is not None
        write = Write(
            id=secrets.token_hex(16),
            table=table.id,
            over=over,
            state=to_text(table),
            events=tuple(msgspec.json.encode(event) for event in run.events),
            due=self._clock.now() + RETRY_SECONDS if waiting else None,
            lobby=None if table.closed else msgspec.json.encode(lobby_entry(self._games, table)),
            deck=None if deck is None else "".join(deck).encode(),
        )
        try:
            self._tables.write(write)
        except StoreAway as fault:
            if fault.applied == "no":
                raise
            self._write_again(write)

    def _write_again(self, write: Write) -> None:
        """Nobody knows whether the write arrived; the store recognises it, so sending it once more may tell."""
        try:
            self._tables.write(write)
        except StoreAway as fault:
            raise StoreAway(str(fault), "unknown") from fault

    def _show(self, table: Table, viewer: Viewer) -> Json:
        return table_view(self._games, table, viewer, self._clock.text())


def _deck(stored: Stored) -> tuple[str, ...]:
    """The deck of the hand that runs, in dealing order."""
    text = (stored.deck or b"").decode()
    return tuple(text[at : at + 2] for at in range(0, len(text), 2))
