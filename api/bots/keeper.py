"""Keeps the bots playing: starts a process for every place that nobody plays, in any process of the API.

A bot is told its seat's token over a pipe, so that the list of processes shows none, and ends when the pipe closes:
with the process that started it, whatever befalls that. Another then finds its place unplayed and starts it again.
"""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import IO

from gevent import monkey  # type: ignore[import-untyped]  # its types are a package of their own

from api.bots.places import Place, Seat
from api.bots.service import Bots, Order
from api.store import StoreError

log = logging.getLogger(__name__)

ROOT = Path(__file__).parents[2]
LOOK_SECONDS = 2.0
# A bot that ends at once, whatever ails it, is not started over and over.
AGAIN_AFTER_SECONDS = 10.0
# A bot is a client: it knows nothing of what the server was told, its secret least of all.
SERVERS_OWN = ("REGRETS_", "REDIS_URL", "EVALUATOR_URL", "PUBLIC_URL")


class Keeper(threading.Thread):
    """Looks after the places until it is told to stop. `address` is where bots reach the API."""

    def __init__(self, bots: Bots, address: str, environment: Mapping[str, str]) -> None:
        super().__init__(name="bots", daemon=True)
        self._bots = bots
        bots.wake = self.wake
        self._address = address
        own = {name: value for name, value in environment.items() if not name.startswith(SERVERS_OWN)}
        # One seat has little to calculate, and the machine has others.
        self._environment = {**own, "OPENBLAS_NUM_THREADS": "1"}
        self._looking = threading.Event()
        self._stopping = False
        self._playing: list[subprocess.Popen[bytes]] = []
        self._started: dict[Seat, float] = {}

    def wake(self) -> None:
        """Look now."""
        self._looking.set()

    def run(self) -> None:
        while not self._stopping:
            self._looking.clear()
            try:
                self.look()
            except StoreError as fault:
                log.warning("the bots wait for the store: %s", fault)
            except Exception:
                log.exception("the bots could not be looked after; that is tried again")
            self._looking.wait(LOOK_SECONDS)

    def look(self) -> None:
        """Start whatever is to be played and is not; free the places of seats that are gone."""
        self._playing = [one for one in self._playing if one.poll() is None or _hang_up(one)]
        now = time.monotonic()
        self._started = {seat: at for seat, at in self._started.items() if at > now - AGAIN_AFTER_SECONDS}
        for place in self._bots.places.unplayed():
            order = self._bots.order(place.seat)
            if order is None:
                self._bots.places.free(place)
            elif place.seat not in self._started:
                self._started[place.seat] = now
                self._playing.append(self._start(place, order))

    def stop(self) -> None:
        """End the thread and every bot that this process plays."""
        self._stopping = True
        self._looking.set()
        if self.is_alive():
            self.join(timeout=5)
        for one in self._playing:
            _hang_up(one)
            one.wait(10)

    def _start(self, place: Place, order: Order) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "bots", "--table", "-", "--lifeline", "--slow"]
        command += ["--style", order.style, "--chips", str(max(place.chips, 1))]
        # gevent's own would fork this process, with all that it has running; the original starts another program.
        popen: type[subprocess.Popen[bytes]] = monkey.get_original("subprocess", "Popen")
        started = popen(
            command,
            cwd=ROOT,
            env=self._environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            # The lock goes along, and stays with the bot when this process closes the file.
            pass_fds=(place.file,),
        )
        line = f"{self._address}/?table={place.seat.table}#seat={order.token}\n"
        _pipe(started).write(line.encode())
        _pipe(started).flush()
        return started


def _pipe(process: subprocess.Popen[bytes]) -> IO[bytes]:
    assert process.stdin is not None, "every bot has a pipe"
    return process.stdin


def _hang_up(process: subprocess.Popen[bytes]) -> bool:
    """Close the pipe to a bot; False, for who no longer counts it among those that play."""
    _pipe(process).close()
    return False
