"""Writes and reads a second of both stores, beside what their disk and their network allow. One JSON line a figure.

`python -m bench.store [SECONDS]`: each figure is measured so long (default 2). The peers are as safe by other means:
for SQLite, a file to which the same bytes are appended and synced; for Redis, the same step with WATCH and MULTI.
"""

from __future__ import annotations

import itertools
import json
import os
import shutil
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import redis

from api.settings import Settings
from api.store import TableStore, Write, open_store
from tests.servers import RedisServer

STATE = b"s" * 6000
EVENTS = (b"e" * 300, b"e" * 300)
ENTRY = b"l" * 120
TABLES = 500

Step = Callable[[], object]


def rate(make_step: Callable[[int], Step], seconds: float, threads: int = 1) -> float:
    """Return how many steps a second so many threads do together, each with a step of its own."""
    counts = [0] * threads
    end = time.monotonic() + seconds

    def run(number: int) -> None:
        step = make_step(number)
        while time.monotonic() < end:
            step()
            counts[number] += 1

    runners = [threading.Thread(target=run, args=(number,)) for number in range(threads)]
    begin = time.monotonic()
    for runner in runners:
        runner.start()
    for runner in runners:
        runner.join()
    return sum(counts) / (time.monotonic() - begin)


_names = itertools.count()


def writer(store: TableStore) -> Step:
    """Return a step that writes the next step of a new table."""
    table = f"bench {next(_names)}"
    version = 0

    def step() -> None:
        nonlocal version
        store.write(
            Write(
                id=f"{version}", table=table, over=version, state=STATE, events=EVENTS, due=float(version), lobby=ENTRY
            )
        )
        version += len(EVENTS)

    return step


def synced_file(folder: Path) -> Step:
    """Return a step that appends a write's bytes to a file and waits for the disk."""
    file = os.open(folder / "peer", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    data = STATE + b"".join(EVENTS) + ENTRY

    def step() -> None:
        os.write(file, data)
        os.fsync(file)

    return step


def watch_and_multi(url: str) -> Step:
    """Return a step that writes a table as the script does, over a version watched from the client."""
    client = redis.Redis.from_url(url, protocol=2)
    name = f"peer {next(_names)}"
    version = 0

    def step() -> None:
        nonlocal version
        with client.pipeline() as line:
            line.watch(name)
            found = line.hget(name, "version")
            assert found == (str(version).encode() if version else None)
            line.multi()
            for number, event in enumerate(EVENTS, version + 1):
                line.xadd(f"{name} events", {"write": b"id", "event": event}, id=f"{number}-0")
            version += len(EVENTS)
            line.hset(name, mapping={"version": version, "state": STATE})
            line.zadd("peer due", {name: version})
            line.zadd("peer lobby", {name: 0})
            line.execute()

    return step


def tell(figure: str, ours: float, peer: float | None = None) -> None:
    """Print one figure: steps a second, and how they compare with the peer's."""
    line = {"figure": figure, "ours": round(ours, 1)}
    if peer is not None:
        line |= {"peer": round(peer, 1), "ratio": round(ours / peer, 2)}
    print(json.dumps(line), flush=True)


def measure(name: str, store: TableStore, peer: Callable[[], Step], seconds: float) -> None:
    """Tell all figures of one store."""
    # Taken in turns, since a disk is not equally fast all the time.
    turns = [(rate(lambda _: writer(store), seconds / 2), rate(lambda _: peer(), seconds / 2)) for _ in range(9)]
    ours, theirs = (statistics.median(rates) for rates in zip(*turns, strict=True))
    tell(f"{name}_writes_1_thread", ours, theirs)
    tell(f"{name}_writes_8_threads", rate(lambda _: writer(store), seconds, threads=8))
    table = f"bench {next(_names) - 1}"
    tell(f"{name}_reads_1_thread", rate(lambda _: lambda: store.read(table), seconds))
    tell(f"{name}_events_pages_of_50", rate(lambda _: lambda: store.events(table, 0, 50), seconds))
    for _ in range(TABLES):
        writer(store)()
    tell(f"{name}_lobby_pages_of_50_among_{TABLES}", rate(lambda _: lambda: store.lobby(None, 50), seconds))
    tell(f"{name}_due_looks_that_find_none", rate(lambda _: lambda: store.due(-1.0, 50), seconds))


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        store = open_store(Settings(secret=b"", data=folder / "data"))
        measure("sqlite", store, lambda: synced_file(folder), seconds)
        store.close()
        if shutil.which("redis-server") is None:
            print("No redis-server on the path, so Redis was left out.", file=sys.stderr)
            return
        for fsync in ("always", "everysec"):
            server = RedisServer(folder / fsync, "--appendfsync", fsync)
            try:
                store = open_store(Settings(secret=b"", redis_url=server.url))
                measure(f"redis_fsync_{fsync}", store, lambda url=server.url: watch_and_multi(url), seconds)  # type: ignore[misc]
                store.close()
            finally:
                server.end()


if __name__ == "__main__":
    main()
