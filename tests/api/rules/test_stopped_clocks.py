"""What moves a deadline: a pause, a time in which nobody looked after the table, a clock that was set back."""

import pytest

from api.rules import dealing, seating
from api.rules import events as e
from api.rules.clocks import SLACK_MS
from tests.api.rules.builders import ten_card
from tests.api.rules.house import henway, house
from tests.api.rules.timing import bank, due, later, left, notices, outage, passes


def test_a_pause_stops_the_clock() -> None:
    """Whoever is deciding has as much time after it as before (2.1)."""
    table = ten_card(100, 100).deal()
    later(table, 10)
    table.does(seating.pause)
    assert (left(table), due(table)) == (None, None)
    passes(table, 10_000)
    assert not table.happened(e.TimedOut)
    table.does(seating.resume)
    assert left(table) == due(table) == 20
    assert table.happened(e.Resumed)[-1].deadline_ms == table.now.ms + 20_000


def test_a_pause_stops_the_time_bank() -> None:
    """What a seat uses of it are the seconds in which it could answer."""
    table = ten_card(100, 100).deal().all_place()
    passes(table, 30), later(table, 10)
    table.does(seating.pause)
    later(table, 500)
    table.does(seating.resume)
    assert left(table) == 50
    later(table, 5)
    table.bets(2, "check")
    assert bank(table, 2) == 15


def test_a_pause_without_a_decision_moves_nothing() -> None:
    """Between hands no clock runs."""
    table = ten_card(100, 100)
    table.does(seating.pause)
    later(table, 5)
    table.does(seating.resume)
    assert table.happened(e.Resumed) == [e.Resumed(5000, None)]


def test_an_outage_is_given_back() -> None:
    """Deadlines are later by as long as nobody looked after the table, in state and event alike."""
    table = ten_card(100, 100).deal()
    later(table, 200)
    notices(table, outage(table, began=180, ended=5))
    assert not table.happened(e.TimedOut)
    (delayed,) = table.happened(e.Delayed)
    assert delayed.by_ms == 175_000
    assert left(table) == 30 - 20 - 5
    assert delayed.deadline_ms == table.now.ms + 5_000
    passes(table, 5)
    assert len(table.happened(e.TimedOut)) == 2


def test_an_outage_is_given_back_once() -> None:
    """However often and by whomever it is noticed."""
    table = ten_card(100, 100).deal()
    later(table, 100)
    seen = outage(table, began=90, ended=0)
    for _ in range(3):
        notices(table, seen)
    assert len(table.happened(e.Delayed)) == 1
    later(table, 3)
    notices(table, seen)
    assert left(table) == 17


def test_each_outage_is_given_back() -> None:
    """One after the other; of two that overlap, what they share once."""
    table = ten_card(100, 100).deal()
    later(table, 40)
    notices(table, outage(table, began=35, ended=10))
    later(table, 20)
    notices(table, outage(table, began=35, ended=0))
    assert [event.by_ms for event in table.happened(e.Delayed)] == [25_000, 30_000]
    assert left(table) == 30 - 5


def test_who_was_asked_in_an_outage_gets_what_was_left_of_it() -> None:
    """A server that still answered asked somebody, and no ticker looked."""
    table = ten_card(100, 100).deal()
    later(table, 8)
    notices(table, outage(table, began=20, ended=2))
    assert left(table) == 30 - 2


@pytest.mark.parametrize(("began", "ended"), [(100, 90), (300, 21)])
def test_an_outage_before_the_question_moves_nothing(began: float, ended: float) -> None:
    """Nobody was deciding then."""
    table = ten_card(100, 100).deal()
    later(table, 20)
    before = table.table
    notices(table, outage(table, began, ended))
    assert table.table == before


def test_an_outage_costs_no_time_bank() -> None:
    """The bank stands still too, and what was used before is used."""
    table = ten_card(100, 100).deal().all_place()
    passes(table, 30), later(table, 10)
    later(table, 1000)
    notices(table, outage(table, began=1000, ended=0))
    assert left(table) == 50
    later(table, 2)
    table.bets(2, "check")
    assert bank(table, 2) == 12


def test_all_who_share_a_deadline_share_it_after_an_outage() -> None:
    """Also who arranges anew (W-4)."""
    table = henway(100, 100, 100).deal()
    cards = table.pile(2, "new")
    table.arranges(2, " ".join(cards[:5]), " ".join(cards[5:]))
    later(table, 15)
    notices(table, outage(table, began=10, ended=0))
    table.withdraws(2)
    assert len({one.timer for one in table.hand.open}) == 1
    assert left(table) == 55


def test_an_outage_in_a_pause_is_part_of_the_pause() -> None:
    """It moves nothing that resuming does not."""
    table = ten_card(100, 100).deal()
    later(table, 10)
    table.does(seating.pause)
    later(table, 100)
    seen = outage(table, began=80, ended=20)
    notices(table, seen)
    table.does(seating.resume)
    notices(table, seen)
    assert not table.happened(e.Delayed)
    assert left(table) == 20


def test_an_outage_delays_an_announcement() -> None:
    """A dealer who is asked for a game is asked something, too."""
    table = house(100, 100, games=["henway"], choice="dealer")
    table.act(lambda run: dealing.start_hand(run, {}, rigged=False))
    later(table, 100)
    notices(table, outage(table, began=100, ended=0))
    assert left(table) == 30


def test_a_clock_that_is_set_back_freezes_nobody() -> None:
    """What was asked in what is now the future is asked anew; the next outage counts as any other."""
    table = ten_card(100, 100).deal()
    later(table, 50)
    notices(table, outage(table, began=50, ended=0))
    later(table, -3600)
    notices(table, None)
    assert left(table) == 30
    later(table, 10)
    notices(table, outage(table, began=5, ended=0))
    assert left(table) == 25


def test_clocks_of_several_machines_may_differ_a_little() -> None:
    """A question that is a few seconds younger than now moves nothing."""
    table = ten_card(100, 100).deal()
    later(table, -SLACK_MS / 1000)
    before = table.table
    notices(table, None)
    assert table.table == before


def test_a_clock_that_is_set_back_in_a_pause() -> None:
    """Resuming leaves the deadline where it was; then it is asked anew."""
    table = ten_card(100, 100).deal()
    table.does(seating.pause)
    later(table, -3600)
    table.does(seating.resume)
    notices(table, None)
    assert left(table) == 30
