"""A server that is killed and started again on the same tables: its processes end by SIGKILL, as in a power cut."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType

from tests.servers import HOST, free_port, wait_until
from tests.serving import Served, running


def kill(pids: Iterable[int]) -> None:
    """End these processes at once; those that have ended already are no matter."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def kill_group(leader: int) -> None:
    """End a gunicorn master with its workers, whatever it is just starting too."""

    def is_gone() -> bool:
        kill([leader])
        try:
            os.killpg(leader, signal.SIGKILL)
        except ProcessLookupError:
            return not running({leader})
        return False

    wait_until(is_gone, "the end of a service's processes")


@contextlib.contextmanager
def served_in(folder: Path, *flags: str) -> Iterator[Served]:
    """A server that ends without leaving a process behind."""
    with Served(folder, *flags) as server:
        yield server
        children = server.descendants()
    assert not running(children)


class Mortal:
    """`regrets serve` on one folder, on the same ports in each of its lives; use it in a `with`, which ends it."""

    def __init__(self, folder: Path, flags: Sequence[str]) -> None:
        self.folder = folder
        # Of the ports that a system gives out by itself, another program may have taken one before the next life.
        ports = ["--port", str(free_port()), "--evaluator-port", str(free_port())]
        self.flags = ["--rigged-decks", *ports, *flags]
        self.server = Served(folder, *self.flags)
        self.url = self.server.api

    def kill_worker(self) -> None:
        """One worker of the API."""
        kill([self.server.workers("api")[0].pid])

    def kill_api(self) -> None:
        """The API's gunicorn master alone; its workers must notice, or be ended by the supervisor."""
        kill([self.server.master("api").pid])

    def kill_evaluator(self) -> None:
        """The evaluator's master and its worker."""
        kill_group(self.server.master("evaluator").pid)

    def kill_all(self) -> None:
        """The supervisor, and all that it has started."""
        # It is stopped first, so that it starts nothing in the place of what dies.
        self.server.process.send_signal(signal.SIGSTOP)
        masters = self.server.masters()
        self.server.process.kill()
        self.server.process.wait(20)
        for master in masters:
            kill_group(master.pid)

    def start_again(self) -> None:
        """The same command once more, when a worker that had lost its master before has ended too."""
        wait_until(self.port_is_free, "the port of the server being free")
        self.server = Served(self.folder, *self.flags)

    def port_is_free(self) -> bool:
        """Whether nobody listens there any more."""
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((HOST, int(self.url.rpartition(":")[2])))
            except OSError:
                return False
        return True

    def wait_until_whole(self) -> None:
        wait_until(self.server.is_whole, "both services being back", 40)

    def __enter__(self) -> Mortal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        children = self.server.descendants()
        self.server.end()
        assert not running(children)
