"""The supervisor's life: check, start both services, wait until they answer, watch them, end them.

Everything happens in one loop that waits for signals, the end of a child among them; there is no thread.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Iterable, Mapping

from api.settings import read_settings
from api.supervisor.banner import banner
from api.supervisor.checks import StartError, check_tables, fold_log
from api.supervisor.child import Child, Service
from api.supervisor.plan import open_plan

START_SECONDS = 60.0
STOP_SECONDS = 6.0
LOOK_SECONDS = 0.1
# A terminal that closes sends SIGHUP, which ends the server; without a terminal it is passed on, and gunicorn
# then replaces its workers.
STOPS = {signal.SIGTERM, signal.SIGINT}


class Stopped(Exception):
    """Somebody asked the server to end."""


class Signals:
    """The signals of this process, as something that can be waited for."""

    def __init__(self) -> None:
        self.reader, self.writer = socket.socketpair()
        self.writer.setblocking(False)
        signal.set_wakeup_fd(self.writer.fileno())
        for number_ in (*STOPS, signal.SIGHUP, signal.SIGUSR1, signal.SIGCHLD):
            signal.signal(number_, lambda _number, _frame: None)

    def wait(self, timeout_seconds: float | None) -> set[int]:
        """The signals that came, or none of them when the time is over."""
        readable, _, _ = select.select([self.reader], [], [], timeout_seconds)
        return set(self.reader.recv(256)) if readable else set()


class Supervisor:
    """Both services and what became of them, between the first start and the end."""

    def __init__(self, services: Iterable[Service]) -> None:
        # Only this process holds the writing end. Its number is kept, and the pipe closes with the process.
        self.lifeline, self.held = os.pipe()
        self.signals = Signals()
        self.stops = STOPS | ({signal.SIGHUP} if sys.stdin and sys.stdin.isatty() else set())
        self.children = [Child(service, self.lifeline) for service in services]
        self.restarts: dict[int, float] = {}

    def listen_to_signals(self, timeout_seconds: float | None) -> None:
        """Wait for signals: raise Stopped on one that ends the server, pass the others on."""
        received = self.signals.wait(timeout_seconds)
        if received & self.stops:
            raise Stopped
        for passed_on in received & {signal.SIGHUP, signal.SIGUSR1}:
            for child in self.children:
                child.signal(passed_on)

    def wait_until_healthy(self) -> None:
        """Return once every service answers; StartError when one ends first, or takes too long."""
        deadline = time.monotonic() + START_SECONDS
        waiting = list(self.children)
        while waiting:
            for child in waiting:
                if how := child.ended():
                    raise StartError(f"{child.service.name} did not start ({how}); its own lines above say why.")
            if time.monotonic() > deadline:
                raise StartError(f"{waiting[0].service.name} did not answer within {START_SECONDS:.0f} seconds.")
            waiting = [child for child in waiting if not child.healthy()]
            self.listen_to_signals(LOOK_SECONDS if waiting else 0)

    def watch(self) -> None:
        """Start again what dies, for ever; leaves by Stopped."""
        while True:
            now = time.monotonic()
            for place, child in enumerate(self.children):
                self.look_after(place, child, now)
            soonest = min(self.restarts.values(), default=None)
            self.listen_to_signals(None if soonest is None else max(0.0, soonest - now))

    def look_after(self, place: int, child: Child, now: float) -> None:
        """Plan the restart of a dead service, or carry out the one whose time has come."""
        if place in self.restarts:
            if self.restarts[place] <= now:
                del self.restarts[place]
                child.kill()
                child.start()
        elif how := child.ended():
            # Workers that lost their master may finish what they are answering while the next start is waited for.
            child.signal_all(signal.SIGTERM)
            delay = child.next_delay_seconds()
            self.restarts[place] = now + delay
            say(f"{child.service.name} ended ({how}); starting it again in {delay:g} s.")

    def stop(self) -> None:
        """End the services in order, so that the API can ask the evaluator to its last request."""
        for child in reversed(self.children):
            with contextlib.suppress(ProcessLookupError):
                child.signal(signal.SIGTERM)
            deadline = time.monotonic() + STOP_SECONDS
            while child.ended() is None and time.monotonic() < deadline:
                if self.signals.wait(LOOK_SECONDS) & self.stops:
                    break
            child.kill()


def say(line: str) -> None:
    """Print a line at once; a reader that has gone away is no reason to end the server."""
    with contextlib.suppress(OSError):
        print(line, flush=True)


def serve(environ: Mapping[str, str]) -> int:
    """Run both services until told to stop; the exit code. StartError and SettingsError say what is wrong."""
    settings = read_settings(environ)
    warning = check_tables(settings)
    plan = open_plan(settings, environ)
    supervisor = Supervisor(plan.services)
    try:
        supervisor.wait_until_healthy()
        if warning:
            say(f"{warning}\n")
        say(banner(settings, plan))
        supervisor.watch()
    except Stopped:
        say("Stopping.")
    finally:
        supervisor.stop()
        fold_log(settings)
    return 0
