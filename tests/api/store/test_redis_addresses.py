"""Where a Redis is said to be: addresses of nobody, of no Redis, and with passwords."""

from __future__ import annotations

import socket
from functools import partial

import pytest

from api.store import StoreError
from tests.api.store.reaching import Open, Start, at, away, needs_redis
from tests.api.store.steps import STEP, assert_is_whole, step
from tests.servers import HOST, free_port


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
