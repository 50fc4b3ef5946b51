"""A bot in its seat: answers whatever it is asked until the table closes, or it is told to stop."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import Any

from bots.client import PATIENCE_SECONDS, Client, Refused
from bots.strategy import Strategy

Json = dict[str, Any]
OVER = {"bad-token", "no-such-table"}
# Somebody was faster with that name, or the host lets nobody of that name in: there are others.
OTHER_NAME = {"name-taken", "name-banned"}
log = logging.getLogger(__name__)


class Bot:
    """One seat, played by a strategy. `say` is told in a line what others should know, `ponder` takes its time."""

    def __init__(
        self, client: Client, chips: int, strategy: Strategy, say: Callable[[str], None], ponder: Callable[[], None]
    ) -> None:
        self.name = "the bot"
        self.seat: int | None = None
        self._client = client
        self._chips = chips
        self._strategy = strategy
        self._say = say
        self._ponder = ponder

    def sit(self, names: Iterator[str]) -> None:
        """Sit down, under the first of the names that is free. Raises Refused where no seat is to be had."""
        for self.name in names:
            try:
                self.seat = self._sat()
                break
            except Refused as refusal:
                if refusal.code not in OTHER_NAME:
                    raise
        self._say(f"{self.name} sits in seat {self.seat} with {self._chips} chips")

    def _sat(self) -> int:
        """Sit down under the bot's name; with the chips that the table sells, where it does not sell those asked for.

        Whoever has not sat down yet may not be allowed to look, so the refusal is what tells.
        """
        try:
            return self._client.sit(self.name, self._chips)
        except Refused as refusal:
            if refusal.code != "buy-in-out-of-bounds" or not refusal.bounds:
                raise
            least, most = refusal.bounds["min"], refusal.bounds["max"]
            self._chips = min(max(self._chips, least), most)
            self._say(f"the table sells {least} to {most} chips, so {self._chips} it is")
            return self._client.sit(self.name, self._chips)

    def take_over(self) -> bool:
        """Play on in the seat whose token the link holds; False if it holds none of a seat."""
        view = self._client.view()
        mine = next((one for one in view["seats"] if one["seat"] == view["you"]["seat"]), None)
        if mine is not None:
            self.name, self.seat = mine["name"], mine["seat"]
            self._say(f"{self.name} plays on in seat {self.seat}")
        return mine is not None

    def play(self) -> None:
        """Play until the table is over or the seat is gone. Raises Refused, Away or Stopped."""
        self._client.patience_seconds = PATIENCE_SECONDS
        try:
            while (view := self._client.view())["state"] != "closed":
                if not self._act(view):
                    self._client.wait(view["event"])
        except Refused as refusal:
            if refusal.code not in OVER:
                raise
        self.seat = None
        self._say(f"{self.name} has left")

    def leave(self) -> None:
        """Give the seat up, if there still is one."""
        # The thread that plays forgets the seat as soon as it hears that it is gone.
        if (seat := self.seat) is not None:
            self._client.leave(seat)
            self._say(f"{self.name} gives seat {seat} up")

    def _act(self, view: Json) -> bool:
        """Do what is to be done now; False if that is nothing."""
        for decision in view["decisions"]:
            if decision["required"] and decision["answer"] is None and decision["legal"]:
                self._ponder()
                return self._answered(view, decision)
        mine = next((one for one in view["seats"] if one["seat"] == self.seat), None)
        if mine is None or mine["in_hand"]:
            return False
        if mine["status"] == "sitting-out":
            return self._tried("PATCH", f"/seats/{self.seat}", {"sitting_out": False})
        if mine["chips"] == 0 and view["state"] != "paused":
            return self._tried("PATCH", f"/seats/{self.seat}", {"rebuy_to": min(self._chips, view["max_buy_in"])})
        return False

    def _answered(self, view: Json, decision: Json) -> bool:
        """Whether that went through. What a strategy cannot do, or does wrong, the server's default answer mends."""
        try:
            answer = self._strategy.answer(view, decision)
        # A game that a strategy has never seen may show it anything, and the others at the table wait.
        except Exception:
            log.exception("%s has no answer, and gives the usual one", self.name)
            answer = decision["default"]
        number = decision["decision"]
        try:
            self._client.call("PUT", f"/decisions/{number}", answer)
        except Refused as refusal:
            if refusal.status == 422 or refusal.code == "not-legal":
                log.warning("%s gave an answer that is not legal (%s)", self.name, refusal)
                return answer != decision["default"] and self._tried("PUT", f"/decisions/{number}", decision["default"])
            if refusal.status != 409:
                raise
            return False
        return True

    def _tried(self, method: str, path: str, body: Json) -> bool:
        """Whether that went through; what came too late is no fault."""
        try:
            self._client.call(method, path, body)
        except Refused as refusal:
            if refusal.status not in (409, 422):
                raise
            return False
        return True
