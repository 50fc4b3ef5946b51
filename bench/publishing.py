"""Lets an event a second happen at each of many tables, as another server would; run by `bench/stream.py`.

`python -m bench.publishing sqlite FOLDER SECONDS` or `redis URL SECONDS`, with the tables' ids on the input, a line
each. Prints, for each table, when the write of each of its events began and when it was acknowledged, as JSON.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec

from api.clock import Clock
from api.rules import events as e
from api.rules.apply import apply
from api.rules.table import Table, from_text, to_text
from api.settings import Settings
from api.store import TableStore, Write, open_store

WRITERS = 8


def settings_of(kind: str, where: str) -> Settings:
    """Where the tables are."""
    return Settings(secret=b"", data=Path(where)) if kind == "sqlite" else Settings(secret=b"", redis_url=where)


class Publisher:
    """One table, whose host gives it a name again and again."""

    def __init__(self, store: TableStore, table: str) -> None:
        stored = store.read(table)
        assert stored is not None
        self.store = store
        self.lock = threading.Lock()
        self.written: list[tuple[float, float]] = []
        self.table: Table = from_text(stored.state)

    def publish(self) -> None:
        """One event after the other."""
        with self.lock:
            began = time.time()
            self._publish()
            self.written.append((began, time.time()))

    def _publish(self) -> None:
        what = e.Settings(f"Name {self.table.event}", self.table.options, self.table.terms)
        table = apply(self.table, what)
        stamped = e.Stamped(table.event, None, Clock().text(), what)
        self.store.write(
            Write(
                id=f"bench {table.event}",
                table=table.id,
                over=self.table.event,
                state=to_text(table),
                events=(msgspec.json.encode(stamped),),
            )
        )
        self.table = table


def main() -> None:
    store = open_store(settings_of(sys.argv[1], sys.argv[2]))
    rounds = round(float(sys.argv[3]))
    publishers = [Publisher(store, line.strip()) for line in sys.stdin]
    began = time.monotonic()
    done = []
    with ThreadPoolExecutor(WRITERS) as threads:
        for number in range(rounds * len(publishers)):
            at = began + number / len(publishers)
            time.sleep(max(0.0, at - time.monotonic()))
            done.append(threads.submit(publishers[number % len(publishers)].publish))
    for one in done:
        one.result()
    print(json.dumps({one.table.id: one.written for one in publishers}))


if __name__ == "__main__":
    main()
