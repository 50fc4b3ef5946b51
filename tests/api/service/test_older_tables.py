"""Tables written by an earlier version of the server, and by a later one.

`tests/vectors/stored-table.json` is a table of Ten-Card Regrets in its second hand, as an early version stored it:
three seats, of whom the second has placed, and all its events.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from api.rules import events as e
from api.rules.table import FORMAT, UnknownFormat, chips_held, chips_owed, from_text, to_text
from api.store import Write
from tests.acting import play_on
from tests.front import Front
from tests.wiring import Guest, Host, House

KEPT = json.loads((Path(__file__).parents[2] / "vectors" / "stored-table.json").read_text())


def stored(**changed: Any) -> Write:
    """The write that left the table as it was kept."""
    kept = KEPT | changed
    return Write(
        id="then",
        table=kept["table"],
        over=0,
        state=kept["state"].encode(),
        events=tuple(text.encode() for text in kept["events"]),
        deck=kept["deck"].encode(),
    )


@pytest.fixture
def front(tmp_path: Path) -> Iterator[Front]:
    made = Front(tmp_path)
    yield made
    made.close()


def test_a_table_of_before_goes_on(house: House) -> None:
    """Whatever has been added since is as it was when there was none of it; tokens, cards and chips are the same."""
    house.tables.write(stored())
    host = Host(house, KEPT["table"], KEPT["host"])
    guests = [Guest(house, KEPT["table"], token, seat, "") for seat, token in enumerate(KEPT["seats"], 1)]
    view = host.view()
    assert (view["name"], view["hand"], view["private"], view["waiting"]) == ("Older table", 2, False, [])
    assert [len(guest.decisions()) for guest in guests] == [1, 0, 1]
    assert guests[1].view()["decisions"][0]["answer"] == {"type": "place", "rows": ["left", "right"]}
    play_on(guests)
    host.change(deal_after_seconds=20, auto_rebuy=True)
    host.deal()
    play_on(guests)
    host.sit("Di")
    host.wait("Eve")
    guests[0].say("Still the same table")
    host.change(host=1)
    guests[0].change(closed=True)
    table = house.table(host.table)
    assert (table.hands, chips_held(table), chips_owed(table)) == (3, 0, 0)


def test_events_of_before_are_told_as_events_of_now(house: House) -> None:
    """Complete, in today's shape, to whoever may see them."""
    house.tables.write(stored())
    told = Host(house, KEPT["table"], KEPT["host"]).events()["events"]
    assert [event["event"] for event in told] == list(range(1, len(KEPT["events"]) + 1))
    assert {told[0][name] for name in ("private", "auto_rebuy", "deal_after_seconds")} == {False, None}
    assert all(msgspec.json.decode(text, type=e.Stamped) for text in KEPT["events"])


@pytest.mark.parametrize(
    "state", [to_text(replace(from_text(KEPT["state"].encode()), format=FORMAT + 1)), b"{}", b"no JSON"]
)
def test_a_table_of_a_later_version_is_left_alone(front: Front, state: bytes) -> None:
    """An operator is told what to do; whoever asks, that it may work later; the others go on."""
    with pytest.raises(UnknownFormat):
        from_text(state)
    front.tables.write(stored(state=state.decode()))
    other = front.open()
    path = f"/v1/tables/{KEPT['table']}"
    for method, below, body in (
        ("GET", "", None),
        ("GET", "/events", None),
        ("PATCH", "", {"paused": True}),
        ("POST", "/seats", {"name": "Di", "buy_in": 10}),
    ):
        reply = front.call(method, path + below, KEPT["host"], **({} if body is None else {"json": body}))
        assert (reply.status_code, reply.json["code"], reply.json["applied"]) == (503, "table-format", "no")
        assert int(reply.headers["Retry-After"]) > 0
    read = front.tables.read(KEPT["table"])
    assert read is not None and read.state == state
    assert other.view()["state"] == "waiting"
