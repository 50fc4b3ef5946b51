"""Programs that the tests start as processes of their own, to race, to be killed, and to fork.

`python -m tests.api.store.programs DATA REDIS_URL PROGRAM ARGUMENTS...`; an empty REDIS_URL means SQLite in DATA.
"""

from __future__ import annotations

import itertools
import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from api.settings import Settings
from api.store import Stale, TableStore, Write, open_store
from tests.api.store.steps import STEP, assert_is_whole, step


def write_on(store: TableStore, table: str) -> None:
    """Write one step after the other for ever, and print each version once it is written."""
    stored = store.read(table)
    version = stored.version if stored else 0
    while True:
        write = step(table, version)
        store.write(write)
        version += len(write.events)
        print(version, flush=True)


def race(store: TableStore, table: str, threads: str, until: str) -> None:
    """When told to go, race for every version in several threads; print each version won, and by whom."""
    lines: list[str] = []
    print("ready", flush=True)
    sys.stdin.readline()

    def run(name: str) -> None:
        version = 0
        while version < int(until):
            id = f"{name}/{version}"
            write = Write(id=id, table=table, over=version, state=id.encode(), events=(id.encode(),))
            try:
                store.write(write)
                lines.append(f"{version + 1} {id}\n")
            except Stale:
                pass
            stored = store.read(table)
            assert stored is not None
            version = stored.version

    racers = [threading.Thread(target=run, args=(f"{os.getpid()}-{number}",)) for number in range(int(threads))]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    sys.stdout.writelines(lines)


def fork(store: TableStore, table: str, steps: str) -> None:
    """Write, fork, and write on in both; let go in the parent while the child still writes; then look from both."""

    def write_many(name: str, first: int = 0) -> None:
        for number in range(first, first + int(steps)):
            store.write(step(name, STEP * number))

    write_many(f"{table} before")
    halfway, child_says = os.pipe()
    parent_has_let_go, parent_says = os.pipe()
    child = os.fork()
    if child == 0:
        write_many(f"{table} child")
        os.write(child_says, b".")
        os.read(parent_has_let_go, 1)
        write_many(f"{table} child", int(steps))
        os._exit(0)
    write_many(f"{table} parent")
    os.read(halfway, 1)
    store.close()
    os.write(parent_says, b".")
    _, status = os.waitpid(child, 0)
    assert status == 0
    for name in ("before", "child", "parent"):
        print(assert_is_whole(store, f"{table} {name}"))


def listen(store: TableStore, seconds: str) -> None:
    """Listen; print "hears" once that has begun, and each table that has been written, as soon as it is known."""
    listener = store.listen()
    listener.wait(0)
    seen: dict[str, int] = {}
    print("hears", flush=True)
    end = time.monotonic() + float(seconds)
    while time.monotonic() < end:
        if listener.wait(1):
            changed = listener.changed()
            versions = store.versions(("a", "b") if changed is None else changed)
            for table in versions:
                if versions[table] != seen.get(table):
                    print(table, versions[table], flush=True)
            seen |= versions
    listener.close()


def fork_and_listen(store: TableStore) -> None:
    """Listen, fork, listen in the child as well, and write in the parent; print who has heard of it."""
    listener = store.listen()
    while listener.wait(0.1):
        pass
    child_listens, child_says = os.pipe()
    child = os.fork()
    if child == 0:
        listener = store.listen()
        while listener.wait(0.1):
            pass
        os.write(child_says, b".")
        os._exit(0 if listener.wait(10) and store.versions(["t"]) == {"t": STEP} else 1)
    os.read(child_listens, 1)
    store.write(step("t", 0))
    assert listener.wait(10)
    _, status = os.waitpid(child, 0)
    print("parent", "child" if status == 0 else "", flush=True)
    listener.close()


def beat(store: TableStore, now: str) -> None:
    """Beat for ever, once in a pretended second, with a player present; print each moment."""
    for moment in itertools.count(round(float(now))):
        store.be_present({"t": {1: moment + 60.0}})
        store.beat(moment, 5.0)
        print(moment, flush=True)


def tick(store: TableStore, writers: str) -> None:
    """When told to go, write in many threads while somebody keeps the file locked; tick and read, and say so."""
    print("ready", flush=True)
    sys.stdin.readline()
    threads = [threading.Thread(target=store.write, args=(step(f"t{number}", 0),)) for number in range(int(writers))]
    for thread in threads:
        thread.start()
    for _ in range(20):
        time.sleep(0.01)
        store.read("t0")
    print("ticked", flush=True)
    for thread in threads:
        thread.join()
    for number in range(int(writers)):
        assert assert_is_whole(store, f"t{number}") == STEP
    print("written", flush=True)


def main() -> None:
    data, redis_url, program, *arguments = sys.argv[1:]
    programs: dict[str, Callable[..., None]] = {
        "write-on": write_on,
        "race": race,
        "fork": fork,
        "fork-and-listen": fork_and_listen,
        "listen": listen,
        "tick": tick,
        "beat": beat,
    }
    store = open_store(Settings(secret=b"", data=Path(data), redis_url=redis_url or None))
    programs[program](store, *arguments)
    store.close()


if __name__ == "__main__":
    main()
