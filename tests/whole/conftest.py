"""Whole servers: `regrets serve` as processes of the test's own, with its tables in either store."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.servers import RedisServer
from tests.serving import Served, running

STORES = ["sqlite", pytest.param("redis", marks=pytest.mark.needs("redis-server"))]


@pytest.fixture(scope="session", params=STORES)
def store(request: pytest.FixtureRequest) -> str:
    """Which store a server keeps its tables in."""
    return str(request.param)


@pytest.fixture(scope="session")
def redis_of_servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    """A Redis that no other test empties."""
    server = RedisServer(tmp_path_factory.mktemp("redis"))
    yield server
    server.end()


@pytest.fixture(scope="session")
def served(request: pytest.FixtureRequest, store: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server for the tests that leave it whole; it ends without leaving a process behind."""
    flags = ["--rigged-decks"]
    if store == "redis":
        flags += ["--redis-url", request.getfixturevalue("redis_of_servers").url]
    with Served(tmp_path_factory.mktemp("served"), *flags) as server:
        yield server
        children = server.descendants()
    assert not running(children)
