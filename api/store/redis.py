"""Tables in Redis 6.2 or newer: alone, behind Sentinels, or as a Cluster.

Tables are spread over a fixed number of shards by their id, and every key of a table carries its shard's hash
tag: `{s17}:table:<id>` (a hash: version, state, deck, lobby), `{s17}:events:<id>` (a stream whose ids are the
events' numbers, `1-0`, `2-0`, ...), `{s17}:due` and `{s17}:lobby` (sorted sets). So a Cluster keeps them on
one node, and one script writes them all. A write outlives a crash of Redis itself only as far as Redis is
told to keep it: `appendonly yes` and `appendfsync always`.
"""

from __future__ import annotations

import re
import socket
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from redis.exceptions import (
    AuthenticationError,
    BusyLoadingError,
    ClusterDownError,
    MasterDownError,
    MovedError,
    NoPermissionError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisClusterException,
    RedisError,
    ResponseError,
    TryAgainError,
)
from redis.sentinel import MasterNotFoundError

from api.store.base import Stored, Write
from api.store.errors import Applied, Stale, StoreAway, StoreError
from api.store.links import Script, open_link

SHARDS = 32
"""Never to be changed, since a table is found by its shard. More than a Cluster is likely to have nodes."""
TAGS = tuple(f"{{s{shard}}}" for shard in range(SHARDS))
WRITE = Script(Path(__file__).with_name("write.lua").read_text())

REFUSALS = (
    AuthenticationError,
    BusyLoadingError,
    ClusterDownError,
    MasterDownError,
    MasterNotFoundError,
    NoPermissionError,
    OutOfMemoryError,
    ReadOnlyError,
    TryAgainError,
)
"""How Redis says that it cannot do a thing now; it says so before it does any of it."""
REFUSAL_CODES = re.compile(r"\b(BUSY|MISCONF|NOREPLICAS|OOM|READONLY|unauthenticated)\b")
"""Refusals that the library has no class for, or that an older Redis wraps in the script's error."""


def tag_of(table: str) -> str:
    """Return the hash tag of a table's shard, the same in every process and for ever."""
    return TAGS[zlib.crc32(table.encode()) % SHARDS]


class RedisTables:
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
        tag = tag_of(write.table)
        keys = (f"{tag}:table:{write.table}", f"{tag}:events:{write.table}", f"{tag}:due", f"{tag}:lobby")
        due = "" if write.due is None else repr(write.due)
        fields = (write.state, due, optional(write.lobby), optional(write.deck))
        with self._writing():
            answer, replicas = self._link.run(
                WRITE, keys, (write.id, write.table, str(write.over), *fields, *write.events), self._replicas
            )
        if answer == b"stale":
            raise Stale(write.table, write.over)
        if answer != b"written":
            raise self._damaged(write.table)
        if replicas < self._replicas:
            raise StoreAway(
                f"Redis at {self._link.where} wrote, but {replicas} of {self._replicas} replicas confirmed it in time.",
                "unknown",
            )

    def events(self, table: str, since: int, limit: int) -> list[bytes]:
        if limit < 1:
            return []
        with self._reading():
            key = f"{tag_of(table)}:events:{table}"
            found: Any = self._link.client().xrange(key, min=f"{since + 1}-0", count=limit)
        for number, (id, _) in enumerate(found, start=since + 1):
            if id != b"%d-0" % number:
                raise self._damaged(table)
        return [fields[b"event"] for _, fields in found]

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
        with self._reading():
            self._link.client().exists(f"{TAGS[0]}:due")

    def close(self) -> None:
        self._link.close()

    def _from_all_shards(self, ask: Callable[[Any, str], object], limit: int) -> list[Any]:
        """Put one question to every shard, on a Cluster to each node its own, and return all that was found."""
        if limit < 1:
            return []
        with self._reading(), self._link.client().pipeline(transaction=False) as line:
            for tag in TAGS:
                ask(line, tag)
            return [member for shard in line.execute() for member in shard]

    @contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except (RedisError, RedisClusterException) as fault:
            raise self._fault(fault, "no") from fault

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with self._reading():
            self._link.client()  # a Cluster that cannot be found has been sent nothing
        try:
            yield
        except (RedisError, RedisClusterException) as fault:
            raise self._fault(fault, "no" if did_nothing(fault) else "unknown") from fault

    def _fault(self, fault: Exception, applied: Applied) -> StoreError:
        """Say in one sentence what is the matter with Redis, and what is known of the write."""
        at, said = f"Redis at {self._link.where}", " ".join(str(fault).split())
        if isinstance(fault, MovedError):
            return StoreError(f"{at} is one of a Cluster; begin REDIS_URL with redis+cluster://.")
        if isinstance(fault, ResponseError) and not is_refusal(fault):
            return StoreError(f"{at} does not understand: {said}")
        return StoreAway(f"{at} is away: {said}", applied)

    def _damaged(self, table: str) -> StoreError:
        return StoreError(
            f"Redis at {self._link.where} has lost a part of table {table}; restore it from a copy,"
            " and set maxmemory-policy to noeviction."
        )


def optional(value: bytes | None) -> bytes:
    """Return how the script is told of a value that may be none, or empty."""
    return b"" if value is None else b"=" + value


def is_refusal(fault: Exception) -> bool:
    """Tell whether Redis did nothing because it cannot now."""
    return isinstance(fault, REFUSALS) or bool(REFUSAL_CODES.search(str(fault)))


def did_nothing(fault: Exception) -> bool:
    """Tell whether a failed command surely did nothing: it was refused, or there was no connection to send it over."""
    # The library has one class for a connection that was refused and for one that broke, but keeps the cause.
    unreachable = isinstance(fault.__context__, ConnectionRefusedError | FileNotFoundError | socket.gaierror)
    return unreachable or is_refusal(fault) or str(fault) == "Timeout connecting to server"
