"""Buckets: how much of a quota each caller has used, as the time goes.

A caller may use a whole quota at once, and gets it back evenly over its window.  Of each caller a bucket keeps two
numbers, and no more callers than a bound: the one who has been quiet longest is forgotten, and begins anew.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from threading import Lock

from msgspec import Struct

MOST_CALLERS = 20_000
# Fractions of a request that come from adding up fractions of seconds.
ROUNDING = 1e-6


class Policy(Struct, frozen=True):
    """So many requests in so many seconds, under the name by which headers and refusals call it."""

    name: str
    quota: int
    window_seconds: int = 60


class Level(Struct, frozen=True):
    """What one caller has left of a quota: requests, seconds until all of it is back, seconds to wait (0: none)."""

    policy: Policy
    left: int
    full_seconds: int
    wait_seconds: int = 0


class Buckets:
    """The callers of one policy; `now` is in seconds of a clock that never goes back."""

    def __init__(self, policy: Policy, most_callers: int = MOST_CALLERS) -> None:
        self.policy = policy
        self._most_callers = most_callers
        self._lock = Lock()
        # What each caller had used at a moment, and that moment; the caller who came last stands last.
        self._used: OrderedDict[bytes, tuple[float, float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._used)

    def look(self, caller: bytes, now: float, cost: int = 1) -> Level:
        """What the caller has left; to wait for, if the cost is more than that."""
        with self._lock:
            return self._level(self._used_by(caller, now), cost)

    def take(self, caller: bytes, now: float, cost: int = 1) -> Level:
        """Use the cost up if it is there; else nothing is used, and there is something to wait for."""
        with self._lock:
            used = self._used_by(caller, now)
            level = self._level(used, cost)
            return level if level.wait_seconds else self._put(caller, now, used + cost)

    def charge(self, caller: bytes, now: float, cost: int = 1) -> Level:
        """Use the cost up as far as it is there, for what was done already."""
        with self._lock:
            used = self._used_by(caller, now) + cost
            return self._put(caller, now, min(used, float(self.policy.quota)))

    def _used_by(self, caller: bytes, now: float) -> float:
        used, then = self._used.get(caller, (0.0, now))
        return max(0.0, used - (now - then) * self.policy.quota / self.policy.window_seconds)

    def _put(self, caller: bytes, now: float, used: float) -> Level:
        self._used[caller] = (used, now)
        self._used.move_to_end(caller)
        if len(self._used) > self._most_callers:
            self._used.popitem(last=False)
        return self._level(used, 0)

    def _level(self, used: float, cost: int) -> Level:
        quota, each = self.policy.quota, self.policy.window_seconds / self.policy.quota
        over = used + cost - quota
        wait = math.ceil(over * each - ROUNDING) if over > ROUNDING else 0
        return Level(self.policy, math.floor(quota - used + ROUNDING), math.ceil(used * each - ROUNDING), wait)
