"""`regrets bot` as a process of a test's own, and the people it plays with."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from tests.servers import wait_until
from tests.serving import ROOT, clean_environment
from tests.whole.people import Guest, Host, Json, NotOk

LONG_SECONDS = 60.0


class Bots:
    """A running `regrets bot`; use it in a `with`, which ends it."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.log = folder / f"bot-{len(list(folder.iterdir()))}.log"
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "api.cli", "bot", *arguments],
                cwd=ROOT,
                env=clean_environment(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def said(self) -> str:
        """All that it has said so far."""
        return self.log.read_text()

    def says(self, words: str, times: int = 1) -> None:
        """Return once it has said that so often."""
        wait_until(lambda: self.said().count(words) >= times, f"the bots saying {words!r}", LONG_SECONDS)

    def ended(self) -> int:
        """Wait for the end by itself; the exit code."""
        return self.process.wait(LONG_SECONDS)

    def stop(self, how: signal.Signals) -> int:
        """Send a signal; the exit code."""
        self.process.send_signal(how)
        return self.ended()

    def __enter__(self) -> Bots:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()


def link_to(host: Host, **token: str) -> str:
    """The table's link, with a token where one is named."""
    fragment = "&".join(f"{holder}={value}" for holder, value in token.items())
    return f"{host.url}/?table={host.table}" + (f"#{fragment}" if fragment else "")


def play(host: Host, guest: Guest, until: Callable[[Json], bool], *likes: str) -> Json:
    """Give what the guest `likes` to answer, or else the usual, and deal when nobody plays, until all is as it shall
    be."""
    seen: list[Json] = []

    def goes_on() -> bool:
        view = guest.view()
        seen[:] = [view]
        if until(view):
            return True
        for decision in view["decisions"]:
            if decision["required"] and decision["answer"] is None:
                answer = next((one for one in decision["legal"] if one["type"] in (likes or ("check", "call"))), None)
                with contextlib.suppress(NotOk):
                    given = decision["default"] if answer is None else {"type": answer["type"]}
                    guest.answer(decision["decision"], given)
        if view["state"] == "waiting":
            # Somebody may still be buying chips.
            with contextlib.suppress(NotOk):
                host.deal()
        return False

    wait_until(goes_on, "the hands being played", LONG_SECONDS)
    return seen[0]


def played(hands: int) -> Callable[[Json], bool]:
    """Whether so many hands have come to their end."""
    return lambda view: view["hand"] is not None and view["hand"] >= hands and view["state"] == "waiting"
