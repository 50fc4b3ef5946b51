"""A bot in its seat: answers whatever it is asked until the table closes, or it is told to stop."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from bots.client import Client, Refused
from bots.strategy import Strategy

Json = dict[str, Any]
OVER = {"bad-token", "no-such-table"}


class Bot:
    """One seat, played by a strategy. `say` is told in a line what others should know."""

    def __init__(self, client: Client, name: str, chips: int, strategy: Strategy, say: Callable[[str], None]) -> None:
        self._client = client
        self._name = name
        self._chips = chips
        self._strategy = strategy
        self._say = say
        self._stopping = threading.Event()

    def play(self) -> None:
        """Sit down and play. Raises Refused where no seat is to be had."""
        seat = self._client.sit(self._name, self._chips)
        self._say(f"{self._name} sits in seat {seat} with {self._chips} chips")
        try:
            while not self._stopping.is_set() and (view := self._client.view())["state"] != "closed":
                if not self._act(view, seat):
                    self._client.wait(view["event"])
        except Refused as refusal:
            if refusal.code not in OVER:
                raise
        self._say(f"{self._name} has left")

    def stop(self) -> None:
        """Go at the next opportunity."""
        self._stopping.set()

    def leave(self) -> None:
        """Give the seat up."""
        view = self._client.view()
        if view["you"]["seat"] is not None:
            self._client.call("DELETE", f"/seats/{view['you']['seat']}")

    def _act(self, view: Json, seat: int) -> bool:
        """Do what is to be done now; False if that is nothing."""
        for decision in view["decisions"]:
            if decision["required"] and decision["answer"] is None and decision["legal"]:
                return self._tried("PUT", f"/decisions/{decision['decision']}", self._strategy.answer(view, decision))
        mine = next((one for one in view["seats"] if one["seat"] == seat), None)
        if mine is None or mine["in_hand"]:
            return False
        if mine["status"] == "sitting-out":
            return self._tried("PATCH", f"/seats/{seat}", {"sitting_out": False})
        if mine["chips"] == 0 and view["state"] == "waiting":
            return self._tried("PATCH", f"/seats/{seat}", {"rebuy_to": self._chips})
        return False

    def _tried(self, method: str, path: str, body: Json) -> bool:
        """Whether that went through; what came too late is no fault."""
        try:
            self._client.call(method, path, body)
        except Refused as refusal:
            if refusal.status != 409:
                raise
            return False
        return True
