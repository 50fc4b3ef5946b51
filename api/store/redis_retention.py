"""Forgetting what is over at tables in Redis."""

from __future__ import annotations

from pathlib import Path

from api.store.links import Script
from api.store.redis_history import RedisHistory
from api.store.redis_part import tag_of

FORGET_TABLE = Script(Path(__file__).with_name("forget_table.lua").read_text())
FORGET_HAND = Script(Path(__file__).with_name("forget_hand.lua").read_text())


class RedisRetention(RedisHistory):
    """The part of a TableStore that forgets."""

    def forget(self, before: float, limit: int) -> int:
        tables = self._over("closed", before, limit)
        for (table,) in tables:
            self._forget_table(table, before)
        hands = self._over("ended", before, limit - len(tables))
        for table, number in hands:
            self._forget_until(table, int(number))
        return len(tables) + len(hands)

    def _over(self, what: str, before: float, limit: int) -> list[list[str]]:
        """Return the names of at most `limit` things that were over before a moment, the oldest first."""
        found = self._from_all_shards(
            lambda line, tag: line.zrangebyscore(f"{tag}:{what}", "-inf", f"({before!r}", 0, limit, withscores=True),
            limit,
        )
        return [name.decode().split("\0") for name, _ in sorted(found, key=lambda one: one[1])[: max(limit, 0)]]

    def _forget_table(self, table: str, before: float) -> None:
        tag = tag_of(table)
        of_table = [f"{tag}:{name}:{table}" for name in ("table", "events", "hands", "asides", "present")]
        of_shard = [f"{tag}:{name}" for name in ("due", "lobby", "ended", "closed", "asides")]
        with self._writing():
            self._link.run(FORGET_TABLE, of_table + of_shard, [table, repr(before)], 0)

    def _forget_until(self, table: str, number: int) -> None:
        hand = self.hand(table, number)
        tag = tag_of(table)
        keys = [f"{tag}:table:{table}", f"{tag}:events:{table}", f"{tag}:hands:{table}", f"{tag}:ended"]
        with self._writing():
            self._link.run(FORGET_HAND, keys, [table, str(number), str(hand.last if hand else 0)], 0)
