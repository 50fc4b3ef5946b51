"""What followers are told of events that have just been read, and whose right to look on has ended with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

import msgspec
from msgspec import Struct

from api.callers import Callers
from api.desk import Desk
from api.follower import Follower, Line
from api.rules import events as e
from api.rules.refusals import Refused
from api.rules.table import Table
from api.views import Viewer, event_view

PAGE = 200

_STAMPED = msgspec.json.Decoder(e.Stamped)
_IN_PLAY = (e.Started, e.Ended, *get_args(e.HandEvent))


class News(Struct, frozen=True):
    """Events that follow on each other, and the table as it stands if they may have ended somebody's right."""

    events: tuple[e.Stamped, ...]
    table: Table | None = None

    @property
    def last(self) -> int:
        """The number of the last one."""
        return self.events[-1].event


def read_on(desk: Desk, table_id: str, cursor: int) -> News | None:
    """What comes after `cursor`, as much as fits; None if the store no longer has what comes next."""
    events = read_events(desk, table_id, cursor, PAGE)
    if not events:
        return None
    if not any(map(_may_end_a_right, events)):
        return News(events)
    table = desk.read(table_id)[0]
    # The table should stand as it did after the last of these events: then it is certain who may know them.
    if events[-1].event < table.event:
        more = read_events(desk, table_id, events[-1].event, PAGE)
        events += tuple(one for one in more if one.event <= table.event)
    return News(events, table)


def read_events(desk: Desk, table_id: str, cursor: int, limit: int) -> tuple[e.Stamped, ...]:
    """The events after `cursor`, none if the next one is not there: what is kept may begin later, or have holes."""
    events = tuple(_STAMPED.decode(text) for text in desk.tables.events(table_id, cursor, limit))
    for number, one in enumerate(events, cursor + 1):
        if one.event != number:
            return events[: number - cursor - 1]
    return events


def _may_end_a_right(one: e.Stamped) -> bool:
    """Whether somebody may no longer look on after this: what happens in play never ends a right."""
    return not isinstance(one.what, _IN_PLAY)


class Telling:
    """News for the followers of a table, built once for all who see alike."""

    def __init__(self, news: News, callers: Callers) -> None:
        self._news = news
        self._callers = callers
        self._lines: dict[Viewer, list[Line]] = {}
        self._viewers: dict[str | None, Viewer | None] = {}

    @property
    def _is_over(self) -> bool:
        """Whether the table has closed with the last of the events."""
        table = self._news.table
        return table is not None and table.closed and table.event == self._news.last

    @property
    def _may_end_rights(self) -> list[e.Stamped]:
        return [one for one in self._news.events if _may_end_a_right(one)]

    def tell(self, follower: Follower) -> None:
        """Let the news wait for a follower; for one whose right or whose table has ended with it, as the last."""
        table, last = self._news.table, self._news.last
        viewer = follower.viewer if table is None else self._viewer(table, follower.bearer)
        if viewer is None:
            lines = self._last_lines(follower.viewer)
            last = lines[-1].number
        else:
            lines = self._built(follower.viewer)
        follower.put(lines)
        if viewer is None and follower.cursor >= self._may_end_rights[0].event:
            follower.viewer = Viewer()
        if follower.cursor != last:
            return  # it reads on from the store, and finds out there
        if viewer is None or self._is_over:
            follower.end()
        else:
            follower.viewer = viewer

    def _viewer(self, table: Table, bearer: str | None) -> Viewer | None:
        """Whose eyes a bearer sees with as the table stands; None for one who may no longer look on."""
        if bearer not in self._viewers:
            try:
                self._viewers[bearer] = self._callers.viewer(table, bearer)
            except Refused:
                self._viewers[bearer] = None
        return self._viewers[bearer]

    def _built(self, viewer: Viewer) -> list[Line]:
        if viewer not in self._lines:
            self._lines[viewer] = lines_for(viewer, self._news.events)
        return self._lines[viewer]

    def _last_lines(self, viewer: Viewer) -> list[Line]:
        """What is told to somebody whose right has ended somewhere among the events.

        That is all up to the one which ended it: where the table has closed the last of all, else the last that names
        the viewer or, if none does, the last that may have ended it.  From the first such one on, it is only what
        anybody is told.
        """
        events = self._news.events
        may = self._may_end_rights
        named = [one for one in may if getattr(one.what, "player", None) == viewer.player is not None]
        first, last = may[0].event, events[-1].event if self._is_over else (named or may)[-1].event
        before = [one for one in events if one.event < first]
        since = [one for one in events if first <= one.event <= last]
        return lines_for(viewer, before) + lines_for(Viewer(), since)


def lines_for(viewer: Viewer, events: Sequence[e.Stamped]) -> list[Line]:
    """What a viewer is told of events."""
    return [Line(one.event, msgspec.json.encode(event_view(one, viewer))) for one in events]
