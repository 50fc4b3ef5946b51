"""Webhooks of a server that is killed: every event comes, in order, and what comes twice can be told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.receiving import Receiver, is_signed
from tests.servers import wait_until
from tests.serving import Served
from tests.whole.killing import Mortal
from tests.whole.people import Host


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as made:
        yield made


@pytest.fixture
def hooked(where: list[str], served: Served, tmp_path: Path, receiver: Receiver) -> Iterator[Mortal]:
    """A server that may post to the receiver."""
    flags = [*where, "--evaluator-url", served.evaluator, "--webhook-hosts", receiver.host]
    with Mortal(tmp_path, flags) as server:
        yield server


def test_a_killed_server_delivers_what_it_owes(hooked: Mortal, receiver: Receiver) -> None:
    """Killed with a delivery on its way, and started again, it goes on where it had got to."""
    host = Host.opens(hooked.url, patient=True)
    added = host.call("POST", "/webhooks", json={"url": receiver.url})
    since = host.view()["event"]
    host.sit("Ann")
    wait_until(lambda: receiver.events() == [since + 1], "the first event being delivered", 20)
    receiver.open.clear()
    for at in range(5):
        host.change(name=f"Table {at}")
    wait_until(lambda: len(receiver.received) > 1, "a delivery being on its way", 20)
    hooked.kill_all()
    receiver.open.set()
    hooked.start_again()
    host.change(name="After all")
    last = host.view()["event"]
    wait_until(lambda: last in receiver.events(), "the last event being delivered", 60)
    assert list(dict.fromkeys(receiver.events())) == list(range(since + 1, last + 1))
    assert all(is_signed(received, added["secret"]) for received in receiver.received)
    bodies = {(received.event, received.body) for received in receiver.received}
    assert len(bodies) == last - since
    listed = host.call("GET", "/webhooks")["webhooks"]
    wait_until(lambda: host.call("GET", "/webhooks")["webhooks"][0]["last_event"] == last, "that being noted", 20)
    assert [one["id"] for one in listed] == [added["webhook"]["id"]]
