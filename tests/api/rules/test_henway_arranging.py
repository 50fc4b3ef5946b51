"""Henway: arranging, and taking an arrangement back (6.3)."""

from typing import Any

import pytest

from api.rules import events as e
from api.rules import play
from api.rules.actions import Arrange, Withdraw
from api.rules.legal import default_answer
from api.rules.refusals import AnsweredDifferently, DecisionClosed
from api.rules.script import NEW
from tests.api.rules.builders import refused, takes
from tests.api.rules.house import HENWAY, House, henway, one_by_one
from tests.api.rules.test_henway_rules import BEST, SECOND, THIRD, arranged

ACES = ("As Ah Ad Kc Kh", "Ks 5d 4s 3h 2c")
REVERSED = ("Kh Kc Ad Ah As", "2c 3h 4s 5d 7c")


def dealt(*stacks: int, **options: Any) -> House:
    """Three players with ten cards each: BEST in seat 2, SECOND in seat 3, THIRD in seat 1."""
    table = henway(*(stacks or (100, 100, 100)), **options)
    return table.deal(one_by_one(*(" ".join(rows) for rows in (BEST, SECOND, THIRD))))


def test_no_betting_before_the_first_turn() -> None:
    """All arrange before anybody bets (6.3)."""
    table = dealt()
    assert {seat: (one.type, one.secret) for seat, one in table.asked.items()} == dict.fromkeys(
        (1, 2, 3), ("arrange", True)
    )
    assert table.hand.rounds == 0


def test_an_arrangement_is_kept_until_all_have_given_one() -> None:
    """An arrangement moves no card until every live player has given one; then all are set down at once (6.3)."""
    table = dealt()
    table.arranges(3, *SECOND)
    table.arranges(1, *THIRD)
    assert table.pile(3, "1") == () and len(table.pile(3, NEW)) == 10 and not table.happened(e.Arranged)
    table.arranges(2, *BEST)
    (event,) = table.happened(e.Arranged)
    assert [by.seat for by in event.seats] == [2, 3, 1]


def test_an_arrangement_may_be_withdrawn() -> None:
    """Until everybody has arranged a player may take the arrangement back and give another, under a new number
    (6.3)."""
    table = dealt()
    first = table.asked[2].number
    table.arranges(2, *BEST)
    offered = table.asked[2]
    assert (offered.type, offered.required, offered.secret) == ("withdraw", False, False)
    table.withdraws(2)
    again = table.asked[2]
    assert again.type == "arrange" and len({first, offered.number, again.number}) == 3
    table.arranges(2, *REVERSED)
    table.arranges(3, *SECOND)
    table.arranges(1, *THIRD)
    assert table.pile(2, "1") == tuple(REVERSED[0].split())


def test_withdrawing_twice() -> None:
    """An arrangement may be changed as often as one likes (6.3)."""
    table = dealt()
    for rows in (BEST, REVERSED, BEST):
        table.arranges(2, *rows)
        table.withdraws(2)
    assert table.asked[2].type == "arrange"


def test_withdrawing_all_evening_does_not_swell_the_table() -> None:
    """Only what was withdrawn last is known again; what was before is closed (6.3)."""
    table = dealt()
    first = table.asked[2].number
    for _ in range(10):
        table.arranges(2, *BEST)
        table.withdraws(2)
    assert len(table.hand.answered) == 2
    refused(table, DecisionClosed, play.answer, 2, first, Arrange(tuple(tuple(row.split()) for row in BEST)))


def test_the_hand_does_not_wait_for_a_withdrawal() -> None:
    """Who has arranged is not waited for; with the last arrangement all are locked and the first cards turn (6.3)."""
    table = dealt()
    table.arranges(2, *BEST)
    table.arranges(3, *SECOND)
    number = table.asked[2].number
    table.arranges(1, *THIRD)
    assert table.happened(e.Turned) and [one.type for one in table.asked.values()] == ["bet"]
    refused(table, DecisionClosed, play.answer, 2, number, Withdraw())


def test_the_last_to_arrange_cannot_withdraw() -> None:
    """The last arrangement locks all of them, its own too (6.3; W-6)."""
    table = arranged(BEST, SECOND)
    assert {one.type for one in table.asked.values()} == {"bet"}


def test_a_withdrawal_is_taken_once() -> None:
    """The same answers sent again change nothing; a withdrawn decision takes no other arrangement (6.3)."""
    table = dealt()
    number = table.asked[2].number
    table.arranges(2, *BEST)
    offered = table.asked[2].number
    table.withdraws(2)
    before = table.table
    given = Arrange(tuple(tuple(row.split()) for row in BEST))
    table.act(lambda run: play.answer(run, 2, number, given))
    table.act(lambda run: play.answer(run, 2, offered, Withdraw()))
    assert table.table == before
    other = Arrange(tuple(tuple(row.split()) for row in REVERSED))
    refused(table, AnsweredDifferently, play.answer, 2, number, other)


def test_only_the_last_is_waited_for_again() -> None:
    """A withdrawal makes the table wait for that player too (6.3)."""
    table = dealt()
    table.arranges(2, *BEST)
    table.arranges(3, *SECOND)
    table.withdraws(2)
    table.arranges(1, *THIRD)
    assert not table.happened(e.Arranged) and table.asked[2].type == "arrange"
    table.arranges(2, *BEST)
    assert table.happened(e.Arranged)


def test_leaving_after_arranging() -> None:
    """Who leaves after arranging keeps that arrangement, and can no longer withdraw it to any effect (2.5; 6.3)."""
    table = dealt()
    table.arranges(2, *REVERSED)
    table.leaves(2)
    table.arranges(3, *SECOND)
    table.arranges(1, *THIRD)
    assert table.pile(2, "1") == tuple(REVERSED[0].split())
    assert table.to_act == 3, "and its betting decision folded it"


def test_nobody_withdraws_while_away() -> None:
    """Who sits out lets the arrangement stand, and may withdraw it once back (2.5; 6.3)."""
    table = dealt()
    table.arranges(2, *REVERSED)
    table.sits_out(2)
    assert table.legal(2) == () and not takes(table, 2, Withdraw())
    table.comes_back(2)
    table.withdraws(2)
    assert table.asked[2].type == "arrange"


def test_leaving_after_withdrawing() -> None:
    """Who withdraws and leaves is arranged by the clock (2.5; 6.3)."""
    table = dealt()
    table.arranges(2, *REVERSED)
    table.withdraws(2)
    table.leaves(2)
    table.arranges(3, *SECOND)
    table.arranges(1, *THIRD)
    assert table.pile(2, "1") == tuple(BEST[0].split())


def test_time_out_in_arranging() -> None:
    """The clock sets the cards as dealt: the first five in row 1, the last five in row 2, in that order (6.3)."""
    table = dealt()
    default = default_answer(HENWAY, table.hand, table.asked[2])
    assert default == Arrange(tuple(tuple(row.split()) for row in BEST)) and takes(table, 2, default)


def test_nothing_is_withdrawn_by_the_clock() -> None:
    """No time runs for a decision that the hand does not wait for (6.3)."""
    table = dealt()
    table.arranges(2, *BEST)
    assert default_answer(HENWAY, table.hand, table.asked[2]) is None


@pytest.mark.parametrize(
    ("value", "row"),
    [
        ("free", "4h Jc Qs 4c Jd"),
        ("ascending", "4c 4h Jc Jd Qs"),
        ("descending", "Qs Jd Jc 4h 4c"),
    ],
)
def test_showing_order(value: str, row: str) -> None:
    """`showing_order`: each row turns as its player set it, or by rank, the ace high; suits (c, d, h, s) only fix the
    order of equals (6.2; W-15)."""
    table = arranged(("4h Jc Qs 4c Jd", "8c 6d 7c 3s 2d"), ACES, showing_order=value, ante=1)
    assert table.pile(2, "1") == tuple(row.split())


@pytest.mark.parametrize(("value", "first"), [("ascending", "2c"), ("descending", "Ah")])
def test_the_ace_is_high_in_the_showing_order(value: str, first: str) -> None:
    """The ace turns as the highest card, in a low row too (6.2)."""
    table = arranged(("2c Ah 3c 6s 4d", SECOND[0]), THIRD, showing_order=value, ante=1)
    assert table.pile(2, "1")[0] == first


def test_the_rows_stay_as_chosen_in_a_set_order() -> None:
    """A set order sorts inside each row; which card lies in which row stays the player's choice (6.2)."""
    table = arranged(BEST, SECOND, showing_order="descending")
    assert [set(table.pile(2, row)) for row in ("1", "2")] == [set(row.split()) for row in BEST]
