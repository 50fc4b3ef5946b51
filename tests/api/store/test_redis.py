"""What is special about tables in a Redis: a network in between, a server that may die, keys that others touch."""

from __future__ import annotations

import random
import signal
import threading
from functools import partial

import pytest

from api.store import Stale, StoreAway, StoreError
from api.store.redis_part import SHARDS, tag_of
from tests.api.store.reaching import Open, Start, at, away, needs_redis
from tests.api.store.steps import STEP, assert_is_whole, step
from tests.servers import HOST, LossyLine, RedisServer


def test_a_table_is_always_found_in_the_same_shard() -> None:
    """Tables are found by their shard, so neither its number nor its place may ever change; all shards are used."""
    assert [tag_of(table) for table in ("", "t", "Tisch Grün", "🂡")] == ["{s0}", "{s8}", "{s16}", "{s1}"]
    assert len({tag_of(f"table {number}") for number in range(1000)}) == SHARDS == 32


@needs_redis
@pytest.mark.parametrize("hanging", [False, True], ids=["the line breaks", "nothing comes"])
def test_a_lost_reply_is_unknown_and_the_write_can_be_repeated(
    line: LossyLine, redis_server: RedisServer, opened: Open, hanging: bool
) -> None:
    """A write that arrives while its reply does not is neither refused nor done; repeated, it is there once."""
    store = opened(at(f"redis://{HOST}:{line.port}/0?socket_timeout=0.3"))
    beside = opened(at(redis_server.url))
    store.write(step("t", 0))
    line.losing, line.hanging = True, hanging
    write = step("t", STEP)
    assert away(lambda: store.write(write)).applied == "unknown"
    assert assert_is_whole(beside, "t") == 2 * STEP
    line.losing = False
    store.write(write)
    assert assert_is_whole(store, "t") == 2 * STEP


@needs_redis
def test_redis_may_go_and_come_back(start: Start, opened: Open) -> None:
    """While Redis is down every call says so within two seconds; once it is back the same store works again."""
    server = start()
    store = opened(at(server.url))
    store.write(step("t", 0))
    for how in (signal.SIGTERM, signal.SIGKILL):
        version = assert_is_whole(store, "t")
        server.end(how)
        write = step("t", version)
        assert away(partial(store.write, write)).applied == "no"
        looks = partial(store.read, "t"), partial(store.events, "t", 0, 1), partial(store.due, 1, 1)
        for look in (*looks, partial(store.lobby, None, 1), store.ping):
            fault = away(look)
            assert fault.applied == "no" and f"{HOST}:{server.port}" in str(fault)
        server.start()
        store.write(write)
        assert assert_is_whole(store, "t") == version + STEP


@needs_redis
def test_a_killed_redis_keeps_what_was_acknowledged(start: Start, opened: Open) -> None:
    """Redis killed with -9 at any moment, told to append always, has every write that returned, and no torn one."""
    server = start("--appendfsync", "always")
    store = opened(at(server.url))
    chance = random.Random(5)
    version = 0
    for _ in range(5):
        killer = threading.Timer(chance.uniform(0.01, 0.1), lambda: server.end(signal.SIGKILL))
        killer.start()
        write = step("t", version)
        try:
            while True:
                store.write(write)
                version += STEP
                write = step("t", version)
        except StoreAway:
            killer.join()
        server.start()
        assert assert_is_whole(store, "t") in (version, version + STEP)
        store.write(write)
        version += STEP
        assert assert_is_whole(store, "t") == version


@needs_redis
def test_a_redis_that_forgot_the_script_is_told_again(redis_server: RedisServer, opened: Open) -> None:
    """A restarted or promoted Redis may not know the script; nobody notices."""
    redis_server.ask("FLUSHALL")
    store = opened(at(redis_server.url))
    store.write(step("t", 0))
    redis_server.ask("SCRIPT", "FLUSH")
    store.write(step("t", STEP))
    assert assert_is_whole(store, "t") == 2 * STEP


@needs_redis
def test_a_full_redis_refuses_and_nothing_changes(start: Start, opened: Open) -> None:
    """A Redis that may use no more memory refuses a write whole; with room again, it takes it."""
    server = start()
    store = opened(at(server.url))
    store.write(step("t", 0))
    server.ask("CONFIG", "SET", "maxmemory", 1)
    assert away(lambda: store.write(step("t", STEP))).applied == "no"
    assert "OOM" in str(away(store.ping)) or "maxmemory" in str(away(store.ping))
    assert assert_is_whole(store, "t") == STEP
    server.ask("CONFIG", "SET", "maxmemory", 0)
    store.ping()
    store.write(step("t", STEP))


@needs_redis
@pytest.mark.parametrize("key", ["table:t", "events:t", "hands:t", "due", "lobby", "ended", "closed"])
@pytest.mark.parametrize("over", [0, STEP])
def test_a_key_of_another_kind_leaves_nothing_torn(
    redis_server: RedisServer, opened: Open, key: str, over: int
) -> None:
    """If something else has taken one of the keys, the write fails loudly before it has written to any other."""
    redis_server.ask("FLUSHALL")
    store = opened(at(redis_server.url))
    if over:
        store.write(step("t", 0))
        redis_server.ask("DEL", f"{tag_of('t')}:{key}")
    redis_server.ask("SET", f"{tag_of('t')}:{key}", "somebody else's")
    before = contents(redis_server)
    with pytest.raises(StoreError) as refused:
        store.write(step("t", over))
    assert not isinstance(refused.value, StoreAway | Stale)
    assert contents(redis_server) == before


def contents(server: RedisServer) -> dict[str, object]:
    """Return all that a server holds, key by key."""
    keys = server.ask("KEYS", "*")
    assert isinstance(keys, list)
    return {key: server.ask("DUMP", key) for key in sorted(keys)}


@needs_redis
@pytest.mark.parametrize("key", ["table:t", "events:t"])
def test_a_table_that_lost_a_part_is_not_written_on(redis_server: RedisServer, opened: Open, key: str) -> None:
    """A Redis that threw away one of a table's keys, to save memory, must not number its events anew."""
    redis_server.ask("FLUSHALL")
    store = opened(at(redis_server.url))
    store.write(step("t", 0))
    redis_server.ask("DEL", f"{tag_of('t')}:{key}")
    with pytest.raises(StoreError, match="has lost a part of table t"):
        store.write(step("t", STEP if key == "events:t" else 0))


@needs_redis
def test_a_gap_in_the_events_is_told(redis_server: RedisServer, opened: Open) -> None:
    """Events are numbered by their place, so a missing one must not give its number to the next."""
    redis_server.ask("FLUSHALL")
    store = opened(at(redis_server.url))
    store.write(step("t", 0))
    redis_server.ask("XDEL", f"{tag_of('t')}:events:t", "2-0")
    with pytest.raises(StoreError, match="has lost a part of table t"):
        store.events("t", 0, 10)
