"""Times in which nobody looked after the tables: whoever was deciding gets them back, once, on both stores."""

from __future__ import annotations

import pytest

from api import clock
from tests.acting import together
from tests.wiring import Guest, Host, House, Json, Person

Three = tuple[Guest, Guest, Guest]
pytestmark = pytest.mark.usefixtures("still")


def told(person: Person, kind: str) -> list[Json]:
    return [event for event in person.events()["events"] if event["kind"] == kind]


def away(seconds: float, *homes: House) -> None:
    """Nobody looks for so long."""
    for home in homes:
        home.clock.ahead_seconds += seconds


def ticking(seconds: int, house: House) -> None:
    """The ticker looks again and again."""
    for _ in range(seconds):
        house.clock.ahead_seconds += 1
        house.ticker.tick()


def test_whoever_was_deciding_gets_an_outage_back(house: House, host: Host, three: Three) -> None:
    """The next look delays the deadline by as long as nobody looked, and everybody is told."""
    house.ticker.tick()
    host.deal()
    away(60, house)
    house.ticker.tick()
    (delayed,) = told(host, "delayed")
    assert delayed["by_milliseconds"] == 60_000
    assert delayed["deadline"] == three[0].decisions()[0]["deadline"]
    assert not told(host, "timed-out")
    ticking(29, house)
    assert not told(host, "timed-out") and len(told(host, "delayed")) == 1
    ticking(1, house)
    assert len(told(host, "timed-out")) == 3
    house.check(host.table)


def test_a_ticker_that_looks_is_no_outage(house: House, host: Host, three: Three) -> None:
    """The deadline passes as it should."""
    house.ticker.tick()
    host.deal()
    ticking(30, house)
    assert len(told(host, "timed-out")) == 3
    assert not told(host, "delayed")


def test_one_ticker_is_enough(house: House, second: House, host: Host, three: Three) -> None:
    """That a process is gone is no outage while another one looks."""
    house.ticker.tick(), second.ticker.tick()
    host.deal()
    ticking(30, second)
    away(30, house)
    house.ticker.tick()
    assert len(told(host, "timed-out")) == 3
    assert not told(host, "delayed")


def test_all_who_notice_give_it_back_once(house: House, second: House) -> None:
    """Tickers of two processes walk the same tables at the same moment."""
    hosts = [house.open() for _ in range(4)]
    for host in hosts:
        host.sit("Ann"), host.sit("Bob")
    house.ticker.tick(), second.ticker.tick()
    for host in hosts:
        host.deal()
    away(600, house, second)
    together(house.ticker.tick, second.ticker.tick)
    together(house.ticker.tick, second.ticker.tick)
    for host in hosts:
        assert len(told(host, "delayed")) == 1 and not told(host, "timed-out")
        house.check(host.table)


def test_who_dies_between_notice_and_delay_loses_nothing(house: House, second: House, host: Host, three: Three) -> None:
    """A process noticed the outage and was killed before it had told any table; the next one does."""
    house.ticker.tick()
    host.deal()
    away(600, house, second)
    assert house.tables.beat(house.clock.now(), clock.LONGEST_GAP_SECONDS) is not None
    second.ticker.tick()
    assert len(told(host, "delayed")) == 1 and not told(host, "timed-out")


def test_whoever_acts_first_gives_it_back(house: House, second: House, host: Host, three: Three) -> None:
    """An answer that comes before the ticker has reached the table finds the time given back."""
    house.ticker.tick()
    host.deal()
    away(600, house, second)
    house.service.notice(house.tables.beat(house.clock.now(), clock.LONGEST_GAP_SECONDS) or (0, 0))
    three[0].play(**three[0].decisions()[0]["default"])
    assert len(told(host, "delayed")) == 1
    second.ticker.tick()
    assert len(told(host, "delayed")) == 1 and not told(host, "timed-out")


def test_many_tables_are_put_back_in_turn(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A look at a time so many; one that comes due before its turn is put back all the same."""
    monkeypatch.setattr(clock, "TABLES_A_TICK", 2)
    hosts = [house.open(options={"decision_seconds": 10 * 60}) for _ in range(5)]
    for host in hosts:
        host.sit("Ann"), host.sit("Bob")
    house.ticker.tick()
    for host in hosts:
        host.deal()
    away(60, house)
    for count in (2, 4, 5):
        house.ticker.tick()
        assert sum(len(told(host, "delayed")) for host in hosts) == count


def test_a_clock_that_was_set_back_is_noticed(house: House, host: Host, three: Three) -> None:
    """By the ticker that runs, and by one that is started afterwards."""
    house.ticker.tick()
    host.deal()
    house.clock.ahead_seconds -= 3600
    house.ticker.tick()
    (delayed,) = told(host, "delayed")
    assert delayed["by_milliseconds"] == -3_600_000
    ticking(30, house)
    assert len(told(host, "timed-out")) == 3


def test_a_clock_that_was_set_back_while_nobody_looked(house: House, second: House, host: Host, three: Three) -> None:
    """The first look of a process goes to every table with a clock."""
    host.deal()
    second.clock.ahead_seconds -= 3600
    second.ticker.tick()
    assert len(told(host, "delayed")) == 1
    house.check(host.table)
