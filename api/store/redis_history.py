"""What has happened at tables in Redis: events, finished hands, requests that have been done."""

from __future__ import annotations

from typing import Any

import msgspec

from api.store.redis_part import RedisPart, tag_of
from api.store.values import FinishedHand, Once


class RedisHistory(RedisPart):
    """The part of a TableStore that looks back."""

    def events(self, table: str, since: int, limit: int) -> list[bytes]:
        if limit < 1:
            return []
        with self._reading():
            key = f"{tag_of(table)}:events:{table}"
            found: Any = self._link.client().xrange(key, min=f"{since + 1}-0", count=limit)
        numbers = [number_of(id) for id, _ in found]
        if numbers and numbers != list(range(numbers[0], numbers[0] + len(numbers))):
            raise self._damaged(table)
        if numbers and numbers[0] != since + 1:
            # Forgotten are the oldest events, and nothing but those.
            if self.first_event(table) < numbers[0]:
                raise self._damaged(table)
            return []
        return [fields[b"event"] for _, fields in found]

    def first_event(self, table: str) -> int:
        with self._reading():
            found: Any = self._link.client().xrange(f"{tag_of(table)}:events:{table}", count=1)
        return number_of(found[0][0]) if found else 0

    def hands(self, table: str, before: int | None, limit: int) -> list[FinishedHand]:
        highest = "+inf" if before is None else f"({before}"
        with self._reading():
            key = f"{tag_of(table)}:hands:{table}"
            found: Any = self._link.client().zrevrangebyscore(key, highest, "-inf", 0, max(limit, 0))
        return [msgspec.msgpack.decode(hand, type=FinishedHand) for hand in found]

    def hand(self, table: str, number: int) -> FinishedHand | None:
        with self._reading():
            found: Any = self._link.client().zrangebyscore(f"{tag_of(table)}:hands:{table}", number, number)
        return msgspec.msgpack.decode(found[0], type=FinishedHand) if found else None

    def once(self, table: str, key: str, now: float) -> Once | None:
        with self._reading():
            found: Any = self._link.client().get(f"{tag_of(table)}:once:{table}\0{key}")
        once = None if found is None else msgspec.msgpack.decode(found, type=Once)
        return once if once is not None and once.until > now else None


def number_of(id: bytes) -> int:
    """Return an event's number, which is the first half of its id in the stream."""
    return int(id.partition(b"-")[0])
