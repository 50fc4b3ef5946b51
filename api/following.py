"""Following a table: a snapshot and then what happens, or what happened since a given event, as one viewer may see it.

A cursor is the number of the last event that a follower has.  One that is older than what is kept, or that the table
has not come to, is of no use: then the table is shown anew, and what happens after that follows.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from threading import BoundedSemaphore

from msgspec import Struct

from api.denied import TooManyStreams
from api.desk import Desk
from api.follower import Follower, Told
from api.rules.refusals import Refused
from api.rules.table import Table
from api.store import StoreAway
from api.stream import AGAIN_SECONDS, Hub
from api.telling import read_events, read_on
from api.times import rfc3339
from api.views import Json, Viewer, event_view

KEEP_ALIVE_SECONDS = 15.0
LONGEST_WAIT_SECONDS = 30
TICKET_SECONDS = 60


class Shown(Struct, frozen=True):
    """The table as it stands, at the beginning (`anew` is false) or because what came next is no longer known."""

    view: Json
    anew: bool


class Quiet(Struct, frozen=True):
    """Nothing has happened for a while; the line still stands."""

    time: str


Message = Shown | Told | Quiet


class Following:
    """The events of the tables of one desk, for as many streams, and as many polls that wait, as a process takes."""

    def __init__(self, desk: Desk, hub: Hub, most: int) -> None:
        self._desk = desk
        self._hub = hub
        self._streams = BoundedSemaphore(most)
        self._polls = BoundedSemaphore(most)

    def poll(self, table_id: str, bearer: str | None, since: int, limit: int, wait_seconds: float = 0) -> Json:
        """What happened after event `since`; waits for it if there is nothing, and there is room to wait."""
        table, viewer = self._look(table_id, bearer)
        if since == table.event and wait_seconds and not table.closed and self._polls.acquire(blocking=False):
            try:
                self._wait(Follower(table_id, bearer, viewer, since, events_only=True), table, wait_seconds)
            finally:
                self._polls.release()
            return self.poll(table_id, bearer, since, limit)
        # Of what has been written since the table was read, nobody has said yet who may know it.
        left = table.event - since
        events = read_events(self._desk, table_id, since, min(limit, left)) if left > 0 else ()
        lost = left < 0 or (left > 0 and not events)
        return {
            "events": [event_view(one, viewer) for one in events],
            "last": events[-1].event if events else table.event,
            "reset": self._desk.show(table, viewer) if lost else None,
            "server_time": self._desk.clock.text(),
        }

    def _wait(self, follower: Follower, table: Table, seconds: float) -> None:
        try:
            self._hub.join(follower, table)
            self._hub.wait(follower, seconds)
        finally:
            self._hub.leave(follower)

    def follow(
        self, table_id: str, bearer: str | None, cursor: int | None, cut: Callable[[], None] | None = None
    ) -> Stream:
        """Follow a table after event `cursor`, or from how it stands now; raises TooManyStreams.

        `cut` breaks the line to a follower who takes nothing any more.
        """
        table, viewer = self._look(table_id, bearer)
        if not self._streams.acquire(blocking=False):
            raise TooManyStreams(
                "as many follow tables through this server as it can take; ask again and again instead",
                instead=f"/v1/tables/{table_id}/events?wait={LONGEST_WAIT_SECONDS}",
            )
        try:
            return self._opened(table, bearer, viewer, cursor, cut)
        except BaseException:
            self._streams.release()
            raise

    def _opened(
        self, table: Table, bearer: str | None, viewer: Viewer, cursor: int | None, cut: Callable[[], None] | None
    ) -> Stream:
        known = cursor is not None and cursor <= table.event
        shown = None if known else Shown(self._desk.show(table, viewer), anew=cursor is not None)
        begin = cursor if cursor is not None and known else table.event
        follower = Follower(table.id, bearer, viewer, begin, cut=cut)
        is_over = table.closed and follower.cursor == table.event
        if is_over:
            follower.end()
        try:
            self._hub.join(follower, table)
        except BaseException:
            self._hub.leave(follower)
            raise
        stream = Stream(self._desk, self._hub, follower, shown, self._streams.release)
        stream.is_over = is_over and shown is None
        return stream

    def ticket(self, table_id: str, bearer: str | None) -> Json:
        """A ticket, with which a browser that can send no header opens a stream as the bearer would."""
        until = int(self._desk.clock.now()) + TICKET_SECONDS
        ticket = self._desk.callers.ticket(self._desk.read(table_id)[0], bearer, until)
        return {"ticket": ticket, "expires": rfc3339(until * 1000)}

    def redeem(self, table_id: str, ticket: str) -> str:
        """The token for which a ticket stands; raises BadToken."""
        return self._desk.callers.redeem(table_id, ticket, self._desk.clock.now())

    def _look(self, table_id: str, bearer: str | None) -> tuple[Table, Viewer]:
        """The table as it stands, and whose eyes the bearer sees it with; a player is said to be there."""
        with self._hub.reading():
            table = self._desk.read(table_id)[0]
            viewer = self._desk.callers.viewer(table, bearer)
            if viewer.player is not None:
                self._desk.presence.come(table_id, viewer.player)
        return table, viewer


class Stream:
    """What one follower is told.  To be closed, whatever happens."""

    def __init__(
        self, desk: Desk, hub: Hub, follower: Follower, shown: Shown | None, give_back: Callable[[], None]
    ) -> None:
        self._desk = desk
        self._hub = hub
        self._follower = follower
        self._shown = shown
        self._give_back: Callable[[], None] | None = give_back
        self.is_over = False
        """Whether there is nothing to tell, and never will be again, whichever server is asked."""

    def messages(self) -> Iterator[Sequence[Message]]:
        """What is to be sent, as much at a time as there is; ends when nothing more will come."""
        if self._shown is not None:
            yield [self._shown]
        while True:
            if lines := self._hub.take(self._follower):
                yield lines
            elif self._follower.ended:
                return
            elif self._hub.is_behind(self._follower):
                yield self._read_on()
            elif not self._hub.wait(self._follower, KEEP_ALIVE_SECONDS):
                yield [Quiet(self._desk.clock.text())]

    def _read_on(self) -> Sequence[Message]:
        """Take from the store what there was no room for, or begin anew where it is no longer kept."""
        follower = self._follower
        try:
            with self._hub.reading():
                news = read_on(self._desk, follower.table, follower.cursor)
                if news is not None:
                    self._hub.tell(follower, news)
                    return self._hub.take(follower)
                table = self._desk.read(follower.table)[0]
            viewer = self._desk.callers.viewer(table, follower.bearer)
        except StoreAway:
            time.sleep(AGAIN_SECONDS)
            return [Quiet(self._desk.clock.text())]
        except Refused:
            self._hub.end(follower)
            return []
        self._hub.move(follower, viewer, table.event)
        if table.closed:
            self._hub.end(follower)
        return [Shown(self._desk.show(table, viewer), anew=True)]

    def close(self) -> None:
        """Follow no longer, and give the place back."""
        self._hub.leave(self._follower)
        if self._give_back is not None:
            give_back, self._give_back = self._give_back, None
            give_back()
