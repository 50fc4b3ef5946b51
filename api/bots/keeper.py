"""Keeps the bots playing: starts a process for every place that nobody plays, in any process of the API.

A bot is told its seat's token over a pipe, so that the list of processes shows none, and ends when the pipe closes:
with the process that started it, whatever befalls that. Another then finds its place unplayed and starts it again.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from api.absence import Absence
from api.bots.places import Place, Seat
from api.bots.service import Bots, Order

log = logging.getLogger(__name__)

ROOT = Path(__file__).parents[2]
ERRORS = 2
LOOK_SECONDS = 2.0
# A bot that ends at once, whatever ails it, is not started over and over.
AGAIN_AFTER_SECONDS = 10.0
# A bot is a client: it knows nothing of what the server was told, its secret least of all.
SERVERS_OWN = ("REGRETS_", "REDIS_URL", "EVALUATOR_URL", "PUBLIC_URL")


class Playing(Struct, frozen=True):
    """A bot's process, and the pipe to it, which ends it when it is closed."""

    pid: int
    line: int

    def has_ended(self) -> bool:
        """Whether it is gone; asked until it is."""
        return os.waitpid(self.pid, os.WNOHANG) != (0, 0)


class Keeper(threading.Thread):
    """Looks after the places as long as this process lives. `address` is where bots reach the API."""

    def __init__(self, bots: Bots, address: str, environment: Mapping[str, str]) -> None:
        super().__init__(name="bots", daemon=True)
        self._bots = bots
        bots.wake = self.wake
        self._address = address
        own = {name: value for name, value in environment.items() if not name.startswith(SERVERS_OWN)}
        path = os.pathsep.join(filter(None, (str(ROOT), own.get("PYTHONPATH"))))
        # One seat has little to calculate, and the machine has others.
        self._environment = {**own, "PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1"}
        self._looking = threading.Event()
        self._playing: list[Playing] = []
        self._since: dict[Seat, float] = {}
        self._absence = Absence(log, "the keeper of the bots")

    def wake(self) -> None:
        """Look now."""
        self._looking.set()

    def run(self) -> None:
        while True:
            self._looking.clear()
            try:
                with self._absence.told():
                    self.look()
            except Exception:
                log.exception("the bots could not be looked after; that is tried again")
            self._looking.wait(LOOK_SECONDS)

    def look(self) -> None:
        """Start whatever is to be played and is not; free the places of seats that are gone."""
        for one in [one for one in self._playing if one.has_ended()]:
            self._playing.remove(one)
            os.close(one.line)
        now = time.monotonic()
        self._since = {seat: at for seat, at in self._since.items() if at > now - AGAIN_AFTER_SECONDS}
        for place in self._bots.places.unplayed():
            order = self._bots.order(place.seat)
            if order is None:
                self._bots.places.free(place)
            elif place.seat not in self._since:
                self._since[place.seat] = now
                self._playing.append(self._start(place, order))

    def _start(self, place: Place, order: Order) -> Playing:
        command = [sys.executable, "-m", "bots", "--table", "-", "--lifeline", "--slow"]
        command += ["--style", order.style, "--chips", str(max(place.chips, 1))]
        told = f"{self._address}/?table={place.seat.table}#seat={order.token}\n"
        reader, line = os.pipe()
        try:
            # Less than a pipe holds, so nobody waits here.
            os.write(line, told.encode())
            # The lock goes along, and stays with the bot when this process closes the file.
            return Playing(spawned(command, self._environment, reader, place.file), line)
        except BaseException:
            os.close(line)
            raise
        finally:
            os.close(reader)


def spawned(command: list[str], environment: Mapping[str, str], reader: int, file: int) -> int:
    """Start another program that reads from `reader`, and of all that is open here is given `file` and the errors.

    `subprocess` would fork this process where gevent is at work, with all that runs in it.
    """
    os.set_inheritable(file, True)
    actions: list[tuple[Any, ...]] = [
        (os.POSIX_SPAWN_DUP2, reader, 0),
        (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
        # The listening socket, and what else the server was started with.
        *((os.POSIX_SPAWN_CLOSE, other) for other in inheritable() if other > ERRORS and other != file),
    ]
    return os.posix_spawn(command[0], command, environment, file_actions=actions)


def inheritable() -> list[int]:
    """The open files of this process that any program it starts would have too."""
    found = []
    for name in os.listdir("/dev/fd"):
        # The list is itself an open file, and no more.
        with contextlib.suppress(OSError):
            if os.get_inheritable(int(name)):
                found.append(int(name))
    return found
