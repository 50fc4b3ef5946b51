"""What happens at a table, for those who follow it."""

from __future__ import annotations

import itertools
import json

from tests.wiring import Host, Json, Person

_numbers = itertools.count()


def history(person: Person) -> list[Json]:
    """Every event as the long poll tells it."""
    told: list[Json] = json.loads(json.dumps(person.events()["events"]))
    return told


def rename(host: Host, times: int) -> int:
    """Let so much happen at a table; the number of its last event."""
    for _ in range(times):
        host.change(name=f"Name {next(_numbers)}")
    return int(host.view()["event"])
