"""What every part of a store in Redis needs: the shards, and what Redis's faults mean."""

from __future__ import annotations

import re
import socket
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
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

from api.store.errors import Applied, StoreAway, StoreError
from api.store.links import Link, Script

SHARDS = 32
"""Never to be changed, since a table is found by its shard. More than a Cluster is likely to have nodes."""
TAGS = tuple(f"{{s{shard}}}" for shard in range(SHARDS))

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


class RedisPart:
    """A part of a TableStore, over the link that all parts share."""

    _link: Link
    _replicas: int

    def _run(self, script: Script, keys: Sequence[str], arguments: Sequence[bytes | str]) -> Any:
        """Run a script that writes and is safe to repeat, wait for the replicas, and return the script's answer."""
        with self._writing():
            answer, replicas = self._link.run(script, keys, arguments, self._replicas)
        if answer == b"written" and replicas < self._replicas:
            raise StoreAway(
                f"Redis at {self._link.where} wrote, but {replicas} of {self._replicas} replicas confirmed it in time.",
                "unknown",
            )
        return answer

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


def is_refusal(fault: Exception) -> bool:
    """Tell whether Redis did nothing because it cannot now."""
    return isinstance(fault, REFUSALS) or bool(REFUSAL_CODES.search(str(fault)))


def did_nothing(fault: Exception) -> bool:
    """Tell whether a failed command surely did nothing: it was refused, or there was no connection to send it over."""
    # The library has one class for a connection that was refused and for one that broke, but keeps the cause.
    unreachable = isinstance(fault.__context__, ConnectionRefusedError | FileNotFoundError | socket.gaierror)
    return unreachable or is_refusal(fault) or str(fault) == "Timeout connecting to server"


def optional(value: bytes | None) -> bytes:
    """Return how the script is told of a value that may be none, or empty."""
    return b"" if value is None else b"=" + value


def moment(seconds: float | None) -> str:
    """Return how the script is told of a moment that may be none."""
    return "" if seconds is None else repr(seconds)
