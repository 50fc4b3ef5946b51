"""The time, and the ticker that wakes tables at which something is due.

A table is due when a deadline has passed, and as long as a question to the evaluator is open.  Every API process has
a ticker; that several wake the same table is harmless, since only one of them can write over its version.  The tickers
leave a beat in the store, so that a time in which none of them looked is noticed afterwards.
"""

import enum
import logging
import math
import threading
import time
from collections import deque
from typing import Protocol

from msgspec import Struct

from api.absence import Absence
from api.rules.clocks import SLACK_MS
from api.rules.run import Moment
from api.store import StoreAway, TableStore
from api.times import rfc3339

log = logging.getLogger(__name__)

TICK_SECONDS = 0.5
TABLES_A_TICK = 100
LONGEST_WAIT_SECONDS = 30.0
# A longer time without a look counts as an outage: whoever was deciding in it gets it back.
LONGEST_GAP_SECONDS = 2.0
MOST_TABLES = 100_000


class Clock:
    """The time of day."""

    def now(self) -> float:
        """Seconds since 1970."""
        return time.time()

    def moment(self) -> Moment:
        """Now, for what happens at a table."""
        now_ms = round(self.now() * 1000)
        return Moment(now_ms, rfc3339(now_ms))

    def text(self) -> str:
        """Now as RFC 3339 in UTC, to the millisecond."""
        return self.moment().text


class Woken(enum.Enum):
    """What came of waking a table."""

    WENT_ON = "something happened"
    STAYED = "nothing was to be done, or could be"
    ASKS = "it waits for the evaluator, which was not to be asked"


class Wakes(Protocol):
    """What the ticker needs of the service."""

    def wake(self, table_id: str, may_ask: bool) -> Woken: ...

    def notice(self, outage: tuple[float, float]) -> None: ...

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

    def __init__(self, service: Wakes, tables: TableStore, clock: Clock) -> None:
        super().__init__(name="ticker", daemon=True)
        self._service = service
        self._tables = tables
        self._clock = clock
        self._stopping = threading.Event()
        self._absence = Absence(log, "the ticker")
        self._stuck: dict[str, Stuck] = {}
        # Tables that only wait for the evaluator, which is away.
        self._asking: set[str] = set()
        self._looked: float | None = None
        self._outage: tuple[float, float] | None = None
        # Tables whose clocks may have to be put back, after an outage or because this machine's clock was.
        self._behind: deque[str] = deque()

    def run(self) -> None:
        while True:
            try:
                with self._absence.told():
                    self.tick()
            except Exception:
                log.exception("the ticker failed; it looks again")
            if self._stopping.wait(TICK_SECONDS):
                return

    def tick(self) -> None:
        """Wake what is due now: first whatever needs no evaluator, so that deadlines never wait for one that hangs."""
        self._look_round()
        for _ in range(TABLES_A_TICK):
            if self._behind:
                self._woken(self._behind.popleft(), may_ask=False)
        now = self._clock.now()
        # A table that cannot go on stays due, ahead of all that came after it; room is made for those behind.
        due = self._tables.due(now, TABLES_A_TICK + len(self._stuck) + len(self._asking))
        self._stuck = {table: stuck for table, stuck in self._stuck.items() if table in due}
        self._asking &= set(due)
        for table in due:
            if table not in self._asking and not self._waits(table, now):
                self._wake(table, now, may_ask=False)
        self._ask(now)

    def _ask(self, now: float) -> None:
        """Let the tables that wait for the evaluator ask it; while it is away, finding that out once is enough."""
        asking = [table for table in self._asking if not self._waits(table, now)]
        if asking and self._service.judge_answers():
            for table in asking:
                self._asking.discard(table)
                self._wake(table, now, may_ask=True)

    def _waits(self, table: str, now: float) -> bool:
        return table in self._stuck and self._stuck[table].waits(now)

    def _look_round(self) -> None:
        """Leave a beat, and see whether there was a time in which nobody did, or the clock has been set back.

        Then every table with a clock is woken soon.  One whose deadline comes before that gets its time back first,
        whoever wakes it, so that nothing is lost where this process ends meanwhile.
        """
        now = self._clock.now()
        outage = self._tables.beat(now, LONGEST_GAP_SECONDS)
        if outage is not None and outage != self._outage:
            self._service.notice(outage)
        if outage != self._outage or self._looked is None or now < self._looked - SLACK_MS / 1000:
            self._behind = deque(self._tables.due(math.inf, MOST_TABLES))
        self._outage, self._looked = outage, now

    def _wake(self, table: str, now: float, may_ask: bool) -> None:
        match self._woken(table, may_ask):
            case Woken.ASKS:
                self._asking.add(table)
            case Woken.STAYED:
                before = self._stuck.get(table)
                wait = min(2 * before.wait_seconds, LONGEST_WAIT_SECONDS) if before else TICK_SECONDS
                self._stuck[table] = Stuck(now + wait, wait)

    def _woken(self, table: str, may_ask: bool) -> Woken:
        if self._looked is not None and self._clock.now() - self._looked > TICK_SECONDS:
            self._look_round()
        try:
            return self._service.wake(table, may_ask)
        except StoreAway:
            raise
        except Exception:
            log.exception("table %s cannot go on; the others do", table)
            return Woken.STAYED

    def stop(self) -> None:
        """Let the current tick finish and end the thread."""
        self._stopping.set()
        self.join(timeout=5)
