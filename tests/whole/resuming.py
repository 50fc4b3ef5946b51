"""Clients that follow a table as the document says: they come back whenever their line breaks, with what they have.

Each remembers every event it was told, in the order in which it was told them, and holds each line of it against the
document.
"""

from __future__ import annotations

import contextlib
import json
import random
import threading
import time
from collections.abc import Iterator, Sequence
from typing import Any

import requests

from tests.contract import spec
from tests.whole.people import AGAIN_SECONDS, BROKEN

Json = dict[str, Any]
FORMS = ("text/event-stream", "application/x-ndjson", "application/json")
# No form lets a client wait longer without a word.
SILENCE_SECONDS = 20.0
POLL_SECONDS = 2
LONGEST_CUT_EVENTS = 8
# The name that a table is given when its clients have followed it for long enough.
ENOUGH = "Enough"


class Resuming(threading.Thread):
    """A client of one form, that cuts its own line at random moments and comes back to any of the servers."""

    def __init__(self, urls: Sequence[str], table: str, token: str | None, form: str, seed: int) -> None:
        super().__init__(name=f"{form} {seed}", daemon=True)
        self.addresses = [f"{url}/v1/tables/{table}/events" for url in urls]
        self.token = token
        self.form = form
        self.rng = random.Random(seed)
        self.told: list[Json] = []
        self.snapshots: list[Json] = []
        self.connections = 0
        self.fault: BaseException | None = None
        self.session = requests.Session()
        self.session.trust_env = False

    @property
    def last(self) -> int:
        """The number of the last event that it knows of; 0 before it was told anything."""
        shown = self.snapshots[-1]["event"] if self.snapshots else 0
        return max(shown, self.told[-1]["event"] if self.told else 0)

    def run(self) -> None:
        try:
            while not self.is_done():
                try:
                    self.connect()
                except BROKEN:
                    time.sleep(AGAIN_SECONDS)
        except BaseException as fault:
            self.fault = fault

    def is_done(self) -> bool:
        """Whether it has been told that it has followed for long enough."""
        return bool(self.told) and self.told[-1].get("name") == ENOUGH

    def connect(self) -> None:
        """One request, and what comes of it until it ends or is cut."""
        headers = {"Accept": self.form} | ({"Authorization": f"Bearer {self.token}"} if self.token else {})
        query = {}
        if self.snapshots or self.told:
            if self.rng.random() < 0.5:
                headers["Last-Event-ID"] = str(self.last)
            else:
                query["since"] = self.last
        if self.form == FORMS[2]:
            query["wait"] = POLL_SECONDS
        reply = self.session.get(
            self.rng.choice(self.addresses), headers=headers, params=query, stream=True, timeout=SILENCE_SECONDS
        )
        with contextlib.closing(reply):
            self.connections += 1
            if reply.status_code == 503:
                time.sleep(AGAIN_SECONDS)
                return
            assert reply.status_code in (200, 204), reply.text
            self.hear(reply)

    def hear(self, reply: requests.Response) -> None:
        """Keep what a reply tells, up to a moment drawn at random."""
        left = self.rng.randrange(1, LONGEST_CUT_EVENTS)
        for kind, data in parsed(reply, self.form):
            if kind in ("snapshot", "reset"):
                assert not self.told and not self.snapshots, f"{kind} in the middle"
                self.snapshots.append(data)
            elif kind == "event":
                self.told.append(data)
                left -= 1
            if left == 0 or self.is_done():
                return

    def ends(self, seconds: float) -> None:
        """Wait until it has been told everything; raises what went wrong with it."""
        self.join(seconds)
        if self.fault is not None:
            raise self.fault
        assert not self.is_alive(), f"{self.name} has come to event {self.last} in {self.connections} connections"


def parsed(reply: requests.Response, form: str) -> Iterator[tuple[str, Json]]:
    """What a reply of any form says, a kind and its data at a time."""
    if form == FORMS[2]:
        page = reply.json()
        yield from (("event", event) for event in page["events"])
        assert page["reset"] is None
    elif form == FORMS[1]:
        for line in whole_lines(reply):
            said = json.loads(line)
            assert not (wrong := spec.faults(spec.LINES["events"], said)), wrong
            yield from said.items()
    else:
        yield from sse_messages(reply)


def sse_messages(reply: requests.Response) -> Iterator[tuple[str, Json]]:
    """The messages of a stream of Server-Sent Events; one that was cut off is none."""
    kind, id, data = "event", "", ""
    for line in whole_lines(reply):
        name, _, value = line.partition(": ")
        if name == "event":
            kind = value
        elif name == "id":
            id = value
        elif name == "data":
            data = value
        elif not line and data:
            said = json.loads(data)
            assert id == (str(said["event"]) if kind == "event" else "")
            yield kind, said
            kind, id, data = "event", "", ""
        else:
            assert not line or name in ("retry", ":"), line


def whole_lines(reply: requests.Response) -> Iterator[str]:
    """Lines that have come to their end, as soon as they have."""
    rest = b""
    for piece in reply.iter_content(None):
        *lines, rest = (rest + piece).split(b"\n")
        yield from (line.decode() for line in lines)
