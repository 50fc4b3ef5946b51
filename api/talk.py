"""What is said at a table: saying it, and reading it."""

import msgspec
from msgspec import Struct

from api.denied import Forbidden, NoToken, TooFast
from api.desk import Desk
from api.repeats import Keyed, Repeats
from api.rules import events as e
from api.rules import talk
from api.rules.apply_people import TALK_MS
from api.rules.run import Run
from api.views import Json, Viewer, event_view

# How many events one request looks through for messages, and how many are fetched at a time.
MOST_LOOKED_THROUGH, AT_A_TIME = 4000, 500
_IS_MESSAGE = b'"kind":"message"'
_STAMPED = msgspec.json.Decoder(e.Stamped)


class Said(Struct, frozen=True):
    """A message as everybody sees it, and the number of its event."""

    message: Json
    event: int


class Told(Struct, frozen=True):
    """A message that was sent, and whether the same request had sent it before."""

    said: Said
    again: bool


class Talk:
    """Messages at the tables of one desk."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._callers = desk.callers
        self._repeats = Repeats(desk)

    def say(self, table_id: str, bearer: str | None, text: str, keyed: Keyed | None = None) -> Told:
        """Say something to everybody, as a seat, as who waits, or as the host; raises TooFast."""

        def speak(run: Run) -> Said:
            viewer = self._callers.guest(run.table, bearer)
            if not viewer.member:
                raise (NoToken if bearer is None else Forbidden)("only who sits or waits here, or the host, may talk")
            wait_ms = talk.wait_ms(run.table, viewer.player, run.now.ms)
            if wait_ms:
                raise _too_fast(-(-wait_ms // 1000))
            talk.say(run, viewer.player, viewer.host, text)
            stamped = run.events[-1]
            return Said(event_view(stamped, Viewer()), stamped.event)

        made = self._repeats.play(table_id, speak, keyed, Said)
        return Told(made.result, made.again)

    def messages(self, table_id: str, bearer: str | None, since: int, limit: int) -> Json:
        """Messages after event `since`; of a long past, what a look through so many events finds."""
        table = self._desk.read(table_id)[0]
        viewer = self._callers.viewer(table, bearer)
        found: list[Json] = []
        last = max(since, self._desk.tables.first_event(table_id) - 1)
        end = min(table.event, last + MOST_LOOKED_THROUGH)
        while last < end and len(found) < limit:
            texts = self._desk.tables.events(table_id, last, min(AT_A_TIME, end - last))
            if not texts:
                break
            for number, text in enumerate(texts, last + 1):
                last = number
                if _IS_MESSAGE in text:
                    found.append(event_view(_STAMPED.decode(text), viewer))
                    if len(found) == limit:
                        break
        return {
            "messages": found,
            "last": last,
            "more": last < table.event,
            "server_time": self._desk.clock.text(),
        }


def _too_fast(seconds: int) -> TooFast:
    within = TALK_MS // 1000
    detail = f"{talk.MOST_AT_ONCE} messages in {within} s are allowed; wait {seconds} s"
    return TooFast(detail, "talk", talk.MOST_AT_ONCE, within, seconds)
