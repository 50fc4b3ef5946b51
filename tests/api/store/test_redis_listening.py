"""Hearing of writes over a network: a Redis that goes and comes back, lines that fall silent, users with few rights."""

from __future__ import annotations

import signal

import pytest

from api.store import redis_notices
from tests.api.store.reaching import Open, Start, at, needs_redis
from tests.api.store.steps import STEP, assert_is_whole, step
from tests.servers import HOST, LossyLine, RedisServer


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
