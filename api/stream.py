"""One subscription per process, fanned out to everybody who follows a table through it.

A table's new events are read once, decoded once, and built once for all who see alike.  Notices of writes only make
this quick: every table that is followed is looked at regularly, so that a notice which got lost loses nothing.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import closing, contextmanager

import msgspec

from api.absence import Absence
from api.denied import NoSuchTable
from api.desk import Desk
from api.follower import Follower, Presence, Told
from api.presence import BEAT_SECONDS, presence_view
from api.rules.table import Table
from api.store import StoreAway, StoreError
from api.telling import PAGE, News, Telling, read_on
from api.views import Viewer

log = logging.getLogger(__name__)

LOOK_SECONDS = 2.0
NOTICE_SECONDS = 0.25
AGAIN_SECONDS = 1.0
# The subscription is kept so long after the last follower has gone.
LINGER_SECONDS = 10.0
# So many read from the store at once, of tables and of followers; more would only wait for each other there, over a
# connection each.
READING_AT_ONCE = 8
READING_SECONDS = 5.0


class Followed:
    """A table that is followed, the last event that its followers have been told of, and who sits there."""

    def __init__(self, table: Table) -> None:
        self.last = table.event
        self.chairs = table.chairs
        self.followers: set[Follower] = set()


class Hub:
    """All followers of this process.  Safe under threads and greenlets; nothing runs while nobody follows."""

    def __init__(self, desk: Desk) -> None:
        self._reading = threading.BoundedSemaphore(READING_AT_ONCE)
        self._desk = desk
        self._lock = threading.Lock()
        self._tables: dict[str, Followed] = {}
        self._pump: threading.Thread | None = None
        self._followed_at = self._say_at = 0.0
        self._stopped = False
        self._absence = Absence(log, "the hub of followers")

    # Followers

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Take a turn at the store, which is given to a few followers at a time; StoreAway if none comes."""
        if not self._reading.acquire(timeout=READING_SECONDS):
            raise StoreAway("too many followers wait for the store", "no")
        try:
            yield
        finally:
            self._reading.release()

    def count(self) -> int:
        """How many follow tables through this process."""
        with self._lock:
            return len(self._followers())

    def join(self, follower: Follower, table: Table) -> None:
        """Take a follower of a table that was so just now.  It is to leave again, whatever happens."""
        with self._lock:
            fresh = follower.table not in self._tables
            self._tables.setdefault(follower.table, Followed(table)).followers.add(follower)
            if self._stopped:
                follower.end()
            elif self._pump is None:
                self._pump = threading.Thread(target=self._run, name="hub", daemon=True)
                self._pump.start()
        if fresh:
            # What was written before the table was followed was no news then.
            self._look_at(follower.table)

    def leave(self, follower: Follower) -> None:
        """Forget a follower."""
        with self._lock:
            followed = self._tables.get(follower.table)
            if followed is not None:
                followed.followers.discard(follower)
                if not followed.followers:
                    del self._tables[follower.table]
            self._followed_at = time.monotonic()

    def wait(self, follower: Follower, seconds: float) -> bool:
        """Wait until there is something for a follower; false if the time is over before."""
        return self._is_ready(follower) or (follower.woken.wait(seconds) and self._is_ready(follower))

    def _is_ready(self, follower: Follower) -> bool:
        with self._lock:
            return not follower.is_idle or follower.ended or self._is_behind(follower)

    def take(self, follower: Follower) -> list[Told]:
        """Everything that waits for a follower."""
        with self._lock:
            return follower.take()

    def is_behind(self, follower: Follower) -> bool:
        """Whether nothing waits for a follower though more has happened: it is to read on from the store."""
        with self._lock:
            return self._is_behind(follower)

    def _is_behind(self, follower: Follower) -> bool:
        followed = self._tables.get(follower.table)
        return followed is not None and follower.is_idle and follower.cursor < followed.last

    def tell(self, follower: Follower, news: News) -> None:
        """Let a follower have what it has read on from the store."""
        telling = Telling(news, self._desk.callers)
        with self._lock:
            telling.tell(follower)

    def move(self, follower: Follower, viewer: Viewer, cursor: int) -> None:
        """Let a follower go on after event `cursor`."""
        with self._lock:
            follower.viewer = viewer
            follower.cursor = cursor

    def end(self, follower: Follower) -> None:
        """Let nothing come to a follower after what waits for it."""
        with self._lock:
            follower.end()

    def stop(self) -> None:
        """End every stream, now and from now on: this process ends, and its followers go on with another."""
        with self._lock:
            self._stopped = True
            for follower in self._followers():
                follower.take()
                follower.end()

    def _followers(self) -> list[Follower]:
        return [follower for followed in self._tables.values() for follower in followed.followers]

    # What happens

    def _run(self) -> None:
        """Listen to the store until nobody has followed for a while."""
        while self._goes_on():
            try:
                self._listen()
            except StoreError as fault:
                self._absence.met(fault)
                time.sleep(AGAIN_SECONDS)
            except Exception:
                log.exception("followers were not told; they are looked after again")
                time.sleep(AGAIN_SECONDS)

    def _goes_on(self) -> bool:
        with self._lock:
            idle = not self._tables and time.monotonic() - self._followed_at > LINGER_SECONDS
            if self._stopped or idle:
                self._pump = None
            return self._pump is not None

    def _listen(self) -> None:
        with (
            closing(self._desk.tables.listen()) as listener,
            ThreadPoolExecutor(READING_AT_ONCE, "hub reading") as readers,
        ):
            look_at = time.monotonic()
            while self._goes_on():
                changed = listener.changed() if listener.wait(NOTICE_SECONDS) else set()
                if time.monotonic() >= look_at:
                    self._look_at_followers()
                    look_at = time.monotonic() + LOOK_SECONDS
                    changed = None
                self._look_at_tables(readers, self._moved() if changed is None else dict.fromkeys(changed, 0))
                if changed is None:
                    self._absence.over()

    def _moved(self) -> dict[str, int]:
        """The tables of which the store has more than their followers were told, with their versions."""
        with self._lock:
            told = {table: followed.last for table, followed in self._tables.items()}
        versions = self._desk.tables.versions(list(told)) if told else {}
        for table in told.keys() - versions.keys():
            self._end(table)
        return {table: version for table, version in versions.items() if version != told[table]}

    def _look_at_tables(self, readers: Executor, moved: Mapping[str, int]) -> None:
        """Tell the followers of these tables what has happened, several tables at a time."""
        tables = [table for table in moved if table in self._tables]
        if len(tables) < 2:
            for table in tables:
                self._look_at(table, moved[table])
        else:
            # The result is of no interest; a fault is.
            list(readers.map(self._look_at, tables, [moved[table] for table in tables]))

    def _look_at(self, table: str, version: int = 0) -> None:
        """Tell the followers of a table what has happened since they were last told; it is known to have a version."""
        while (followed := self._tables.get(table)) is not None:
            try:
                news = read_on(self._desk, table, followed.last)
            except NoSuchTable:
                self._end(table)
                return
            if news is None:
                break
            telling = Telling(news, self._desk.callers)
            with self._lock:
                # Somebody else may have told this, and more, at the same time.
                followed.last = max(followed.last, news.last)
                followed.chairs = followed.chairs if news.table is None else news.table.chairs
                for follower in followed.followers:
                    telling.tell(follower)
            if len(news.events) < PAGE:
                break
        self._skip_to(table, version)

    def _skip_to(self, table: str, version: int) -> None:
        """Let everybody read on for himself where what comes next is no longer kept."""
        with self._lock:
            followed = self._tables.get(table)
            if followed is not None and followed.last < version:
                followed.last = version
                for follower in followed.followers:
                    follower.woken.set()

    def _end(self, table: str) -> None:
        """End the streams of a table that is gone."""
        with self._lock:
            followed = self._tables.get(table)
            for follower in followed.followers if followed is not None else ():
                follower.end()

    def _look_at_followers(self) -> None:
        """Break the lines to those who take nothing any more, and tell each other who the rest are."""
        now = time.monotonic()
        with self._lock:
            followers = self._followers()
            tables = dict(self._tables)
        for follower in followers:
            if follower.is_stuck(now) and follower.cut is not None:
                follower.cut()
        if now >= self._say_at:
            self._say_at = now + BEAT_SECONDS
            players = {(one.table, one.viewer.player) for one in followers}
            self._desk.presence.say((table, player) for table, player in players if player is not None)
        for table, followed in tables.items():
            present = self._desk.presence.at(table)
            if present is not None:
                there = Presence(msgspec.json.encode(presence_view(followed.chairs, present)))
                with self._lock:
                    for follower in followed.followers:
                        follower.put_presence(there)
