"""`regrets serve` as a process of a test's own, on free ports and with a folder of its own."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType

import msgspec
import requests

from tests.contract import checked, spec
from tests.servers import wait_until

ROOT = Path(__file__).parents[1]
READY = "Stop with Ctrl-C."


class Process(msgspec.Struct, frozen=True):
    """A running process, its parent's number, and its command line."""

    pid: int
    parent: int
    command: str


def processes() -> Iterator[Process]:
    """All processes of this machine that have not ended."""
    listed = subprocess.run(
        ["ps", "-A", "-ww", "-o", "pid=,ppid=,state=,command="], capture_output=True, text=True, check=True
    )
    for line in listed.stdout.splitlines():
        pid, parent, state, command = line.split(maxsplit=3)
        if not state.startswith("Z"):
            yield Process(int(pid), int(parent), command)


def clean_environment() -> dict[str, str]:
    """This process's environment without any setting of a server."""
    own = ("REGRETS_", "REDIS_URL", "EVALUATOR_URL", "PUBLIC_URL")
    return {name: value for name, value in os.environ.items() if not name.startswith(own)}


def run_command(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run `regrets` to its end and return what it said."""
    return subprocess.run(
        [sys.executable, "-m", "api.cli", *arguments],
        cwd=ROOT,
        env=clean_environment() | environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


class Served:
    """A started server. `api` and `evaluator` are its addresses; use it in a `with`, which ends it."""

    def __init__(
        self,
        folder: Path,
        *flags: str,
        environment: Mapping[str, str] | None = None,
        terminal: int = subprocess.DEVNULL,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.log = folder / "serve.log"
        ports = [] if "--port" in flags else ["--port", "0", "--evaluator-port", "0"]
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "api.cli", "serve", *ports, "--data", str(folder / "data"), *flags],
                cwd=ROOT,
                # Most tests are faster than anybody may be.
                env=clean_environment() | {"REGRETS_RATE": "0"} | dict(environment or {}),
                stdin=terminal,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        try:
            wait_until(self.is_ready, "regrets serve being ready", 60)
        except BaseException:
            self.end()
            raise
        self.api, self.evaluator = re.findall(r"(http://\S+)/healthz", self.said())
        checked.serves(self.api, spec.API)
        checked.serves(self.evaluator, spec.EVALUATOR)

    def is_ready(self) -> bool:
        assert self.process.poll() is None, self.said()
        return READY in self.said()

    def said(self) -> str:
        """All that it has printed so far, its services' lines among it."""
        return self.log.read_text()

    def masters(self) -> list[Process]:
        """The gunicorn masters of both services; a child that is still the supervisor's copy is none yet."""
        return [one for one in processes() if one.parent == self.process.pid and ".app:" in one.command]

    def master(self, service: str) -> Process:
        """The gunicorn master of `api` or `evaluator`; the test fails while there is none."""
        (found,) = (process for process in self.masters() if f"{service}.app:" in process.command)
        return found

    def workers(self, service: str) -> list[Process]:
        """The worker processes of `api` or `evaluator`."""
        return [process for process in processes() if process.parent == self.master(service).pid]

    def is_whole(self) -> bool:
        """Whether both services answer, each by workers of its present master."""
        here = list(processes())
        masters = [process.pid for process in here if process.parent == self.process.pid]
        staffed = {process.parent for process in here if process.parent in masters}
        return len(masters) == len(staffed) == 2 and self.answers(self.api) and self.answers(self.evaluator)

    def descendants(self) -> set[int]:
        """The process ids of masters and workers."""
        masters = {process.pid for process in self.masters()}
        return masters | {process.pid for process in processes() if process.parent in masters}

    def answers(self, url: str) -> bool:
        """Whether the service at this address is healthy; one that is being replaced lets callers wait."""
        try:
            return requests.get(f"{url}/healthz", timeout=5).ok
        except (requests.ConnectionError, requests.Timeout):
            return False

    def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal that ends the server, and return its exit code."""
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(how)
        return self.process.wait(20)

    def __enter__(self) -> Served:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.end()


def running(pids: set[int]) -> set[int]:
    """Those of these processes that have not ended."""
    return pids & {process.pid for process in processes()}
