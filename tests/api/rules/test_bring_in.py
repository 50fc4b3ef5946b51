"""The forced opening bet of the one game with a single exposed hand (2.1, `bring_in`)."""

from typing import Any

import pytest

from api.rules.actions import BringIn
from api.rules.legal import default_answer
from api.rules.options import announce
from api.rules.refusals import BadOption
from tests.api.rules.house import SEVEN_CARD, House, one_by_one, seven_card


def brought(*cards: str, stacks: tuple[int, ...] = (100, 100, 100), **options: Any) -> House:
    """All keep their first card, one a player; the last of them deals."""
    table = seven_card(*stacks, **{"bring_in": "low_card", "small_bet": 10, "bring_in_amount": 3, **options})
    table.deal(one_by_one(*cards))
    table.keeps(*range(2, len(stacks) + 1), 1)
    return table


@pytest.mark.parametrize(
    ("which", "cards", "seat"),
    [
        ("low_card", ("9h", "2c", "As"), 3),
        ("high_card", ("9h", "2c", "As"), 1),
        ("low_card", ("9h", "2c", "2s"), 3),
        ("high_card", ("Kh", "Kc", "2s"), 2),
        ("low_card", ("Ah", "Kc", "Qs"), 1),
    ],
)
def test_who_brings_in(which: str, cards: tuple[str, ...], seat: int) -> None:
    """The lowest (highest) card up opens, the ace high, nearest the dealer's left among equals (2.1, `bring_in`)."""
    table = brought(*cards, bring_in=which)
    assert table.to_act == seat
    assert table.may(seat) == {"bring-in", "bet"}
    assert table.bounds(seat) == (10, 10)


def test_no_bring_in_unless_announced() -> None:
    """`bring_in=none`: nobody must open, and a check is free (2.1)."""
    table = brought("9h", "2c", "As", bring_in="none")
    assert table.to_act == 1 and table.may(1) == {"fold", "check", "bet"}


def test_a_bring_in_is_called_or_completed() -> None:
    """The others call the bring-in, or complete it to a full bet; then raises are full (2.1, `bring_in_amount`)."""
    table = brought("9h", "2c", "As")
    table.brings_in(3)
    assert (table.to_act, table.player(3).bet) == (1, 3)
    assert table.may(1) == {"fold", "call", "raise"} and table.bounds(1) == (10, 10)
    table.bets(1, "raise", 10)
    assert table.bounds(2) == (20, 20)
    table.bets(2, "call")
    assert table.bounds(3) == (20, 20)


def test_the_bring_in_seat_may_raise_when_it_is_completed_only() -> None:
    """When all just call the bring-in the round is over: the seat has acted (2.1)."""
    table = brought("9h", "2c", "As")
    table.brings_in(3)
    table.bets(1, "call")
    table.bets(2, "call")
    assert table.hand.dealt == 6 and table.to_act is None


def test_a_full_bet_instead_of_the_bring_in() -> None:
    """Who must bring in may make a full bet at once (2.1)."""
    table = brought("9h", "2c", "As")
    table.bets(3, "bet", 10)
    assert table.bounds(1) == (20, 20)


def test_completing_does_not_count_as_a_raise() -> None:
    """The completion is the bet of the round; the cap counts raises after it (2.1, `raise_cap`)."""
    table = brought("9h", "2c", "As", raise_cap=1)
    table.brings_in(3)
    table.bets(1, "raise", 10)
    table.bets(2, "raise", 20)
    assert table.bounds(3) is None


def test_a_bring_in_of_a_full_bet_is_the_bet_of_the_round() -> None:
    """A bring-in as large as the bet leaves nothing to complete: what goes above it is a raise (2.1, `raise_cap`)."""
    table = brought("9h", "2c", "As", raise_cap=1, bring_in_amount=10)
    table.brings_in(3)
    table.bets(1, "raise", 20)
    assert table.bounds(2) is None


def test_a_bring_in_above_the_smallest_bet_is_raised_by_as_much() -> None:
    """In spread limit the bring-in may be more than the smallest bet; a raise is no less than what was bet (2.3)."""
    table = brought("9h", "2c", "As", limit="spread", spread_min=2, spread_max=10, bring_in_amount=6)
    table.brings_in(3)
    assert table.bounds(1) == (12, 16)


def test_a_short_all_in_above_a_full_bring_in_is_completed() -> None:
    """It is completed to two bets, as above any other bet, and does not reopen the betting for the bring-in (2.3)."""
    table = brought("9h", "2c", "As", stacks=(15, 100, 100), bring_in_amount=10)
    table.brings_in(3)
    table.bets(1, "raise", 14)
    assert table.bounds(2) == (20, 20)
    table.bets(2, "call")
    assert table.bounds(3) is None


def test_only_the_first_round_is_brought_in() -> None:
    """Later rounds are opened by the first to act, freely (2.1)."""
    table = brought("9h", "2c", "As")
    table.play_on(lambda table: table.hand.rounds == 2 and table.to_act is not None)
    assert "check" in table.may(table.to_act or 0)


def test_a_short_bring_in_is_all_in() -> None:
    """Who has less than the bring-in puts in what there is (2.1; 2.3)."""
    table = brought("9h", "2c", "As", stacks=(100, 100, 3))
    assert table.player(3).chips == 2
    table.brings_in(3)
    assert (table.player(3).chips, table.player(3).bet, table.to_act) == (0, 2, 1)


def test_the_bring_in_seat_is_all_in_already() -> None:
    """If the seat with the low card is all-in from the ante, the next able to bet opens in its place (2.1; 2.3)."""
    table = brought("9h", "2c", "As", stacks=(100, 100, 1))
    assert table.to_act == 1 and table.may(1) == {"bring-in", "bet"}


def test_time_out_brings_in() -> None:
    """The clock pays the bring-in and no more (2.1)."""
    table = brought("9h", "2c", "As")
    assert default_answer(SEVEN_CARD, table.hand, table.asked[3]) == BringIn()


def test_nobody_has_a_card_up() -> None:
    """Where nobody kept a card nobody must bring in, and the dealer's left may check (2.1; X03)."""
    table = seven_card(100, 100, 100, bring_in="low_card").deal()
    table.discards(2, 3, 1)
    assert table.to_act == 2 and "check" in table.may(2)


def test_the_default_bring_in_is_half_a_small_bet() -> None:
    """`bring_in_amount` is half a small bet unless announced, and never more than a small bet (2.1)."""
    assert announce(SEVEN_CARD.options, {"small_bet": 10})["bring_in_amount"] == 5
    assert announce(SEVEN_CARD.options, {"small_bet": 1})["bring_in_amount"] == 1
    with pytest.raises(BadOption):
        announce(SEVEN_CARD.options, {"small_bet": 10, "bring_in_amount": 11})
