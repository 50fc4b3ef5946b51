"""Adding a bot to a table, and what becomes of it: use cases over a desk."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from api.bots.places import Places, Seat
from api.denied import NoSuchTable
from api.desk import Desk
from api.repeats import Keyed, Repeats
from api.rules import seating
from api.rules.run import Run
from api.rules.table import Table, chair_at, chair_of
from api.views import Json
from bots.naming import NAMES, free_names

# What a bot buys where nobody says, within what the table sells.
USUAL_CHIPS = 200
FIRST_TOKEN = 1


class Added(Struct, frozen=True):
    """The table as the host sees it, and the bot's seat."""

    view: Json
    seat: int
    again: bool


class Sat(Struct, frozen=True):
    """Where a bot sat down."""

    seat: int
    player: int


class Order(Struct, frozen=True):
    """What a bot is to play: the token of its seat, and how."""

    token: str
    style: str


class Bots:
    """The bots at the tables of one desk. `wake` is called when there is one more to be played."""

    wake: Callable[[], None]

    def __init__(self, desk: Desk, places: Places) -> None:
        self._desk = desk
        self._callers = desk.callers
        self._repeats = Repeats(desk)
        self.places = places
        self.wake = lambda: None

    def add(self, table_id: str, bearer: str | None, fields: Mapping[str, Any], keyed: Keyed | None = None) -> Added:
        """Let a bot sit down in a free chair; for the host."""
        with self._taking() as taken:

            def sit(run: Run) -> Sat:
                self._callers.host_only(run.table, bearer)
                # An act is played again when others were faster; the place it has taken stays its own.
                if not taken:
                    taken.append(self.places.take())
                chips = fields.get("buy_in", usual_chips(run.table))
                seat = seating.sit(run, new_name(run.table), chips, None, bot=fields["style"])
                chair = chair_at(run.table, seat)
                assert chair is not None
                return Sat(seat, chair.player)

            made = self._repeats.play(table_id, sit, keyed, Sat)
            chair = chair_of(made.table, made.result.player)
            if taken and chair is not None:
                self.places.name(taken.pop(), Seat(table_id, chair.player), chair.chips)
                self.wake()
        viewer = self._callers.who(made.table, bearer)
        return Added(self._desk.show(made.table, viewer), made.result.seat, made.again)

    def order(self, seat: Seat) -> Order | None:
        """What is to be played in that seat; None once the bot, or its table, is gone.

        A token that was renewed has made the seat somebody else's.
        """
        try:
            table = self._desk.read(seat.table)[0]
        except NoSuchTable:
            return None
        chair = chair_of(table, seat.player)
        if table.closed or chair is None or chair.bot is None or chair.token_generation != FIRST_TOKEN:
            return None
        return Order(self._callers.seat_token(table, chair), chair.bot)

    @contextlib.contextmanager
    def _taking(self) -> Iterator[list[Path]]:
        """What is still in the list at the end goes back."""
        taken: list[Path] = []
        try:
            yield taken
        finally:
            for path in taken:
                self.places.give_back(path)


def usual_chips(table: Table) -> int:
    """What a bot buys here unless the host says otherwise."""
    return min(max(USUAL_CHIPS, table.min_buy_in), table.max_buy_in)


def new_name(table: Table) -> str:
    """A name that nobody at the table has, or is kept out for."""
    here = [chair.name for chair in table.chairs] + [waiter.name for waiter in table.waiting]
    return next(free_names([*here, *table.banned], secrets.SystemRandom().sample(NAMES, len(NAMES))))
