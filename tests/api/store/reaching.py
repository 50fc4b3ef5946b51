"""A Redis as a store reaches it, or does not."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
import redis

from api.settings import Settings
from api.store import StoreAway, TableStore
from tests.api.store.steps import step
from tests.servers import RedisServer

Open = Callable[[Settings], TableStore]
Start = Callable[..., RedisServer]
needs_redis = pytest.mark.needs("redis-server")


def at(url: str, wait_replicas: int = 0) -> Settings:
    """Where a store is that keeps its tables in the Redis at an address."""
    return Settings(secret=b"", redis_url=url, wait_replicas=wait_replicas)


def away(call: Callable[[], object], seconds: float = 2.0) -> StoreAway:
    """Return the fault of a call that must fail, in one line and soon."""
    begin = time.monotonic()
    with pytest.raises(StoreAway) as refused:
        call()
    assert time.monotonic() - begin < seconds
    assert "\n" not in str(refused.value)
    return refused.value


def replication(server: RedisServer) -> dict[str, object]:
    """Return what a server says of its masters and replicas."""
    found = server.ask("INFO", "replication")
    assert isinstance(found, dict)
    return found


def is_master(server: RedisServer) -> bool:
    """Tell whether a server has been promoted; while it is, a Sentinel cuts all lines to it."""
    try:
        return replication(server)["role"] == "master"
    except redis.ConnectionError:
        return False


def can_write(store: TableStore, table: str) -> bool:
    """Tell whether a write goes through; the same one, however often that is asked."""
    try:
        store.write(step(table, 0, "the same"))
    except StoreAway:
        return False
    return True
