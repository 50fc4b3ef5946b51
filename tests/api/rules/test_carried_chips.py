"""Chips that one hand leaves for the next (7.2, `carry`)."""

import pytest

from api.rules import events as e
from api.rules import ruling, seating
from api.rules.refusals import HandInProgress
from api.rules.table import chips_held, chips_owed
from tests.api.rules.builders import refused
from tests.api.rules.house import House, house, one_by_one

HIGH, LOW, MIDDLE = "Ah Ad As Kh Kd", "6c 4d 3s 2h Ac", "Jc Js 9h 7d 5s"
BOARD = "Qc Qd Tc Td 9s 9c 8s 8c Jh Jd 7h 7s"
TEN, REAL = "ten-card-regrets", "real-poker"


def carrying(*stacks: int, then: str = REAL, ante: int = 20) -> House:
    """A table whose last hand, of Real Poker, had no low declarer and left the low half for the next hand."""
    table = house(
        *(stacks or (100, 100, 100)), games=[REAL, then] if then != REAL else [REAL], choice="rotation", ante=ante
    )
    table.does(seating.change_settings, None, {"no_declarer_half": "carry", "ante": ante})
    table.deal(one_by_one(HIGH, LOW, MIDDLE, board=BOARD)).to_choice("declare")
    return table.declares(B="high", C="high", A="high")


def test_the_half_lies_for_the_next_hand() -> None:
    """A half without an eligible declarer stays on the table; it is nobody's yet (7.2; R-16)."""
    table = carrying()
    assert (table.got, table.carried, table.chips) == ({2: 30}, 30, {1: 80, 2: 110, 3: 80})
    assert chips_held(table.table) == chips_owed(table.table) == 300


def test_it_goes_into_the_next_hands_first_pot() -> None:
    """Carried chips lie in the main pot of the next hand (7.2)."""
    table = carrying()
    table.deal(one_by_one(LOW, MIDDLE, HIGH, board=BOARD)).to_choice("declare")
    assert (table.carried, sum(owed.chips for owed in table.hand.carried)) == (0, 30)
    table.declares(C="low", A="high", B="high")
    assert [(award.pot, award.amount) for award in table.hand.awards] == [(1, 90), (1, 90)]


@pytest.mark.parametrize("then", [TEN, "seven-card-regrets", "henway"])
def test_whatever_the_next_game_is(then: str) -> None:
    """Into the next hand's main pot, whatever its game (7.2)."""
    table = carrying(then=then).deal().to_the_end()
    assert table.hand.game == then
    assert sum(table.got.values()) == 60 + 30 and table.carried == 0


def test_a_side_pot_gets_none_of_it() -> None:
    """With side pots the carried chips are in the first (7.2; 2.5)."""
    table = carrying(30, 100, 100)
    table.deal().to_choice("declare")
    first, *rest = table.to_the_end().showdown.pots
    assert first.amount == 3 * 10 + 30 and [pot.amount for pot in rest] == [20]


def test_who_wins_uncontested_takes_it() -> None:
    """Who is left alone takes every pot, carried chips too (2.3)."""
    table = carrying().deal()
    table.bets(3, "fold")
    table.bets(1, "fold")
    assert table.got == {2: 90}


def test_it_can_be_carried_again() -> None:
    """A half may find no declarer twice (7.2)."""
    table = carrying()
    table.deal(one_by_one(LOW, MIDDLE, HIGH, board=BOARD)).to_choice("declare")
    table.declares(C="high", A="high", B="high")
    assert table.carried == 45 and chips_held(table.table) == chips_owed(table.table)


def test_whose_it_would_be_again() -> None:
    """Carried chips are everybody's in proportion to what they put in (7.2)."""
    assert [(owed.player, owed.chips) for owed in carrying().table.carried] == [(2, 10), (3, 10), (1, 10)]


def test_units_that_do_not_divide() -> None:
    """What does not divide is owed one by one clockwise from the dealer's left (7.2; 2.6)."""
    table = carrying(ante=15)
    assert table.carried == 22
    assert [owed.chips for owed in table.table.carried] == [8, 7, 7]


def test_closing_gives_it_back() -> None:
    """If the table closes first, carried chips go back to who paid them (7.2)."""
    table = carrying()
    table.does(seating.close)
    assert [(event.seat, event.chips) for event in table.happened(e.Refunded)] == [(2, 10), (3, 10), (1, 10)]
    assert sorted((left.seat, left.chips) for left in table.happened(e.Left)) == [(1, 90), (2, 120), (3, 90)]
    assert chips_held(table.table) == chips_owed(table.table) == 0


def test_who_has_left_is_paid_back_too() -> None:
    """A player who has left gets a share of what is given back, though the chair is somebody else's by now (7.2)."""
    table = carrying()
    table.leaves(3)
    table.sits("New", 50, 3)
    table.does(seating.close)
    refunds = {event.player: (event.seat, event.chips) for event in table.happened(e.Refunded)}
    assert refunds == {1: (1, 10), 2: (2, 10), 3: (None, 10)}
    assert {left.player: left.chips for left in table.happened(e.Left)} == {3: 80, 1: 90, 2: 120, 4: 50}
    assert chips_held(table.table) == chips_owed(table.table) == 0


def test_a_void_hand_leaves_it_for_the_next() -> None:
    """When a hand is void, what was carried into it lies there for the next (2.6a; 7.2)."""
    table = carrying().deal()
    table.does(ruling.rule, "Misdealt.", True)
    assert table.carried == 30 and table.chips == {1: 80, 2: 110, 3: 80}


def test_voiding_the_hand_that_carried_takes_it_back() -> None:
    """When the hand that left chips is void, they go back with all the others (2.6a; 7.2)."""
    table = carrying()
    table.does(ruling.rule, "Misdealt.", True)
    assert table.carried == 0 and table.chips == {1: 100, 2: 100, 3: 100}


def test_carried_chips_count_for_the_pot_limit() -> None:
    """A pot-limit bet may be as large as the pot, carried chips included (2.3; 7.2)."""
    table = carrying(500, 500, 500).deal(limit="pot")
    bounds = table.bounds(3)
    assert bounds is not None and bounds[1] == 90, "antes of 60 and 30 carried"


def test_no_closing_during_the_hand_that_plays_for_it() -> None:
    """The table is closed between hands (2.1)."""
    refused(carrying().deal(), HandInProgress, seating.close)
