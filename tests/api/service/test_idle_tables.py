"""Tables that everybody has forgotten are closed, with every chip given back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.acting import act_only, play_on
from tests.api.service.test_clocks import later
from tests.wiring import Guest, Host, House

DAY = 86_400
WITHOUT_CLOCKS = {"options": {"decision_seconds": 0}}


@pytest.fixture
def closing(house: House) -> Iterator[House]:
    """The server, which closes tables that were idle for three days; its clock is moved by the test alone."""
    closing = House(house.tables, games=house.games, line=house.line, idle_days=3)
    closing.clock.stands_at = float(round(closing.clock.now()))
    yield closing


def opened(house: House, **fields: object) -> tuple[Host, list[Guest]]:
    host = house.open(**WITHOUT_CLOCKS, **fields)
    return host, [host.sit(name) for name in ("Ann", "Bob", "Cy")]


def cashed(host: Host) -> dict[str, int]:
    """What everybody took along."""
    events = host.events()["events"]
    names = {event["seat"]: event["name"] for event in events if event["kind"] == "seated"}
    return {names[event["seat"]]: event["chips"] for event in events if event["kind"] == "left"}


def test_a_table_on_which_nothing_happened_is_closed(closing: House) -> None:
    """After so many days, and not before; everybody takes their chips along."""
    host, _ = opened(closing)
    later(3 * DAY - 1, closing)
    assert host.view()["state"] == "waiting"
    later(1, closing)
    assert host.view()["state"] == "closed"
    assert cashed(host) == {"Ann": 100, "Bob": 100, "Cy": 100}
    closing.check(host.table)
    assert closing.tables.due(1e12, 10) == []


def test_whatever_happens_counts(closing: House) -> None:
    """A message as much as a hand."""
    host, guests = opened(closing)
    for _ in range(4):
        later(2 * DAY, closing)
        guests[0].say("Still here")
    later(2 * DAY, closing)
    assert host.view()["state"] == "waiting"
    later(DAY, closing)
    assert host.view()["state"] == "closed"


def test_a_hand_that_runs_is_void_first(closing: House) -> None:
    """Paused or not: every chip goes back to who paid it, as the ruling says."""
    for paused in (False, True):
        host, guests = opened(closing)
        host.deal()
        play_on(guests, act_only({"type": "bet", "to": 2}), steps=4)
        host.change(paused=paused, name="Busy")
        later(3 * DAY, closing)
        view = host.view()
        assert (view["state"], view["result"]["void"], len(view["result"]["rulings"])) == ("closed", True, 1)
        assert set(cashed(host).values()) == {100}
        closing.check(host.table)


def test_carried_chips_are_given_back(closing: House) -> None:
    """And a dealer who never named the game keeps nobody waiting."""
    host = closing.open(games=["ten-card-regrets", "henway"], choice="dealer", **WITHOUT_CLOCKS)
    for name in ("Ann", "Bob"):
        host.sit(name)
    host.deal()
    assert host.view()["state"] == "announcing"
    later(3 * DAY, closing)
    assert host.view()["state"] == "closed"
    closing.check(host.table)


def test_a_clock_that_runs_is_no_idleness(closing: House) -> None:
    """A slow game goes on, as long as a decision has its time."""
    host = closing.open(options={"decision_seconds": 604_800, "time_bank_seconds": 0})
    for name in ("Ann", "Bob"):
        host.sit(name)
    host.deal()
    later(5 * DAY, closing)
    assert host.view()["state"] == "playing"
    later(2 * DAY, closing)
    assert host.view()["phase"]["code"] == "bet"


def test_who_comes_at_the_last_moment_keeps_the_table(closing: House) -> None:
    """A table is closed over what was read of it; when something has happened since, it is not idle."""
    host, guests = opened(closing)
    closing.time_passes(3 * DAY)
    guests[0].say("Just in time")
    closing.ticker.tick()
    closing.service.wake(host.table, may_ask=True)
    assert host.view()["state"] == "waiting"


def test_a_server_that_keeps_tables_for_good(house: House, closing: House) -> None:
    """It wakes no table for that; and one whose days were counted before stays as it is."""
    host, _ = opened(house)
    counted, _ = opened(closing)
    later(400 * DAY, house)
    assert [one.view()["state"] for one in (host, counted)] == ["waiting"] * 2
