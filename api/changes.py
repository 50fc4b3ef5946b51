"""What the host, or a seat, wants to be otherwise: settings, who may come, chairs and chips.

Each change says how things shall be, so that sending it again changes nothing more.
"""

from collections.abc import Mapping
from typing import Any

from api.denied import NotAnInvitation
from api.desk import Desk
from api.rules import hosting, ruling, seating, wishes
from api.rules.run import Run
from api.service import terms_of
from api.views import Json

HOST_MAY_CHANGE = {"sitting_out", "player"}


class Changes:
    """Changes at the tables of one desk."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._callers = desk.callers

    def change_table(self, table_id: str, bearer: str | None, fields: Mapping[str, Any]) -> Json:
        """What the host wants the table to be."""

        def change(run: Run) -> None:
            if set(fields) == {"host"} and self._callers.handed_over(run.table, fields["host"], bearer):
                return
            self._callers.host_only(run.table, bearer)
            terms = terms_of(fields)
            if "name" in fields or "options" in fields or terms:
                seating.change_settings(run, fields.get("name"), fields.get("options"), terms)
            self._change_people(run, fields)
            if "ruling" in fields:
                ruling.rule(
                    run, fields["ruling"]["text"], fields["ruling"].get("void", False), fields["ruling"].get("hand")
                )
            if "paused" in fields:
                (seating.pause if fields["paused"] else seating.resume)(run)
            if fields.get("closed"):
                seating.close(run)

        return self._desk.shown(table_id, bearer, change)

    def _change_people(self, run: Run, fields: Mapping[str, Any]) -> None:
        """Whom the host keeps out, how others come in, and who is the host; that comes last, as it may be the end of
        the bearer's right."""
        if "banned" in fields:
            hosting.set_banned(run, fields["banned"])
        if "replace_invitation" in fields:
            given = fields["replace_invitation"]
            if not self._callers.was_invitation(run.table, given):
                raise NotAnInvitation("that is no invitation to this table", field="replace_invitation")
            if given == self._callers.invitation(run.table):
                hosting.new_invitation(run)
        if "host" in fields:
            hosting.hand_over(run, fields["host"])

    def change_seat(self, table_id: str, seat: int, bearer: str | None, fields: Mapping[str, Any]) -> Json:
        """Sit out, come back, buy chips, leave after the hand."""

        def change(run: Run) -> None:
            self._callers.seat_or_host(run.table, seat, bearer, host=not set(fields) - HOST_MAY_CHANGE)
            seating.check_player(run, seat, fields.get("player"))
            if "rebuy_to" in fields:
                seating.rebuy(run, seat, fields["rebuy_to"])
            if "sitting_out" in fields:
                (seating.sit_out if fields["sitting_out"] else seating.come_back)(run, seat)
            if "auto_rebuy_to" in fields:
                wishes.set_auto_rebuy(run, seat, fields["auto_rebuy_to"])
            if "leaving" in fields:
                wishes.leave_after_hand(run, seat, fields["leaving"])

        return self._desk.shown(table_id, bearer, change)

    def leave(self, table_id: str, seat: int, bearer: str | None, player: int | None = None, ban: bool = False) -> Json:
        """Leave the table, or be sent away by the host, who may also ban the name."""

        def change(run: Run) -> None:
            self._callers.seat_or_host(run.table, seat, bearer, host=True)
            seating.check_player(run, seat, player)
            if ban:
                self._callers.host_only(run.table, bearer)
                hosting.ban(run, seating.chair_in(run, seat).name)
            seating.leave(run, seat)

        return self._desk.shown(table_id, bearer, change)
