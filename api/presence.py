"""Who is there: players who follow their table just now, through whichever process.

It is advice for those who look at the table.  Nothing depends on it, and a store that is away makes it unknown.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence

from api.clock import Clock
from api.rules.table import Chair
from api.store import StoreAway, TableStore

BEAT_SECONDS = 10.0
# Long enough for a beat that is late, and for a phone that changes its network.
GONE_SECONDS = 25.0
# A look is good for this long, since every reply with a view needs one.
FRESH_SECONDS = 1.0
LOOKS_KEPT = 2000

Player = tuple[str, int]


class Presence:
    """Says who is there, and knows who has been said to be.  Safe under threads."""

    def __init__(self, tables: TableStore, clock: Clock) -> None:
        self._tables = tables
        self._clock = clock
        self._lock = threading.Lock()
        self._said: dict[Player, float] = {}
        self._looks: dict[str, tuple[float, frozenset[int]]] = {}

    def come(self, table: str, player: int) -> bool:
        """Say that a player is there, if that has not just been said; whether it was."""
        if not self._is_due(self._said.get((table, player))):
            return False
        self.say([(table, player)])
        return True

    def say(self, players: Iterable[Player]) -> None:
        """Say that these players are there."""
        now = self._clock.now()
        there: dict[str, dict[int, float]] = {}
        for table, player in players:
            there.setdefault(table, {})[player] = now + GONE_SECONDS
        try:
            self._tables.be_present(there)
        except StoreAway:
            return
        with self._lock:
            kept = {one: at for one, at in self._said.items() if not self._is_due(at)}
            self._said = kept | {(table, player): now for table, players in there.items() for player in players}
            for table in there:
                self._looks.pop(table, None)

    def _is_due(self, said_at: float | None) -> bool:
        """Whether it is time to say again what was said at that moment; a clock may have been set back since."""
        return said_at is None or not 0 <= self._clock.now() - said_at < BEAT_SECONDS

    def at(self, table: str) -> frozenset[int] | None:
        """The players who are at a table; None if that cannot be known."""
        now = self._clock.now()
        looked_at, found = self._looks.get(table, (now - FRESH_SECONDS, frozenset()))
        if 0 <= now - looked_at < FRESH_SECONDS:
            return found
        try:
            found = frozenset(self._tables.present(table, now))
        except StoreAway:
            return None
        with self._lock:
            if len(self._looks) >= LOOKS_KEPT:
                self._looks.clear()
            self._looks[table] = (now, found)
        return found


def presence_view(chairs: Sequence[Chair], present: frozenset[int]) -> list[dict[str, int | bool]]:
    """Which seats are connected."""
    return [{"seat": chair.seat, "connected": chair.player in present} for chair in chairs]
