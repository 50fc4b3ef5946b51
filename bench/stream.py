"""Two thousand followers on one worker, at two hundred tables with an event a second each. One JSON line a figure.

`python -m bench.stream [SECONDS]`: how long events come (default 20), on SQLite and on Redis. They are written by
another process (`bench/publishing.py`), as those of another server are, and every follower must get every one of
them. An event is published when its write is acknowledged. All runs on one machine, so whoever sends and whoever
receives takes a part of what is measured.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import requests

from tests.servers import RedisServer, wait_until
from tests.serving import Served

FOLLOWERS, TABLES = 2000, 200
OPENED_AT_ONCE = 50
PATIENCE_SECONDS = 60.0
TOLD = re.compile(rb"id: (\d+)\ndata: ")
Written = dict[str, list[tuple[float, float]]]
TICKS = os.sysconf("SC_CLK_TCK")


class Follower(asyncio.Protocol):
    """One follower of a table: which events it has been told, and when."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.told: list[tuple[int, float]] = []
        self.rest = b""
        self.opened = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(
            b"GET /v1/tables/%b/events HTTP/1.1\r\nHost: bench\r\nAccept: text/event-stream\r\n\r\n"
            % self.table.encode()
        )

    def data_received(self, data: bytes) -> None:
        now = time.time()
        self.rest += data
        if not self.opened.done() and b"event: snapshot" in self.rest:
            self.opened.set_result(None)
        end = 0
        for found in TOLD.finditer(self.rest):
            self.told.append((int(found[1]), now))
            end = found.end()
        # What may be the beginning of a message is looked at again with the rest of it.
        self.rest = self.rest[max(end, len(self.rest) - 30) :]

    def connection_lost(self, fault: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(fault or ConnectionError(self.rest.decode(errors="replace")))


def opened_tables(url: str) -> list[str]:
    """New tables."""
    with requests.Session() as session:
        return [session.post(f"{url}/v1/tables", json={"game": "henway"}).json()["table"]["id"] for _ in range(TABLES)]


async def connect(url: str, tables: Sequence[str]) -> list[Follower]:
    """As many followers to each table."""
    loop, followers = asyncio.get_running_loop(), []
    host, port = url.removeprefix("http://").split(":")
    for begin in range(0, FOLLOWERS, OPENED_AT_ONCE):
        some = [
            Follower(tables[number % len(tables)]) for number in range(begin, min(begin + OPENED_AT_ONCE, FOLLOWERS))
        ]
        await asyncio.gather(*(loop.create_connection(lambda one=one: one, host, int(port)) for one in some))  # type: ignore[misc]
        await asyncio.gather(*(one.opened for one in some))
        followers += some
    return followers


async def publish(where: Sequence[str], tables: Sequence[str], seconds: float) -> Written:
    """Let events happen; when each was written, by table."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bench.publishing", *where, str(seconds)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    told, _ = await process.communicate("\n".join(tables).encode())
    assert process.returncode == 0
    written: Written = json.loads(told)
    return written


async def delivered(followers: Sequence[Follower], written: Written) -> list[float]:
    """Wait until every follower was told of every event; by how many milliseconds each came later than its write."""
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end and any(len(one.told) < len(written[one.table]) for one in followers):
        await asyncio.sleep(0.1)
    delays_ms = []
    for one in followers:
        events = written[one.table]
        # A table is opened by its first event.
        assert [number for number, _ in one.told] == list(range(2, len(events) + 2)), "not all was delivered"
        delays_ms += [1000 * max(0.0, at - events[number - 2][1]) for number, at in one.told]
    return delays_ms


def cpu_seconds(pid: int) -> float:
    """The processor time that a process has taken."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory_kb(pid: int) -> int:
    """The memory that a process has of its own."""
    (line,) = re.findall(r"^VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text(), re.M)
    return int(line)


def tell(figure: str, value: float) -> None:
    print(json.dumps({"figure": figure, "ours": round(value, 2)}), flush=True)


def tell_spread(figure: str, values: list[float]) -> None:
    """Half of the values, and all but one in a hundred, are as low as this."""
    values = sorted(values)
    for share in (50, 99):
        tell(f"{figure}_p{share}_ms", values[len(values) * share // 100])


async def measure(name: str, server: Served, where: Sequence[str], redis: RedisServer | None, seconds: float) -> None:
    """Tell all figures of one store."""
    (worker,) = server.workers("api")
    tables = opened_tables(server.api)
    memory, began, busy = memory_kb(worker.pid), time.monotonic(), cpu_seconds(worker.pid)
    followers = await connect(server.api, tables)
    tell(f"{name}_streams_opened_a_second", FOLLOWERS / (time.monotonic() - began))
    tell(f"{name}_cpu_per_stream_opened_ms", 1000 * (cpu_seconds(worker.pid) - busy) / FOLLOWERS)
    tell(f"{name}_memory_per_follower_kb", (memory_kb(worker.pid) - memory) / FOLLOWERS)
    if redis is not None:
        tell(f"{name}_connections_of_the_worker", connections(redis))
    began, busy = time.monotonic(), cpu_seconds(worker.pid)
    written = await publish(where, tables, seconds)
    took, busy = time.monotonic() - began, cpu_seconds(worker.pid) - busy
    delays_ms = await delivered(followers, written)
    writes = [write for one in written.values() for write in one]
    tell(f"{name}_events_a_second", len(writes) / took)
    tell(f"{name}_delivered", len(delays_ms))
    tell(f"{name}_delivered_share", len(delays_ms) / sum(len(written[one.table]) for one in followers))
    tell_spread(f"{name}_publish_to_receive", delays_ms)
    tell_spread(f"{name}_write", [1000 * (end - began) for began, end in writes])
    tell(f"{name}_worker_cpu_share", busy / took)
    for one in followers:
        one.transport.abort()


def connections(redis: RedisServer) -> int:
    """How many connections a Redis has, but for the one that asks."""
    asked: Any = redis.ask("INFO", "clients")
    return int(asked["connected_clients"]) - 1


@contextlib.contextmanager
def served(folder: Path, redis: RedisServer | None) -> Iterator[tuple[Served, list[str]]]:
    """A server with one worker, and where its tables are."""
    where = ["sqlite", str(folder / "data")] if redis is None else ["redis", redis.url]
    flags = ["--workers", "1", "--rate", "0", *([] if redis is None else ["--redis-url", redis.url])]
    with Served(folder, *flags) as server:
        # While the evaluator is new, words are asked of it; the measurement is not to wait for that.
        wait_until(server.is_whole, "both services being there")
        yield server, where


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 20.0
    with tempfile.TemporaryDirectory() as name:
        with served(Path(name) / "sqlite", None) as (server, where):
            asyncio.run(measure("sqlite", server, where, None, seconds))
        if shutil.which("redis-server") is None:
            print("No redis-server on the path, so Redis was left out.", file=sys.stderr)
            return
        redis = RedisServer(Path(name) / "redis-server", "--appendfsync", "everysec")
        try:
            with served(Path(name) / "redis", redis) as (server, where):
                asyncio.run(measure("redis", server, where, redis, seconds))
        finally:
            redis.end()


if __name__ == "__main__":
    main()
