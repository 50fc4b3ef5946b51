"""What passes by itself: who is present at tables in Redis, and that somebody looks after them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from api.store.links import Script
from api.store.redis_part import TAGS, RedisPart, tag_of

BEAT = Script(Path(__file__).with_name("beat.lua").read_text())
KEPT_SECONDS = 24 * 3600
"""How long a table's presence is kept after anybody was there, which has to last beyond every moment in it."""


class RedisPresence(RedisPart):
    """The part of a TableStore that keeps what passes."""

    def be_present(self, tables: Mapping[str, Mapping[int, float]]) -> None:
        there = {table: players for table, players in tables.items() if players}
        if not there:
            return
        with self._writing(), self._link.client().pipeline(transaction=False) as line:
            for table, players in there.items():
                key = f"{tag_of(table)}:present:{table}"
                line.hset(key, mapping={str(player): repr(until) for player, until in players.items()})
                line.expire(key, KEPT_SECONDS)
            line.execute()

    def present(self, table: str, now: float) -> set[int]:
        with self._reading():
            found: Any = self._link.client().hgetall(f"{tag_of(table)}:present:{table}")
        return {int(player) for player, until in found.items() if float(until) > now}

    def beat(self, now: float, longest_gap: float) -> tuple[float, float] | None:
        with self._writing():
            outage, _ = self._link.run(BEAT, [f"{TAGS[0]}:beat"], [repr(now), repr(longest_gap)], 0)
        return (float(outage[0]), float(outage[1])) if outage else None
