"""The time bank: what a seat may go past its deadlines in all, in decisions taken in turn (2.1)."""

from typing import Any

import pytest

from api.rules import dealing
from api.rules import events as e
from api.rules.actions import Place
from tests.api.rules.builders import Sitting, ten_card
from tests.api.rules.house import henway, house
from tests.api.rules.timing import bank, due, later, left, passes


def betting(seats: int = 2, **options: Any) -> Sitting:
    return ten_card(*[100] * seats, **options).deal().all_place()


def test_the_bank_runs_after_the_deadline() -> None:
    """The table is warned, and the seat may still answer for as long as the `time_bank_seconds` say (2.1)."""
    table = betting()
    passes(table, 30)
    (warned,) = table.happened(e.Warned)
    assert (warned.seat, left(table), due(table)) == (2, 60, 60)
    assert warned.deadline_ms == table.now.ms + 60_000
    passes(table, 59.999)
    assert not table.happened(e.TimedOut)
    table.bets(2, "bet", 2)
    assert table.to_act == 1


def test_what_was_used_is_gone() -> None:
    """An answer inside the bank takes as much of it as it was late; the next time less is left."""
    table = betting()
    passes(table, 30), later(table, 20)
    table.bets(2, "check")
    assert (bank(table, 2), bank(table, 1)) == (20, 0)
    table.all_check().all_place()
    assert table.to_act == 2
    passes(table, 30)
    assert left(table) == 40


def test_a_late_answer_is_paid_for_though_nobody_was_warned() -> None:
    """That the ticker had not looked yet gives nobody more time."""
    table = betting()
    later(table, 33)
    table.bets(2, "check")
    assert bank(table, 2) == 3


def test_an_answer_in_time_costs_nothing() -> None:
    """The bank is for what comes after the deadline."""
    table = betting()
    later(table, 30)
    table.bets(2, "check")
    assert bank(table, 2) == 0


def test_a_used_up_bank_gives_no_more_time() -> None:
    """The clock answers at the bank's end, and the next time at the deadline."""
    table = betting(3)
    passes(table, 30), passes(table, 60)
    assert [event.seat for event in table.happened(e.TimedOut)] == [2]
    assert bank(table, 2) == 60
    table.bets(3, "bet", 2), table.bets(1, "call")
    assert table.to_act == 2
    passes(table, 30)
    assert len(table.happened(e.Warned)) == 1
    assert not table.player(2).live


def test_a_tenth_comes_back_with_each_hand() -> None:
    """Up to a full bank, for the seats that are dealt in (2.1)."""
    table = betting(3, time_bank_seconds=50)
    passes(table, 30), later(table, 12)
    table.bets(2, "check")
    table.to_the_end()
    for used in (7, 2, 0, 0):
        table.deal().to_the_end()
        assert bank(table, 2) == used
    table.sits_out(2)
    table.deal().to_the_end()
    assert table.table.chairs[1].bank_used_ms == 0


def test_no_bank_in_secret() -> None:
    """Where all choose in secret a longer deadline would tell who has not chosen: there is one for all (2.7)."""
    table = ten_card(100, 100, 100).deal()
    table.places(1, "left", "right")
    passes(table, 30)
    assert not table.happened(e.Warned)
    assert len(table.happened(e.TimedOut)) == 2
    assert all(chair.bank_used_ms == 0 for chair in table.table.chairs)


def test_a_secret_choice_that_is_late_costs_nothing() -> None:
    """Not even when it comes in before the clock has answered."""
    table = ten_card(100, 100).deal()
    later(table, 40)
    table.places(1, "left", "right")
    assert bank(table, 1) == 0


def test_placing_in_turn_draws_on_the_bank() -> None:
    """Cards that are placed one seat after the other are a decision taken in turn."""
    table = ten_card(100, 100, placing="sequential").deal()
    passes(table, 30), later(table, 5)
    table.places(2, "left", "right")
    assert bank(table, 2) == 5
    assert table.happened(e.Placed)[-1].seats[0].bank_used_ms == 5000
    passes(table, 30), passes(table, 60)
    assert [event.seat for event in table.happened(e.TimedOut)] == [1]
    assert bank(table, 1) == 60


def test_announcing_draws_on_the_bank() -> None:
    """The dealer who is asked for a game decides alone."""
    table = house(100, 100, games=["ten-card-regrets"], choice="dealer")
    table.act(lambda run: dealing.start_hand(run, {}, rigged=False))
    passes(table, 30), later(table, 10)
    table.announces("ten-card-regrets")
    # Ten seconds are taken, and the hand that begins gives six back.
    assert bank(table, 1) == 4


@pytest.mark.parametrize("seconds", [0, 60])
def test_an_arrangement_given_anew_has_no_more_time(seconds: int) -> None:
    """Who withdraws an arrangement has the deadline that the others have (W-4)."""
    table = henway(100, 100, 100, time_bank_seconds=seconds).deal()
    later(table, 10)
    cards = table.pile(2, "new")
    table.arranges(2, " ".join(cards[5:]), " ".join(cards[:5]))
    assert [one.timer for one in table.hand.open if one.type == "withdraw"] == [None]
    later(table, 40)
    table.withdraws(2)
    assert left(table) == 10
    assert len({one.timer for one in table.hand.open}) == 1
    passes(table, 10)
    assert table.pile(2, "1") == cards[:5]
    assert len(table.happened(e.TimedOut)) == 3


def test_a_new_player_has_a_full_bank() -> None:
    """Also in the chair of somebody who has used his up."""
    table = betting()
    passes(table, 30), passes(table, 60)
    table.to_the_end()
    table.leaves(2)
    table.sits("N", 50, 2)
    assert bank(table, 2) == 0


def test_a_smaller_bank_is_at_most_used_up() -> None:
    """Where the host makes the banks smaller, nobody owes time."""
    table = betting()
    passes(table, 30), later(table, 50)
    table.bets(2, "check")
    table.to_the_end()
    table.deal(time_bank_seconds=20)
    assert bank(table, 2) == 18
    table.answers(1, Place(("left", "right")))
