"""Hearing of writes to a Redis, which tells everybody who has subscribed."""

from __future__ import annotations

import time
from typing import Any

from redis.client import PubSub
from redis.exceptions import RedisClusterException, RedisError

from api.store.links import Link

CHANNEL = "regrets:written"
"""Where the script that writes publishes the table's id."""
QUIET_SECONDS = 10.0
"""After so long without a word Redis is asked for one, since a line that was cut in silence is as quiet."""
ANSWER_SECONDS = 5.0
SHORTEST_PAUSE_SECONDS = 0.1
LONGEST_PAUSE_SECONDS = 5.0


class RedisListener:
    """A Listener over one connection of its own, which is opened again, ever less eagerly, whenever it breaks."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._line: PubSub | None = None
        self._heard = self._asked = 0.0
        self._pause_seconds = SHORTEST_PAUSE_SECONDS
        self._changed: set[str] | None = None
        self._open_again_at = 0.0

    def wait(self, seconds: float) -> bool:
        end = time.monotonic() + seconds
        while True:
            now = time.monotonic()
            left = max(0.0, end - now)
            if now < self._open_again_at:
                time.sleep(min(left, self._open_again_at - now))
            elif self._hears(left):
                return True
            if time.monotonic() >= end:
                return False

    def changed(self) -> set[str] | None:
        return self._changed

    def close(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            line.close()

    def _hears(self, seconds: float) -> bool:
        """Listen for at most so long, and tell whether there was something of interest."""
        try:
            line = self._open_line()
            message = line.get_message(timeout=self._patience(line, seconds))
            told = []
            while message is not None:
                told.append(message)
                message = line.get_message(timeout=0)
        except (RedisError, RedisClusterException, OSError):
            self._break_off()
            return False
        if told:
            self._heard = time.monotonic()
            self._pause_seconds = SHORTEST_PAUSE_SECONDS
        elif time.monotonic() - self._heard > QUIET_SECONDS + ANSWER_SECONDS:
            self._break_off()
        return self._understand(told)

    def _understand(self, told: list[dict[str, Any]]) -> bool:
        """Note which tables have been written, and tell whether any may have been."""
        kinds = {message["type"] for message in told}
        if "subscribe" in kinds:
            self._changed = None  # what was written until now was told to nobody here
            return True
        self._changed = {message["data"].decode() for message in told if message["type"] == "message"}
        return bool(self._changed)

    def _open_line(self) -> PubSub:
        """Return the line, subscribed."""
        if self._line is None:
            self._line = self._link.line()
            self._heard = self._asked = time.monotonic()
            self._line.subscribe(CHANNEL)
        return self._line

    def _patience(self, line: PubSub, seconds: float) -> float:
        """Return how long to listen before something else must be done; ask for a word when it has been quiet."""
        now = time.monotonic()
        if now - max(self._heard, self._asked) >= QUIET_SECONDS:
            line.ping()
            self._asked = now
        last = max(self._heard, self._asked)
        return min(seconds, ANSWER_SECONDS if self._asked > self._heard else last + QUIET_SECONDS - now)

    def _break_off(self) -> None:
        """Let go of the line, and open no other before a pause."""
        self.close()
        self._open_again_at = time.monotonic() + self._pause_seconds
        self._pause_seconds = min(2 * self._pause_seconds, LONGEST_PAUSE_SECONDS)
