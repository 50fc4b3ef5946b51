"""All-ins of less than a full bet or raise (2.3): whom they let raise again, and what the next raise is."""

from typing import Any

import pytest

from tests.api.rules.builders import BettingRound, kinds

NO_LIMIT = {"limit": "none", "min_bet": 10}
FIXED = {"limit": "fixed", "small_bet": 20, "big_bet": 20}


def no_limit(**behind: int) -> BettingRound:
    return BettingRound(behind, **NO_LIMIT)


def fixed(**behind: Any) -> BettingRound:
    return BettingRound(behind, **FIXED)


# No limit: only a full raise reopens


def test_it_may_be_called_by_all() -> None:
    """A short all-in may be called, and whoever has not acted may raise it by a full raise (2.3)."""
    betting = no_limit(A=1000, B=140, C=1000).acts(("A", "bet", 100), ("B", "raise", 140))
    assert (betting.to_act, betting.call_to, betting.bounds) == ("C", 140, (240, 1000))


def test_it_does_not_reopen() -> None:
    """Who has acted may only call or fold after a short all-in (2.3)."""
    betting = no_limit(A=1000, B=140, C=1000).acts(("A", "bet", 100), ("B", "raise", 140), ("C", "call"))
    assert (betting.to_act, betting.may) == ("A", {"fold", "call"})


def test_a_call_of_it_does_not_reopen_either() -> None:
    """A caller between a short all-in and the first bettor changes nothing (2.3)."""
    betting = no_limit(A=1000, B=1000, C=140, D=1000)
    betting.acts(("A", "bet", 100), ("B", "call"), ("C", "raise", 140), ("D", "call"))
    for name in ("A", "B"):
        assert (betting.to_act, betting.may) == (name, {"fold", "call"})
        betting.act(name, "call")
    assert betting.to_act is None


def test_a_full_raise_after_it_reopens() -> None:
    """A full raise over a short all-in lets everybody raise again (2.3)."""
    betting = no_limit(A=1000, B=140, C=1000)
    betting.acts(("A", "bet", 100), ("B", "raise", 140), ("C", "raise", 240))
    assert (betting.to_act, betting.bounds) == ("A", (340, 1000))


def test_several_together_reopen() -> None:
    """Short all-ins since a player's action that together make a full raise let that player raise (2.3)."""
    betting = no_limit(A=1000, B=150, C=200, D=1000)
    betting.acts(("A", "bet", 100), ("B", "raise", 150), ("C", "raise", 200), ("D", "call"))
    assert (betting.to_act, betting.bounds) == ("A", (300, 1000))


def test_together_too_little() -> None:
    """Short all-ins that together are less than a full raise do not reopen (2.3)."""
    betting = no_limit(A=1000, B=140, C=180, D=1000)
    betting.acts(("A", "bet", 100), ("B", "raise", 140), ("C", "raise", 180), ("D", "call"))
    assert (betting.to_act, betting.may) == ("A", {"fold", "call"})


def test_reopened_for_one_and_not_for_another() -> None:
    """Whether it is reopened counts from each player's own last action (2.3)."""
    betting = no_limit(A=1000, B=150, C=1000, D=200)
    betting.acts(("A", "bet", 100), ("B", "raise", 150), ("C", "call"), ("D", "raise", 200))
    assert (betting.to_act, betting.bounds) == ("A", (300, 1000)), "A faces 100 more, a full raise"
    betting.act("A", "call")
    assert (betting.to_act, betting.may) == ("C", {"fold", "call"}), "C faces 50 more, half a raise"


def test_the_next_raise_is_by_the_last_full_one() -> None:
    """After a raise by 200 and a short all-in the next raise is by 200 again, over the all-in (2.3)."""
    betting = no_limit(A=1000, B=1000, C=350, D=1000)
    betting.acts(("A", "bet", 100), ("B", "raise", 300), ("C", "raise", 350))
    assert (betting.to_act, betting.bounds) == ("D", (550, 1000))


def test_an_opening_all_in_below_the_smallest_bet() -> None:
    """A short opening all-in may be called, or raised by at least the smallest bet (2.3)."""
    betting = no_limit(A=4, B=1000, C=1000).act("A", "bet", 4)
    assert (betting.call_to, betting.bounds) == (4, (14, 1000))


def test_a_checker_and_a_short_bet() -> None:
    """A short opening all-in does not let those raise who have checked (2.3)."""
    betting = no_limit(A=1000, B=4, C=1000).acts(("A", "check"), ("B", "bet", 4), ("C", "call"))
    assert (betting.to_act, betting.may) == ("A", {"fold", "call"})


def test_half_by_announcement() -> None:
    """With `short_allin=half` half a raise reopens in no limit too, and the raise stays the full one (2.1, 2.3)."""
    betting = BettingRound({"A": 1000, "B": 150, "C": 1000}, short_allin="half", **NO_LIMIT)
    betting.acts(("A", "bet", 100), ("B", "raise", 150), ("C", "call"))
    assert (betting.to_act, betting.bounds) == ("A", (250, 1000))


# Fixed limit: half a bet counts, less may be completed


def test_less_than_half_may_be_completed() -> None:
    """An all-in of less than half a raise may be completed by who has not acted, and reopens nothing (2.3)."""
    betting = fixed(A=1000, B=28, C=1000).acts(("A", "bet", 20), ("B", "raise", 28))
    assert (betting.to_act, betting.bounds) == ("C", (40, 40))
    betting.act("C", "call")
    assert (betting.to_act, betting.may) == ("A", {"fold", "call"})


def test_completing_reopens() -> None:
    """A completed raise is a full one: everybody may raise again, by a bet (2.3)."""
    betting = fixed(A=1000, B=28, C=1000).acts(("A", "bet", 20), ("B", "raise", 28), ("C", "raise", 40))
    assert (betting.to_act, betting.bounds) == ("A", (60, 60))


@pytest.mark.parametrize(("all_in", "next_raise"), [(30, 50), (35, 55), (39, 59)])
def test_half_or_more_counts_as_full(all_in: int, next_raise: int) -> None:
    """Half a raise or more counts as a full one, and the next raise is a whole bet more (2.3)."""
    betting = fixed(A=1000, B=all_in, C=1000).acts(("A", "bet", 20), ("B", "raise", all_in))
    assert (betting.to_act, betting.bounds) == ("C", (next_raise, next_raise))
    betting.act("C", "call")
    assert (betting.to_act, betting.bounds) == ("A", (next_raise, next_raise))


@pytest.mark.parametrize(("all_in", "to"), [(15, 35), (10, 30), (9, 20), (1, 20)])
def test_an_opening_all_in(all_in: int, to: int) -> None:
    """An opening all-in of half a bet counts as the bet; a smaller one may be completed to it (2.3)."""
    betting = fixed(A=all_in, B=1000, C=1000).act("A", "bet", all_in)
    assert (betting.call_to, betting.bounds) == (all_in, (to, to))


def test_full_by_announcement() -> None:
    """With `short_allin=full` half a raise is completed in fixed limit too (2.1, 2.3)."""
    betting = BettingRound({"A": 1000, "B": 30, "C": 1000}, short_allin="full", **FIXED)
    betting.acts(("A", "bet", 20), ("B", "raise", 30))
    assert betting.bounds == (40, 40)
    betting.act("C", "call")
    assert betting.may == {"fold", "call"}


def test_two_short_all_ins_in_fixed_limit() -> None:
    """Two all-ins of less than half a raise each are still completed to the one bet (2.3)."""
    betting = fixed(A=1000, B=24, C=28, D=1000)
    betting.acts(("A", "bet", 20), ("B", "raise", 24), ("C", "raise", 28))
    assert (betting.to_act, betting.bounds) == ("D", (40, 40))
    betting.act("D", "call")
    assert (betting.to_act, betting.may) == ("A", {"fold", "call"})


def test_a_completion_with_the_last_chips() -> None:
    """Who cannot complete the whole bet may put in what he has (2.3)."""
    betting = fixed(A=1000, B=24, C=37, D=1000).acts(("A", "bet", 20), ("B", "raise", 24))
    assert betting.bounds == (37, 37)


def test_a_short_all_in_is_no_raise_towards_the_cap() -> None:
    """Only full raises count towards the cap (2.1, 2.3)."""
    betting = fixed(A=1000, B=1000, C=1000, D=68)
    betting.acts(("A", "bet", 20), ("B", "raise", 40), ("C", "raise", 60), ("D", "raise", 68))
    assert betting.bounds == (80, 80)
    betting.acts(("A", "raise", 80))
    assert "raise" not in kinds(betting.legal)
