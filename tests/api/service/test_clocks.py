"""Deadlines that pass, on both stores: what is shown of them, who plays them, and that it is done once."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest

from api.rules.refusals import AnsweredDifferently, Refused
from tests.acting import calm, play_on, together
from tests.wiring import Guest, Host, House, Json, Person

Three = tuple[Guest, Guest, Guest]
pytestmark = pytest.mark.usefixtures("still")
WEEK = 7 * 24 * 60 * 60
ROUNDS = 5


def later(seconds: float, *homes: House) -> None:
    """The same moment for all these processes, so much later; each ticker looks."""
    for home in homes:
        home.time_passes(seconds)
    for home in homes:
        home.ticker.tick()


def told(person: Person, kind: str) -> list[Json]:
    return [event for event in person.events()["events"] if event["kind"] == kind]


def at(text: str) -> datetime:
    return datetime.fromisoformat(text)


def left(view: Json, deadline: str) -> timedelta:
    return at(deadline) - at(view["server_time"])


def bettor(guests: Any) -> Guest:
    (guest,) = (guest for guest in guests if guest.decisions())
    assert guest.decisions()[0]["type"] == "bet"
    return guest


def place_all(guests: Any) -> None:
    for guest in guests:
        guest.play(**guest.decisions()[0]["default"])


def test_everybody_sees_by_when_a_seat_must_decide(host: Host, three: Three) -> None:
    """In the decision for the seat itself, at the seat for all; seats that choose in secret share one deadline."""
    host.deal()
    (decision,) = three[0].decisions()
    assert left(three[0].view(), decision["deadline"]) == timedelta(seconds=30)
    three[1].play(**three[1].decisions()[0]["default"])
    for person in (host, host.anyone(), *three):
        seats = person.view()["seats"]
        assert [seat["deadline"] for seat in seats] == [decision["deadline"]] * 3
        assert {at(seat["deadline"]) - at(seat["since"]) for seat in seats} == {timedelta(seconds=30)}
        assert not any(seat["on_time_bank"] for seat in seats)
        assert [seat["time_bank_seconds"] for seat in seats] == [60] * 3
    assert [one["deadline"] for one in told(host, "asked")[0]["decisions"]] == [decision["deadline"]] * 3
    three[0].house.time_passes(1)
    for guest in (three[0], three[2]):
        guest.play(**guest.decisions()[0]["default"])
    deciding = bettor(three)
    seats = host.view()["seats"]
    assert [seat["deadline"] for seat in seats if seat["seat"] != deciding.seat] == [None, None]
    assert deciding.own()["deadline"] == deciding.decisions()[0]["deadline"] > decision["deadline"]


def test_a_table_paused_shows_no_deadline(host: Host, three: Three) -> None:
    """None stands; resuming tells the new one."""
    host.deal()
    host.change(paused=True)
    assert [seat["deadline"] for seat in host.view()["seats"]] == [None] * 3
    host.change(paused=False)
    (resumed,) = told(host, "resumed")
    assert resumed["deadline"] == three[0].decisions()[0]["deadline"] == host.view()["seats"][1]["deadline"]


def test_the_ticker_answers_for_who_is_gone(house: House, host: Host, three: Three) -> None:
    """The bank runs first, of which everybody is warned; then the default is played, and everybody is told by whom."""
    host.deal()
    place_all(three)
    gone = bettor(three)
    later(30, house)
    (warned,) = told(host, "warned")
    assert (warned["seat"], warned["deadline"]) == (gone.seat, gone.own()["deadline"])
    assert gone.own()["time_bank_seconds"] == 60
    assert gone.own()["on_time_bank"] and at(gone.own()["deadline"]) - at(gone.own()["since"]) == timedelta(minutes=1)
    assert gone.decisions()[0]["deadline"] == warned["deadline"]
    later(60, house)
    (timed_out,) = told(host, "timed-out")
    assert (timed_out["seat"], timed_out["in_a_row"]) == (gone.seat, 1)
    assert gone.own()["time_bank_seconds"] == 0
    assert gone.own()["last_action"] is not None and not gone.decisions()
    house.check(host.table)


def test_an_answer_inside_the_bank_takes_what_it_took(house: House, host: Host, three: Three) -> None:
    """What is left of the bank is shown in whole seconds."""
    host.deal()
    place_all(three)
    guest = bettor(three)
    later(30, house)
    house.time_passes(19.5)
    guest.play(type="check")
    assert guest.own()["time_bank_seconds"] == 40


def test_a_tick_before_the_deadline_does_nothing(house: House, host: Host, three: Three) -> None:
    """Not even read the table."""
    host.deal()
    event = host.view()["event"]
    later(29.9, house)
    assert host.view()["event"] == event
    assert house.tables.due(house.clock.now(), 10) == []


def test_a_table_that_everybody_has_left_comes_to_rest(house: House, host: Host, three: Three) -> None:
    """Hour after hour the clock answers, until the hand is over and nothing is due."""
    host.deal()
    for _ in range(12):
        later(100, house)
    assert host.view()["phase"]["code"] == "ended"
    assert house.tables.due(house.clock.now() + 10 * WEEK, 10) == []
    house.check(host.table)


@pytest.mark.parametrize("seconds", [0, 3 * 24 * 60 * 60])
def test_slow_tables(house: House, seconds: int) -> None:
    """Three days for a decision, or no clock: an hour, and for the latter a year, changes nothing."""
    host = house.open(options={"decision_seconds": seconds, "time_bank_seconds": 0})
    guests = [host.sit(name) for name in ("Ann", "Bob")]
    host.deal()
    event = host.view()["event"]
    deadline = guests[0].decisions()[0]["deadline"]
    assert (deadline is None) == (seconds == 0)
    later(3600, house)
    assert host.view()["event"] == event
    later(365 * 24 * 3600, house)
    assert (host.view()["event"] > event) == (seconds > 0)


def test_deadlines_pass_while_the_evaluator_is_away(house: House, host: Host, three: Three) -> None:
    """What the clock answers needs no evaluator; a table that does waits, and goes on when that is back."""
    other = house.open()
    guests = [other.sit(name) for name in ("Di", "Eve")]
    host.deal()
    house.line.cut = True
    play_on(three)
    assert host.view()["state"] == "counting"
    other.deal()
    place_all(guests)
    for _ in range(3):
        later(95, house)
    assert told(other, "timed-out") and host.view()["state"] == "counting"
    house.line.cut = False
    house.ticker.tick()
    assert host.view()["phase"]["code"] == "ended"


def test_a_clock_that_is_set_back_freezes_no_table(house: House, host: Host, three: Three) -> None:
    """Whoever does something at the table next gives the others their time anew."""
    host.deal()
    house.clock.ahead_seconds -= 3600
    three[0].play(**three[0].decisions()[0]["default"])
    (delayed,) = told(host, "delayed")
    assert delayed["by_milliseconds"] == -3_600_000
    assert left(host.view(), delayed["deadline"]) == timedelta(seconds=30)
    later(30, house)
    assert len(told(host, "timed-out")) == 2


# Races


def test_one_of_many_tickers_answers(house: House, second: House) -> None:
    """Two processes notice the same deadline at the same moment: one writes, the other finds it done."""
    host = house.open(options={"time_bank_seconds": 0, "limit": "none"})
    guests = [host.sit(name, 1000) for name in ("Ann", "Bob", "Cy")]
    host.deal()
    for number in range(ROUNDS):
        for home in (house, second):
            home.time_passes(30)
        together(house.ticker.tick, second.ticker.tick, house.ticker.tick, second.ticker.tick)
        decisions = [event["decision"] for event in told(host, "timed-out")]
        assert len(decisions) == len(set(decisions)) > number
        house.check(host.table)
        for guest in guests:
            host.change_seat(guest.seat, sitting_out=False)
        if host.view()["phase"]["code"] == "ended":
            host.deal()


def test_an_answer_races_the_clock(house: House, second: House) -> None:
    """It is taken, or it is told that the clock was faster; either way the hand goes on and no chip is lost."""
    outcomes = set()
    for _ in range(ROUNDS):
        host = house.open(options={"time_bank_seconds": 0})
        guests = [host.sit(name) for name in ("Ann", "Bob", "Cy")]
        host.deal()
        place_all(guests)
        guest = bettor(guests)
        number = guest.decisions()[0]["decision"]
        for home in (house, second):
            home.time_passes(30)
        answer = partial(guest.elsewhere(second).answer, number, {"type": "bet", "to": 2})
        *_, result = together(house.ticker.tick, second.ticker.tick, answer)
        outcomes.add(type(result).__name__)
        (acted,) = [event for event in told(host, "acted") if event["decision"] == number]
        if isinstance(result, Refused):
            assert isinstance(result, AnsweredDifferently)
            assert acted["action"] == "check" and len(told(host, "timed-out")) == 1
        else:
            assert acted["action"] == "bet" and not told(host, "timed-out")
        house.check(host.table)
        play_on(guests, calm)
        assert house.check(host.table).hands == 1
    assert outcomes <= {"dict", "AnsweredDifferently"}
