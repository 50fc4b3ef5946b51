"""People who speak HTTP to a server that runs: hosts and guests, with the calls of `tests/wiring.py`.

Whoever is patient sends a request again until it is answered: what a client does when a server dies under it.
"""

from __future__ import annotations

import time
from typing import Any

import requests

Json = dict[str, Any]
REPLY_SECONDS = 15.0
PATIENCE_SECONDS = 40.0
AGAIN_SECONDS = 0.05
# The line broke, before the reply or in the middle of it.
BROKEN = (requests.ConnectionError, requests.Timeout, requests.exceptions.ChunkedEncodingError)


class NotOk(Exception):
    """A reply that is no success; `code` is that of its problem document."""

    def __init__(self, reply: requests.Response) -> None:
        self.status = reply.status_code
        self.problem: Json = reply.json()
        self.code: str = self.problem["code"]
        super().__init__(f"{reply.request.method} {reply.request.url}: {self.status} {self.problem}")


class Person:
    """Somebody with a token, or without one, at one table of the server at `url`."""

    def __init__(self, url: str, table: str, token: str | None = None, *, patient: bool = False) -> None:
        self.url = url
        self.table = table
        self.token = token
        self.patient = patient
        self.session = requests.Session()
        self.session.trust_env = False

    def call(self, method: str, path: str = "", **more: Any) -> Json:
        """One request to an address of the table; raises NotOk."""
        reply = self.send(method, f"{self.url}/v1/tables/{self.table}{path}", **more)
        if not reply.ok:
            raise NotOk(reply)
        answered: Json = reply.json()
        return answered

    def send(self, method: str, url: str, *, key: str | None = None, **more: Any) -> requests.Response:
        """The reply, whatever it is; who is patient takes neither a broken line nor 503 for one."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        headers |= {"Idempotency-Key": key} if key else {}
        end = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                reply = self.session.request(method, url, headers=headers, timeout=REPLY_SECONDS, **more)
                if reply.status_code != 503 or not self.patient:
                    return reply
            except BROKEN:
                if not self.patient or time.monotonic() > end:
                    raise
            assert time.monotonic() < end, "nobody answers"
            time.sleep(AGAIN_SECONDS)

    def view(self) -> Json:
        return self.call("GET")

    def events(self) -> list[Json]:
        """The whole history, page by page."""
        told: list[Json] = []
        while page := self.call("GET", "/events", params={"since": len(told), "limit": 1000})["events"]:
            told += page
        return told

    def decisions(self) -> list[Json]:
        """The open decisions of this person that still want an answer."""
        return [decision for decision in self.view()["decisions"] if decision["answer"] is None]

    def answer(self, decision: int, answer: Json) -> Json:
        return self.call("PUT", f"/decisions/{decision}", json=answer)

    def deal(self, **fields: Any) -> Json:
        return self.call("POST", "/hands", json=fields)

    def change(self, **fields: Any) -> Json:
        return self.call("PATCH", json=fields)

    def change_seat(self, seat: int, **fields: Any) -> Json:
        return self.call("PATCH", f"/seats/{seat}", json=fields)

    def leave(self, seat: int) -> Json:
        return self.call("DELETE", f"/seats/{seat}")


class Host(Person):
    """Who opened the table."""

    @classmethod
    def opens(cls, url: str, *, patient: bool = False, key: str | None = None, **fields: Any) -> Host:
        """Open a table; only with a key is it safe to be patient about it."""
        wanted = {"game": "ten-card-regrets"} if "games" not in fields else {}
        stranger = Person(url, "", patient=patient and key is not None)
        reply = stranger.send("POST", f"{url}/v1/tables", key=key, json=wanted | fields)
        if not reply.ok:
            raise NotOk(reply)
        return cls(url, reply.json()["table"]["id"], reply.json()["host_token"], patient=patient)

    def sit(self, name: str, buy_in: int = 100, key: str | None = None, **more: Any) -> Guest:
        """Somebody sits down; no token is needed for that."""
        stranger = Person(self.url, self.table, patient=self.patient and key is not None)
        sat = stranger.call("POST", "/seats", key=key, json={"name": name, "buy_in": buy_in} | more)
        return Guest(self.url, self.table, sat["seat_token"], sat["seat"], name, patient=self.patient)

    def elsewhere(self, url: str) -> Host:
        """The same host, talking to another server."""
        return Host(url, self.table, self.token, patient=self.patient)


class Guest(Person):
    """Who sits in a seat."""

    def __init__(self, url: str, table: str, token: str, seat: int, name: str, *, patient: bool = False) -> None:
        super().__init__(url, table, token, patient=patient)
        self.seat = seat
        self.name = name

    def play(self, **answer: Any) -> Json:
        """Answer the one decision that is open for this seat."""
        (decision,) = self.decisions()
        return self.answer(decision["decision"], answer)

    def elsewhere(self, url: str) -> Guest:
        return Guest(url, self.table, str(self.token), self.seat, self.name, patient=self.patient)


def check_history(host: Host) -> list[Json]:
    """Hold what is always true of a table: no event is missing, no decision answered twice, no chip lost; its events.

    Chips are counted from what was bought and taken along, and must all lie on the table.
    """
    view, events = host.view(), host.events()
    assert [event["event"] for event in events] == list(range(1, view["event"] + 1))
    answered = [event["decision"] for event in events if event["kind"] in ("acted", "chosen") and event["decision"]]
    assert len(answered) == len(set(answered))
    bought = sum(event["chips"] for event in events if event["kind"] == "seated")
    bought += sum(event["adds"] for event in events if event["kind"] == "rebought")
    bought -= sum(event["chips"] for event in events if event["kind"] == "left")
    assert sum(seat["chips"] for seat in view["seats"]) + view["pot_total"] + view["carried"] == bought
    return events
