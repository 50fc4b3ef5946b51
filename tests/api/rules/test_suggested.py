"""The amounts that a decision suggests, and their names: what a front end writes on its buttons."""

from typing import Any

import pytest

from tests.api.rules.builders import BettingRound


def suggested(betting: BettingRound) -> dict[int, str]:
    """Each suggested amount with its name."""
    (entry,) = (entry for entry in betting.legal if hasattr(entry, "suggested"))
    return dict(zip(entry.suggested, entry.suggested_names, strict=True))


@pytest.mark.parametrize(
    ("pot", "stacks", "limit", "named"),
    [
        (60, {"A": 1000, "B": 1000}, {"limit": "pot", "min_bet": 10}, {10: "min", 30: "half-pot", 60: "pot"}),
        (60, {"A": 45, "B": 45}, {"limit": "none", "min_bet": 10}, {10: "min", 30: "half-pot", 45: "all-in"}),
        (60, {"A": 7, "B": 1000}, {"limit": "none", "min_bet": 10}, {7: "all-in"}),
        (60, {"A": 1000, "B": 1000}, {"limit": "fixed", "small_bet": 10, "big_bet": 20}, {10: "min"}),
        (7, {"A": 900, "B": 900}, {"limit": "none", "min_bet": 2}, {2: "min", 4: "half-pot", 7: "pot", 900: "all-in"}),
        (20, {"A": 100, "B": 100}, {"limit": "none", "min_bet": 10}, {10: "min", 20: "pot", 100: "all-in"}),
    ],
)
def test_a_suggested_amount_is_named(pot: int, stacks: dict[str, int], limit: Any, named: dict[int, str]) -> None:
    """An amount that is several things has one name: all-in before the least, the least before the pot."""
    assert suggested(BettingRound(stacks, pot_before=pot, **limit)) == named


def test_half_and_whole_pots_count_the_call() -> None:
    """A pot-sized raise makes the bet what the pot would be once it had been called."""
    betting = BettingRound({"A": 1000, "B": 1000}, pot_before=60, limit="none", min_bet=10)
    betting.act("A", "bet", 40)
    assert suggested(betting) == {80: "min", 110: "half-pot", 180: "pot", 1000: "all-in"}
