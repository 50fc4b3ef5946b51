"""The ticker outlives what goes wrong beside it: a store in trouble, a table that cannot go on."""

from __future__ import annotations

from pathlib import Path

import pytest

from api import clock
from api.settings import Settings
from api.store import StoreError, Write, open_store
from tests.acting import calm
from tests.servers import RedisServer, wait_until
from tests.wiring import Guest, Host, House

Three = tuple[Guest, Guest, Guest]
LATER_SECONDS = 10.0


def until_it_counts(host: Host, three: Three) -> None:
    """The hand is played to the showdown, for which the evaluator is away."""
    host.deal()
    host.house.line.cut = True
    while host.view()["state"] == "playing":
        guest = next(guest for guest in three if guest.decisions())
        guest.play(**calm(guest.decisions()[0]))
    host.house.line.cut = False


def unreadable(house: House, table_id: str) -> None:
    """A table that waits, whose text was written by a server to come."""
    house.tables.write(
        Write(id=table_id, table=table_id, over=0, state=b'{"format": 2}', events=(b"{}",), due=0.0, lobby=None)
    )


def test_a_table_that_cannot_go_on_keeps_no_other_from_it(
    house: House, host: Host, three: Three, caplog: pytest.LogCaptureFixture
) -> None:
    """The log names it, and the next table has its turn."""
    unreadable(house, "broken")
    until_it_counts(host, three)
    house.clock.ahead_seconds = LATER_SECONDS
    house.ticker.tick()
    assert host.view()["phase"]["code"] == "ended"
    assert "table broken cannot go on" in caplog.text


def test_many_tables_that_cannot_go_on_do_not_fill_every_tick(
    house: House, host: Host, three: Three, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many wait in vain, those behind them are reached."""
    monkeypatch.setattr(clock, "TABLES_A_TICK", 5)
    for number in range(12):
        unreadable(house, f"broken{number}")
    until_it_counts(host, three)
    house.clock.ahead_seconds = LATER_SECONDS
    for _ in range(3):
        house.ticker.tick()
    assert host.view()["phase"]["code"] == "ended"


def test_an_evaluator_that_never_knows_is_asked_ever_more_seldom(house: House, host: Host, three: Three) -> None:
    """It is there and has no verdict: ten minutes of ticks are some twenty questions, and one answer is enough."""
    until_it_counts(host, three)
    house.line.garble = lambda said: b"{}"
    house.line.asked.clear()
    for _ in range(1200):
        house.clock.ahead_seconds += clock.TICK_SECONDS
        house.ticker.tick()
    assert 10 < len([path for path in house.line.asked if path == "/v1/showdowns"]) < 40
    house.line.garble = None
    house.clock.ahead_seconds += clock.LONGEST_WAIT_SECONDS
    house.ticker.tick()
    assert host.view()["phase"]["code"] == "ended"


@pytest.mark.parametrize("stuck", [False, True])
def test_a_clock_that_is_set_back_keeps_nobody_waiting(house: House, host: Host, three: Three, stuck: bool) -> None:
    """A table that waits for the evaluator goes on when that is back, though the moment of its wait is far away."""
    until_it_counts(host, three)
    house.line.garble = (lambda said: b"{}") if stuck else None
    for _ in range(20 if stuck else 0):
        house.clock.ahead_seconds += clock.TICK_SECONDS
        house.ticker.tick()
    house.line.garble = None
    house.clock.ahead_seconds -= 3600
    house.ticker.tick()
    assert host.view()["phase"]["code"] == "ended"


@pytest.mark.needs("redis-server")
def test_the_ticker_outlives_a_store_in_trouble(
    redis_server: RedisServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """What cannot be read now is said, and looked for again: a store that is put right needs no new server."""
    redis_server.ask("FLUSHALL")
    tables = open_store(Settings(secret=b"", data=tmp_path, redis_url=redis_server.url))
    house = House(tables)
    host = house.open()
    three = (host.sit("Ann"), host.sit("Bob"), host.sit("Cy"))
    until_it_counts(host, three)
    shard = next(number for number in range(64) if not redis_server.ask("EXISTS", f"{{s{number}}}:due"))
    redis_server.ask("SET", f"{{s{shard}}}:due", "no list at all")
    with pytest.raises(StoreError):
        tables.due(0.0, 1)
    house.ticker.start()
    try:
        wait_until(lambda: "the ticker" in caplog.text, "the ticker saying that it waits")
        redis_server.ask("DEL", f"{{s{shard}}}:due")
        wait_until(lambda: host.view()["phase"]["code"] == "ended", "the table going on")
    finally:
        house.ticker.stop()
        tables.close()
