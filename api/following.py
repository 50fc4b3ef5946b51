"""Following a table: what happened since a given event, as one viewer may see it."""

import msgspec

from api.desk import Desk
from api.rules import events as e
from api.views import Json, event_view

_STAMPED = msgspec.json.Decoder(e.Stamped)


class Following:
    """The events of the tables of one desk."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def events(self, table_id: str, bearer: str | None, since: int, limit: int) -> Json:
        """What happened after event `since`, as the bearer may see it."""
        table = self._desk.read(table_id)[0]
        viewer = self._desk.callers.viewer(table, bearer)
        stamped = [_STAMPED.decode(text) for text in self._desk.tables.events(table_id, since, limit)]
        return {
            "events": [event_view(one, viewer) for one in stamped],
            "last": stamped[-1].event if stamped else table.event,
            "server_time": self._desk.clock.text(),
        }
