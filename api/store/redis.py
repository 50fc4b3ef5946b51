"""Tables in Redis 6.2 or newer: alone, behind Sentinels, or as a Cluster.

Tables are spread over a fixed number of shards by their id, and every key of a table carries its shard's hash
tag. So a Cluster keeps them on one node, and one script writes them all. A write outlives a crash of Redis itself
only as far as Redis is told to keep it: `appendonly yes` and `appendfsync always`.

Of each table, where {s17} is its shard's tag:
    {s17}:table:<id>        a hash: version, state, deck, lobby
    {s17}:events:<id>       a stream whose ids are the events' numbers: 1-0, 2-0, ...
    {s17}:hands:<id>        a sorted set of finished hands by number
    {s17}:once:<id>NUL<key> a request that has been done; it expires
    {s17}:asides:<id>       a hash of what lies beside the table
    {s17}:present:<id>      a hash of players by the moment until which they are present; it expires
Of each shard, sorted sets:
    {s17}:due               tables by the moment they are due
    {s17}:lobby             tables' ids with their entries
    {s17}:ended             finished hands by the moment they ended
    {s17}:closed            closed tables by the moment they were closed
    {s17}:asides            what lies beside tables by the moment it is due
Once: {s0}:beat, a hash of when somebody last looked after the tables.
"""

from __future__ import annotations

import time
from collections.abc import Collection
from pathlib import Path
from typing import Any

import msgspec
import redis

from api.store.errors import Stale
from api.store.links import Script, SingleLink, open_link
from api.store.redis_asides import RedisAsides
from api.store.redis_notices import RedisListener
from api.store.redis_part import TAGS, moment, optional, tag_of
from api.store.redis_presence import RedisPresence
from api.store.redis_retention import RedisRetention
from api.store.values import Stored, Write

WRITE = Script(Path(__file__).with_name("write.lua").read_text())


class RedisTables(RedisRetention, RedisPresence, RedisAsides):
    """A TableStore in the Redis at `url` (see `open_link` for its forms); connects when first asked.

    With `wait_replicas`, a write returns only when so many replicas have it; fewer in time is
    StoreAway("unknown").
    """

    def __init__(self, url: str, wait_replicas: int = 0) -> None:
        self._link = open_link(url)
        self._replicas = wait_replicas

    def read(self, table: str) -> Stored | None:
        with self._reading():
            key = f"{tag_of(table)}:table:{table}"
            found: Any = self._link.client().hmget(key, ["version", "state", "deck"])
        version, state, deck = found
        return None if version is None else Stored(version=int(version), state=state, deck=deck)

    def write(self, write: Write) -> None:
        answer = self._run(WRITE, keys_of(write), arguments_of(write))
        if answer == b"stale":
            raise Stale(write.table, write.over)
        if answer != b"written":
            raise self._damaged(write.table)

    def versions(self, tables: Collection[str]) -> dict[str, int]:
        if not tables:
            return {}
        with self._reading(), self._link.client().pipeline(transaction=False) as line:
            for table in tables:
                line.hget(f"{tag_of(table)}:table:{table}", "version")
            found = line.execute()
        return {table: int(version) for table, version in zip(tables, found, strict=True) if version is not None}

    def listen(self) -> RedisListener:
        return RedisListener(self._link)

    def due(self, now: float, limit: int) -> list[str]:
        found = self._from_all_shards(
            lambda line, tag: line.zrangebyscore(f"{tag}:due", "-inf", now, 0, limit, withscores=True), limit
        )
        tables = sorted((moment, table.decode()) for table, moment in found)
        return [table for _, table in tables[:limit]]

    def lobby(self, after: str | None, limit: int) -> list[tuple[str, bytes]]:
        # Members are an id, a NUL, and the entry, so everything past the id itself begins with the id and a
        # higher byte.
        least = b"-" if after is None else b"[" + after.encode() + b"\x01"
        found = self._from_all_shards(lambda line, tag: line.zrangebylex(f"{tag}:lobby", least, "+", 0, limit), limit)
        listed = (member.partition(b"\0") for member in found)
        return sorted((table.decode(), entry) for table, _, entry in listed)[:limit]

    def ping(self) -> None:
        # Changes nothing, since there is no such key; but it is refused wherever a write would be.
        with self._reading(), self._link.client().pipeline(transaction=False) as line:
            for tag in TAGS:
                line.set(f"{tag}:ping", b"", xx=True)
            line.execute()

    def keeps_nothing(self) -> bool:
        """Whether this Redis is known to write nothing to a disk; a Cluster, and one that does not tell, is not."""
        if not isinstance(self._link, SingleLink):
            return False
        client = self._link.client()
        try:
            return not client.info("persistence")["aof_enabled"] and client.config_get("save")["save"] == ""
        except (redis.RedisError, KeyError):
            return False

    def close(self) -> None:
        self._link.close()


def keys_of(write: Write) -> tuple[str, ...]:
    """Return the keys that a write touches, in the script's order."""
    tag, table = tag_of(write.table), write.table
    of_table = (f"{tag}:table:{table}", f"{tag}:events:{table}", f"{tag}:hands:{table}")
    of_shard = tuple(f"{tag}:{name}" for name in ("due", "lobby", "ended", "closed"))
    once = () if write.once is None else (f"{tag}:once:{table}\0{write.once.key}",)
    return of_table + of_shard + once


def arguments_of(write: Write) -> tuple[bytes | str, ...]:
    """Return what a write says, in the script's order."""
    hand, once = write.hand, write.once
    return (
        write.id,
        write.table,
        str(write.over),
        write.state,
        moment(write.due),
        optional(write.lobby),
        optional(write.deck),
        moment(write.closed),
        "" if hand is None else str(hand.number),
        "" if hand is None else moment(hand.at),
        b"" if hand is None else msgspec.msgpack.encode(hand),
        # What Redis is told is a time from now, since its clock may be another.
        "" if once is None else str(max(1, round(1000 * (once.until - time.time())))),
        b"" if once is None else msgspec.msgpack.encode(once),
        *write.events,
    )
