"""Somebody who follows a table through a stream of the service, and keeps what was told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from types import TracebackType
from typing import Any

from api.following import Stream
from api.http.streams import json_frame
from tests.contract import spec

Json = dict[str, Any]


class Follows:
    """A stream as its reader sees it; use it in a `with`, which closes it."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        self.lines = self._lines()
        self.told: list[Json] = []

    def _lines(self) -> Iterator[Json]:
        for messages in self.stream.messages():
            for message in messages:
                line: Json = json.loads(json_frame(message))
                assert not (wrong := spec.faults(spec.LINES["events"], line)), wrong
                self.told.append(line)
                yield line

    def view(self) -> Json:
        """The snapshot, or the table anew, that comes next."""
        (view,) = next(self.lines).values()
        shown: Json = view
        return shown

    def events(self, last: int) -> list[Json]:
        """What comes up to the event of that number; nothing but events and who is there may come before it."""
        told: list[Json] = []
        while not told or told[-1]["event"] < last:
            line = next(self.lines)
            assert line.keys() <= {"event", "presence", "keep_alive"}, line
            told += [line["event"]] if "event" in line else []
        return told

    def rest(self) -> list[Json]:
        """The events that come before the stream ends."""
        return [line["event"] for line in self.lines if "event" in line]

    def __enter__(self) -> Follows:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stream.close()
