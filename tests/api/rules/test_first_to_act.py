"""Who opens a betting round (2.1, 2.4): left of the dealer, the best exposed hand, or the last aggressor."""

import pytest

from api.rules.questions import Leads, WhoLeads, WhoWins
from tests.api.rules.builders import Sitting, deck_of, real_judge, ten_card

# Three players in dealing order: seat 2 is dealt an ace, seat 3 a pair, seat 1 a seven.
DEALT = deck_of("2h Ah", "9s 9h", "3c 7h")


def first_seats(table: Sitting) -> list[int]:
    """Who acts first in each of the rounds that are played, when all place as the clock would and check."""
    seats = []
    for number in range(1, 6):
        table.to_round(number)
        seats.append(table.to_act or 0)
    return seats


def test_left_of_dealer() -> None:
    """By default the dealer's left acts first in every round (2.1)."""
    assert first_seats(ten_card(100, 100, 100).deal()) == [2] * 5


def test_left_of_dealer_when_that_seat_has_folded() -> None:
    """The first seat clockwise that can bet acts in place of one that cannot (2.3)."""
    table = ten_card(100, 100, 100).deal().to_round(1)
    table.bets(2, "fold")
    assert table.to_round(2).to_act == 3


def test_best_exposed() -> None:
    """With `best_exposed` the best right hand showing acts first (2.1)."""
    table = (
        ten_card(100, 100, 100, first_to_act="best_exposed", judge=real_judge).deal(DEALT).all_place("right", "right")
    )
    assert table.to_act == 3


def test_only_right_hands_lead() -> None:
    """In Ten-Card the right (high) hand is what shows; a pair on the left opens nothing (2.1)."""
    table = ten_card(100, 100, 100, first_to_act="best_exposed", judge=real_judge).deal(DEALT)
    table.places(3, "left", "left")
    table.all_place("left", "right")
    assert table.to_act == 2


def test_equal_hands_by_seat() -> None:
    """Of equal hands the nearest to the dealer's left acts first, whatever the suits (2.4)."""
    table = ten_card(100, 100, 100, first_to_act="best_exposed", judge=real_judge).deal(
        deck_of("2h 9c", "2s 9h", "2d 9s")
    )
    assert table.all_place("left", "right").to_act == 2


def test_nothing_shows() -> None:
    """Where no right card lies the dealer's left acts first, and the evaluator is not asked (2.4)."""
    table = ten_card(100, 100, 100, first_to_act="best_exposed", judge=None)
    assert table.deal().all_place("left", "left").to_act == 2


def test_the_best_exposed_is_all_in() -> None:
    """If the best hand showing is all-in, the first able to bet clockwise from that seat acts (2.3)."""
    table = ten_card(100, 100, 1, first_to_act="best_exposed", judge=real_judge).deal(DEALT).all_place("right", "right")
    assert not table.player(3).able
    assert table.to_act == 1


def test_the_folded_show_nothing() -> None:
    """A folded player's cards open no betting (2.4)."""
    table = (
        ten_card(100, 100, 100, first_to_act="best_exposed", judge=real_judge).deal(DEALT).all_place("right", "right")
    )
    table.bets(3, "fold")
    table.all_check()
    table.judge = None
    table.all_place()
    assert isinstance(table.question, WhoLeads)
    assert table.question.seats == (2, 1)


def test_the_evaluator_is_not_asked_when_nobody_can_bet() -> None:
    """With fewer than two able to bet the round is skipped, and nobody asks whose hand is best (2.3)."""
    table = ten_card(1, 1, 100, first_to_act="best_exposed", judge=None)
    table.deal().all_place()
    assert table.hand.rounds == 5
    assert isinstance(table.question, WhoWins), "the first question is that of the showdown"


def test_the_question_shows_what_lies_open() -> None:
    """The evaluator is asked once a round about every live right hand, clockwise from the dealer's left (2.4)."""
    table = ten_card(100, 100, 100, first_to_act="best_exposed", judge=None)
    table.deal(DEALT).all_place("right", "right")
    assert table.question == WhoLeads(1, 1, (2, 3, 1), (("2h", "Ah"), ("9s", "9h"), ("3c", "7h")))
    assert (table.asked, table.hand.betting) == ({}, None)
    table.settle(Leads((2, 1, 3)))
    assert (table.question, table.to_act) == (None, 3)


@pytest.mark.parametrize(("aggressor", "first"), [(2, 2), (3, 3), (1, 1)])
def test_last_aggressor(aggressor: int, first: int) -> None:
    """With `last_aggressor` whoever made the last bet or raise acts first in the next round (2.1)."""
    table = ten_card(100, 100, 100, first_to_act="last_aggressor").deal().to_round(1)
    assert table.to_act == 2, "in the first round the dealer's left"
    while table.to_act != aggressor:
        table.bets(table.to_act or 0, "check")
    table.bets(aggressor, "bet", 2)
    table.all_check()
    assert table.to_round(2).to_act == first


def test_last_aggressor_by_raise() -> None:
    """A raise makes an aggressor, a call does not (2.1)."""
    table = ten_card(100, 100, 100, first_to_act="last_aggressor").deal().to_round(1)
    table.bets(2, "bet", 2)
    table.bets(3, "raise", 4)
    table.all_check()
    assert table.to_round(2).to_act == 3


def test_last_aggressor_of_an_earlier_round() -> None:
    """A round without a bet leaves the last aggressor as it was (2.1)."""
    table = ten_card(100, 100, 100, first_to_act="last_aggressor").deal().to_round(1)
    table.bets(2, "check")
    table.bets(3, "bet", 2)
    table.all_check().to_round(2)
    assert table.to_act == 3
    table.all_check()
    assert table.to_round(3).to_act == 3


def test_the_last_aggressor_has_folded() -> None:
    """If the last aggressor has folded, the first able to bet clockwise from that seat acts (2.3)."""
    table = ten_card(100, 100, 100, first_to_act="last_aggressor").deal().to_round(1)
    table.bets(2, "bet", 2)
    table.all_check().to_round(2)
    table.bets(2, "fold")
    table.all_check()
    assert table.to_round(3).to_act == 3
