"""Tables in more than one Redis: replicas, Clusters, Sentinels."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from api.store import Stale, StoreError, Write
from tests.api.store.reaching import Open, Start, at, away, can_write, is_master, needs_redis, replication
from tests.api.store.steps import STEP, assert_is_whole, step
from tests.servers import HOST, RedisCluster, SentinelServer, wait_until


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
