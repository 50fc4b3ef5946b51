"""The waiting list, and the tokens of seats: use cases of people rather than of play."""

import hashlib
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from api.desk import Desk
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


class People:
    """Who waits at the tables of one desk, and with which tokens seats are held."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._callers = desk.callers

    def wait(self, table_id: str, bearer: str | None, fields: Mapping[str, Any]) -> Waits:
        """Wait for a chair, with the buy-in with which to sit down."""

        def queue(run: Run) -> int:
            self._callers.guest(run.table, bearer)
            return waiting.wait(run, fields["name"], fields["buy_in"])

        run, player = self._desk.play(table_id, queue)
        view = self._desk.show(run.table, Viewer(player=player))
        return Waits(view, player, len(run.table.waiting), self._callers.waiting_token(run.table, player))

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
