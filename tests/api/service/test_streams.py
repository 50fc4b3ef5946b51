"""Following a table through a stream: exactly what happens, to whoever may know it, whatever the others do."""

from __future__ import annotations

import random
import threading
from functools import partial
from typing import Any

import pytest

from api import stream
from api.follower import MOST_WAITING, Line
from api.following import Following
from api.store import StoreAway
from api.telling import PAGE
from tests.acting import draw, play_on
from tests.api.service.following import history, rename
from tests.servers import wait_until
from tests.wiring import Guest, Host, House, Json, Person

Three = tuple[Guest, Guest, Guest]


def test_a_snapshot_and_then_what_happens(host: Host, three: Three) -> None:
    """Without a cursor a stream begins with the table as this viewer may see it; nothing is missing after it."""
    host.deal()
    ann = three[0]
    with ann.follow() as follows:
        seen = follows.view()
        assert {**seen, "server_time": None} == {**ann.view(), "server_time": None}
        play_on(three)
        last = ann.view()["event"]
        assert follows.events(last) == history(ann)[seen["event"] :]


@pytest.mark.parametrize("cursor", [0, 1, 3])
def test_with_a_cursor_exactly_what_came_after_it(host: Host, three: Three, cursor: int) -> None:
    """No snapshot, and neither a gap nor a repeat where what had happened meets what happens."""
    with three[1].follow(cursor) as follows:
        last = rename(host, 3)
        told = follows.events(last)
        last = rename(host, 2)
        assert told + follows.events(last) == history(three[1])[cursor:]


def test_a_cursor_that_the_table_has_not_come_to(host: Host) -> None:
    """The table is shown anew, and what happens after that follows."""
    with host.follow(10**6) as follows:
        (line,) = [next(follows.lines)]
        assert line["reset"]["event"] == 1
        last = rename(host, 1)
        assert [event["event"] for event in follows.events(last)] == [2]


@pytest.mark.parametrize("game", ["ten-card-regrets", "seven-card-regrets", "henway", "real-poker"])
def test_every_viewer_is_told_what_the_viewer_may_know(house: House, second: House, game: str) -> None:
    """Hidden cards and secret answers are in nobody's stream but their owner's, from whichever process it comes."""
    rng = random.Random(game)
    host = house.open(game=game)
    guests = [host.sit(name, 1000) for name in ("Ann", "Bob", "Cy")]
    viewers: list[Person] = [host, host.anyone(), *guests]
    streams = [person.elsewhere(by).follow() for person in viewers for by in (house, second)]
    for follows in streams:
        follows.view()
    begun = host.view()["event"]
    host.deal()
    play_on(guests, partial(draw, rng))
    last = host.view()["event"]
    for person, here, there in zip(viewers, streams[::2], streams[1::2], strict=True):
        assert here.events(last) == there.events(last) == history(person)[begun:]
    for follows in streams:
        follows.stream.close()


def test_what_another_process_does_is_told_at_once(house: House, second: House, host: Host) -> None:
    """Followers of one process hear of what was written by any other, and at the same time."""
    with host.follow() as here, host.elsewhere(second).follow() as there:
        here.view(), there.view()
        rename(host, 2)
        last = rename(host.elsewhere(second), 2)
        assert here.events(last) == there.events(last)


def test_a_slow_follower_holds_nobody_up_and_no_memory(host: Host) -> None:
    """What waits for it is bounded; the others are told meanwhile, and in the end it is told all of it too."""
    with host.follow() as slow, host.follow() as quick:
        slow.view(), quick.view()
        last = rename(host, MOST_WAITING + PAGE + 10)
        told = quick.events(last)
        assert len(slow.stream._follower._waiting) <= MOST_WAITING
        assert slow.events(last) == told == history(host)[1:]


class Deaf:
    """A listener who is told of nothing."""

    def wait(self, seconds: float) -> bool:
        threading.Event().wait(min(seconds, 0.01))
        return False

    def changed(self) -> set[str]:
        return set()

    def close(self) -> None:
        """Nothing is open."""


def test_a_notice_that_is_lost_loses_nothing(host: Host, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every table that is followed is looked at regularly."""
    monkeypatch.setattr(stream, "LOOK_SECONDS", 0.05)
    monkeypatch.setattr(house.tables, "listen", Deaf)
    with host.follow() as follows:
        follows.view()
        last = rename(host, 3)
        assert [event["event"] for event in follows.events(last)] == [2, 3, 4]


def test_a_store_that_was_away(host: Host, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Streams stay open, and go on when it is back."""
    monkeypatch.setattr(stream, "AGAIN_SECONDS", 0.05)
    read, failed = house.tables.events, threading.Event()

    def away(*asked: Any) -> list[bytes]:
        if failed.is_set():
            return read(*asked)
        failed.set()
        raise StoreAway("gone for a moment", "no")

    with host.follow() as follows:
        follows.view()
        monkeypatch.setattr(house.tables, "events", away)
        last = rename(host, 2)
        assert [event["event"] for event in follows.events(last)] == [2, 3]
        assert failed.is_set()


def test_the_long_poll_waits(house: House, second: House, host: Host, three: Three) -> None:
    """It answers at once if there is something, else when there is, or when its time is over."""
    last = host.view()["event"]
    assert three[0].events(last, wait_seconds=0.05)["events"] == []
    assert [event["event"] for event in three[0].events(last - 1, wait_seconds=30)["events"]] == [last]
    told: list[Json] = []
    waiting = threading.Thread(target=lambda: told.append(three[0].elsewhere(second).events(last, wait_seconds=30)))
    waiting.start()
    wait_until(lambda: second.hub._tables, "somebody waiting")
    host.deal()
    waiting.join(10)
    assert told[0]["events"] == three[0].events(last, limit=len(told[0]["events"]))["events"] != []


def test_the_long_poll_where_there_is_nothing_to_wait_for(house: House, host: Host) -> None:
    """A table that is closed, a cursor that is of no use, and no more room to wait in: the answer comes at once."""
    few = Following(house.desk, house.hub, most=1)
    few._polls.acquire()
    assert few.poll(host.table, None, 1, 10, 30)["events"] == []
    far = host.events(10**6, wait_seconds=30)
    assert (far["events"], far["last"], far["reset"]["event"]) == ([], 1, 1)
    host.change(closed=True)
    assert host.events(host.view()["event"], wait_seconds=30)["events"] == []


def test_a_follower_takes_what_follows_on(host: Host) -> None:
    """What has been told already is not told again, and what comes after a gap waits in the store."""
    with host.follow(1) as follows:
        follower = follows.stream._follower
        follower.put([Line(1, b"old"), Line(2, b"next"), Line(4, b"after a gap")])
        assert [line.number for line in follower.take() if isinstance(line, Line)] == [2]
        assert follower.cursor == 2


def test_events_that_are_kept_no_longer(house: House, host: Host, three: Three) -> None:
    """Who comes back too late is shown the table anew, by a stream and by a poll."""
    cursor = host.view()["event"]
    with three[0].follow(cursor) as follows:
        rename(host, MOST_WAITING + 1)
        host.deal()
        play_on(three)
        last = host.view()["event"]
        wait_until(lambda: house.hub._tables[host.table].last == last, "the hub having told everything")
        house.tables.forget(house.clock.now() + 1, 10)
        assert house.tables.first_event(host.table) > cursor + MOST_WAITING + 1
        line = next(line for line in follows.lines if "reset" in line)
        assert line["reset"]["event"] == last
        last = rename(host, 1)
        assert [event["event"] for event in follows.events(last)] == [last]
    with three[0].follow(cursor) as late:
        assert next(late.lines)["reset"]["event"] == last
    page = three[0].events(cursor)
    assert (page["events"], page["last"], page["reset"]["event"]) == ([], last, last)
    assert three[0].events(last - 1)["events"][0]["event"] == last
