"""`regrets serve` as its users meet it: real processes, real signals, real ports."""

from __future__ import annotations

import os
import pty
import re
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests

from api.settings import Settings
from api.supervisor.banner import is_loopback
from api.supervisor.checks import check_tables
from api.supervisor.child import delay_seconds
from tests.servers import RedisServer, wait_until
from tests.serving import Served, run_command, running

RESTART_SECONDS = 60  # a bound for a busy machine; on an idle one it takes two or three


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server whose parts the tests kill one after the other."""
    with Served(tmp_path_factory.mktemp("served"), "--access-log") as started:
        yield started


@pytest.fixture
def served(server: Served) -> Served:
    """The server, whole again after what the last test did to it."""
    wait_until(server.is_whole, "both services and all workers being there", RESTART_SECONDS)
    return server


def test_it_says_where_the_page_the_docs_and_the_health_checks_are(served: Served) -> None:
    """Every address it prints is one that answers."""
    addresses = re.findall(r"http://\S+", served.said())
    assert [requests.get(address, timeout=5).status_code for address in addresses] == [200] * 4
    assert [address.removeprefix(served.api) for address in addresses[:3]] == ["/", "/docs", "/healthz"]


def test_each_request_is_a_line_with_a_time(tmp_path: Path) -> None:
    """In the form of all other lines; what the supervisor asks while it starts the services is none of them."""
    with Served(tmp_path, "--access-log") as served:
        for address in (f"{served.api}/v1/games", f"{served.evaluator}/v1/rankings", f"{served.api}/healthz"):
            assert requests.get(address, timeout=5).ok
        served.end()
        lines = [line for line in served.said().splitlines() if ' "GET ' in line]
    form = (
        r'\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d{4}\] \[\d+\] \[INFO\] 127\.0\.0\.1 "GET (\S+)" 200 \d+ bytes \d+ ms'
    )
    asked = [told[1] for line in lines if (told := re.fullmatch(form, line))]
    assert len(asked) == len(lines)
    assert sorted(asked) == ["/healthz", "/v1/games", "/v1/rankings"]


@pytest.mark.needs("redis-server")
def test_a_redis_that_keeps_nothing_is_warned_of(tmp_path: Path) -> None:
    """Once, at the start; not where it keeps something, and not where it does not tell."""
    server = RedisServer(tmp_path / "redis", "--appendonly", "no")
    settings = Settings(secret=b"s" * 32, redis_url=server.url)
    try:
        with Served(tmp_path, "--workers", "1", "--redis-url", server.url) as served:
            assert served.said().count("This Redis writes nothing to a disk") == 1
        assert check_tables(settings) is not None
        for option, kept, dropped in (("save", "3600 1", ""), ("appendonly", "yes", "no")):
            server.ask("CONFIG", "SET", option, kept)
            assert check_tables(settings) is None
            server.ask("CONFIG", "SET", option, dropped)
        server.ask("ACL", "SETUSER", "teller", "on", ">hush", "~*", "&*", "+@all", "-config")
        hidden = server.url.replace("redis://", "redis://teller:hush@")
        assert check_tables(Settings(secret=b"s" * 32, redis_url=hidden)) is None
        assert check_tables(settings) is not None
    finally:
        server.end()


@pytest.mark.parametrize("service", ["api", "evaluator"])
def test_a_killed_worker_comes_back(served: Served, service: str) -> None:
    """gunicorn replaces a worker; nobody else has to."""
    before = served.workers(service)
    os.kill(before[0].pid, signal.SIGKILL)
    wait_until(lambda: before[0] not in served.workers(service), "the worker being gone")
    wait_until(lambda: len(served.workers(service)) == len(before), "another worker in its place", RESTART_SECONDS)
    assert served.answers(getattr(served, service))


@pytest.mark.parametrize(("service", "name"), [("api", "The game API"), ("evaluator", "The evaluator")])
def test_a_killed_service_comes_back_on_its_port(served: Served, service: str, name: str) -> None:
    """The supervisor says what ended and starts it again; its callers keep its address."""
    killed = served.master(service)
    before = running(served.descendants())
    os.kill(killed.pid, signal.SIGKILL)
    wait_until(lambda: f"{name} ended (signal SIGKILL); starting it again in" in served.said(), "a line saying so")
    wait_until(lambda: len(served.masters()) == 2, "another master in its place", RESTART_SECONDS)
    assert served.master(service).pid not in before
    wait_until(lambda: served.answers(getattr(served, service)), "the service answering", RESTART_SECONDS)


def test_no_request_is_refused_while_a_service_is_replaced(served: Served) -> None:
    """The listening socket outlives the service: a caller waits, and is answered by the next one."""
    os.kill(served.master("evaluator").pid, signal.SIGKILL)
    assert requests.get(f"{served.evaluator}/healthz", timeout=30).ok


def test_reload_replaces_the_workers(served: Served) -> None:
    """SIGHUP is passed on: new workers on the same sockets, under the same masters."""
    masters, workers = served.masters(), served.workers("api")
    served.process.send_signal(signal.SIGHUP)
    wait_until(lambda: not set(workers) & set(served.workers("api")), "the old workers being gone", RESTART_SECONDS)
    assert served.masters() == masters
    assert served.answers(served.api)


def test_logs_hold_no_token_and_no_query(served: Served) -> None:
    """A token in a header and a secret in a query are in none of the server's lines."""
    requests.get(
        f"{served.api}/v1/tables/nowhere?ticket=hush-query",
        headers={"Authorization": "Bearer host.hush-token"},
        timeout=5,
    )
    wait_until(lambda: '"GET /v1/tables/nowhere" 4' in served.said(), "the request's line")
    assert "hush" not in served.said()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_cleanly_within_seconds(tmp_path: Path, how: signal.Signals) -> None:
    """A signal ends both services and the supervisor: exit code 0, and no process is left."""
    with Served(tmp_path) as server:
        kept_alive = requests.Session()
        kept_alive.get(f"{server.api}/healthz", timeout=5)
        children = server.descendants()
        began = time.monotonic()
        assert server.end(how) == 0
        assert time.monotonic() - began < 10
        assert not running(children)
        kept_alive.close()
    assert server.said().endswith("Stopping.\n")


def test_a_stopped_server_leaves_its_tables_in_one_file(tmp_path: Path) -> None:
    """Nothing is left in a write-ahead log, so that a copy of the file is whole."""
    with Served(tmp_path) as server:
        opened = requests.post(f"{server.api}/v1/tables", json={"game": "henway", "name": "Kept"}, timeout=5)
        assert opened.status_code == 201
        folder = next(path.parent for path in tmp_path.rglob("regrets.sqlite3"))
        assert server.end(signal.SIGTERM) == 0
    assert not list(folder.glob("*-wal"))


def test_a_terminal_that_closes_ends_the_server(tmp_path: Path) -> None:
    """SIGHUP is the end where the server was started in a terminal."""
    keyboard, terminal = pty.openpty()
    with Served(tmp_path, terminal=terminal) as server:
        assert server.end(signal.SIGHUP) == 0
    os.close(terminal)
    os.close(keyboard)


def test_a_service_that_dies_again_and_again_is_started_less_often() -> None:
    """Each young death doubles the wait, up to a bound."""
    assert [delay_seconds(failures) for failures in range(1, 8)] == [0.5, 1, 2, 4, 8, 15, 15]


def test_a_killed_supervisor_leaves_nothing_behind(tmp_path: Path) -> None:
    """Its children end by themselves, so that the next start finds the ports free."""
    with Served(tmp_path) as server:
        children = server.descendants()
        server.end(signal.SIGKILL)
        wait_until(lambda: not running(children), "the children ending by themselves", 10)
        ports = [address.rpartition(":")[2] for address in (server.api, server.evaluator)]
    with Served(tmp_path, "--port", ports[0], "--evaluator-port", ports[1]) as again:
        assert again.answers(again.api)


def test_an_evaluator_that_runs_already_is_used(served: Served, tmp_path: Path) -> None:
    """With --evaluator-url only the game API is started, and it asks that evaluator."""
    with Served(tmp_path, "--evaluator-url", served.evaluator) as server:
        assert len(server.masters()) == 1
        assert server.evaluator == served.evaluator


def test_lan_prints_the_address_to_open(tmp_path: Path) -> None:
    """--lan listens on every address; the one that all can reach comes first, as text and as a QR code."""
    with Served(tmp_path, "--lan", "--public-url", "http://poker.example/") as server:
        said = server.said()
        assert re.findall(r"http://[^\s,]+", said)[:2] == ["http://poker.example/", f"{server.api}/"]
        assert "Everybody opens the page at http://poker.example/, also on this computer" in said
        assert "Only this computer" not in said
        assert "█▀" in said
        assert server.answers(server.api)


def test_without_lan_it_says_who_can_open_the_page(served: Served) -> None:
    """Nobody sends friends a link that leads to their own phones."""
    assert "Only this computer can open the page. For others on your network, start with --lan." in served.said()


@pytest.mark.parametrize(
    ("host", "here_only"),
    [("127.0.0.1", True), ("::1", True), ("localhost", True), ("0.0.0.0", False), ("192.0.2.7", False)],
)
def test_loopback_is_known(host: str, here_only: bool) -> None:
    """By its numbers or by its name."""
    assert is_loopback(host) == here_only


@pytest.mark.parametrize("flag", ["--port", "--evaluator-port"])
def test_a_port_in_use_is_one_clear_line(tmp_path: Path, flag: str) -> None:
    """It names the port and the flag that chooses another."""
    with socket.create_server(("127.0.0.1", 0)) as holder:
        port = holder.getsockname()[1]
        ports = {"--port": "0", "--evaluator-port": "0"} | {flag: str(port)}
        told = [word for pair in ports.items() for word in pair]
        ended = run_command("serve", "--data", str(tmp_path), *told)
    assert ended.returncode == 1
    assert ended.stdout == ""
    assert ended.stderr == (
        f"regrets: Port {port} on 127.0.0.1 is in use. Stop what listens there, or choose another with {flag}.\n"
    )


def test_a_folder_that_cannot_be_written_is_one_clear_line(tmp_path: Path) -> None:
    """It names the folder and the flag that chooses another."""
    (tmp_path / "file").touch()
    ended = run_command("serve", "--data", str(tmp_path / "file" / "data"), REGRETS_SECRET="s" * 32)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == (
        f"regrets: Cannot write in {tmp_path}/file/data: Not a directory. Choose another folder with --data.\n"
    )


def test_a_redis_that_cannot_be_reached_is_one_clear_line(tmp_path: Path) -> None:
    """It names the address without its password."""
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    ended = run_command("serve", "--data", str(tmp_path), "--redis-url", f"redis://:hush@127.0.0.1:{port}/0")
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith(f"regrets: Redis at 127.0.0.1:{port}")
    assert ended.stderr.count("\n") == 1
    assert "hush" not in ended.stderr


def test_a_service_that_cannot_start_ends_the_server(tmp_path: Path) -> None:
    """A fault at the start is for the person who starts it, not for a loop of restarts."""
    ended = run_command(
        *("serve", "--data", str(tmp_path), "--port", "0", "--evaluator-port", "0"), GUNICORN_CMD_ARGS="--threads 0x"
    )
    assert ended.returncode == 1
    # Neither can, and which one ends first is nobody's business.
    assert re.search(r"^regrets: The (evaluator|game API) did not start \(exit code 2\)", ended.stderr, re.M)


@pytest.mark.needs("redis-server")
def test_with_redis_the_folder_is_needed_for_nothing_but_the_secret(tmp_path: Path, redis_server: RedisServer) -> None:
    """With REDIS_URL and REGRETS_SECRET set, no file is written."""
    with Served(tmp_path, "--redis-url", redis_server.url, environment={"REGRETS_SECRET": "s" * 32}) as server:
        assert requests.get(f"{server.api}/readyz", timeout=5).ok
        assert f"tables    {redis_server.url}" in server.said()
    assert not (tmp_path / "data").exists()


@pytest.mark.needs("redis-server")
def test_an_outage_of_the_store_is_two_lines_with_the_time(tmp_path: Path) -> None:
    """One when the ticker begins to wait and one when it goes on."""
    redis = RedisServer(tmp_path / "redis")
    try:
        with Served(tmp_path, "--workers", "1", "--redis-url", redis.url) as server:
            redis.end()
            wait_until(lambda: "the ticker waits" in server.said(), "the ticker waiting")
            time.sleep(2)
            redis.start()
            wait_until(lambda: "the ticker goes on" in server.said(), "the ticker going on")
            lines = [line for line in server.said().splitlines() if "the ticker" in line]
    finally:
        redis.end()
    stamp = r"\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d{4}\] \[\d+\] \[WARNING\] the ticker "
    for words, line in zip(("waits", "goes on"), lines, strict=True):
        assert re.match(stamp + words, line), line
