"""One service as a child process: how it is started, how it is asked for its health, and how it is ended.

A service is a gunicorn master with its workers, in a process group of its own: Ctrl-C in the terminal reaches
the supervisor alone, and the whole group can be ended at once.
"""

from __future__ import annotations

import contextlib
import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import msgspec

from api.supervisor import gunicorn_conf
from api.supervisor.logs import PROBE

ROOT = Path(__file__).parents[2]  # the folder that holds the packages, so that gunicorn imports these and no others
FIRST_DELAY_SECONDS = 0.5
LONGEST_DELAY_SECONDS = 15.0
SETTLED_SECONDS = 30.0


class Service(msgspec.Struct, frozen=True):
    """What is to run, and on which open socket."""

    name: str
    app: str
    workers: int
    worker_class: str
    listener: socket.socket
    environment: Mapping[str, str]

    @property
    def port(self) -> int:
        """The port's number, also where any free one was asked for."""
        return int(self.listener.getsockname()[1])


class Child:
    """A service's process, replaced by a new one each time it dies."""

    def __init__(self, service: Service, lifeline: int) -> None:
        self.service = service
        self.lifeline = lifeline
        self.failures = 0
        self.start()

    def start(self) -> None:
        """Start the service on its open socket."""
        listener = self.service.listener.fileno()
        command = [sys.executable, "-m", "gunicorn", "--config", "python:api.supervisor.gunicorn_conf"]
        command += ["--bind", f"fd://{listener}", "--workers", str(self.service.workers)]
        command += ["--worker-class", self.service.worker_class, self.service.app]
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**self.service.environment, gunicorn_conf.LIFELINE: str(self.lifeline)},
            stdin=subprocess.DEVNULL,
            pass_fds=(listener, self.lifeline),
            process_group=0,
        )

    def ended(self) -> str | None:
        """How the process ended, in words, or None while it runs."""
        code = self.process.poll()
        if code is None:
            return None
        return f"exit code {code}" if code >= 0 else f"signal {signal.Signals(-code).name}"

    def next_delay_seconds(self) -> float:
        """How long to wait before the next start of a service that has just died."""
        lived = time.monotonic() - self.started
        self.failures = 1 if lived > SETTLED_SECONDS else self.failures + 1
        return delay_seconds(self.failures)

    def signal(self, number: int) -> None:
        """Pass a signal on to the gunicorn master."""
        self.process.send_signal(number)

    def signal_all(self, number: int) -> None:
        """Send a signal to whatever is left of the service, workers without a master included."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, number)

    def kill(self) -> None:
        """End whatever is left of the service at once, and wait for the master."""
        self.signal_all(signal.SIGKILL)
        self.process.wait()

    def healthy(self) -> bool:
        """Ask `/healthz` directly, past any proxy that the environment names."""
        host = self.service.listener.getsockname()[0]
        address = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
        connection = http.client.HTTPConnection(address, self.service.port, timeout=1)
        try:
            connection.request("GET", "/healthz", headers={"User-Agent": PROBE})
            return connection.getresponse().status == http.HTTPStatus.OK
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()


def delay_seconds(failures: int) -> float:
    """The wait after so many young deaths in a row: doubled each time, up to a bound."""
    return min(LONGEST_DELAY_SECONDS, FIRST_DELAY_SECONDS * 2.0 ** (failures - 1))
