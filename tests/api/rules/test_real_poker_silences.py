"""What the Real Poker document leaves open, as the rules settle it (7.2 to 7.5)."""

from typing import Any

import pytest

from api.rules import events as e
from api.rules.actions import Declare
from api.rules.legal import default_answer
from api.rules.options import announce
from api.rules.refusals import UnknownOption
from tests.api.rules.house import REAL_POKER, real_poker
from tests.api.rules.test_real_poker_rules import HIGH, LOW, MIDDLE, dealt, declared, winners


def test_the_dealers_left_acts_first_in_every_round() -> None:
    """Nothing of a player is exposed: the dealer's left acts first, and the evaluator is not asked (7.3)."""
    table = declared(HIGH, LOW, MIDDLE, ways="high low high")
    assert [event.first for event in table.happened(e.Round)] == [2] * 5
    assert len(table.put) == 1, "only the showdown"


def test_units_turn_in_layout_order() -> None:
    """Which pair and which single turn is fixed by the deal, in layout order (7.3)."""
    table = dealt(HIGH, LOW).to_the_end()
    turned = [[pile.up for pile in event.piles] for event in table.happened(e.BoardTurned)]
    assert turned == [[1, 1], [2, 2], [3, 3], [4, 4]]


def test_a_pair_and_a_single_of_different_turns() -> None:
    """A pair and a single need not have been turned together (7.3)."""
    board = "2c 3d 4h 5c 6d 7h Js Ts Qs 3c 4d 5h"
    table = declared("As Ks 8h 3h 2d", "Kc Kd Kh 9h 9s", board=board, ways="high low")
    high = next(award for award in table.hand.awards if award.share == "high")
    made = high.winners[0].hand
    assert made is not None and set(made.cards) == {"As", "Ks", "Qs", "Js", "Ts"}


# Who declared both and fails


def test_the_next_best_inherits() -> None:
    """A failed both-declarer is out altogether; the next best declarer takes that half (7.3)."""
    assert winners(declared(HIGH, LOW, MIDDLE, ways="both low high")) == {"high": [1], "low": [3]}


def test_a_failed_both_still_beats_others() -> None:
    """All are judged once against all declared hands, those who fail themselves too (7.3; R-D24)."""
    table = declared(HIGH, LOW, MIDDLE, ways="both both high")
    assert {one.seat for one in table.hand.failed} == {2, 3}
    assert table.got == {1: 60}


def test_two_boths_beat_each_other_and_others_declared() -> None:
    """Both are out, and the best remaining high and low win, even if they are weaker (7.3; R-D17)."""
    other = "Qh Ts 9d 8h 7c"
    table = declared(HIGH, LOW, MIDDLE, other, ways="both both high low")
    assert winners(table) == {"high": [4], "low": [1]}


def test_alone_in_a_direction_is_winning_it() -> None:
    """Who declared both and has no rival one way wins that way (7.3)."""
    assert declared(HIGH, MIDDLE, ways="both high").got == {2: 40}


def test_beaten_for_high_while_nobody_else_declared_low() -> None:
    """The both-declarer is out, and the high winner takes all (7.3; R-D08)."""
    assert declared(HIGH, MIDDLE, ways="high both").got == {2: 40}


def test_a_better_hand_declared_the_other_way() -> None:
    """A better hand of who declared the other way beats nobody (7.3)."""
    better, worse = "6h As Ks Jc Kc", "5h 3h Kh 8d 2s"
    board = "Kd 2h Td 9c 3s 9s Js 8s 5d 6d Ac 5c"
    assert winners(declared(better, worse, board=board, ways="high high")) == {"high": [2]}
    table = declared(better, worse, board=board, ways="low both")
    assert table.got == {1: 40} and table.hand.failed == ()


# What is announced


@pytest.mark.parametrize(
    ("value", "got", "carried"), [("by_cards", {2: 20, 1: 20}, 0), ("carry", {}, 40), ("equal", {2: 20, 1: 20}, 0)]
)
def test_all_failed(value: str, got: dict[int, int], carried: int) -> None:
    """`all_failed`: when everybody declared both and failed, halves by cards, the pot stays, or equal parts (7.2)."""
    table = declared(HIGH, LOW, ways="both both", all_failed=value)
    assert (table.got, table.carried) == (got, carried)
    assert {one.seat for one in table.hand.failed} == {1, 2}


def test_all_failed_by_cards_and_equal_differ() -> None:
    """With three in it equal parts are not the halves (7.2, `all_failed`)."""
    three = (HIGH, LOW, MIDDLE)
    assert declared(*three, ways="both both both").got == {2: 30, 3: 30}
    assert declared(*three, ways="both both both", all_failed="equal").got == {2: 20, 3: 20, 1: 20}


# A and B tie for high with king-high straights of the board, and B's low is better.
TIED = ("7c Kd 4c Qd Js", "6h 8h Kc Ts Jd", "6c 6s Qc 9c Kh")
TIED_BOARD = "Qh 9d 7s Ks 7h As 8c 9s 8d 4d Tc Ah"


@pytest.mark.parametrize(("value", "got"), [("tie_ok", {3: 120}), ("must_win_outright", {1: 120})])
def test_both_tie(value: str, got: dict[int, int]) -> None:
    """`both_tie`: a tie is enough, or both ways must be won outright (7.2; C3)."""
    table = declared(*TIED, board=TIED_BOARD, ways="both both low", ante=40, both_tie=value)
    assert table.got == got


# B has the best high and the second best low, C the best low and the second best high.
FOUR = ("6c 4h Jc 5h 4c", "Qd 2c Kd As 3s", "9c 8h 8c 4s 2s", "Js 5c Ts Qs 2d")


@pytest.mark.parametrize(
    ("value", "got"),
    [
        ("any_declarer", {4: 40, 1: 40}),
        ("single_way_only", {2: 40, 3: 40}),
        ("staged", {4: 40, 1: 40}),
    ],
)
def test_both_beaten_by(value: str, got: dict[int, int]) -> None:
    """`both_beaten_by`: every declarer, or only those of one way; two boths that beat each other are out, or share
    (7.2; C2, R-D18)."""
    board = "Ah 5s 9h 7h Jh 3c 9s Kc 8d Td Ac 7c"
    table = declared(*FOUR, board=board, ways="both both high low", both_beaten_by=value)
    assert table.got == got


def test_staged() -> None:
    """`staged`: a both-declarer beaten by who declared one way is gone before the rest are judged (7.2; R-D25)."""
    # B has the best high and is beaten for low by D; without B, C has the best of both.
    four = ("Ac Js 4d Ks 5c", "Qc 6s 2h 3h 2d", "Jc 3s 5s 8d 2s", "8s Th 3c Jh 4h")
    board = "8c 5h As 3d 9c 5d 8h 7s Qs Qh 4c Td"
    ways = "both both low high"
    assert declared(*four, board=board, ways=ways).got == {4: 40, 1: 40}
    staged = declared(*four, board=board, ways=ways, both_beaten_by="staged")
    assert staged.got == {3: 80} and {one.seat for one in staged.hand.failed} == {2}


@pytest.mark.parametrize(("value", "first"), [("low", "low"), ("high", "high")])
def test_time_out_in_declaring(value: str, first: str) -> None:
    """`timeout_declare`: the clock declares low, or high where announced; it never folds (7.2, 7.3)."""
    table = dealt(HIGH, LOW, timeout_declare=value).to_choice("declare")
    assert default_answer(REAL_POKER, table.hand, table.asked[2]) == Declare(first)
    table.to_the_end()
    assert {player.declared for player in table.hand.players} == {first}


@pytest.mark.parametrize(("value", "rounds"), [("off", 5), ("on", 6)])
def test_bet_after_declare(value: str, rounds: int) -> None:
    """`bet_after_declare`: a sixth betting round, after the declarations are open (7.2)."""
    table = dealt(HIGH, LOW, bet_after_declare=value).to_the_end()
    kinds = [type(one.what) for one in table.events if isinstance(one.what, e.Declared | e.Round)]
    assert kinds.count(e.Round) == rounds
    assert kinds.index(e.Declared) == 5


def test_folding_after_the_declarations() -> None:
    """Who folds in the sixth round gives up what was declared (7.2, `bet_after_declare`)."""
    table = dealt(HIGH, LOW, MIDDLE, bet_after_declare="on").to_choice("declare")
    table.declares(B="high", C="low", A="high")
    table.bets(2, "fold")
    table.to_the_end()
    assert table.got == {3: 30, 1: 30}
    assert [contender.declared for contender in table.showdown.contenders] == ["low", "high"]


@pytest.mark.parametrize(("half", "got"), [("high", {2: 3 + 28, 3: 2 + 28}), ("low", {2: 2 + 28, 3: 3 + 28})])
def test_odd_chip_half(half: str, got: dict[int, int]) -> None:
    """`odd_chip_half`: which half of an odd pot is the larger; here the main pot of 5, not the side pot (2.1; 2.6)."""
    hands = (HIGH, LOW, MIDDLE, "Qh Ts 9d 8h 7c", "Qs Th 9c 3c 2c")
    board = "Kc Ks Tc Td 8d 5h 8s 8c Jh Jd 7h 7s"
    table = dealt(*hands, board=board, stacks=(1, 29, 29, 1, 1), ante=29, odd_chip_half=half)
    table.declares(B="high", C="low", D="high", E="high", A="high")
    assert table.got == got


# All-in, leaving, folding


def test_all_in_players_declare() -> None:
    """Who has no chips behind declares like the others, after the board has turned without betting (2.3; R-9)."""
    table = dealt(HIGH, LOW, MIDDLE, ante=100)
    assert [event.first for event in table.happened(e.Round)] == [None] * 5
    assert set(table.asked) == {1, 2, 3} and [pile.up for pile in table.hand.board] == [4, 4]


def test_nothing_hidden_is_shown_before_the_declaration() -> None:
    """No own card lies open while declarations are made, though nobody can bet any more (C14)."""
    table = dealt(HIGH, LOW, ante=100)
    assert {player.pile("own").up for player in table.hand.players} == {0}
    table.declares(B="high", A="low").to_the_end()
    assert {player.pile("own").up for player in table.hand.players} == {5}


def side_pots(ways: str, **options: Any) -> Any:
    """B, C and A all-in for 10, 30 and 30: a main pot of 30 for three, a side pot of 40 for two."""
    table = dealt(HIGH, LOW, MIDDLE, stacks=(30, 10, 30), ante=30, **options)
    return table.declares(**dict(zip("BCA", ways.split(), strict=True))).to_the_end()


def test_one_declaration_for_all_pots() -> None:
    """One declaration holds in every pot its player is in (7.3)."""
    table = side_pots("high low high")
    assert [(award.pot, award.share, [w.seat for w in award.winners]) for award in table.hand.awards] == [
        *[(1, "high", [2]), (1, "low", [3])],
        *[(2, "high", [1]), (2, "low", [3])],
    ]


@pytest.mark.parametrize(("value", "seat"), [("per_pot", 3), ("global", 1)])
def test_both_scope(value: str, seat: int) -> None:
    """`both_scope`: beaten in the main pot, a both-declarer may win a side pot, or is struck from every pot where
    somebody else is in (7.2)."""
    hands = ("3s Kd As 6s Tc", "4s Ah 2s 2d 9c", "5h Qd Ks 2h 4c")
    board = "4h 6d 7d 3d 9s 7s 5s 7c Js Td 5d Jd"
    table = dealt(*hands, board=board, stacks=(30, 10, 30), ante=30, both_scope=value)
    table.declares(B="high", C="both", A="low").to_the_end()
    won = [(award.pot, award.share, [winner.seat for winner in award.winners]) for award in table.hand.awards]
    assert won[:2] == [(1, "high", [2]), (1, "low", [1])]
    assert {seat for pot, _, seats in won for seat in seats if pot == 2} == {seat}


@pytest.mark.parametrize("last", range(1, 6))
def test_a_fold_in_every_round(last: int) -> None:
    """One live player left wins at once: no declaration, no showdown, nothing more is turned (2.3; 7.3)."""
    table = dealt(HIGH, LOW, MIDDLE).to_round(last)
    table.bets(2, "fold")
    table.bets(3, "fold")
    assert table.got == {1: 60} and table.hand.over
    assert not table.happened(e.Declared) and not table.happened(e.Counting)
    assert [pile.up for pile in table.hand.board] == [last - 1] * 2


def test_leaving_at_the_declaration_is_no_fold() -> None:
    """Who goes when all betting is done is declared for by the clock, and may win (2.5; 7.3)."""
    table = dealt(HIGH, LOW, timeout_declare="high").to_choice("declare")
    table.leaves(2)
    assert list(table.asked) == [1]
    table.declares(A="low")
    assert table.got == {2: 20, 1: 20}
    assert table.happened(e.Left) == [e.Left(2, 2, 100)]


def test_a_declaration_given_before_leaving_stands() -> None:
    """A secret declaration is kept when its player goes (2.5)."""
    table = dealt(HIGH, LOW).to_choice("declare")
    table.answers(2, Declare("both"))
    table.leaves(2)
    table.declares(A="low")
    assert table.player(2).declared == "both"


def test_the_showdown_shows_the_own_cards_of_the_live() -> None:
    """After the declarations the own cards of all live players are shown, a folder's never (7.3)."""
    table = dealt(HIGH, LOW, MIDDLE)
    table.bets(2, "fold")
    table.to_the_end()
    (counting,) = table.happened(e.Counting)
    assert [(row.seat, row.name, row.cards) for row in counting.rows] == [
        (3, "own", tuple(LOW.split())),
        (1, "own", tuple(MIDDLE.split())),
    ]


def test_states_of_a_hand() -> None:
    """Antes, deal and layout; a round, and four turns with a round each; declarations, showdown, end (7.4)."""
    table = dealt(HIGH, LOW).to_the_end()
    told = [type(stamped.what) for stamped in table.events if stamped.hand == 1]
    shown = [kind for kind in told if kind not in (e.Asked, e.Chosen, e.Acted)]
    assert shown == [
        *[e.Started, e.Anted, e.Dealt, e.Laid, e.Laid, e.Round],
        *[e.BoardTurned, e.Round] * 4,
        *[e.Declared, e.Counting, e.Awarded, e.Ended],
    ]


def test_the_board_is_no_bigger_with_fewer_players() -> None:
    """Two players too play with twelve community cards (R-6)."""
    assert real_poker(100, 100).deal().hand.dealt == 22


@pytest.mark.parametrize("name", ["first_to_act", "low_ranking", "bring_in", "tie_share", "fixed_hands"])
def test_options_that_mean_nothing_here(name: str) -> None:
    """Nothing is exposed, the low ranking is fixed, and each player has one row: no options for those (2.1; C7)."""
    with pytest.raises(UnknownOption):
        announce(REAL_POKER.options, {name: "off"})
