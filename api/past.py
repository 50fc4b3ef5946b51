"""Finished hands of a table, each as the caller may see it: listed, told again, replayed, and a whole night at once."""

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from api.callers import Reader
from api.denied import HandForgotten, NoSpectators, NoSuchGame, NoSuchHand
from api.desk import Desk
from api.history.recording import Recorded, from_summary
from api.history.replaying import replayed
from api.history.telling import Told, tell
from api.history.values import HandHistory
from api.rules import events as e
from api.rules.game import Game
from api.rules.refusals import HandInProgress
from api.rules.table import Table, running
from api.store import FinishedHand
from api.times import rfc3339
from api.views import Json, Viewer, event_view, finished_view, table_view

_STAMPED = msgspec.json.Decoder(e.Stamped)
# So many hands of a night are looked up at once; each is told only when its turn comes.
HANDS_A_STEP = 50


class Retold(Struct, frozen=True):
    """A hand's history, and its game if that is still played here."""

    history: HandHistory
    game: Game | None


class Past:
    """The finished hands of the tables of one desk."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def hands(self, table_id: str, bearer: str | None, before: int | None, limit: int) -> Json:
        """The hands below number `before`, the newest first, a page at a time."""
        _, reader = self._open(table_id, bearer)
        kept = self._desk.tables.hands(table_id, before, limit + 1)
        page = kept[:limit]
        records = [(one, from_summary(one.summary)) for one in page]
        return {
            "hands": [
                finished_view(one.number, rfc3339(round(one.at * 1000)), record)
                for one, record in records
                if _may_read(reader, record)
            ],
            "next": page[-1].number if len(kept) > limit else None,
            "server_time": self._desk.clock.text(),
        }

    def hand(self, table_id: str, bearer: str | None, number: int) -> Retold:
        """One hand as the bearer may see it; raises NoSuchHand, HandForgotten or HandInProgress."""
        table, reader = self._open(table_id, bearer)
        kept, record = self._kept(table, number, reader)
        return self._retold(table_id, kept, record, self._events(table_id, kept), reader.viewer)

    def night(self, table_id: str, bearer: str | None, first: int, last: int) -> Iterator[Retold]:
        """The hands numbered `first` to `last` that are kept, the oldest first, each told when it is asked for."""
        table, reader = self._open(table_id, bearer)
        return self._told(table_id, reader, first, min(last, table.hands))

    def replay(self, table_id: str, bearer: str | None, number: int, with_views: bool) -> Json:
        """The table as the hand began, and everything that happened until it had ended; `with_views`, also the table
        after each event."""
        table, reader = self._open(table_id, bearer)
        kept, record = self._kept(table, number, reader)
        events, viewer = self._events(table_id, kept), reader.viewer
        if record.game not in self._desk.games:
            raise NoSuchGame("the game of that hand is no longer played here", allowed=tuple(self._desk.games))
        stood = replayed(table, record, events)
        shown = (
            table_view(self._desk.games, now, viewer, stamped.server_time)
            for now, stamped in zip(stood, events, strict=True)
        )
        start = next(shown)
        return {
            "hand": number,
            "start": start,
            "events": [event_view(stamped, viewer) for stamped in events],
            "views": [start, *shown] if with_views else None,
        }

    def _open(self, table_id: str, bearer: str | None) -> tuple[Table, Reader]:
        """The table, and who asks, who may read there."""
        table = self._desk.read(table_id)[0]
        return table, self._desk.callers.reader(table, bearer)

    def _kept(self, table: Table, number: int, reader: Reader) -> tuple[FinishedHand, Recorded]:
        """What is kept of a hand, or why nothing is."""
        hand = running(table)
        if hand is not None and hand.number == number:
            raise HandInProgress(f"hand {number} is being played; it can be read when it is over")
        kept = self._desk.tables.hand(table.id, number)
        if kept is None:
            if number > table.hands:
                raise NoSuchHand(f"{table.hands} hands have been dealt here, and no hand {number}")
            raise HandForgotten(f"hand {number} is no longer kept")
        record = from_summary(kept.summary)
        if not _may_read(reader, record):
            raise NoSpectators("of this table's hands, who has left may read those they were dealt")
        return kept, record

    def _events(self, table_id: str, kept: FinishedHand) -> list[e.Stamped]:
        """The hand's events, all of them; they are forgotten together with what is kept of the hand."""
        texts = self._desk.tables.events(table_id, kept.first - 1, kept.last - kept.first + 1)
        if len(texts) < kept.last - kept.first + 1:
            raise HandForgotten(f"hand {kept.number} is no longer kept")
        return [_STAMPED.decode(text) for text in texts]

    def _told(self, table_id: str, reader: Reader, first: int, last: int) -> Iterator[Retold]:
        for start in range(first, last + 1, HANDS_A_STEP):
            end = min(start + HANDS_A_STEP, last + 1)
            for kept in reversed(self._desk.tables.hands(table_id, end, end - start)):
                record = from_summary(kept.summary)
                if kept.number < start or not _may_read(reader, record):
                    continue
                try:
                    events = self._events(table_id, kept)
                except HandForgotten:
                    continue
                yield self._retold(table_id, kept, record, events, reader.viewer)

    def _retold(
        self, table_id: str, kept: FinishedHand, record: Recorded, events: list[e.Stamped], viewer: Viewer
    ) -> Retold:
        you = next((one.seat for one in record.players if one.player == viewer.player), None)
        game = self._desk.games.get(record.game)
        views = [event_view(stamped, viewer) for stamped in events]
        return Retold(tell(Told(table_id, kept.number, record, you), views, game), game)


def _may_read(reader: Reader, record: Recorded) -> bool:
    """Whether the reader may know of the hand."""
    return not reader.own_only or any(one.player == reader.viewer.player for one in record.players)
