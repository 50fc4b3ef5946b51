"""Bots that a host adds, as processes beside a real server."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bots.running import LONG_SECONDS, play
from tests.servers import wait_until
from tests.serving import Process, Served, processes, running
from tests.whole.killing import kill
from tests.whole.people import Host, check_history


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with Served(tmp_path / "served") as server:
        yield server


def bots_of(server: Served) -> list[Process]:
    """The processes of this server's bots."""
    here = list(processes())
    masters = {process.pid for process in here if process.parent == server.process.pid}
    workers = {process.pid for process in here if process.parent in masters}
    return [process for process in here if process.parent in workers and "-m bots" in process.command]


def add(host: Host, **fields: object) -> int:
    """Add a bot; its seat."""
    return int(host.call("POST", "/bots", json=fields)["seat"])


def answers(host: Host, seat: int) -> int:
    """How many decisions that seat has answered."""
    return len([one for one in host.events() if one["kind"] in ("acted", "chosen") and one["seat"] == seat])


def test_a_host_plays_with_bots(served: Served) -> None:
    """They answer what they are asked; no list shows a token; one that dies with its worker is started by
    another; one that is sent away ends, and so do all with the table."""
    host = Host.opens(served.api)
    guest = host.sit("Ann", 200)
    for style in ("loose", "random"):
        add(host, style=style)
    wait_until(lambda: len(bots_of(served)) == 2, "both bots", LONG_SECONDS)
    assert not [process for process in bots_of(served) if served.api in process.command or "p2." in process.command]
    play(host, guest, lambda _: min(answers(host, 2), answers(host, 3)) >= 2)
    before = {process.pid for process in bots_of(served)}
    kill(process.parent for process in bots_of(served))
    wait_until(lambda: not running(before), "the end of bots whose worker is gone")
    wait_until(lambda: len(bots_of(served)) == 2, "other processes for both", LONG_SECONDS)
    so_far = answers(host, 2)
    play(host, guest, lambda _: answers(host, 2) > so_far)
    host.leave(3)
    play(host, guest, lambda view: view["state"] == "waiting" and len(view["seats"]) == 2, "fold")
    wait_until(lambda: len(bots_of(served)) == 1, "the end of the one that was sent away", LONG_SECONDS)
    check_history(host)
    host.change(closed=True)
    wait_until(lambda: not bots_of(served), "the end of the other", LONG_SECONDS)
    wait_until(lambda: not os.listdir(served.log.parent / "data" / "bots"), "their places being free")
    assert "Traceback" not in served.said()


def test_they_end_with_the_server_and_come_back_with_it(served: Served, tmp_path: Path) -> None:
    """Killed from above, the server leaves no bot running; started again, it plays their seats again."""
    host = Host.opens(served.api)
    add(host, style="random")
    wait_until(lambda: len(bots_of(served)) == 1, "the bot", LONG_SECONDS)
    everybody = {process.pid for process in bots_of(served)} | served.descendants()
    served.end(signal.SIGKILL)
    wait_until(lambda: not running(everybody), "everybody's end")
    with Served(tmp_path / "served") as again:
        wait_until(lambda: len(bots_of(again)) == 1, "the bot being played again", LONG_SECONDS)
        everybody = {process.pid for process in bots_of(again)}
    assert not running(everybody)
    assert "Traceback" not in again.said()
