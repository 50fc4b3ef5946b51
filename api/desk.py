"""The desk at which every request is worked: read the table, play, ask the evaluator, write, show.

Every write is made over the version that was read.  Who loses a race reads again and plays again, if what was asked
is still legal.  A question that the evaluator does not answer is written down open, and the table goes on when it
does: no accepted answer is lost or refused because the evaluator is away.
"""

import logging
import secrets
from collections.abc import Callable
from datetime import datetime
from typing import TypeVar

import msgspec

from api.callers import Callers
from api.clock import Clock
from api.denied import BadToken, Contended, NoSuchTable
from api.history.recording import finished_hand
from api.judge import Judge, JudgeAway
from api.presence import Presence
from api.rules import clocks, play, upkeep
from api.rules.events import Stamped
from api.rules.questions import WrongVerdict
from api.rules.run import Games, Run
from api.rules.standing import question_of
from api.rules.table import Table, chips_held, chips_owed, from_text, to_text
from api.rules.waking import next_due
from api.store import Once, Stale, StoreAway, Stored, TableStore, Write
from api.views import Json, Viewer, lobby_entry, table_view
from api.words import Words

log = logging.getLogger(__name__)

ATTEMPTS = 20
# A question to the evaluator is always due, wherever the clock is set; how often it is asked is for the ticker to say.
DUE_NOW = 0.0
DAY_SECONDS = 86_400
Result = TypeVar("Result")
_STAMPED = msgspec.json.Decoder(Stamped)


class Desk:
    """One store, one judge, the games, the clock, and who may do what."""

    def __init__(
        self,
        tables: TableStore,
        judge: Judge,
        games: Games,
        clock: Clock,
        callers: Callers,
        idle_days: int = 0,
    ) -> None:
        self.tables = tables
        self.judge = judge
        self.games = games
        self.clock = clock
        self.callers = callers
        self.idle_seconds = idle_days * DAY_SECONDS
        self.words = Words(judge)
        self.presence = Presence(tables, clock)
        # The last time in which nobody looked after the tables, as far as this process has heard.
        self.outage: clocks.Outage | None = None

    def read(self, table_id: str) -> tuple[Table, Stored]:
        """The table as it stands, and as it is stored; raises NoSuchTable."""
        stored = self.tables.read(table_id)
        if stored is None:
            raise NoSuchTable("there is no such table")
        return from_text(stored.state), stored

    def shown(self, table_id: str, bearer: str | None, act: Callable[[Run], None]) -> Json:
        """Play, and show the table to the bearer as whoever the token now makes them: who has just given a seat or the
        table away sees what all see.  Who may act, the act itself checks."""
        run, _ = self.play(table_id, act)
        try:
            viewer = self.callers.who(run.table, bearer)
        except BadToken:
            viewer = Viewer()
        return self.show(run.table, viewer)

    def play(
        self,
        table_id: str,
        act: Callable[[Run], Result],
        may_ask: bool = True,
        once: Callable[[Result], Once] | None = None,
    ) -> tuple[Run, Result]:
        """Read the table, act, ask the evaluator, write over the version read; again when others were faster.

        What `once` makes of the result is written with it.
        """
        for _ in range(ATTEMPTS):
            table, stored = self.read(table_id)
            dealt_from = _deck(stored)
            run = Run(table, self.games, self.clock.moment(), dealt_from)
            clocks.catch_up(run, self.outage)
            result = act(run)
            if may_ask:
                self._ask(run)
            if not run.events:
                return run, result
            upkeep.keep(run)
            deck = run.deck if run.deck is not dealt_from else None
            try:
                self.write(run, table.event, deck, None if once is None else once(result))
            except Stale:
                continue
            return run, result
        raise Contended("the table keeps changing under this request; send it again")

    def _ask(self, run: Run) -> None:
        """Put the table's questions to the evaluator until it has none, or the evaluator is away."""
        while (question := question_of(self.games, run.table)) is not None:
            try:
                play.settle(run, question, self.judge.answer(question))
            except JudgeAway:
                return
            except WrongVerdict:
                log.exception("the evaluator's verdict does not fit the question; it stays open")
                return

    def write(self, run: Run, over: int, deck: tuple[str, ...] | None, once: Once | None = None) -> None:
        """Write what a run came to over the version it was built on; raises Stale or StoreAway."""
        table = run.table
        assert chips_held(table) == chips_owed(table), "chips are conserved"
        write = Write(
            id=secrets.token_hex(16),
            table=table.id,
            over=over,
            state=to_text(table),
            events=tuple(msgspec.json.encode(event) for event in run.events),
            due=self._due(table),
            lobby=None if table.closed or table.terms.private else msgspec.json.encode(lobby_entry(self.games, table)),
            deck=None if deck is None else "".join(deck).encode(),
            closed=self.clock.now() if table.closed else None,
            once=once,
            hand=finished_hand(run, lambda number: self.tables.hand(table.id, number)),
        )
        try:
            self.tables.write(write)
        except StoreAway as fault:
            if fault.applied == "no":
                raise
            self._write_again(write)

    def _due(self, table: Table) -> float | None:
        """When somebody should look at the table, in seconds since 1970."""
        due = self._due_by_itself(table)
        if due is None and self.idle_seconds and not table.closed:
            return self.clock.now() + self.idle_seconds
        return due

    def _due_by_itself(self, table: Table) -> float | None:
        """When the table goes on by itself, in seconds since 1970."""
        if question_of(self.games, table) is not None:
            return DUE_NOW
        due = next_due(table)
        return None if due is None else due / 1000

    def is_idle(self, table: Table) -> bool:
        """Whether nothing has happened at the table, and nothing is to come by itself, for longer than tables are
        kept open for."""
        if not self.idle_seconds or table.closed or self._due_by_itself(table) is not None:
            return False
        last = self.tables.events(table.id, table.event - 1, 1)
        # An event that is no longer kept happened long ago.
        return not last or self.clock.now() - _happened(last[0]) >= self.idle_seconds

    def _write_again(self, write: Write) -> None:
        """Nobody knows whether the write arrived; the store recognises it, so sending it once more may tell."""
        try:
            self.tables.write(write)
        except StoreAway as fault:
            raise StoreAway(str(fault), "unknown") from fault

    def show(self, table: Table, viewer: Viewer) -> Json:
        """The table as this viewer may see it."""
        invitation = self.callers.invitation(table) if viewer.host else None
        present = self.presence.at(table.id)
        return table_view(self.games, table, viewer, self.clock.text(), self.words.say, invitation, present)


def _deck(stored: Stored) -> tuple[str, ...]:
    """The deck of the hand that runs, in dealing order."""
    text = (stored.deck or b"").decode()
    return tuple(text[at : at + 2] for at in range(0, len(text), 2))


def _happened(event: bytes) -> float:
    """When a stored event happened, in seconds since 1970."""
    return datetime.fromisoformat(_STAMPED.decode(event).server_time).timestamp()
