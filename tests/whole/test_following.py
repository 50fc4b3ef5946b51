"""Following a table over a bad network, from servers that die: nothing is missed, and nothing is told twice."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import requests

from bench import stream as bench
from tests.acting import calm
from tests.servers import wait_until
from tests.serving import ROOT, Served
from tests.whole.killing import Mortal, served_in
from tests.whole.people import Guest, Host
from tests.whole.resuming import ENOUGH, FORMS, Resuming


@pytest.fixture
def second(where: list[str], mortal: Mortal, tmp_path: Path) -> Iterator[Served]:
    """Another server on the same tables, with the same secret."""
    folder = tmp_path / "second"
    flags = ["--data", str(tmp_path / "data"), "--workers", "1", "--evaluator-url", mortal.server.evaluator]
    with served_in(folder, *flags, *where) as server:
        yield server
    shutil.rmtree(folder)


def play(guests: list[Guest], host: Host) -> None:
    """A hand, played calmly."""
    host.deal()
    while asked := [(guest, one) for guest in guests for one in guest.decisions()]:
        for guest, decision in asked[:1]:
            guest.answer(decision["decision"], calm(decision))


def test_cut_at_random_moments_across_deaths(mortal: Mortal, second: Served) -> None:
    """Every client, of every form, ends with exactly the events that happened, as its viewer may know them.

    Clients cut their own lines, and go from server to server; workers are killed, and so is a whole service.
    """
    host = Host.opens(mortal.url, patient=True)
    guests = [host.sit(name, 1000) for name in ("Ann", "Bob")]
    viewers = [host, *guests]
    urls = [mortal.url, second.api]
    clients = [
        Resuming(urls, host.table, viewer.token, form, seed)
        for seed, (viewer, form) in enumerate((viewer, form) for viewer in viewers for form in FORMS)
    ]
    for client in clients:
        client.start()
    for death in (mortal.kill_worker, mortal.kill_worker, mortal.kill_api):
        play(guests, host)
        death()
    play(guests, host.elsewhere(second.api))
    host.change(name=ENOUGH)
    for client in clients:
        client.ends(40)
        (viewer,) = {viewer for viewer in viewers if viewer.token == client.token}
        begun = client.snapshots[0]["event"] if client.snapshots else 0
        assert client.told == viewer.events()[begun:], client.name
        assert client.connections > 3


@pytest.mark.parametrize("form", FORMS[:2])
def test_streams_end_with_their_server(light_mortal: Mortal, form: str) -> None:
    """SIGTERM ends them within seconds, and in good order; the client goes on where it was."""
    host = Host.opens(light_mortal.url)
    follow = {"url": f"{host.url}/v1/tables/{host.table}/events", "headers": {"Accept": form}, "stream": True}
    with requests.get(**follow, timeout=10) as reply:
        pieces = reply.iter_content(None)
        next(pieces)
        began = time.monotonic()
        light_mortal.server.process.send_signal(signal.SIGTERM)
        rest = list(pieces)
        assert time.monotonic() - began < 2.5
        assert not any(b"keep" in piece for piece in rest)
    assert light_mortal.server.process.wait(20) == 0
    light_mortal.start_again()
    host.change(name="Later")
    with requests.get(**follow, params={"since": 1}, timeout=10) as reply:
        assert b'"name":"Later"' in next(
            piece for piece in reply.iter_content(None) if b"data" in piece or b"event" in piece
        )


def test_nothing_of_a_ticket_is_logged(tmp_path: Path, served: Served) -> None:
    """A ticket stands in an address, so addresses are logged without their queries, also those of refusals."""
    with Served(tmp_path, "--access-log", "--workers", "1", "--evaluator-url", served.evaluator) as server:
        host = Host.opens(server.api)
        ticket = host.call("POST", "/tickets")["ticket"]
        address = f"{server.api}/v1/tables/{host.table}/events"
        for given in (ticket, f"{ticket}x"):
            requests.get(address, params={"ticket": given}, timeout=10)
            with requests.get(
                address, params={"ticket": given}, headers={"Accept": FORMS[0]}, stream=True, timeout=10
            ) as reply:
                next(reply.iter_content(None))
        wait_until(lambda: server.said().count(f'/v1/tables/{host.table}/events" 401') == 2, "the requests' lines")
        server.end()
        assert server.said().count(f'/v1/tables/{host.table}/events" 200') == 2
        assert ticket.rpartition(".")[2] not in server.said()
        assert "ticket=" not in server.said()


def test_the_benchmark_of_streams(
    where: list[str],
    served: Served,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """In small, on one worker: everything is delivered to every follower, and the figures are told."""
    monkeypatch.setattr(bench, "FOLLOWERS", 60)
    monkeypatch.setattr(bench, "TABLES", 6)
    tables = ["redis", where[1]] if where else ["sqlite", str(tmp_path / "data")]
    # In a thread of its own: a browser that an earlier test drove has left its loop in this one.
    with (
        Served(tmp_path, "--workers", "1", "--rate", "0", "--evaluator-url", served.evaluator, *where) as server,
        ThreadPoolExecutor(1) as aside,
    ):
        aside.submit(lambda: asyncio.run(bench.measure("small", server, tables, None, seconds=3))).result()
    figures = {line["figure"]: line["ours"] for line in map(json.loads, capsys.readouterr().out.splitlines())}
    assert (figures["small_delivered"], figures["small_delivered_share"]) == (3 * 60, 1)
    assert {
        "small_publish_to_receive_p99_ms",
        "small_memory_per_follower_kb",
        "small_worker_cpu_share",
    } <= figures.keys()


def test_the_client_of_the_readme(light_mortal: Mortal) -> None:
    """It yields the table and everything that happens after that, comes back when the line breaks, and ends with it."""
    (code,) = re.findall(
        r"^```python\n(import json.*?def follow.*?)^```$", (ROOT / "README.md").read_text(), re.M | re.S
    )
    names: dict[str, Any] = {}
    exec(code, names)
    host = Host.opens(light_mortal.url, patient=True)
    told = names["follow"](f"{host.url}/v1/tables/{host.table}", host.token)
    assert next(told)[0] == "snapshot"
    guest = host.sit("Ann")
    assert next(told)[1]["kind"] == "seated"
    light_mortal.kill_worker()
    host.change(name="Later")
    assert next(told)[1]["name"] == "Later"
    host.change(closed=True)
    assert [said["kind"] for _, said in told][-1] == "closed"
    ((kind, said),) = names["follow"](f"{host.url}/v1/tables/{host.table}", guest.token)
    assert (kind, said["state"]) == ("snapshot", "closed")
