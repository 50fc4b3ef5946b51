"""What is older than the operator wants to keep is forgotten, and nothing else."""

from __future__ import annotations

import logging

import pytest

from api import housekeeping
from api.denied import NoSuchTable
from api.housekeeping import DAY_SECONDS, Housekeeper
from api.store import StoreAway
from tests.acting import act_only, play_on
from tests.servers import wait_until
from tests.wiring import Guest, Host, House

Three = tuple[Guest, Guest, Guest]
KEEP_DAYS = 3


@pytest.fixture
def keeper(house: House) -> Housekeeper:
    return Housekeeper(house.tables, house.clock, KEEP_DAYS)


def fold(host: Host, guests: tuple[Guest, ...]) -> None:
    host.deal()
    play_on(guests, act_only({"type": "fold"}))


def test_nothing_is_forgotten_too_early(keeper: Housekeeper, house: House, host: Host, three: Three) -> None:
    """A hand is kept for as many days as was said, and goes when they are over."""
    fold(host, three)
    house.clock.ahead_seconds = KEEP_DAYS * DAY_SECONDS - 60
    assert keeper.tidy() == 0 and house.tables.hand(host.table, 1) is not None
    house.clock.ahead_seconds += 120
    assert keeper.tidy() == 1 and house.tables.hand(host.table, 1) is None
    assert keeper.tidy() == 0


def test_a_table_goes_on_without_its_past(keeper: Housekeeper, house: House, host: Host, three: Three) -> None:
    """Chips, seats and the ledger stay; a hand that runs, and who sits, are as they were."""
    fold(host, three)
    house.clock.ahead_seconds = (KEEP_DAYS + 1) * DAY_SECONDS
    host.deal()
    before = house.table(host.table)
    keeper.tidy()
    assert house.table(host.table) == before
    play_on(three, act_only({"type": "fold"}))
    assert [hand.number for hand in house.tables.hands(host.table, None, 9)] == [2]
    assert house.table(host.table).accounts == before.accounts


def test_a_closed_table_goes_wholly(keeper: Housekeeper, house: House, host: Host, three: Three) -> None:
    """One that is open never does, however long nothing happened."""
    other = house.open()
    fold(host, three)
    host.change(closed=True)
    house.clock.ahead_seconds = (KEEP_DAYS + 1) * DAY_SECONDS
    keeper.tidy()
    with pytest.raises(NoSuchTable):
        host.view()
    assert other.view()["state"] == "waiting"


def test_it_forgets_in_steps(
    keeper: Housekeeper, house: House, host: Host, three: Three, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However much there is, all of it goes, a little at a time."""
    monkeypatch.setattr(housekeeping, "THINGS_A_STEP", 2)
    for _ in range(5):
        fold(host, three)
    house.clock.ahead_seconds = (KEEP_DAYS + 1) * DAY_SECONDS
    assert keeper.tidy() >= 3 and house.tables.hands(host.table, None, 9) == []


def test_it_outlives_a_store_that_is_away(
    keeper: Housekeeper, house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It says so, looks again, and ends when it is told to."""
    monkeypatch.setattr(housekeeping, "ROUND_SECONDS", (0.001, 0.002))
    asked: list[float] = []

    def away(before: float, limit: int) -> int:
        asked.append(before)
        raise StoreAway("away", "no") if len(asked) < 3 else RuntimeError("worse")

    monkeypatch.setattr(house.tables, "forget", away)
    with caplog.at_level(logging.WARNING):
        keeper.start()
        wait_until(lambda: len(asked) > 4, "looking again and again")
        keeper.stop()
    assert not keeper.is_alive()
    assert "waits for the store" in caplog.text and "looks again" in caplog.text
