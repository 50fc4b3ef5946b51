"""The waiting list, and the tokens of seats: use cases of people rather than of play."""

import hashlib
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from api.denied import BadToken, TokenVoid
from api.desk import Desk
from api.repeats import Keyed, Repeats
from api.rules import seating, waiting
from api.rules.run import Run
from api.service import Sat
from api.views import Json, Viewer


class Waits(Struct, frozen=True):
    """A place on the waiting list, the number to leave it by, and the token that will be the seat's, told once."""

    view: Json
    player: int
    place: int
    waiting_token: str
    again: bool


class Queued(Struct, frozen=True):
    """Who took a place on the waiting list, and which one it was."""

    player: int
    place: int


class People:
    """Who waits at the tables of one desk, and with which tokens seats are held."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._callers = desk.callers
        self._repeats = Repeats(desk)

    def wait(self, table_id: str, bearer: str | None, fields: Mapping[str, Any], keyed: Keyed | None = None) -> Waits:
        """Wait for a chair, with the buy-in with which to sit down."""

        def queue(run: Run) -> Queued:
            self._callers.guest(run.table, bearer)
            return Queued(waiting.wait(run, fields["name"], fields["buy_in"]), len(run.table.waiting))

        made = self._repeats.play(table_id, queue, keyed, Queued)
        player, token = made.result.player, self._callers.waiting_token(made.table, made.result.player)
        try:
            viewer = self._callers.who(made.table, token)
        except BadToken:
            raise TokenVoid("the place or the seat was given up, or has another token by now") from None
        return Waits(self._desk.show(made.table, viewer), player, made.result.place, token, made.again)

    def stop_waiting(self, table_id: str, player: int, bearer: str | None) -> Json:
        """Wait no longer, or be taken off the list by the host."""

        def unqueue(run: Run) -> None:
            self._callers.waiter_or_host(run.table, player, bearer)
            waiting.stop_waiting(run, player)

        return self._desk.shown(table_id, bearer, unqueue)

    def renew_token(self, table_id: str, seat: int, bearer: str | None, fields: Mapping[str, Any]) -> Sat:
        """A new token for a seat, whose tokens so far are nobody's from then on; for the same word the same token."""
        key = hashlib.sha256(fields["word"].encode()).hexdigest()[:32]

        def renew(run: Run) -> Viewer:
            viewer = self._callers.renewing(run.table, seat, bearer, key)
            seating.check_player(run, seat, fields.get("player"))
            seating.renew_token(run, seat, key)
            return viewer

        run, viewer = self._desk.play(table_id, renew)
        chair = seating.chair_in(run, seat)
        return Sat(self._desk.show(run.table, viewer), seat, self._callers.seat_token(run.table, chair))
