"""What the Henway document leaves open, as the rules settle it (6.2 to 6.5)."""

import pytest

from api.rules import events as e
from api.rules.actions import Declare
from api.rules.options import announce
from api.rules.questions import RowInPlay, WhoLeads
from api.rules.refusals import UnknownOption
from tests.api.rules.house import HENWAY, henway, one_by_one
from tests.api.rules.test_henway_arranging import dealt
from tests.api.rules.test_henway_rules import BEST, SECOND, THIRD, arranged, finished, winners

# First to act


def test_first_to_act_is_left_of_the_dealer() -> None:
    """The dealer's left acts first in every round, unless announced otherwise (6.3)."""
    assert announce(HENWAY.options, {})["first_to_act"] == "left_of_dealer"
    assert [event.first for event in finished(BEST, SECOND, THIRD).happened(e.Round)] == [2] * 4


def test_the_best_single_row_acts_first() -> None:
    """`best_exposed`: the best single row showing, either of a player's two, opens; ties by seat (6.3; 2.1)."""
    rows = (
        ("As 2h 3h 4h 7h", "5c 6c 8c 9c Jc"),
        ("Kd 2d 3d 4d 7d", "9s 9d Ts Tc Js"),
        ("Ac 3c Qc Qd 4c", "5s 6s 7s 8s 2s"),
    )
    table = arranged(*rows, first_to_act="best_exposed", ante=1)
    assert table.to_act == 2, "an ace, nearer the dealer's left than the other"
    assert table.put[0] == WhoLeads(1, 1, (2, 2, 3, 3, 1, 1), (("As",), ("5c",), ("Kd",), ("9s",), ("Ac",), ("5s",)))
    table.all_check()
    assert table.to_act == 3, "a pair of nines in the second row"
    table.all_check()
    assert table.to_act == 3
    table.all_check()
    assert table.to_act == 3, "two pair"


def test_last_aggressor_acts_first() -> None:
    """`last_aggressor`: who bet or raised last opens the next round (2.1; W-9)."""
    table = arranged(BEST, SECOND, THIRD, first_to_act="last_aggressor", ante=1)
    table.bets(2, "check")
    table.bets(3, "bet", 2)
    table.all_check()
    assert table.to_act == 3


# Folding


def test_one_row_cannot_be_folded() -> None:
    """A fold is of both rows: there is no other fold (6.3)."""
    table = arranged(BEST, SECOND, THIRD, ante=30)
    table.bets(2, "fold")
    table.to_the_end()
    assert [contender.seat for contender in table.showdown.contenders] == [3, 1]


def test_a_folders_unturned_cards_stay_hidden() -> None:
    """A folder's turned cards stay as seen and the others face down, at the showdown too (6.3; 2.7)."""
    table = arranged(BEST, SECOND, THIRD, ante=30).to_round(3)
    table.bets(2, "fold")
    table.to_the_end()
    assert [table.player(2).pile(row).up for row in ("1", "2")] == [3, 3]
    assert all(shown.seat != 2 for event in table.happened(e.Counting) for shown in event.rows)


@pytest.mark.parametrize("last", range(1, 5))
def test_a_fold_in_every_round(last: int) -> None:
    """Whoever is left alone takes the pot at once; no further card turns (2.3)."""
    table = arranged(BEST, SECOND, THIRD, ante=30).to_round(last)
    table.bets(2, "fold")
    table.bets(3, "fold")
    assert table.got == {1: 90} and table.hand.over
    assert [event.up for event in table.happened(e.Turned)] == list(range(1, last + 1))


# All-in


def test_all_in_cards_turn_one_pair_at_a_time() -> None:
    """Where nobody can bet the cards still turn a pair at a time, four rounds skipped (6.3; C14)."""
    table = arranged(BEST, SECOND, ante=100)
    assert [event.first for event in table.happened(e.Round)] == [None] * 4
    assert [event.up for event in table.happened(e.Turned)] == [1, 2, 3, 4, 5]
    assert table.got == {2: 200}


def test_all_in_players_arrange() -> None:
    """Who is all-in from the ante still arranges (2.3)."""
    table = dealt(100, 1, 100)
    assert 2 in table.asked and not table.player(2).able


# Declaring


def test_declare_is_asked_after_the_fourth_round() -> None:
    """`declare`: after the fourth betting round and before the last cards turn, secretly and all at once (6.2)."""
    table = arranged(BEST, SECOND, THIRD, declare="on", ante=30).to_choice("declare")
    assert table.hand.rounds == 4 and [event.up for event in table.happened(e.Turned)] == [1, 2, 3, 4]
    assert {seat: (one.type, one.secret) for seat, one in table.asked.items()} == dict.fromkeys(
        (1, 2, 3), ("declare", True)
    )


def test_rows_compete_only_where_declared() -> None:
    """With `declare` both rows of a player compete in the declared directions only (6.2)."""
    table = arranged(BEST, SECOND, declare="on").to_choice("declare")
    table.declares(B="high", A="low")
    assert winners(table) == {"high": [(2, 1)], "low": [(1, 2)]}
    assert table.got == {2: 60, 1: 60}


def test_both_must_win_both() -> None:
    """With `declare` who says both and is beaten one way takes nothing (6.2; R-14)."""
    table = arranged((BEST[0], "9c 8h 5c 4h 2h"), SECOND, declare="on").to_choice("declare")
    table.declares(B="both", A="low")
    assert table.got == {1: 120}


def test_the_declared_ways_open_together() -> None:
    """No declaration is seen before all are in; then one event tells them (6.2; R-13)."""
    table = arranged(BEST, SECOND, declare="on").to_choice("declare")
    table.answers(2, Declare("both"))
    assert table.player(2).declared is None and not table.happened(e.Declared)
    table.answers(1, Declare("low"))
    (event,) = table.happened(e.Declared)
    assert [(by.seat, by.way) for by in event.seats] == [(2, "both"), (1, "low")]


def test_no_declaration_unless_announced() -> None:
    """`declare=off`: nobody is asked (6.2)."""
    assert not finished(BEST, SECOND).happened(e.Declared)


def test_declare_with_fixed_hands() -> None:
    """With `fixed_hands` too a declaration only narrows: row 1 for high, row 2 for low (6.2)."""
    table = arranged(BEST, SECOND, declare="on", fixed_hands="on").to_choice("declare")
    table.declares(B="low", A="high")
    assert winners(table) == {"high": [(1, 1)], "low": [(2, 2)]}


# Sharing


@pytest.mark.parametrize(("value", "got"), [("per_hand", {2: 40, 1: 80}), ("per_player", {2: 30, 1: 90})])
def test_tie_share(value: str, got: dict[int, int]) -> None:
    """`tie_share`: each tied row takes a share, or each player with one (6.2, 6.3; W-13)."""
    mine = ("9s 8h 7d 6c 5h", "9d 8c 7s 6h 5c")
    other = ("9h 8d 7c 6s 5d", "8s 4d 3c 2c Ah")
    assert finished(mine, other, tie_share=value).got == got


def test_own_rows_tie_each_other() -> None:
    """Two equal rows of one player take the half between them (6.3)."""
    mine = ("9s 8h 7d 6c 5h", "9d 8c 7s 6h 5c")
    other = ("Qs Qh Jd Jc 2h", "6s 4d 3c 2c Ah")
    table = finished(mine, other)
    assert winners(table)["high"] == [(2, 1), (2, 2)] and table.got == {2: 60, 1: 60}


@pytest.mark.parametrize(("half", "got"), [("high", {2: 61, 1: 60}), ("low", {2: 60, 1: 61})])
def test_odd_chip_half(half: str, got: dict[int, int]) -> None:
    """`odd_chip_half`: the larger half of an odd pot is the high one, unless announced (2.1; 2.6)."""
    mine, other = ("Ks Kh Qd Qc 9h", "Jh Tc 9s 8d 6c"), ("Ac Jd 8h 7s 3c", "7c 5d 4s 3h 2c")
    table = henway(100, 100, 1, ante=60, odd_chip_half=half)
    third = ("Js Td 9d 8s 6s", "Kd Th 9c 8c 6h")
    table.deal(one_by_one(" ".join(mine), " ".join(third), " ".join(other)))
    table.arranges(2, *mine)
    table.arranges(3, *third)
    table.arranges(1, *other)
    table.to_the_end()
    assert table.got == {2: 61 if half == "high" else 60, 1: 60 if half == "high" else 61} == got


def test_rows_in_order() -> None:
    """Row 1 stands before row 2, and `fixed_hands` makes row 1 the high one (2.6a; 6.5)."""
    for value, shares in (("off", [("high", "low")] * 2), ("on", [("high",), ("low",)])):
        table = finished(BEST, SECOND, fixed_hands=value)
        assert table.showdown.contenders[0].rows == tuple(
            RowInPlay(str(row), tuple(BEST[row - 1].split()), shares[row - 1]) for row in (1, 2)
        )


# States


def test_states_of_a_hand() -> None:
    """Antes, ten cards, arranging; four turns with a round each; the last turn, the showdown and the end (6.4)."""
    table = finished(BEST, SECOND)
    told = [type(stamped.what) for stamped in table.events if stamped.hand == 1]
    shown = [kind for kind in told if kind not in (e.Asked, e.Chosen, e.Acted)]
    assert shown == [
        *[e.Started, e.Anted, e.Dealt, e.Arranged],
        *[e.Turned, e.Round] * 4,
        *[e.Turned, e.Counting, e.Awarded, e.Ended],
    ]


@pytest.mark.parametrize("name", ["bring_in", "betting_after", "placing", "either_hand", "bet_after_declare"])
def test_options_that_mean_nothing_here(name: str) -> None:
    """A game lists only the options that mean something in it (2.1; 6.2)."""
    with pytest.raises(UnknownOption):
        announce(HENWAY.options, {name: "off"})
