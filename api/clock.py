"""The time, and the ticker that wakes tables which wait for something outside.

A table is due when a question to the evaluator is still open.  Every API process has a ticker; that several wake the
same table is harmless, since only one of them can write over its version.
"""

import logging
import math
import threading
import time
from datetime import UTC, datetime
from typing import Protocol

from msgspec import Struct

from api.store import StoreAway, StoreError, TableStore

log = logging.getLogger(__name__)

TICK_SECONDS = 0.5
TABLES_A_TICK = 100
LONGEST_WAIT_SECONDS = 30.0


class Clock:
    """The time of day."""

    def now(self) -> float:
        """Seconds since 1970."""
        return time.time()

    def text(self) -> str:
        """Now as RFC 3339 in UTC, to the millisecond."""
        return datetime.fromtimestamp(self.now(), UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Resumes(Protocol):
    """What the ticker needs of the service."""

    def resume(self, table_id: str) -> bool: ...

    def judge_answers(self) -> bool: ...


class Stuck(Struct, frozen=True):
    """A table that did not go on though the evaluator is there: when to try again, and how long that was put off."""

    until: float
    wait_seconds: float

    def waits(self, now: float) -> bool:
        """Whether it is too early; a time further away than was put off says that the clock was set back."""
        return now < self.until <= now + self.wait_seconds


class Ticker(threading.Thread):
    """Wakes due tables until it is told to stop."""

    def __init__(self, service: Resumes, tables: TableStore, clock: Clock) -> None:
        super().__init__(name="ticker", daemon=True)
        self._service = service
        self._tables = tables
        self._clock = clock
        self._stopping = threading.Event()
        self._stuck: dict[str, Stuck] = {}

    def run(self) -> None:
        while not self._stopping.wait(TICK_SECONDS):
            try:
                self.tick()
            except StoreError as fault:
                log.warning("the ticker waits for the store: %s", fault)
            except Exception:
                log.exception("the ticker failed; it looks again")

    def tick(self) -> None:
        """Wake what is due now; while the evaluator is away, asking it once is enough."""
        now = self._clock.now()
        # A table that cannot go on stays due, ahead of all that came after it; room is made for those behind.
        # Every table with an open question is asked for, whatever moment was written with it: after the clock was set
        # back, that moment may be hours away.
        due = self._tables.due(math.inf, TABLES_A_TICK + len(self._stuck))
        self._stuck = {table: stuck for table, stuck in self._stuck.items() if table in due}
        ready = [table for table in due if table not in self._stuck or not self._stuck[table].waits(now)]
        if ready and not self._service.judge_answers():
            return
        for table in ready:
            if not self._wake(table):
                before = self._stuck.get(table)
                wait = min(2 * before.wait_seconds, LONGEST_WAIT_SECONDS) if before else TICK_SECONDS
                self._stuck[table] = Stuck(now + wait, wait)

    def _wake(self, table: str) -> bool:
        """Whether the table went on."""
        try:
            return self._service.resume(table)
        except StoreAway:
            raise
        except Exception:
            log.exception("table %s cannot go on; the others do", table)
            return False

    def stop(self) -> None:
        """Let the current tick finish and end the thread."""
        self._stopping.set()
        self.join(timeout=5)
