"""What waits for the store says so in the log when that begins, and when it is over; not at every attempt between."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from api.store import StoreError


class Absence:
    """The store as one who asks it again and again finds it; `who` is the beginning of a sentence in `log`."""

    def __init__(self, log: logging.Logger, who: str, now: Callable[[], float] = time.monotonic) -> None:
        self._log, self._who, self._now = log, who, now
        self._since: float | None = None

    @contextmanager
    def told(self) -> Iterator[None]:
        """Around an attempt: one that fails for the store ends here."""
        try:
            yield
        except StoreError as fault:
            self.met(fault)
        else:
            self.over()

    def met(self, fault: StoreError) -> None:
        """An attempt has failed; that is said of the first one."""
        if self._since is None:
            self._since = self._now()
            self._log.warning("%s waits for the store: %s", self._who, fault)

    def over(self) -> None:
        """An attempt went well; that is said after one that did not."""
        if self._since is not None:
            self._log.warning("%s goes on; the store was away for %.1f s", self._who, self._now() - self._since)
            self._since = None
