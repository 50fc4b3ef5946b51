"""`regrets bot` as its users meet it: real processes at the tables of a real server."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from bots.client import Client
from tests.bots.running import Bots, link_to, play, played
from tests.servers import free_port, wait_until
from tests.serving import Served, run_command
from tests.whole.killing import kill
from tests.whole.people import Host, Json, check_history


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("served"), "--workers", "1") as server:
        yield server


@pytest.fixture
def host(served: Served) -> Host:
    return Host.opens(served.api, min_buy_in=40, max_buy_in=60)


def test_they_play_whatever_happens_and_end_with_the_table(served: Served, host: Host, tmp_path: Path) -> None:
    """Two bots and a guest play hands to their end; chips that nobody sells are not asked for, a seat that was sat out
    comes back, and a server whose processes are killed is waited for."""
    guest = host.sit("Ann", 50)
    flags = ["--seats", "2", "--style", "loose", "--chips", "100", "--seed", "7"]
    with Bots(tmp_path, "--table", link_to(host), *flags) as bots:
        bots.says("sits in seat", times=2)
        assert "the table sells 40 to 60 chips, so 60 it is" in bots.said()
        play(host, guest, played(1))
        host.change_seat(2, sitting_out=True)
        wait_until(lambda: host.view()["seats"][1]["status"] != "sitting-out", "the bot being back")
        kill(process.pid for process in served.workers("api"))
        wait_until(lambda: served.answers(served.api), "the server being back", 60)
        play(host, guest, played(3))
        check_history(host)
        host.change(closed=True)
        assert bots.ended() == 0
    assert bots.said().count("has left") == 2
    assert "Traceback" not in bots.said()


def test_who_is_broke_buys_chips_again(served: Served, tmp_path: Path) -> None:
    """A seat that has lost all of its chips is filled up."""
    # With two chips and an ante of one, a hand or two leave somebody nothing.
    host = Host.opens(served.api, max_buy_in=2, auto_rebuy=True)
    guest = host.sit("Ann", 2)
    guest.change_seat(guest.seat, auto_rebuy_to=2)
    with Bots(tmp_path, "--table", link_to(host), "--seats", "2", "--style", "random", "--chips", "2") as bots:
        bots.says("sits in seat", times=2)
        play(host, guest, lambda _: any(one["seat"] != guest.seat for one in rebuys(host)))


def rebuys(host: Host) -> list[Json]:
    """Every time that somebody bought chips."""
    return [event for event in host.events() if event["kind"] == "rebought"]


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_told_to_stop_they_give_their_seats_up(host: Host, how: signal.Signals, tmp_path: Path) -> None:
    """Ctrl-C and SIGTERM free the seats at once, also while the bots wait for news."""
    with Bots(tmp_path, "--table", link_to(host), "--seats", "2", "--style", "random") as bots:
        bots.says("sits in seat", times=2)
        assert bots.stop(how) == 0
    assert host.view()["seats"] == []


def test_two_commands_with_the_same_names_do_not_clash(host: Host, tmp_path: Path) -> None:
    """A name that is taken is no reason to give up: the next one is tried."""
    flags = ["--table", link_to(host), "--style", "random", "--seed", "5"]
    with Bots(tmp_path, *flags) as first, Bots(tmp_path, *flags) as second:
        first.says("sits in seat")
        second.says("sits in seat")
        names = {seat["name"] for seat in host.view()["seats"]}
    assert len(names) == 2


def test_what_is_wrong_is_said_in_a_line(served: Served, tmp_path: Path) -> None:
    """Exit code 2 for a link that is none, 1 for a table where no seat is to be had; no token is repeated."""
    private = Host.opens(served.api, private=True)
    closed = Host.opens(served.api)
    closed.change(closed=True)
    full = Host.opens(served.api, seats=2)
    for name in ("Ann", "Bob"):
        full.sit(name)
    token = "guest.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    wrong = (
        ("ten-card-regrets", 2, "that is no table's link"),
        (f"http://127.0.0.1:{free_port()}/?table=abcdefgh", 1, "no server answers at http://127.0.0.1:"),
        (link_to(private), 1, "a private one needs its whole link"),
        (link_to(private, guest=token), 1, "a private one needs its whole link"),
        (link_to(closed), 1, "that table is closed"),
        (link_to(full), 1, "every seat at that table is taken"),
        (link_to(full, seat="p1.x"), 1, "the token in that link is good no more"),
    )
    with ThreadPoolExecutor() as pool:
        ran_all = list(pool.map(lambda one: run_command("bot", "--style", "random", "--table", one[0]), wrong))
    for (link, code, line), ran in zip(wrong, ran_all, strict=True):
        assert (ran.returncode, ran.stderr.count("\n")) == (code, 1), (link, ran.stderr)
        assert line in ran.stderr and token not in ran.stderr + ran.stdout


def test_a_private_table_takes_who_is_invited(served: Served, tmp_path: Path) -> None:
    """The host's whole link is enough; what the bots say repeats none of it."""
    host = Host.opens(served.api, private=True, spectators=False)
    invitation = host.view()["invitation"]
    with Bots(tmp_path, "--table", link_to(host, guest=invitation), "--style", "random") as bots:
        bots.says("sits in seat")
        assert bots.stop(signal.SIGTERM) == 0
    assert invitation not in bots.said() and "guest" not in bots.said()


def test_a_server_that_is_away_is_waited_for_aloud(served: Served, tmp_path: Path) -> None:
    """However many bots wait, and however often they ask: a line when they begin to, and one when it is back."""
    with Served(tmp_path / "first", "--workers", "1") as server:
        host = Host.opens(server.api)
        bots = Bots(tmp_path, "--table", link_to(host), "--seats", "2", "--style", "random")
        with bots:
            bots.says("sits in seat", times=2)
            server.end()
            bots.says(f"waiting for {server.api}, which is away\n")
            port = server.api.rpartition(":")[2]
            evaluator = ["--evaluator-url", served.evaluator]
            with Served(tmp_path / "first", "--workers", "1", "--port", port, *evaluator):
                bots.says(f"{server.api} answers\n")
                host.change(closed=True)
                assert bots.ended() == 0
    lines = [line for line in bots.said().splitlines() if server.api in line]
    assert lines == [f"waiting for {server.api}, which is away", f"{server.api} answers"]


def test_who_is_asked_to_wait_waits_so_long() -> None:
    """429 with Retry-After is obeyed to the second, and nothing is sent meanwhile."""
    waits: list[float] = []

    class Waiting(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            waits.append(timeout or 0)
            return False

    class Busy(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if waits else 429)
            self.send_header("Retry-After", "37")
            self.send_header("Content-Length", "2")
            self.end_headers()
            self.wfile.write(b"{}")

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Busy) as busy:
        threading.Thread(target=busy.serve_forever, daemon=True).start()
        client = Client(f"http://127.0.0.1:{busy.server_port}/?table=abcdefgh", Waiting())
        assert client.view() == {}
        busy.shutdown()
    assert waits == [37.0]
