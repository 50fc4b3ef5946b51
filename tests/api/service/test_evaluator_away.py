"""The evaluator goes away: answers are taken, the table says that it counts, and goes on by itself afterwards.

No chip moves until the evaluator has spoken, and nothing else at the table waits for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest

from api.clock import Ticker
from api.denied import BadToken
from api.rules.refusals import HandInProgress, Refused
from tests.acting import act_only, calm, play_on, together
from tests.api.service.conftest import OpenStore
from tests.servers import wait_until
from tests.wiring import Guest, Host, House, Json

Three = tuple[Guest, Guest, Guest]


@pytest.fixture(params=["showdown", "best exposed hand"])
def counting(request: pytest.FixtureRequest, house: House, host: Host, three: Three) -> tuple[Guest, Json, int]:
    """A table that waits for the evaluator: who gave the last answer, the answer, and its decision's number."""
    if request.param == "best exposed hand":
        host.change(options={"first_to_act": "best_exposed"})
    host.deal()
    house.line.cut = True
    given: list[tuple[Guest, Json, int]] = []
    while host.view()["state"] == "playing":
        guest = next(guest for guest in three if guest.decisions())
        (decision,) = guest.decisions()
        given.append((guest, calm(decision), decision["decision"]))
        guest.answer(decision["decision"], calm(decision))
    assert host.view()["phase"]["code"] == {"showdown": "showdown", "best exposed hand": "bet"}[request.param]
    return given[-1]


def chips(host: Host) -> list[int]:
    return [seat["chips"] for seat in host.view()["seats"]]


def tick_later(house: House) -> None:
    """The ticker's next look, a while later."""
    house.clock.ahead_seconds += 10
    house.ticker.tick()


def assert_goes_on(house: House, host: Host, guests: list[Guest]) -> None:
    """The table no longer counts, and the hand can be played to its end."""
    assert host.view()["state"] != "counting"
    play_on(guests)
    assert host.view()["phase"]["code"] == "ended"
    house.check(host.table)


def test_the_answer_is_taken_and_the_table_counts(
    house: House, host: Host, three: Three, counting: tuple[Guest, Json, int]
) -> None:
    """Its sender is told so, everybody sees it, nobody is asked anything, and no chip has moved."""
    guest, answer, number = counting
    table = house.check(host.table)
    assert guest.answer(number, answer)["state"] == "counting"
    for person in (host, host.anyone(), *three):
        assert (person.view()["state"], person.view()["decisions"], person.view()["result"]) == ("counting", [], None)
    assert table.hand is not None and not table.hand.awarded
    assert sum(chips(host)) + host.view()["pot_total"] == 300
    assert host.view()["pot_total"] == sum(player.paid for player in table.hand.players)


def test_nothing_moves_until_the_evaluator_is_back(house: House, host: Host, counting: tuple[Guest, Json, int]) -> None:
    """Ticks, looks and repeated answers leave the table as it is; no other hand is dealt."""
    guest, answer, number = counting
    before = house.table(host.table)
    for _ in range(3):
        tick_later(house)
        guest.answer(number, answer)
        host.change(name="Table")
        with pytest.raises(HandInProgress):
            host.deal()
    assert house.check(host.table) == before


def test_it_goes_on_by_itself(house: House, host: Host, three: Three, counting: tuple[Guest, Json, int]) -> None:
    """The ticker asks again; nobody has to touch the table."""
    house.line.cut = False
    tick_later(house)
    assert_goes_on(house, host, list(three))


def test_the_ticker_of_another_process_does_it(
    house: House, host: Host, three: Three, counting: tuple[Guest, Json, int], open_tables: OpenStore
) -> None:
    """The process that took the answer may be gone."""
    other = House(open_tables(), games=house.games)
    tick_later(other)
    assert_goes_on(other, host.elsewhere(other), [guest.elsewhere(other) for guest in three])


@pytest.fixture
def ticking(house: House) -> Iterator[Ticker]:
    """The ticker as a server has it: a thread of its own."""
    house.ticker.start()
    yield house.ticker
    house.ticker.stop()
    assert not house.ticker.is_alive()


def test_the_ticking_thread_needs_no_help(
    house: House, host: Host, three: Three, counting: tuple[Guest, Json, int], ticking: Ticker
) -> None:
    """Away, back, away and back again: the hand comes to its end with nothing but seats answering."""
    house.line.cut = False
    wait_until(lambda: host.view()["state"] != "counting", "the table going on")
    assert_goes_on(house, host, list(three))


def test_whoever_touches_the_table_next_may_bring_it_on(
    house: House, host: Host, three: Three, counting: tuple[Guest, Json, int]
) -> None:
    """A repeated answer asks the evaluator again, before the ticker does."""
    guest, answer, number = counting
    house.line.cut = False
    guest.answer(number, answer)
    assert_goes_on(house, host, list(three))


def test_the_rest_of_the_table_does_not_wait(
    house: House, host: Host, three: Three, counting: tuple[Guest, Json, int]
) -> None:
    """Guests come, players leave and sit out, the host pauses and resumes, all while the table counts."""
    di = host.sit("Di")
    di.leave(4)
    three[1].leave(2)
    three[2].change_seat(3, sitting_out=True)
    assert host.view()["state"] == "counting"
    assert host.change(paused=True)["state"] == "paused"
    house.line.cut = False
    tick_later(house)
    assert host.view()["state"] == "paused"
    house.line.cut = True
    assert host.change(paused=False)["state"] == "counting"
    house.line.cut = False
    tick_later(house)
    play_on([three[0]])
    table = house.check(host.table)
    assert table.hand is not None and table.hand.over
    assert [(chair.seat, chair.sitting_out) for chair in table.chairs] == [(1, False), (3, True)]
    with pytest.raises(BadToken):
        three[1].view()


def test_several_at_once_settle_once(
    house: House, host: Host, three: Three, counting: tuple[Guest, Json, int], open_tables: OpenStore
) -> None:
    """Tickers of two processes, repeated answers and a guest who sits, all at the moment the evaluator is back."""
    guest, answer, number = counting
    other = House(open_tables(), games=house.games, line=house.line)
    house.line.cut = False
    for home in (house, other):
        home.clock.ahead_seconds += 10
    results = together(
        house.ticker.tick,
        other.ticker.tick,
        partial(house.service.wake, host.table, True),
        partial(other.service.wake, host.table, True),
        partial(guest.answer, number, answer),
        partial(guest.elsewhere(other).answer, number, answer),
        partial(host.sit, "Di"),
    )
    assert not any(isinstance(result, Refused) for result in results)
    table = house.check(host.table)
    settled = [event for event in host.events()["events"] if event["kind"] in ("awarded", "round")]
    assert table.hand is not None
    assert len(settled) == table.hand.rounds + table.hand.awarded
    assert_goes_on(house, host, list(three))


def test_only_what_waits_is_asked_again(house: House, host: Host, three: Three) -> None:
    """Tables that nothing keeps from going on cost the ticker nothing, and an evaluator that is away one question."""
    host.deal()
    house.line.asked.clear()
    tick_later(house)
    assert house.line.asked == []
    play_on(three, act_only({"type": "fold"}))
    house.line.asked.clear()
    tick_later(house)
    assert house.line.asked == []
