"""Whole servers: `regrets serve` as processes of the test's own, with its tables in either store."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers import RedisServer
from tests.serving import Served
from tests.whole.killing import Mortal, served_in

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
    """A server for the tests that leave it whole."""
    flags = ["--rigged-decks"]
    if store == "redis":
        flags += ["--redis-url", request.getfixturevalue("redis_of_servers").url]
    with served_in(tmp_path_factory.mktemp("served"), *flags) as server:
        yield server


@pytest.fixture
def own_redis(tmp_path: Path) -> Iterator[RedisServer]:
    """A Redis that a test may kill; what it was told to keep is there again after `start`."""
    server = RedisServer(tmp_path / "redis", "--appendfsync", "always")
    yield server
    server.end()


@pytest.fixture
def where(request: pytest.FixtureRequest, store: str) -> list[str]:
    """The flags that make a server keep its tables in the store, on a Redis of the test's own where it is one."""
    return ["--redis-url", request.getfixturevalue("own_redis").url] if store == "redis" else []


@pytest.fixture
def mortal(where: list[str], tmp_path: Path) -> Iterator[Mortal]:
    """A server that may be killed, evaluator and all."""
    with Mortal(tmp_path, where) as server:
        yield server


@pytest.fixture
def light_mortal(where: list[str], served: Served, tmp_path: Path) -> Iterator[Mortal]:
    """A server that is quickly started again, since it has one worker and asks the evaluator of another."""
    with Mortal(tmp_path, [*where, "--workers", "1", "--evaluator-url", served.evaluator]) as server:
        yield server
