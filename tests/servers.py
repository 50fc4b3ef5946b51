"""Real servers of a test's own: a Redis, a Cluster of three, Sentinels, and a line to one that loses replies.

Each has free ports and a folder of its own, and is ended by its process id. Tests that need them are marked
`@pytest.mark.needs("redis-server")`.
"""

from __future__ import annotations

import contextlib
import random
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

HOST = "127.0.0.1"


def wait_until(happened: Callable[[], object], what: str, seconds: float = 20.0) -> None:
    """Look again and again until something has happened; fail with its name if it does not."""
    end = time.monotonic() + seconds
    while not happened():
        if time.monotonic() > end:
            raise AssertionError(f"{what} has not happened within {seconds:g} seconds")
        time.sleep(0.01)


def free_port() -> int:
    """Return a port that is free now, as is the one 10,000 above it, where a Cluster's node talks to the others."""
    while True:
        port = random.SystemRandom().randrange(20_000, 30_000)
        try:
            for tried in (port, port + 10_000):
                with socket.socket() as probe:
                    probe.bind((HOST, tried))
        except OSError:
            continue
        return port


class RedisServer:
    """A `redis-server` process in `folder`. What it was told to keep is there again after `start`, on the same port."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self.options = options
        self.port = free_port()
        self.url = f"redis://{HOST}:{self.port}/0"
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    def command(self) -> list[str]:
        keep = ["--appendonly", "yes", "--save", "", "--dir", str(self.folder), "--logfile", "redis.log"]
        soon = ["--repl-diskless-sync-delay", "0"]
        return ["redis-server", "--port", str(self.port), "--bind", HOST, *keep, *soon, *self.options]

    def start(self) -> None:
        """Start the server and return when it answers."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.process = subprocess.Popen(self.command(), stdout=subprocess.DEVNULL)
        try:
            wait_until(self.answers, f"redis-server at port {self.port} answering")
        except BaseException:
            self.end(signal.SIGKILL)
            raise

    def answers(self) -> bool:
        assert self.process is not None and self.process.poll() is None, (self.folder / "redis.log").read_text()
        try:
            self.ask("PING")
        except redis.AuthenticationError:
            return True
        except redis.ConnectionError:
            return False
        return True

    def ask(self, *command: str | int) -> object:
        """Send one command over a connection of its own."""
        with redis.Redis(host=HOST, port=self.port, protocol=2, retry=Retry(NoBackoff(), 0)) as client:
            return client.execute_command(*command)

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Send a signal that ends the server, and return when it is gone."""
        if self.process is not None:
            self.process.send_signal(signal.SIGCONT)
            self.process.send_signal(how)
            self.process.wait(20)
            self.process = None

    def freeze(self) -> None:
        """Let the server hold still: connections stay open, and nothing is answered."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let the server go on."""
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)


class SentinelServer(RedisServer):
    """A Sentinel that watches one server under the name `tables`, and alone decides that it is down."""

    def __init__(self, folder: Path, watched: RedisServer) -> None:
        self.watched = watched
        super().__init__(folder)
        self.url = f"redis+sentinel://{HOST}:{self.port}/tables"

    def command(self) -> list[str]:
        file = self.folder / "sentinel.conf"
        if not file.exists():
            lines = [
                f"port {self.port}",
                f"bind {HOST}",
                f"dir {self.folder}",
                "logfile redis.log",
                f"sentinel monitor tables {HOST} {self.watched.port} 1",
                "sentinel down-after-milliseconds tables 300",
                "sentinel failover-timeout tables 2000",
            ]
            file.write_text("\n".join(lines) + "\n")
        return ["redis-server", str(file), "--sentinel"]


class RedisCluster:
    """Three masters that share the slots, each as `RedisServer`."""

    def __init__(self, folder: Path) -> None:
        options = ("--cluster-enabled", "yes", "--cluster-node-timeout", "2000")
        self.nodes: list[RedisServer] = []
        self.url = ""
        with contextlib.ExitStack() as undo:
            undo.callback(self.end)
            for number in range(3):
                self.nodes.append(RedisServer(folder / str(number), *options))
            self.url = f"redis+cluster://{HOST}:{self.nodes[0].port},{HOST}:{self.nodes[1].port}"
            self.join()
            undo.pop_all()

    def join(self) -> None:
        """Share the 16,384 slots out, introduce the nodes to each other, and wait until all agree."""
        bounds = [0, 5461, 10923, 16384]
        for number, node in enumerate(self.nodes):
            node.ask("CLUSTER SET-CONFIG-EPOCH", number + 1)
            node.ask("CLUSTER ADDSLOTS", *range(bounds[number], bounds[number + 1]))
            node.ask("CLUSTER MEET", HOST, self.nodes[0].port)
        wait_until(lambda: all(map(self.knows_all, self.nodes)), "the Cluster agreeing on its slots")

    def knows_all(self, node: RedisServer) -> bool:
        info = str(node.ask("CLUSTER INFO"))
        return "'ok'" in info and len(str(node.ask("CLUSTER SLOTS")).split(HOST)) == 4

    def ask(self, *command: str | int) -> object:
        """Send one command to every node."""
        return [node.ask(*command) for node in self.nodes]

    def end(self) -> None:
        for node in self.nodes:
            node.end()


class LossyLine:
    """A port that passes on to another; while `losing`, what is sent arrives, and the reply does not.

    With `hanging`, the connection stays open and silent instead of breaking.
    """

    def __init__(self, port: int) -> None:
        self.target = port
        self.losing = False
        self.hanging = False
        self._listener = socket.create_server((HOST, 0))
        self.port: int = self._listener.getsockname()[1]
        self._ends: list[socket.socket] = [self._listener]
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                far = socket.create_connection((HOST, self.target))
                self._ends += [near, far]
                for sender, receiver, is_reply in ((near, far, False), (far, near, True)):
                    thread = threading.Thread(target=self._pass, args=(sender, receiver, is_reply), daemon=True)
                    self._threads.append(thread)
                    thread.start()

    def _pass(self, sender: socket.socket, receiver: socket.socket, is_reply: bool) -> None:
        with contextlib.suppress(OSError):
            while data := sender.recv(65_536):
                if not (is_reply and self.losing):
                    receiver.sendall(data)
                elif not self.hanging:
                    break
            receiver.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        for end in self._ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(5)
        for end in self._ends:
            end.close()


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    """A Redis for all tests of this process; each test begins by emptying it."""
    folder = tmp_path_factory.mktemp("redis")
    server = RedisServer(folder)
    yield server
    server.end()
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def redis_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisCluster]:
    """A Cluster for all tests of this process; each test begins by emptying it."""
    folder = tmp_path_factory.mktemp("cluster")
    cluster = RedisCluster(folder)
    yield cluster
    cluster.end()
    shutil.rmtree(folder)
