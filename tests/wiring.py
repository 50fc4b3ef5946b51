"""A whole game API in this process: the real service, store and evaluator, and people who talk to it.

The evaluator is asked by the API's own judge over a line that a test can cut.  People send what the HTTP layer would
hand on: their token, a decision's number, an answer as JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
import requests

from api.callers import Callers
from api.changes import Changes
from api.clock import Clock, Ticker
from api.desk import Desk
from api.following import Following
from api.judge import HttpJudge, Judge
from api.people import People
from api.rules import apply as rules
from api.rules import events as e
from api.rules.actions import Answer
from api.rules.games import GAMES
from api.rules.run import Games
from api.rules.table import Table, chips_held, chips_owed, from_text
from api.service import Service
from api.store import TableStore
from api.stream import Hub
from api.talk import Talk
from api.tokens import Tokens
from evaluator.app import create_app
from tests.follows import Follows
from tests.judging import InProcess

Json = dict[str, Any]
SECRET = b"a secret for tests, 32 bytes long"


class EvaluatorLine(InProcess):
    """The line to the real evaluator.  While `cut`, nobody answers at its other end; `garble` spoils what it says."""

    def __init__(self) -> None:
        super().__init__(create_app())
        self.cut = False
        self.garble: Callable[[bytes], bytes] | None = None
        self.asked: list[str] = []

    def send(self, request: requests.PreparedRequest, *args: Any, **kwargs: Any) -> requests.Response:
        if self.cut:
            raise requests.ConnectionError("nobody listens there")
        response = super().send(request, *args, **kwargs)
        self.asked.append(str(request.path_url))
        if self.garble is not None:
            response._content = self.garble(response.content)
        return response

    def session(self) -> requests.Session:
        """What sends its requests over this line."""
        session = requests.Session()
        session.mount("http://evaluator", self)
        return session


class ClockAhead(Clock):
    """A clock that a test may put forward, and that may stand still otherwise."""

    ahead_seconds = 0.0
    stands_at: float | None = None

    def now(self) -> float:
        return (super().now() if self.stands_at is None else self.stands_at) + self.ahead_seconds


class House:
    """One process of the game API over a store that others may share."""

    def __init__(
        self,
        tables: TableStore,
        *,
        games: Games = GAMES,
        rigged_decks: bool = False,
        secret: bytes = SECRET,
        line: EvaluatorLine | None = None,
        judge: Judge | None = None,
        idle_days: int = 0,
    ) -> None:
        self.tables = tables
        self.games = games
        self.line = line or EvaluatorLine()
        self.clock = ClockAhead()
        self.desk = Desk(
            tables,
            judge or HttpJudge("http://evaluator", self.line.session()),
            games,
            self.clock,
            Callers(Tokens(secret)),
            idle_days,
        )
        self.service = Service(self.desk, rigged_decks)
        self.changes = Changes(self.desk)
        self.people = People(self.desk)
        self.hub = Hub(self.desk)
        self.following = Following(self.desk, self.hub, most=100)
        self.talk = Talk(self.desk)
        self.ticker = Ticker(self.service, tables, self.clock)

    def time_passes(self, seconds: float) -> None:
        """It is so much later, and all the while somebody has looked after the tables."""
        self.clock.ahead_seconds += seconds
        self.tables.beat(self.clock.now(), longest_gap=1e12)

    def open(self, **fields: Any) -> Host:
        """Open a table and be its host."""
        given = {"game": "ten-card-regrets", "name": "Table", "options": {}, "min_buy_in": 1, "max_buy_in": 1_000_000}
        opened = self.service.open_table(given | fields)
        return Host(self, opened.view["id"], opened.host_token, opened.invitation)

    def table(self, table_id: str) -> Table:
        """The table as it is stored."""
        stored = self.tables.read(table_id)
        assert stored is not None
        return from_text(stored.state)

    def stored_events(self, table_id: str) -> list[e.Stamped]:
        """Every event of the table, complete."""
        return [msgspec.json.decode(text, type=e.Stamped) for text in self.tables.events(table_id, 0, 1_000_000)]

    def check(self, table_id: str) -> Table:
        """Hold what is always true of a stored table: its events have no gap and replay to it; chips are conserved."""
        table, events = self.table(table_id), self.stored_events(table_id)
        assert [stamped.event for stamped in events] == list(range(1, table.event + 1))
        assert replay(events) == table
        assert chips_held(table) == chips_owed(table)
        return table


def replay(events: Iterable[e.Stamped]) -> Table:
    """The table that these events make."""
    first, *later = events
    assert isinstance(first.what, e.Opened)
    table = rules.opened(first.what)
    for stamped in later:
        table = rules.apply(table, stamped.what)
    return table


class Person:
    """Somebody with a token, or without one, at one table."""

    def __init__(self, house: House, table: str, token: str | None = None) -> None:
        self.house = house
        self.table = table
        self.token = token

    def view(self) -> Json:
        """The table as this person is shown it, once it has been JSON."""
        shown: Json = msgspec.json.decode(msgspec.json.encode(self.house.service.look(self.table, self.token).view))
        return shown

    def events(self, since: int = 0, limit: int = 1_000_000, wait_seconds: float = 0) -> Json:
        return self.house.following.poll(self.table, self.token, since, limit, wait_seconds)

    def follow(self, cursor: int | None = None) -> Follows:
        """A stream of the table, as far as the document's lines go."""
        return Follows(self.house.following.follow(self.table, self.token, cursor))

    def decisions(self) -> list[Json]:
        """The open decisions of this person that the table waits for."""
        return [one for one in self.view()["decisions"] if one["answer"] is None and one["required"]]

    def answer(self, decision: int, answer: Json) -> Json:
        return self.house.service.answer(self.table, self.token, decision, msgspec.convert(answer, Answer))

    def deal(self, **fields: Any) -> Json:
        return self.house.service.deal(self.table, self.token, fields).view

    def change(self, **fields: Any) -> Json:
        return self.house.changes.change_table(self.table, self.token, fields)

    def change_seat(self, seat: int, **fields: Any) -> Json:
        return self.house.changes.change_seat(self.table, seat, self.token, fields)

    def leave(self, seat: int, **named: Any) -> Json:
        return self.house.changes.leave(self.table, seat, self.token, **named)

    def sit(self, name: str, buy_in: int = 100, seat: int | None = None) -> Guest:
        """Take a seat, with the token that this person has, or without one."""
        fields = {"name": name, "buy_in": buy_in, **({} if seat is None else {"seat": seat})}
        sat = self.house.service.sit(self.table, self.token, fields)
        return Guest(self.house, self.table, sat.seat_token, sat.seat, name)

    def wait(self, name: str, buy_in: int = 100) -> Waiting:
        """Take a place on the waiting list."""
        waits = self.house.people.wait(self.table, self.token, {"name": name, "buy_in": buy_in})
        return Waiting(self.house, self.table, waits.waiting_token, waits.player, name)

    def stop_waiting(self, player: int) -> Json:
        return self.house.people.stop_waiting(self.table, player, self.token)

    def say(self, text: str) -> Json:
        return self.house.talk.say(self.table, self.token, text).said.message

    def messages(self, since: int = 0, limit: int = 200) -> Json:
        return self.house.talk.messages(self.table, self.token, since, limit)

    def renew_token(self, seat: int, word: str, **fields: Any) -> str:
        """A new token for the seat."""
        return self.house.people.renew_token(self.table, seat, self.token, {"word": word, **fields}).seat_token

    def elsewhere(self, house: House) -> Person:
        """The same person, talking to another process."""
        return Person(house, self.table, self.token)


class Host(Person):
    """Who opened the table."""

    def __init__(self, house: House, table: str, token: str | None, invitation: str = "") -> None:
        super().__init__(house, table, token)
        self.invitation = invitation

    def elsewhere(self, house: House) -> Host:
        return Host(house, self.table, self.token, self.invitation)

    def anyone(self, token: str | None = None) -> Person:
        """Somebody who only has this token, or none."""
        return Person(self.house, self.table, token)


class Waiting(Person):
    """Who waits for a seat; the token is the seat's once there is one."""

    def __init__(self, house: House, table: str, token: str, player: int, name: str) -> None:
        super().__init__(house, table, token)
        self.player = player
        self.name = name

    def elsewhere(self, house: House) -> Waiting:
        return Waiting(house, self.table, str(self.token), self.player, self.name)


class Guest(Person):
    """Who sits in a seat."""

    def __init__(self, house: House, table: str, token: str, seat: int, name: str) -> None:
        super().__init__(house, table, token)
        self.seat = seat
        self.name = name

    def play(self, **answer: Any) -> Json:
        """Answer the one decision that is open for this seat."""
        (decision,) = self.decisions()
        return self.answer(decision["decision"], answer)

    def own(self) -> Json:
        """This seat in its own view."""
        return next(seat for seat in self.view()["seats"] if seat["seat"] == self.seat)

    def elsewhere(self, house: House) -> Guest:
        return Guest(house, self.table, str(self.token), self.seat, self.name)
