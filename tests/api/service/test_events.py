"""The history of a table: numbered without gaps, the same for all but for what is secret, and enough to rebuild it."""

from __future__ import annotations

import json
import random
from functools import partial

import msgspec
import pytest

from api.rules.table import FORMAT, UnknownFormat, from_text, to_text
from api.store import Write
from tests.acting import act_only, draw, play_on
from tests.wiring import Guest, Host, House, Json, Person

Three = tuple[Guest, Guest, Guest]
FOLD = act_only({"type": "fold"})
# What an event tells nobody but the player whose secret it is: his cards, and his answer before the step closes.
SECRET = {"dealt": "cards", "chosen": "answer"}


def history(person: Person) -> list[Json]:
    """Every event as this person is told it, once it has been JSON."""
    told: list[Json] = json.loads(msgspec.json.encode(person.events()["events"]))
    return told


def without_secrets(event: Json) -> Json:
    """What everybody may know of an event."""
    if event["kind"] == "dealt":
        return {**event, "seats": [{**seat, "cards": len(seat["cards"])} for seat in event["seats"]]}
    return {name: value for name, value in event.items() if name != "answer"}


def played(house: House, seed: int = 1) -> tuple[Host, list[Guest]]:
    """A table with a history: two hands, a pause, guests who come, rebuy, sit out and go."""
    rng = random.Random(seed)
    host = house.open()
    guests = [host.sit(name) for name in ("Ann", "Bob", "Cy")]
    host.deal()
    play_on(guests, partial(draw, rng), steps=4)
    host.change(paused=True, name="Other")
    guests.append(host.sit("Di"))
    host.change(paused=False)
    play_on(guests, partial(draw, rng))
    guests[0].change_seat(1, rebuy_to=500)
    guests[1].change_seat(2, sitting_out=True)
    host.change(options={"limit": "none", "placing": "sequential"})
    host.deal()
    play_on(guests, partial(draw, rng), steps=5)
    guests.pop(2).leave(3)
    play_on(guests, partial(draw, rng))
    guests[1].change_seat(2, sitting_out=False)
    return host, guests


def test_numbers_have_no_gaps_for_anybody(house: House) -> None:
    """Every event has a public face, so that nobody's numbers tell of what he may not see."""
    host, guests = played(house)
    for person in (host, host.anyone(), *guests):
        told = history(person)
        assert [event["event"] for event in told] == list(range(1, host.view()["event"] + 1))
        assert person.events()["last"] == host.view()["event"]


def test_all_are_told_the_same_but_for_what_is_secret(house: House) -> None:
    """Kinds, times, seats, bets and awards are one history; cards and secret answers are their owner's."""
    host, guests = played(house)
    public = history(host.anyone())
    assert history(host) == public
    for guest in guests:
        own = history(guest)
        assert [without_secrets(event) for event in own] == [without_secrets(event) for event in public]
        differing = {one["kind"] for one, other in zip(own, public, strict=True) if one != other}
        assert differing <= SECRET.keys()


def test_what_was_told_once_stays_as_it_was(house: House, host: Host, three: Three) -> None:
    """An event's view depends on the event and the viewer, never on how the table stands now."""
    told: list[Json] = []
    host.deal()
    while three[0].view()["phase"]["code"] != "ended":
        assert history(three[0])[: len(told)] == told
        told = history(three[0])
        play_on(three, steps=1)
    host.change(closed=True)
    assert history(host)[:3] == history(host.anyone())[:3]


@pytest.mark.parametrize("limit", [1, 2, 7, 1000])
def test_pages_join_without_a_gap_or_a_repeat(house: House, limit: int) -> None:
    """`last` of a page is `since` of the next, until a page brings nothing."""
    host, guests = played(house)
    since, told = 0, []
    while True:
        page = guests[0].events(since, limit)
        assert len(page["events"]) <= limit
        if not page["events"]:
            break
        told += page["events"]
        since = page["last"]
    assert page["last"] == since == host.view()["event"]
    assert json.loads(msgspec.json.encode(told)) == history(guests[0])


def test_a_cursor_beyond_the_last_event(host: Host) -> None:
    """Nothing is there yet, and `last` says where the table stands."""
    page = host.events(since=10**9)
    assert (page["events"], page["last"]) == ([], 1)


def test_the_view_names_the_event_it_shows(house: House, host: Host, three: Three) -> None:
    """View and history fit together: what happened after a view is what `since` its number tells."""
    host.deal()
    seen = three[0].view()["event"]
    three[1].play(type="place", rows=["left", "right"])
    assert [event["kind"] for event in three[0].events(since=seen)["events"]] == ["chosen"]


def test_replaying_the_stored_events_gives_the_stored_table(house: House, host: Host, three: Three) -> None:
    """After every write, and after pauses, guests and settings between them (the audit of a table)."""
    house.check(host.table)
    host.deal()
    while play_on(three, FOLD, steps=1):
        house.check(host.table)
    other, _ = played(house, seed=2)
    house.check(other.table)


def test_events_tell_their_hand_and_time(house: House) -> None:
    """Those of a hand bear its number, those between hands none; times never run backwards."""
    host, _ = played(house)
    told = history(host)
    hands = [event["hand"] for event in told]
    assert hands[: hands.index(1)] == [None] * 4
    assert {event["kind"] for event in told if event["hand"] is None} == {
        *("opened", "seated", "rebought", "sat-out", "settings", "came-back", "left"),
    }
    assert [event["server_time"] for event in told] == sorted(event["server_time"] for event in told)


def test_a_table_s_text_carries_its_format(house: House, host: Host) -> None:
    """So that a later server knows what it reads."""
    stored = house.tables.read(host.table)
    assert stored is not None
    assert json.loads(stored.state)["format"] == FORMAT


@pytest.mark.parametrize("change", [{"format": FORMAT + 1}, {"format": 0}, {"format": "1"}, {"chairs": None}])
def test_a_text_of_another_format_is_refused(house: House, host: Host, change: Json) -> None:
    """The reason is said and nothing is written over it; other tables are played on."""
    text = json.loads(to_text(house.table(host.table))) | change
    with pytest.raises(UnknownFormat, match=r"format 1"):
        from_text(json.dumps(text).encode())
    put(house, "strange", json.dumps(text).encode())
    strange = Person(house, "strange", None)
    for act in (strange.view, strange.deal, lambda: house.service.sit("strange", None, {"name": "Ann", "buy_in": 5})):
        with pytest.raises(UnknownFormat):
            act()
    assert host.sit("Ann").seat == 1


@pytest.mark.parametrize("text", [b"", b"{", b"[]", b"null", b"\xff"])
def test_a_text_that_is_none_is_refused(text: bytes) -> None:
    """Damage is told like a format that is not known."""
    with pytest.raises(UnknownFormat):
        from_text(text)


def put(house: House, table_id: str, state: bytes) -> None:
    """A table whose text is this."""
    house.tables.write(Write(id="put", table=table_id, over=0, state=state, events=(b"{}",)))
