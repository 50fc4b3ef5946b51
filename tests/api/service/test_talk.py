"""Talk at the table: who may speak, how fast, and what is read."""

from __future__ import annotations

import pytest

from api.denied import BadToken, Forbidden, NoToken, TooFast
from api.rules.refusals import TableClosed
from api.talk import AT_A_TIME
from tests.acting import play_on, together
from tests.wiring import Guest, Host, House

Three = tuple[Guest, Guest, Guest]
pytestmark = pytest.mark.usefixtures("still")


def said(message: dict[str, object]) -> tuple[object, ...]:
    return message["seat"], message["name"], message["host"], message["text"]


def test_everybody_hears_what_is_said(house: House) -> None:
    """Seats, who waits, and the host, who may have no name; as events, and alone."""
    host = house.open(seats=2)
    ann, bob = host.sit("Ann"), host.sit("Bob")
    cy = host.wait("Cy")
    for person in (ann, cy, host):
        person.say("Hello")
    host.change(host=2)
    bob.say("Mine now")
    spoken = [(1, "Ann", False, "Hello"), (None, "Cy", False, "Hello"), (None, None, True, "Hello")]
    spoken.append((2, "Bob", True, "Mine now"))
    for person in (ann, cy, host.anyone()):
        assert [said(one) for one in person.messages()["messages"]] == spoken
        assert [said(one) for one in person.events()["events"] if one["kind"] == "message"] == spoken
    house.check(host.table)


def test_strangers_do_not_talk(host: Host, three: Three) -> None:
    """Also where they may look on."""
    for person, refusal in (
        (host.anyone(), NoToken),
        (host.anyone(host.invitation), Forbidden),
        (host.anyone("p1.forged"), BadToken),
    ):
        with pytest.raises(refusal):
            person.say("Hello")
    host.change(closed=True)
    with pytest.raises(TableClosed):
        host.say("Anybody there?")


def test_talk_goes_on_while_nothing_else_does(host: Host, three: Three) -> None:
    """In a hand, and when the table is paused; nothing of the hand changes."""
    host.deal()
    host.change(paused=True)
    message = three[0].say("Pizza is here")
    assert (message["hand"], message["kind"]) == (1, "message")
    host.change(paused=False)
    assert len(three[0].decisions()) == 1


def test_nobody_talks_too_fast(house: House, host: Host, three: Three) -> None:
    """Five messages in ten seconds, each speaker for themselves; the refusal says how long to wait."""
    for number in range(5):
        three[0].say(f"{number}")
        house.time_passes(1)
    for wait in (5, 4):
        with pytest.raises(TooFast) as told:
            three[0].say("6")
        assert told.value.wait_seconds == wait
        house.time_passes(1)
    three[1].say("I may")
    host.say("I too")
    house.time_passes(3)
    three[0].say("5")
    with pytest.raises(TooFast):
        three[0].say("6")
    house.time_passes(10)
    three[0].say("6")
    assert len(house.check(host.table).said) == 1


def test_nobody_talks_faster_through_two_processes(house: House, second: House, host: Host, three: Three) -> None:
    """What has been said is counted where it is written."""
    ann = (three[0], three[0].elsewhere(second))
    results = together(*[lambda by=by: by.say("Now!") for by in ann * 6])
    assert sum(not isinstance(result, TooFast) for result in results) == 5
    house.check(host.table)


def test_a_clock_that_is_set_back_does_not_silence_anybody(house: House, host: Host, three: Three) -> None:
    """What was said later than now is not counted."""
    for _ in range(5):
        three[0].say("Now")
    house.time_passes(-3600)
    three[0].say("Then")


def test_messages_are_read_a_part_at_a_time(house: House, host: Host, three: Three) -> None:
    """Following `last` misses none and repeats none, however few of the events are messages."""
    for number in range(8):
        host.deal()
        play_on(three)
        three[number % 3].say(str(number))
        host.say(f"{number}!")
        house.time_passes(10)
    spoken, since = [], 0
    while True:
        page = host.messages(since, 3)
        spoken += [one["text"] for one in page["messages"]]
        since = page["last"]
        if not page["more"]:
            break
    assert spoken == [text for number in range(8) for text in (str(number), f"{number}!")]
    last = host.view()["event"]
    assert (since, last > AT_A_TIME) == (last, True)
    assert host.messages(last) | {"server_time": ""} == {"messages": [], "last": last, "more": False, "server_time": ""}
    assert host.messages(last + 5)["last"] == last + 5
