"""When a stream ends: with a right, a table, a process, or whoever follows."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from api import stream
from api.denied import NoSuchTable, TooManyStreams
from api.following import Following
from tests.acting import play_on
from tests.api.service.following import history, rename
from tests.servers import wait_until
from tests.wiring import Guest, Host, House, Person

Three = tuple[Guest, Guest, Guest]


def test_the_stream_of_who_leaves_ends_with_that(host: Host, three: Three) -> None:
    """The event that says so is the last; the others follow on."""
    ann, bob, _ = three
    with ann.follow() as gone, bob.follow() as stays:
        gone.view(), stays.view()
        ann.leave(1)
        left = host.view()["event"]
        last = rename(host, 1)
        assert gone.rest()[-1]["kind"] == "left"
        assert gone.told[-1]["event"]["event"] == left
        assert stays.events(last)[-1]["kind"] == "settings"


def test_who_leaves_is_told_nothing_more_of_secrets(house: House, host: Host, three: Three) -> None:
    """Also from a stream that lags behind: it ends where the seat was given up, with what anybody may know."""
    ann = three[0]
    begun = host.view()["event"]
    streams = [ann.follow(begun)]
    host.deal()
    play_on(three[1:])
    streams.append(ann.follow(begun))
    ann.leave(1)
    play_on(three[1:])
    left = next(event for event in history(host) if event["kind"] == "left")
    for follows in streams:
        told = follows.rest()
        assert told[-1] == left
        assert [event["event"] for event in told] == list(range(begun + 1, left["event"] + 1))
        (dealt,) = [event for event in told if event["kind"] == "dealt"][:1]
        assert "??" not in next(seat["cards"] for seat in dealt["seats"] if seat["seat"] == 1)
        follows.stream.close()


def test_streams_end_with_their_table(host: Host, three: Three) -> None:
    """The event that closes it is the last, for everybody; after that there is nothing to follow."""
    begun = host.view()["event"]
    with host.anyone().follow() as watching, three[0].follow(begun) as seated:
        watching.view()
        host.change(closed=True)
        for follows in (watching, seated):
            assert follows.rest()[-1]["kind"] == "closed"
    with host.anyone().follow() as late:
        assert (late.view()["state"], late.rest()) == ("closed", [])
    last = host.view()["event"]
    with host.anyone().follow(begun) as late, host.anyone().follow(last) as later:
        assert late.rest()[-1]["kind"] == "closed"
        assert later.rest() == [] and later.stream.is_over


def test_there_is_an_end_to_how_many_follow(house: House, host: Host) -> None:
    """One more than there is room for is told what to do instead; who goes makes room."""
    few = Following(house.desk, house.hub, most=2)
    streams = [few.follow(host.table, None, None) for _ in range(2)]
    with pytest.raises(TooManyStreams) as refusal:
        few.follow(host.table, None, None)
    assert refusal.value.facts == {"instead": f"/v1/tables/{host.table}/events?wait=30"}
    streams.pop().close()
    streams.append(few.follow(host.table, None, None))
    for one in streams:
        one.close()
        one.close()
    assert [few.follow(host.table, None, None) for _ in range(2)]


def test_a_process_that_ends_ends_its_streams(house: House, second: House, host: Host) -> None:
    """Those that are open and those still to come; each goes on with another process where it was."""
    begun = host.view()["event"]
    with host.follow() as follows:
        follows.view()
        house.hub.stop()
        assert follows.rest() == []
    with host.follow(begun) as late:
        assert late.rest() == [] and not late.stream.is_over
    last = rename(host, 2)
    with host.elsewhere(second).follow(begun) as there:
        assert [event["event"] for event in there.events(last)] == [2, 3]


def test_nothing_runs_when_nobody_follows(house: House, host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """The subscription ends a while after the last follower has gone, and begins anew with the next."""
    monkeypatch.setattr(stream, "LINGER_SECONDS", 0.0)
    for _ in range(2):
        with host.follow() as follows:
            cursor = follows.view()["event"]
            last = rename(host, 1)
            assert [event["event"] for event in follows.events(last)] == [cursor + 1]
        wait_until(lambda: house.hub._pump is None, "the end of the subscription")


def test_a_stuck_follower_is_cut_off(house: House, host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has taken nothing for a minute loses the line; who waits for something to happen does not."""
    monkeypatch.setattr("api.follower.STUCK_SECONDS", -1.0)
    monkeypatch.setattr(stream, "LOOK_SECONDS", 0.05)
    cut = threading.Event()
    stuck = house.following.follow(host.table, None, None, cut.set)
    assert cut.wait(10)
    stuck.close()


def test_a_stream_ends_with_its_right(house: House, host: Host, three: Three) -> None:
    """The event that ends it is the last: a new token, the host's word, a table that turns private or takes no
    spectators.  Whoever keeps the right is told on.
    """
    ann, bob, cy = three
    invited, stranger = host.anyone(host.invitation), host.anyone()
    ends: list[tuple[Person, Any, str]] = [
        (ann, lambda: host.renew_token(1, "a word of the host"), "token-changed"),
        (bob, lambda: host.leave(2), "left"),
        (stranger, lambda: host.change(private=True), "settings"),
        (invited, lambda: host.change(spectators=False), "settings"),
    ]
    with cy.follow() as stays:
        begun = stays.view()["event"]
        for person, end, kind in ends:
            with person.follow() as follows:
                follows.view()
                end()
                rename(host, 1)
                told = follows.rest()
                assert (person.token, told[-1]["kind"]) == (person.token, kind)
        assert stays.events(host.view()["event"]) == history(cy)[begun:]
        assert {"token-changed", "left", "settings"} <= {
            line["event"]["kind"] for line in stays.told[1:] if "event" in line
        }


def test_who_stole_a_token_is_told_nothing_after_it_was_renewed(house: House, host: Host, three: Three) -> None:
    """Nor does a stream that lags behind tell it what only the seat may know."""
    ann = three[0]
    begun = host.view()["event"]
    with ann.follow() as stolen, ann.follow(begun) as lagging:
        stolen.view()
        token = host.renew_token(1, "a word of the host")
        own = Guest(house, host.table, token, 1, "Ann")
        renewed = host.view()["event"]
        host.deal()
        play_on([own, *three[1:]])
        for follows in (stolen, lagging):
            assert [event["event"] for event in follows.rest()] == list(range(begun + 1, renewed + 1))
    with own.follow(begun) as follows:
        assert follows.events(host.view()["event"]) == history(own)[begun:]


def test_streams_end_when_their_table_is_forgotten(
    house: House, host: Host, three: Three, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A closed table is forgotten some day; whoever asks for it then is told that it is not there."""
    monkeypatch.setattr(house.hub, "_look_at", lambda *_: None)
    begun = host.view()["event"]
    with host.follow(begun) as follows:
        host.change(closed=True)
        monkeypatch.undo()
        monkeypatch.setattr(stream, "LOOK_SECONDS", 0.05)
        house.tables.forget(house.clock.now() + 1, 10)
        assert house.tables.read(host.table) is None
        follows.rest()
    with pytest.raises(NoSuchTable):
        host.follow(begun)
