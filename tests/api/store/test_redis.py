"""What is special about tables in a Redis: a network in between, a server that may die, replicas, addresses."""

from __future__ import annotations

import random
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
import redis

from api.settings import Settings
from api.store import Stale, StoreAway, StoreError, TableStore, Write, redis_notices
from api.store.redis_part import SHARDS, tag_of
from tests.api.store.steps import STEP, assert_is_whole, step
from tests.servers import HOST, LossyLine, RedisCluster, RedisServer, SentinelServer, free_port, wait_until

Open = Callable[[Settings], TableStore]
Start = Callable[..., RedisServer]
needs_redis = pytest.mark.needs("redis-server")


def at(url: str, wait_replicas: int = 0) -> Settings:
    return Settings(secret=b"", redis_url=url, wait_replicas=wait_replicas)


def away(call: Callable[[], object], seconds: float = 2.0) -> StoreAway:
    """Return the fault of a call that must fail, in one line and soon."""
    begin = time.monotonic()
    with pytest.raises(StoreAway) as refused:
        call()
    assert time.monotonic() - begin < seconds
    assert "\n" not in str(refused.value)
    return refused.value


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts servers of the test's own, which may be killed, and ends them when the test is over."""
    servers: list[RedisServer] = []

    def start(*options: str) -> RedisServer:
        servers.append(RedisServer(tmp_path / str(len(servers)), *options))
        return servers[-1]

    yield start
    for server in servers:
        server.end()


@pytest.fixture
def line(redis_server: RedisServer) -> Iterator[LossyLine]:
    """A line to an empty Redis."""
    redis_server.ask("FLUSHALL")
    line = LossyLine(redis_server.port)
    yield line
    line.close()


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
def test_a_listener_hears_again_when_redis_is_back(start: Start, opened: Open) -> None:
    """While Redis is down a listener hears nothing and raises nothing; then it may have missed any table, and says so;
    then it hears of each again."""
    server = start()
    store = opened(at(server.url))
    listener = store.listen()
    assert listener.wait(5) and listener.changed() is None
    store.write(step("t", 0))
    assert listener.wait(5) and listener.changed() == {"t"}
    server.end(signal.SIGKILL)
    assert not listener.wait(0.5)
    server.start()
    assert listener.wait(10) and listener.changed() is None
    for table in ("u", "v"):
        store.write(step(table, 0))
        assert listener.wait(5) and listener.changed() == {table}
    listener.close()


@needs_redis
def test_a_listener_outlasts_the_time_that_a_reply_may_take(redis_server: RedisServer, opened: Open) -> None:
    """Hearing nothing for longer than any other command may take is no fault, and needs one connection."""
    redis_server.ask("FLUSHALL")
    store = opened(at(f"{redis_server.url}?socket_timeout=0.2"))
    listener = store.listen()
    assert listener.wait(5)
    assert not listener.wait(1)
    store.write(step("t", 0))
    assert listener.wait(5) and listener.changed() == {"t"}
    assert str(redis_server.ask("CLIENT", "LIST", "TYPE", "pubsub")).count("cmd=subscribe") == 1
    listener.close()


@needs_redis
def test_a_line_that_says_nothing_any_more_is_given_up(
    line: LossyLine, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line that was cut in silence is as quiet as a table at night: it is asked for a word, and opened anew."""
    monkeypatch.setattr(redis_notices, "QUIET_SECONDS", 0.2)
    monkeypatch.setattr(redis_notices, "ANSWER_SECONDS", 0.3)
    listener = opened(at(f"redis://{HOST}:{line.port}/0?socket_timeout=0.3")).listen()
    assert listener.wait(5) and listener.changed() is None
    assert not listener.wait(1.5)  # a quiet line that answers is kept
    line.losing = line.hanging = True
    assert not listener.wait(1.5)
    line.losing = False
    assert listener.wait(10) and listener.changed() is None
    listener.close()


@needs_redis
def test_a_user_needs_the_keys_and_the_channel_alone(start: Start, opened: Open) -> None:
    """The README names the keys and the channel that a user of Redis must have a right to; no other is needed."""
    server = start()
    server.ask("ACL", "SETUSER", "table", "on", ">word", "+@all", "-@admin", "~{s*", "&regrets:written")
    store = opened(at(f"redis://table:word@{HOST}:{server.port}/0"))
    listener = store.listen()
    assert listener.wait(5)
    store.write(step("t", 0))
    assert listener.wait(5) and listener.changed() == {"t"}
    assert assert_is_whole(store, "t") == STEP
    store.put_aside("t", "hook", 0, b"")
    store.be_present({"t": {1: 1e10}})
    store.beat(1e9, 5)
    store.ping()
    assert store.forget(1e10, 10) == 1
    listener.close()


@needs_redis
def test_who_may_not_publish_writes_all_the_same(start: Start, opened: Open) -> None:
    """A user of Redis without a right to the channel still writes; nobody hears of it, but the versions tell."""
    server = start()
    server.ask("ACL", "SETUSER", "writer", "on", ">word", "~*", "+@all", "resetchannels")
    store = opened(at(f"redis://writer:word@{HOST}:{server.port}/0"))
    listener = store.listen()
    store.write(step("t", 0))
    assert assert_is_whole(store, "t") == STEP
    assert not listener.wait(0.3)
    assert store.versions(["t"]) == {"t": STEP}
    listener.close()


@needs_redis
def test_a_redis_that_forgot_the_script_is_told_again(redis_server: RedisServer, opened: Open) -> None:
    """A restarted or promoted Redis may not know the script; nobody notices."""
    redis_server.ask("FLUSHALL")
    store = opened(at(redis_server.url))
    store.write(step("t", 0))
    redis_server.ask("SCRIPT", "FLUSH")
    store.write(step("t", STEP))
    assert assert_is_whole(store, "t") == 2 * STEP


def test_an_address_that_swallows_everything_is_away_soon(opened: Open) -> None:
    """Connecting is given up after about a second, also where nobody even refuses."""
    with socket.create_server((HOST, 0), backlog=0) as full:
        waiting = [socket.socket() for _ in range(8)]
        for one in waiting:
            one.setblocking(False)
            one.connect_ex(full.getsockname())
        store = opened(at(f"redis://{HOST}:{full.getsockname()[1]}"))
        assert away(lambda: store.write(step("t", 0))).applied == "no"
        for one in waiting:
            one.close()


@pytest.mark.parametrize("scheme", ["redis", "redis+cluster", "redis+sentinel"])
def test_an_address_where_nobody_is_away_soon(opened: Open, scheme: str) -> None:
    """Nothing is asked when the store is opened; then every call says that nobody is there, without the password."""
    url = f"{scheme}://user:hidden@{HOST}:{free_port()}/tables"
    store = opened(at(url.replace("/tables", "") if scheme != "redis+sentinel" else url))
    fault = away(lambda: store.write(step("t", 0)))
    assert fault.applied == "no" and HOST in str(fault) and "hidden" not in str(fault)
    away(store.ping)


@pytest.mark.parametrize(
    "url",
    ["http://host", "redis", "redis+sentinel://host", "redis+cluster://", "redis://host:x", "redis+cluster://a,:1"],
)
def test_an_address_of_no_redis_is_one_clear_line(opened: Open, url: str) -> None:
    """An address that cannot be one is told when the store is opened, and not repeated: it may hold a password."""
    with pytest.raises(StoreError, match=r"^REDIS_URL, or --redis-url, is not the address of a Redis: .*$"):
        opened(at(url))


@needs_redis
def test_a_password_is_used_and_never_told(start: Start, opened: Open) -> None:
    """With the right password a store works; with a wrong one it says so, without either."""
    server = start("--requirepass", "s3cr:t/")
    server_at = f"{HOST}:{server.port}/0"
    store = opened(at(f"redis://:s3cr%3At%2F@{server_at}"))
    store.write(step("t", 0))
    assert assert_is_whole(store, "t") == STEP
    for wrong in ("redis://:wrong@", "redis://"):
        fault = away(partial(opened(at(wrong + server_at)).write, step("t", 0)))
        assert fault.applied == "no" and "wrong@" not in str(fault)


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


@needs_redis
def test_a_write_waits_for_its_replica(start: Start, opened: Open) -> None:
    """With one replica asked for, a write that it has not confirmed is unknown, also when repeated, until it has."""
    server = start()
    replica = start("--replicaof", f"{HOST} {server.port}")
    wait_until(lambda: replication(replica)["master_link_status"] == "up", "the replica following its master")
    store = opened(at(server.url, wait_replicas=1))
    store.write(step("t", 0))
    assert assert_is_whole(opened(at(replica.url)), "t") == STEP
    replica.freeze()
    write = step("t", STEP)
    for _ in range(2):
        fault = away(lambda: store.write(write))
        assert fault.applied == "unknown" and "0 of 1 replicas" in str(fault)
    with pytest.raises(Stale):
        store.write(step("t", 0))
    replica.thaw()
    store.write(write)
    assert assert_is_whole(opened(at(replica.url)), "t") == 2 * STEP
    assert away(lambda: opened(at(replica.url)).write(step("t", 2 * STEP))).applied == "no"
    away(opened(at(replica.url)).ping)


@needs_redis
def test_a_ping_leaves_nothing_behind_and_asks_every_node(redis_cluster: RedisCluster, opened: Open) -> None:
    """A store is well only if all of its nodes take writes; being asked costs them nothing."""
    redis_cluster.ask("FLUSHALL")
    store = opened(at(redis_cluster.url))
    store.ping()
    assert redis_cluster.ask("DBSIZE") == [0, 0, 0]
    for node in redis_cluster.nodes:
        node.ask("CONFIG", "SET", "maxmemory", 1)
        away(store.ping)
        node.ask("CONFIG", "SET", "maxmemory", 0)
    store.ping()


def replication(server: RedisServer) -> dict[str, object]:
    """Return what a server says of its masters and replicas."""
    found = server.ask("INFO", "replication")
    assert isinstance(found, dict)
    return found


@needs_redis
def test_a_cluster_without_replicas_confirms_nothing(redis_cluster: RedisCluster, opened: Open) -> None:
    """On a Cluster, too, a write that no replica confirms is written and yet unknown."""
    redis_cluster.ask("FLUSHALL")
    store = opened(at(redis_cluster.url, wait_replicas=1))
    assert away(lambda: store.write(step("t", 0)), seconds=3).applied == "unknown"
    assert assert_is_whole(store, "t") == STEP


@needs_redis
def test_a_cluster_is_not_taken_for_one_redis(redis_cluster: RedisCluster, opened: Open) -> None:
    """An address that names a Cluster's node as if it were alone is told what to write instead."""
    store = opened(at(redis_cluster.nodes[0].url))
    with pytest.raises(StoreError, match=r"begin REDIS_URL with redis\+cluster://"):
        for number in range(60):
            store.read(f"t{number}")


@needs_redis
def test_a_cluster_spreads_its_tables(redis_cluster: RedisCluster, opened: Open) -> None:
    """Each master of a Cluster holds some of the tables, and each table's keys lie on one of them."""
    redis_cluster.ask("FLUSHALL")
    store = opened(at(redis_cluster.url))
    for number in range(60):
        store.write(Write(id="w", table=f"t{number}", over=0, state=b"", events=(b"e",)))
    counts = [node.ask("DBSIZE") for node in redis_cluster.nodes]
    assert sum(map(int, map(str, counts))) == 120 and 0 not in counts


@needs_redis
def test_a_listener_outlives_each_node_of_a_cluster(redis_cluster: RedisCluster, opened: Open) -> None:
    """Whichever node a listener is connected to: when it dies and comes back, the listener hears again."""
    redis_cluster.ask("FLUSHALL")
    store = opened(at(redis_cluster.url))
    listener = store.listen()
    assert listener.wait(5)
    for node in redis_cluster.nodes:
        node.end(signal.SIGKILL)
        node.start()
    wait_until(lambda: all(map(redis_cluster.knows_all, redis_cluster.nodes)), "the Cluster agreeing again")
    wait_until(lambda: listener.wait(1) and listener.changed() is None, "the listener connecting again")
    wait_until(lambda: can_write(store, "t"), "the store connecting again")
    assert listener.wait(5)
    listener.close()


@needs_redis
def test_a_store_follows_the_sentinels(start: Start, opened: Open, tmp_path: Path) -> None:
    """Found through Sentinels, the store works on with the promoted replica when the master is killed, and hears."""
    master = start()
    replica = start("--replicaof", f"{HOST} {master.port}")
    wait_until(lambda: replication(replica)["master_link_status"] == "up", "the replica following its master")
    sentinel = SentinelServer(tmp_path / "sentinel", master)
    try:
        wait_until(lambda: str(replica.port) in str(sentinel.ask("SENTINEL REPLICAS", "tables")), "the Sentinel's look")
        store = opened(at(sentinel.url, wait_replicas=1))
        listener = store.listen()
        assert listener.wait(5)
        store.write(step("t", 0))
        master.end(signal.SIGKILL)
        away(lambda: store.write(step("t", STEP)))
        wait_until(lambda: is_master(replica), "the failover")
        beside = opened(at(sentinel.url))
        wait_until(lambda: can_write(beside, "other"), "the store following")
        assert assert_is_whole(store, "t") == STEP
        wait_until(lambda: listener.wait(1) and listener.changed() is None, "the listener following")
        beside.write(step("t", STEP))
        assert listener.wait(5) and listener.changed() == {"t"}
        listener.close()
    finally:
        sentinel.end()


def is_master(server: RedisServer) -> bool:
    """Tell whether a server has been promoted; while it is, a Sentinel cuts all lines to it."""
    try:
        return replication(server)["role"] == "master"
    except redis.ConnectionError:
        return False


def can_write(store: TableStore, table: str) -> bool:
    try:
        store.write(step(table, 0, "the same"))
    except StoreAway:
        return False
    return True
