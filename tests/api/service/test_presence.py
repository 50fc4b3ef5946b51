"""Who is there: advice for those who look at a table, on which nothing depends."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from api import presence, stream
from api.follower import MOST_WAITING, Follower, Presence
from api.presence import GONE_SECONDS
from api.store import StoreAway
from api.views import Viewer
from tests.wiring import Guest, Host, House, Json, Person

Three = tuple[Guest, Guest, Guest]


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Followers are looked at often, and every look is a new one."""
    monkeypatch.setattr(stream, "LOOK_SECONDS", 0.05)
    monkeypatch.setattr(presence, "FRESH_SECONDS", 0.0)


def connected(person: Person) -> dict[int, bool | None]:
    """Which seats are connected, as somebody sees the table."""
    return {seat["seat"]: seat["connected"] for seat in person.view()["seats"]}


def until(follows: Iterator[Json], there: list[bool]) -> None:
    """Read on until a line says that these seats are connected, and those not."""
    for line in follows:
        if line.get("presence") == [
            {"seat": seat, "connected": is_there} for seat, is_there in enumerate(there, start=1)
        ]:
            return


def test_who_follows_is_connected(house: House, second: House, host: Host, three: Three) -> None:
    """Players who follow by a stream or a poll, through whichever process; who only looks is not."""
    ann, bob, cy = three
    assert connected(host) == {1: False, 2: False, 3: False}
    with ann.follow() as follows, host.follow() as watching:
        assert [seat["connected"] for seat in follows.view()["seats"]] == [True, False, False]
        until(watching.lines, [True, False, False])
        bob.elsewhere(second).events()
        cy.view()
        until(watching.lines, [True, True, False])
        assert connected(cy) == connected(host.elsewhere(second)) == {1: True, 2: True, 3: False}


def test_who_has_gone_is_connected_a_little_longer(house: House, host: Host, three: Three) -> None:
    """A reload of a page is no goodbye; after half a minute without a stream or a poll it is one."""
    with three[0].follow(), host.follow() as watching:
        until(watching.lines, [True, False, False])
    assert connected(host)[1]
    house.clock.ahead_seconds = GONE_SECONDS + 1
    assert not connected(host)[1]


def test_who_follows_for_long_stays_connected(house: House, host: Host, three: Three) -> None:
    """A stream is a sign of life as long as it is open."""
    with three[0].follow() as follows:
        until(follows.lines, [True, False, False])
        house.hub._say_at = 0.0
        house.clock.ahead_seconds = GONE_SECONDS + 1
        with host.follow() as watching:
            until(watching.lines, [True, False, False])


def test_presence_is_no_event(house: House, host: Host, three: Three) -> None:
    """It has no number, changes nothing at the table, and does not end a poll that waits."""
    last = host.view()["event"]
    with three[0].follow() as follows:
        until(follows.lines, [True, False, False])
        assert three[1].events(last, wait_seconds=0.5)["events"] == []
    assert host.view()["event"] == last
    house.check(host.table)


def test_a_view_with_somebody_else_there_is_another_one(house: House, host: Host, three: Three) -> None:
    """Its tag says so, and differs from those of other viewers."""
    before = house.service.look(host.table, host.token)
    with three[0].follow():
        after = house.service.look(host.table, host.token)
    assert before.event == after.event
    assert before.viewer_key != after.viewer_key
    keys = {house.service.look(host.table, person.token).viewer_key for person in (host, *three, host.anyone())}
    assert len(keys) == 5


def test_a_store_that_knows_nothing_of_it(
    house: House, host: Host, three: Three, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then it is not known who is there, and all else goes on."""

    def away(*_: object) -> None:
        raise StoreAway("gone for a moment", "no")

    monkeypatch.setattr(house.tables, "present", away)
    monkeypatch.setattr(house.tables, "be_present", away)
    with three[0].follow() as follows:
        assert [seat["connected"] for seat in follows.view()["seats"]] == [None, None, None]
        host.change(name="Other")
        assert follows.events(host.view()["event"])[-1]["kind"] == "settings"


def test_what_there_is_no_room_for_is_told_later() -> None:
    """Events go first; who is there is told when there is room again, and once."""
    follower = Follower("t", None, Viewer(), 0)
    for number in range(MOST_WAITING + 1):
        follower.put_presence(Presence(b"%d" % number))
    assert len(follower.take()) == MOST_WAITING
    last = Presence(b"%d" % MOST_WAITING)
    for _ in range(2):
        follower.put_presence(last)
    assert follower.take() == [last]
