"""One follower of a table: who it is, and what waits to be sent to it.

What waits is bounded.  A follower for whom there was no room left reads on from the store by itself, so that a slow
one neither delays the others nor holds memory for what it has missed.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable

from msgspec import Struct

from api.views import Viewer

MOST_WAITING = 256
# A follower that is there takes something, be it only a sign of life, every few seconds.
STUCK_SECONDS = 60.0


class Line(Struct, frozen=True, gc=False):
    """The event of that number as a follower is told it, in JSON."""

    number: int
    text: bytes


class Presence(Struct, frozen=True, gc=False):
    """Who is there, in JSON."""

    text: bytes


Told = Line | Presence


class Follower:
    """Somebody who follows a table.  Its hub holds a lock over everything that changes."""

    def __init__(
        self,
        table: str,
        bearer: str | None,
        viewer: Viewer,
        cursor: int,
        *,
        events_only: bool = False,
        cut: Callable[[], None] | None = None,
    ) -> None:
        self.table = table
        self.bearer = bearer
        self.viewer = viewer
        self.cursor = cursor
        """The last event that it has been told, or that waits for it."""
        self.woken = threading.Event()
        self.ended = False
        self.events_only = events_only
        self.cut = cut
        """Breaks the line to it; None where nobody knows how."""
        self._waiting: deque[Told] = deque()
        self._there: Presence | None = None
        self._taken_at = time.monotonic()

    @property
    def is_idle(self) -> bool:
        """Whether nothing waits for it."""
        return not self._waiting

    def put(self, lines: Iterable[Line]) -> None:
        """Let those wait that follow on what it has, while there is room; the rest it finds in the store."""
        for line in lines:
            if self._has_room and line.number == self.cursor + 1:
                self.cursor = line.number
                self._wait(line)

    def put_presence(self, there: Presence) -> None:
        """Let it be told who is there, if that is not what it was told last; later, if there is no room."""
        if self._has_room and there != self._there and not self.events_only:
            self._there = there
            self._wait(there)

    @property
    def _has_room(self) -> bool:
        return not self.ended and len(self._waiting) < MOST_WAITING

    def _wait(self, told: Told) -> None:
        self._waiting.append(told)
        self.woken.set()

    def end(self) -> None:
        """Nothing comes after what waits."""
        self.ended = True
        self.woken.set()

    def take(self) -> list[Told]:
        """Everything that waits."""
        self.woken.clear()
        self._taken_at = time.monotonic()
        lines = list(self._waiting)
        self._waiting.clear()
        return lines

    def is_stuck(self, now: float) -> bool:
        """Whether it has taken nothing for longer than anybody does who is there."""
        return now - self._taken_at > STUCK_SECONDS
