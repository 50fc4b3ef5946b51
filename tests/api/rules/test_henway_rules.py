"""Henway by its own document: rules W-1 to W-15."""

import pytest

from api.rules import dealing, seating
from api.rules import events as e
from api.rules.actions import Arrange, Discard, Fold, Withdraw
from api.rules.deck import DECK
from api.rules.options import announce
from api.rules.questions import WhoWins
from api.rules.refusals import NotEnoughPlayers, TableFull, UnknownOption
from api.rules.script import NEW
from tests.api.rules.builders import refused, takes
from tests.api.rules.house import HENWAY, House, henway, one_by_one

# Two rows each, in turning order.  Ann's rows are the highest and the lowest hand at any table with Bob.
FULL_HOUSE, SEVEN_LOW = "As Ah Ad Kc Kh", "7c 5d 4s 3h 2c"
TWO_PAIR, EIGHT_LOW = "Qs Qh Jd Jc 9h", "8c 6d 4c 3s 2d"
STRAIGHT, NINE_LOW = "Tc 9d 8s 7h 6c", "9c 8h 5c 4h 2h"
BEST = (FULL_HOUSE, SEVEN_LOW)
SECOND = (TWO_PAIR, EIGHT_LOW)
THIRD = (STRAIGHT, NINE_LOW)
QUEENS_AND_SIX = ("Qs Qh Jd Jc 2h", "6s 4d 3c 2c Ah")


def arranged(*players: tuple[str, str], ante: int = 60, **options: object) -> House:
    """A table on which everybody has been dealt these rows and arranged them so; the last of them deals."""
    table = henway(*[100] * len(players), ante=ante, **options)
    table.deal(one_by_one(*(" ".join(rows) for rows in players)))
    for seat, rows in zip([*range(2, len(players) + 1), 1], players, strict=True):
        table.arranges(seat, *rows)
    return table


def finished(*players: tuple[str, str], ante: int = 60, **options: object) -> House:
    """The same when all have checked to the end."""
    return arranged(*players, ante=ante, **options).to_the_end()


def winners(table: House) -> dict[str | None, list[tuple[int, int | None]]]:
    """The seats and rows that won each share of the only pot."""
    return {award.share: [(winner.seat, winner.row) for winner in award.winners] for award in table.hand.awards}


def test_w1_ten_cards_for_five_players() -> None:
    """Fifty of the 52 cards make ten for each of five players, no card twice (W-1)."""
    table = henway(*[100] * 5).deal().to_the_end()
    cards = [card for seat in range(1, 6) for row in ("1", "2") for card in table.pile(seat, row)]
    assert len(cards) == 50 and set(cards) == set(DECK[:50])


def test_w1_two_to_five_players() -> None:
    """No more than five players may take part, and no fewer than two (W-1)."""
    refused(henway(*[100] * 5), TableFull, seating.sit, "F", 100, None)
    refused(henway(100), NotEnoughPlayers, dealing.start_hand, {}, False)


def test_w2_two_hands_of_five_from_ten_cards() -> None:
    """Each player builds two hands of five of the ten cards; each is among all hands at the table (W-2)."""
    table = finished(BEST, SECOND)
    assert [len(contender.rows) for contender in table.showdown.contenders] == [2, 2]
    assert winners(table) == {"high": [(2, 1)], "low": [(2, 2)]}


@pytest.mark.parametrize(
    ("ranking", "winner"), [("ace-to-five", (2, 2)), ("deuce-to-seven", (1, 2)), ("ace-to-six", (1, 2))]
)
def test_w3_the_low_ranking_is_announced(ranking: str, winner: tuple[int, int]) -> None:
    """`low_ranking`: a six-high straight is a good low in ace-to-five and none in the others (W-3; 6.2)."""
    straight = ("Ks Kh Qd Qc 9h", "6s 5c 4d 3d 2d")
    seven = ("Ac Kd Jd Jc 9s", "8c 5d 4s 3h 2c")
    assert winners(finished(straight, seven, low_ranking=ranking))["low"] == [winner]


def test_w3_ace_to_five_is_usual() -> None:
    """Unless announced otherwise the low ranking is ace-to-five (W-3; 6.2)."""
    assert announce(HENWAY.options, {})["low_ranking"] == "ace-to-five"


def test_w4_ante_then_ten_face_down() -> None:
    """Everybody antes, and is then dealt ten cards face down, one at a time (W-4)."""
    table = henway(100, 100, 100, ante=5).deal()
    kinds = [type(stamped.what) for stamped in table.events if stamped.hand == 1]
    assert kinds[:3] == [e.Started, e.Anted, e.Dealt]
    assert [player.paid for player in table.hand.players] == [5, 5, 5]
    assert [table.pile(seat, NEW) for seat in (2, 3, 1)] == [DECK[at:30:3] for at in range(3)]
    assert {table.player(seat).pile(NEW).up for seat in (1, 2, 3)} == {0}


def test_w5_two_rows_in_turning_order() -> None:
    """A player sets two rows face down, each in the order in which its cards will turn (W-5)."""
    table = arranged(("9h Jd Qs Jc Qh", "2d 3s 4c 6d 8c"), THIRD)
    player = table.player(2)
    assert player.pile("1").cards == ("9h", "Jd", "Qs", "Jc", "Qh")
    table.play_on(lambda table: table.hand.rounds == 2)
    assert [table.player(2).pile(row).cards[:2] for row in ("1", "2")] == [("9h", "Jd"), ("2d", "3s")]


@pytest.mark.parametrize(
    "rows",
    [
        (),
        ("As Ah Ad Kc Kh 7c 5d 4s 3h 2c",),
        ("As Ah Ad Kc Kh 7c", "5d 4s 3h 2c"),
        ("As Ah Ad Kc", "7c 5d 4s 3h 2c"),
        ("As Ah Ad Kc As", "7c 5d 4s 3h 2c"),
        ("As Ah Ad Kc Ks", "7c 5d 4s 3h 2c"),
        (FULL_HOUSE, SEVEN_LOW, ""),
        ("As Ah Ad Kc Kh", "7c 5d 4s 3h ??"),
    ],
)
def test_w5_each_of_the_ten_cards_once(rows: tuple[str, ...]) -> None:
    """Two rows of five, of exactly the cards that were dealt; anything else is refused (W-5)."""
    table = henway(100, 100).deal(one_by_one(" ".join(BEST), " ".join(SECOND)))
    assert not takes(table, 2, Arrange(tuple(tuple(row.split()) for row in rows)))
    assert not takes(table, 2, Fold()) and not takes(table, 2, Discard()) and not takes(table, 2, Withdraw())


def test_w6_nothing_moves_once_cards_have_turned() -> None:
    """After the first card has turned nobody is asked about the arrangement, and no card moves (W-6)."""
    table = arranged(BEST, SECOND)
    while not table.hand.over:
        assert {one.type for one in table.asked.values()} == {"bet"}
        assert [table.pile(2, row) for row in ("1", "2")] == [tuple(row.split()) for row in BEST]
        table.all_check()


def test_w7_all_turn_their_first_cards_together() -> None:
    """The first card of both rows of everybody turns at the same time; then there is a betting round (W-7)."""
    table = arranged(BEST, SECOND, THIRD)
    (turned,) = table.happened(e.Turned)
    assert [(one.seat, one.pile, one.cards) for one in turned.seats] == [
        *[(2, "1", ("As",)), (2, "2", ("7c",)), (3, "1", ("Qs",))],
        *[(3, "2", ("8c",)), (1, "1", ("Tc",)), (1, "2", ("9c",))],
    ]
    assert (table.hand.rounds, table.to_act) == (1, 2)


def test_w8_four_turns_with_a_round_after_each() -> None:
    """The second, third and fourth cards turn in the same way, each followed by a betting round (W-8)."""
    table = arranged(BEST, SECOND)
    for cards in range(1, 5):
        assert {table.player(seat).pile(row).up for seat in (1, 2) for row in ("1", "2")} == {cards}
        assert (table.hand.rounds, table.to_act) == (cards, 2)
        table.all_check()


def test_w9_a_folder_takes_no_further_part() -> None:
    """Who folds turns no card, is asked nothing and competes for nothing (W-9)."""
    table = arranged(BEST, SECOND, THIRD, ante=30)
    table.bets(2, "fold")
    table.to_the_end()
    assert [table.player(2).pile(row).up for row in ("1", "2")] == [1, 1]
    assert winners(table) == {"high": [(1, 1)], "low": [(3, 2)]}


def test_w9_order_and_limits_are_announced() -> None:
    """The order of betting and the limits are agreed before play (W-9)."""
    table = henway(100, 100, first_to_act="best_exposed", limit="none").deal()
    (started,) = table.happened(e.Started)
    assert (started.options["first_to_act"], started.options["limit"]) == ("best_exposed", "none")


def test_w10_the_last_cards_turn_without_a_round() -> None:
    """After the fourth betting round the last cards turn, and there is no fifth (W-10; C12)."""
    table = finished(BEST, SECOND)
    kinds = [type(stamped.what) for stamped in table.events]
    assert kinds[-4:] == [e.Turned, e.Counting, e.Awarded, e.Ended]
    assert [event.up for event in table.happened(e.Turned)] == [1, 2, 3, 4, 5]
    assert len(table.happened(e.Round)) == 4


def test_w11_every_hand_on_its_own() -> None:
    """Every hand competes on its own for both halves, whichever row it lies in (W-11)."""
    table = finished((SEVEN_LOW, TWO_PAIR), (STRAIGHT, NINE_LOW))
    assert winners(table) == {"high": [(1, 1)], "low": [(2, 1)]}
    assert {row.shares for contender in table.showdown.contenders for row in contender.rows} == {("high", "low")}


def test_w12_one_player_may_take_the_whole_pot() -> None:
    """Who holds the highest and the lowest hand takes the whole pot (W-12)."""
    assert finished(BEST, SECOND).got == {2: 120}


def test_w12_one_row_may_win_both_halves() -> None:
    """A wheel can be the highest and the lowest hand at once (W-12; C11)."""
    wheel = ("5c 4d 3s 2h Ac", "Ks Jh 9d 7d 6h")
    other = ("Qs Qh Jd Jc 9c", "Td 8c 7s 6c 4h")
    assert winners(finished(wheel, other)) == {"high": [(2, 1)], "low": [(2, 1)]}


def test_w13_tied_hands_share_their_half() -> None:
    """Three tied hands, two of one player, share the high half of 60 equally: 40 and 20 (W-13)."""
    mine = ("9s 8h 7d 6c 5h", "9d 8c 7s 6h 5c")
    other = ("9h 8d 7c 6s 5d", "8s 4d 3c 2c Ah")
    assert finished(mine, other).got == {2: 40, 1: 80}


@pytest.mark.parametrize(("value", "got"), [("off", {2: 60, 1: 60}), ("on", {2: 120})])
def test_w14_fixed_hands(value: str, got: dict[int, int]) -> None:
    """`fixed_hands`: row 1 plays for high only and row 2 for low only, announced before the deal (W-14; 6.2)."""
    mine = ("Ts 9h 8d 7d 2h", "7c 5d 4s 3h 2c")
    other = ("8c 6d 4c 3s 2d", "Ks Kh Jd Jc 9c")
    assert finished(mine, other, fixed_hands=value).got == got


def test_w15_house_rules_are_announced() -> None:
    """A declaration and a set showing order are house rules of the announcement; wild cards are not offered
    (W-15; 6.2)."""
    options = announce(HENWAY.options, {})
    assert (options["declare"], options["showing_order"], options["fixed_hands"]) == ("off", "free", "off")
    with pytest.raises(UnknownOption):
        announce(HENWAY.options, {"wild_cards": "deuces"})


def test_a_whole_hand_asks_the_evaluator_once() -> None:
    """Without `best_exposed` nothing but the showdown is put to the evaluator (W-9)."""
    assert [type(question) for question in finished(BEST, SECOND).put] == [WhoWins]
