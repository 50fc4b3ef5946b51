"""Forgetting what is older than the operator wants to keep: finished hands with their events, and closed tables.

Every API process has a housekeeper; that several forget the same thing is harmless.
"""

import logging
import random
import threading

from api.absence import Absence
from api.clock import Clock
from api.store import TableStore

log = logging.getLogger(__name__)

DAY_SECONDS = 86_400
# Several processes that started together do not all look at the same moment.
ROUND_SECONDS = (300.0, 900.0)
# So much is forgotten at a time, so that no write waits long for its turn.
THINGS_A_STEP = 50


class Housekeeper(threading.Thread):
    """Forgets, every few minutes, what was over more than `keep_days` ago, until it is told to stop."""

    def __init__(self, tables: TableStore, clock: Clock, keep_days: int) -> None:
        super().__init__(name="housekeeper", daemon=True)
        self._tables = tables
        self._clock = clock
        self._keep_seconds = keep_days * DAY_SECONDS
        self._stopping = threading.Event()
        self._absence = Absence(log, "the housekeeper")

    def run(self) -> None:
        while not self._stopping.wait(random.uniform(*ROUND_SECONDS)):
            try:
                with self._absence.told():
                    self.tidy()
            except Exception:
                log.exception("the housekeeper failed; it looks again")

    def tidy(self) -> int:
        """Forget all that is old enough, step by step; how much that was."""
        before, forgotten = self._clock.now() - self._keep_seconds, 0
        while not self._stopping.is_set():
            gone = self._tables.forget(before, THINGS_A_STEP)
            forgotten += gone
            if gone < THINGS_A_STEP:
                break
        if forgotten:
            log.info("forgot %d hands and tables that were over", forgotten)
        return forgotten

    def stop(self) -> None:
        """Let the current step finish and end the thread."""
        self._stopping.set()
        self.join(timeout=5)
