"""Several bots at one table: they sit down one after the other, play each in a thread, and leave together."""

from __future__ import annotations

import signal
import socket
import sys
import threading
from collections.abc import Iterator, Sequence

from bots.client import Away, Refused, Stopped
from bots.seat import Bot

LOOK_SECONDS = 0.2
# What a refusal means to the person who started the bots, where the server's own words could puzzle.
MEANINGS = {
    "no-such-table": "there is no such table; a private one needs its whole link, with #guest=... at the end",
    "bad-token": "the token in that link is good no more; ask the host for a new link",
    "no-spectators": "only who is invited may look at that table; its link ends with #guest=...",
    "table-full": "every seat at that table is taken",
    "table-closed": "that table is closed",
}


def say(line: str) -> None:
    """Tell what happens, a line at a time."""
    print(line, flush=True)


def complain(fault: Exception) -> None:
    """Say what is wrong, in a line."""
    meaning = MEANINGS.get(fault.code, str(fault)) if isinstance(fault, Refused) else str(fault)
    print(f"regrets bot: {meaning}", file=sys.stderr, flush=True)


def stop_on_signals(stopping: threading.Event) -> None:
    """Set the event on SIGINT and SIGTERM.

    A handler might run while its own thread waits on the event, and would then wait for itself; another thread sets it.
    """
    reader, writer = socket.socketpair()
    writer.setblocking(False)
    signal.set_wakeup_fd(writer.fileno())
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda _number, _frame: None)

    def wait() -> None:
        with reader, writer:
            reader.recv(1)
            stopping.set()
            # The writing end stays open as long as the program runs.
            reader.recv(1)

    threading.Thread(target=wait, daemon=True).start()


class Crew:
    """The bots of one command. `stopping` is set by the first SIGINT or SIGTERM, and ends their waiting."""

    def __init__(self, bots: Sequence[Bot], stopping: threading.Event, keep_seats: bool) -> None:
        self._bots = bots
        self._stopping = stopping
        self._keep_seats = keep_seats
        self._faults: list[Exception] = []

    def run(self, names: Iterator[str], seated: bool) -> int:
        """Play to the end; 0 when the table has closed or somebody stopped it, 1 if a bot could not go on.

        Where only some find a seat, those play.
        """
        stop_on_signals(self._stopping)
        try:
            playing = self._take_over() if seated else self._sit(names)
            threads = [threading.Thread(target=self._play, args=(bot,), daemon=True) for bot in playing]
            for thread in threads:
                thread.start()
            while not self._stopping.is_set() and any(thread.is_alive() for thread in threads):
                self._stopping.wait(LOOK_SECONDS)
        except Stopped:
            pass
        if self._stopping.is_set() and not self._keep_seats:
            leaving = [threading.Thread(target=bot.leave, daemon=True) for bot in self._bots]
            for thread in leaving:
                thread.start()
            for thread in leaving:
                thread.join()
        return 1 if self._faults else 0

    def _sit(self, names: Iterator[str]) -> list[Bot]:
        playing: list[Bot] = []
        for bot in self._bots:
            try:
                bot.sit(names)
                playing.append(bot)
            except (Refused, Away) as fault:
                complain(fault)
                if not playing:
                    self._faults.append(fault)
                break
        return playing

    def _take_over(self) -> list[Bot]:
        try:
            playing = [bot for bot in self._bots if bot.take_over()]
        except (Refused, Away) as fault:
            complain(fault)
            self._faults.append(fault)
            return []
        return playing

    def _play(self, bot: Bot) -> None:
        try:
            bot.play()
        except Stopped:
            pass
        except (Refused, Away) as fault:
            self._faults.append(fault)
            complain(fault)
