"""The stores that the contract is tried on, each empty at the start of a test."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from api.settings import Settings
from api.store import TableStore, open_store
from tests.servers import LossyLine, RedisServer

REDIS = pytest.mark.needs("redis-server")
STORES = ["sqlite", pytest.param("redis", marks=REDIS), pytest.param("cluster", marks=REDIS)]

SERVERS = {"redis": "redis_server", "cluster": "redis_cluster"}


class Place:
    """Where tables are kept: opens stores that all keep the same ones, and programs that use them."""

    def __init__(self, kind: str, settings: Settings) -> None:
        self.kind = kind
        self.settings = settings
        self._opened: list[TableStore] = []
        self._programs: list[subprocess.Popen[str]] = []

    def open(self) -> TableStore:
        store = open_store(self.settings)
        self._opened.append(store)
        return store

    def run(self, *command: str | float, threads: str = "programs") -> subprocess.Popen[str]:
        """Start a program as a process of its own; what it prints can be read line by line.

        Its threads are those of `programs`, or `greenlets`.
        """
        where = [str(self.settings.data), self.settings.redis_url or "", *map(str, command)]
        program = subprocess.Popen(
            [sys.executable, "-m", f"tests.api.store.{threads}", *where],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[3],
        )
        self._programs.append(program)
        return program

    def close(self) -> None:
        for program in self._programs:
            program.kill()
            program.wait()
            for end in (program.stdin, program.stdout):
                if end is not None:
                    end.close()
        for store in self._opened:
            store.close()


@pytest.fixture(params=STORES)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    """Each kind of store in turn."""
    server = None if request.param == "sqlite" else request.getfixturevalue(SERVERS[request.param])
    url = None
    if server is not None:
        server.ask("FLUSHALL")
        url = server.url
    place = Place(request.param, Settings(secret=b"", data=tmp_path / "data", redis_url=url))
    yield place
    place.close()


@pytest.fixture
def store(place: Place) -> TableStore:
    return place.open()


@pytest.fixture
def opened() -> Iterator[Callable[[Settings], TableStore]]:
    """Opens stores, and closes them when the test is over."""
    stores: list[TableStore] = []

    def open(settings: Settings) -> TableStore:
        stores.append(open_store(settings))
        return stores[-1]

    yield open
    for store in stores:
        store.close()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., RedisServer]]:
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
