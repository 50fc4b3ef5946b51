"""How much may be bet and raised under each limit (2.1, 2.3)."""

from typing import Any

import pytest

from tests.api.rules.builders import BettingRound, ten_card

THREE = {"A": 1000, "B": 1000, "C": 1000}
TWO = {"A": 1000, "B": 1000}
FIXED = {"limit": "fixed", "small_bet": 10, "big_bet": 20}


def raised(betting: BettingRound, *players: str, by: int = 10) -> BettingRound:
    """The first player bets and the others raise, each by that much."""
    for count, name in enumerate(players, 1):
        betting.act(name, "bet" if count == 1 else "raise", count * by)
    return betting


# Fixed limit


@pytest.mark.parametrize("betting_round", range(1, 6))
def test_fixed_sizes(betting_round: int) -> None:
    """The first two of five rounds bet small, the other three big (2.1)."""
    size = 10 if betting_round <= 2 else 20
    betting = BettingRound(THREE, betting_round=betting_round, **FIXED)
    assert betting.bounds == (size, size)
    assert betting.act("A", "bet", size).bounds == (2 * size, 2 * size)


def test_fixed_sizes_at_the_table() -> None:
    """Every round of a whole hand has its own bet: 2, 2, 4, 4 and 4 with an ante of 1 (2.1)."""
    table = ten_card(100, 100).deal()
    assert [table.to_round(number).bounds(2) for number in range(1, 6)] == [(2, 2), (2, 2), (4, 4), (4, 4), (4, 4)]


@pytest.mark.parametrize("to", [5, 15, 19, 21, 30])
def test_fixed_and_nothing_else(to: int) -> None:
    """In fixed limit no other amount is a raise (2.3)."""
    assert not BettingRound(THREE, **FIXED).act("A", "bet", 10).accepts("raise", to)


# The cap


def test_a_bet_and_three_raises() -> None:
    """The cap is a bet and three raises (2.1)."""
    betting = raised(BettingRound(THREE, **FIXED), "A", "B", "C")
    assert betting.bounds == (40, 40)
    assert betting.act("A", "raise", 40).may == {"fold", "call"}


@pytest.mark.parametrize("cap", [1, 2, 5])
def test_another_cap(cap: int) -> None:
    """The cap is as announced (2.1)."""
    betting = raised(BettingRound(THREE, raise_cap=cap, **FIXED), *("ABC" * 2)[: cap + 1])
    assert betting.may == {"fold", "call"}


def test_no_cap_by_announcement() -> None:
    """With `raise_cap=0` there is no cap (2.1)."""
    assert "raise" in raised(BettingRound(THREE, raise_cap=0, **FIXED), *"ABC" * 5).may


def test_no_cap_heads_up() -> None:
    """With only two players able to bet there is no cap (2.1)."""
    assert "raise" in raised(BettingRound(TWO, **FIXED), *"AB" * 5).may


def test_no_cap_when_the_others_fold_before_it() -> None:
    """When two are left before the cap is reached, it falls away (2.1)."""
    betting = BettingRound(THREE, **FIXED).acts(("A", "bet", 10), ("B", "raise", 20), ("C", "fold"))
    betting.acts(("A", "raise", 30), ("B", "raise", 40), ("A", "raise", 50))
    assert "raise" in betting.may


def test_a_cap_reached_before_the_others_folded() -> None:
    """When it was reached before the others folded, the cap stands for the two who are left (2.1)."""
    betting = raised(BettingRound(THREE, **FIXED), *"ABCA")
    betting.act("B", "fold")
    assert (betting.to_act, betting.may) == ("C", {"fold", "call"})


def test_all_in_players_are_not_able_to_bet() -> None:
    """Two able to bet beside one who is all-in are two: no cap (2.1)."""
    betting = BettingRound({"A": 1000, "B": 10, "C": 1000}, **FIXED).acts(("A", "bet", 10), ("B", "call"))
    for count, name in enumerate("CACAC", 2):
        betting.act(name, "raise", 10 * count)
    assert "raise" in betting.may


def test_the_cap_is_new_each_round() -> None:
    """Raises count within their round (2.1)."""
    table = ten_card(100, 100, 100).deal().to_round(1)
    for seat, what, to in [(2, "bet", 2), (3, "raise", 4), (1, "raise", 6), (2, "raise", 8)]:
        table.bets(seat, what, to)
    assert "raise" not in table.may(3)
    table.all_check().to_round(2)
    table.bets(2, "bet", 2)
    assert "raise" in table.may(3)


# Check and raise


def test_check_and_raise() -> None:
    """Who has checked may raise later in the round (2.1)."""
    assert "raise" in BettingRound(THREE).acts(("A", "check"), ("B", "bet", 2), ("C", "call")).may


def test_no_check_and_raise_by_announcement() -> None:
    """With `check_raise=off` who has checked may only call or fold later in the round (2.1)."""
    betting = BettingRound(THREE, check_raise="off").acts(("A", "check"), ("B", "bet", 2))
    assert (betting.to_act, "raise" in betting.may) == ("C", True)
    betting.act("C", "raise", 4)
    assert (betting.to_act, betting.may) == ("A", {"fold", "call"})
    betting.act("A", "call")
    assert (betting.to_act, "raise" in betting.may) == ("B", True), "B has bet, not checked"


def test_a_check_is_forgotten_with_the_round() -> None:
    """With `check_raise=off` a check binds for its round only (2.1)."""
    table = ten_card(100, 100, check_raise="off").deal().to_round(2)
    table.bets(2, "bet", 2)
    table.bets(1, "raise", 4)
    assert "raise" in table.may(2)


# Spread limit


SPREAD = {"limit": "spread", "spread_min": 2, "spread_max": 10}


def test_spread_bets() -> None:
    """A bet is anything from the smallest to the largest of the spread (2.1)."""
    assert BettingRound(THREE, **SPREAD).bounds == (2, 10)


@pytest.mark.parametrize(("actions", "want"), [
    ([("A", "bet", 2)], (4, 12)),
    ([("A", "bet", 6)], (12, 16)),
    ([("A", "bet", 10)], (20, 20)),
    ([("A", "bet", 3), ("B", "raise", 10)], (17, 20)),
])  # fmt: skip
def test_spread_raises(actions: list[tuple[Any, ...]], want: tuple[int, int]) -> None:
    """A raise is at least the last bet or raise, and at most the largest of the spread (2.1)."""
    assert BettingRound(THREE, **SPREAD).acts(*actions).bounds == want


def test_the_cap_holds_in_spread_limit_too() -> None:
    """The cap of fixed limit is the cap of spread limit (2.1)."""
    assert raised(BettingRound(THREE, **SPREAD), *"ABCA", by=3).may == {"fold", "call"}


# Pot limit


def pot_limit(pot_before: int, behind: dict[str, int] | None = None) -> BettingRound:
    return BettingRound(behind or THREE, pot_before, limit="pot", min_bet=10)


def test_pot_limit_bet() -> None:
    """A bet is at most the pot (2.3)."""
    assert pot_limit(60).bounds == (10, 60)


def test_pot_limit_raise() -> None:
    """A raise goes to the bet, plus the pot with all bets of the round and the call in it (2.3)."""
    betting = pot_limit(60).act("A", "bet", 60)
    # The pot holds 120 and B calls 60: B may raise the 60 by 180.
    assert betting.bounds == (120, 240)
    betting.act("B", "raise", 240)
    # The pot holds 360 and C calls 240: C may raise the 240 by 600.
    assert betting.bounds == (420, 840)


def test_pot_limit_raise_of_who_has_bet() -> None:
    """What one has bet already is in the pot, and only the rest is to be called (2.3)."""
    betting = pot_limit(30).acts(("A", "bet", 20), ("B", "raise", 60), ("C", "fold"))
    # The pot holds 110 and A calls 40: A may raise the 60 by 150.
    assert betting.bounds == (100, 210)


def test_pot_limit_counts_what_callers_paid() -> None:
    """Bets, calls and folded chips of the round are all in the pot (2.3)."""
    betting = pot_limit(0, {**THREE, "D": 1000}).acts(("A", "bet", 10), ("B", "call"), ("C", "call"))
    assert betting.bounds == (20, 50)


def test_pot_limit_with_an_empty_pot() -> None:
    """The smallest bet may always be made, however small the pot is (2.1, 2.3)."""
    assert pot_limit(0).bounds == (10, 10)
    assert pot_limit(4).bounds == (10, 10)


def test_pot_limit_all_in() -> None:
    """The stack is a bound too (2.3)."""
    assert pot_limit(60, {"A": 45, "B": 1000}).bounds == (10, 45)


def test_pot_limit_counts_the_pot_of_earlier_rounds() -> None:
    """What was paid in earlier rounds, antes included, is in the pot (2.3)."""
    table = ten_card(100, 100, limit="pot", ante=3, min_bet=2).deal().to_round(1)
    assert table.bounds(2) == (2, 6)
    table.bets(2, "bet", 6)
    table.bets(1, "call")
    assert table.to_round(2).bounds(2) == (2, 18)


# No limit


def test_no_limit() -> None:
    """A bet is anything from the smallest bet to all of one's chips (2.3)."""
    betting = BettingRound(THREE, limit="none", min_bet=25)
    assert betting.bounds == (25, 1000)
    assert betting.act("A", "bet", 25).bounds == (50, 1000)


def test_no_limit_raises_grow() -> None:
    """A raise is at least the last full bet or raise of the round (2.3)."""
    betting = BettingRound(THREE, limit="none", min_bet=50).acts(("A", "bet", 100), ("B", "raise", 300))
    assert betting.bounds == (500, 1000)
    assert betting.act("C", "raise", 550).bounds == (800, 1000)


def test_no_limit_has_no_cap() -> None:
    """There is no cap in pot limit and no limit (2.1)."""
    assert "raise" in raised(BettingRound(THREE, limit="none", min_bet=10, raise_cap=1), *"ABC" * 5).may
