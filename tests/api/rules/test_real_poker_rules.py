"""Real Poker by its own document: rules R-1 to R-16."""

from typing import Any

import pytest

from api.rules import dealing, seating
from api.rules import events as e
from api.rules.actions import Declare, Fold
from api.rules.deck import DECK
from api.rules.games.real_poker import PATTERNS
from api.rules.hand import Pile
from api.rules.options import announce
from api.rules.refusals import NotEnoughPlayers, TableFull
from tests.api.rules.builders import refused, takes
from tests.api.rules.house import REAL_POKER, House, one_by_one, real_poker

# A's own cards are the best high hand at the table, B's the best low (6-4-3-2-A); the board helps nobody.
HIGH, LOW, MIDDLE = "Ah Ad As Kh Kd", "6c 4d 3s 2h Ac", "Jc Js 9h 7d 5s"
BOARD = "Qc Qd Tc Td 9s 9c 8s 8c Jh Jd 7h 7s"


def dealt(*hands: str, board: str = BOARD, stacks: tuple[int, ...] = (), **options: Any) -> House:
    """A table on which B, C... and last A, who deals, are dealt these cards."""
    table = real_poker(*(stacks or [100] * len(hands)), **{"ante": 20, **options})
    return table.deal(one_by_one(*hands, board=board))


def declared(*hands: str, ways: str, board: str = BOARD, **options: Any) -> House:
    """The same after five rounds of checks and these declarations, in the same order."""
    table = dealt(*hands, board=board, **options).to_choice("declare")
    names = [*"BCDEFGH"[: len(hands) - 1], "A"]
    return table.declares(**dict(zip(names, ways.split(), strict=True))).to_the_end()


def winners(table: House) -> dict[str | None, list[int]]:
    """Who won each share of the only pot."""
    return {award.share: [winner.seat for winner in award.winners] for award in table.hand.awards}


def test_r1_eight_players_and_the_board_take_the_whole_deck() -> None:
    """Eight players of five cards and twelve community cards are 52 cards, each once, without burns (R-1; C9)."""
    table = real_poker(*[100] * 8).deal().to_the_end()
    held = [card for seat in range(1, 9) for card in table.pile(seat, "own")]
    board = [unit[at : at + 2] for pile in table.hand.board for unit in pile.cards for at in range(0, len(unit), 2)]
    assert (len(held), len(board)) == (40, 12) and set(held + board) == set(DECK)


def test_r1_two_to_eight_players() -> None:
    """Up to eight players may take part, and no fewer than two (R-1)."""
    refused(real_poker(*[100] * 8), TableFull, seating.sit, "I", 100, None)
    refused(real_poker(100), NotEnoughPlayers, dealing.start_hand, {}, False)


def test_r2_half_to_each_direction() -> None:
    """The best high among high and both, the best low among low and both, win a half each (R-2)."""
    table = declared(HIGH, LOW, MIDDLE, ways="high low high")
    assert winners(table) == {"high": [2], "low": [3]}
    assert table.got == {2: 30, 3: 30}


def test_r2_a_better_hand_the_other_way_means_nothing() -> None:
    """Only declarers of a direction compete for it (R-2)."""
    assert winners(declared(HIGH, LOW, MIDDLE, ways="low low high")) == {"high": [1], "low": [3]}


def test_r3_low_is_ace_to_six() -> None:
    """A straight counts against a low: 5-4-3-2-A loses to 7-6-4-2-A (R-3; C8)."""
    assert [share.ranking for share in REAL_POKER.shares(announce(REAL_POKER.options, {}))] == ["high", "ace-to-six"]
    # Five spades of a kind apart, neither can better the low with this board.
    wheel, seven = "5c 4d 3s 2h Ac", "7c 6d 4s 2s Ad"
    board = "Kc Kd Qc Qd Jc Jd Tc Td Kh Qh Jh Th"
    table = declared(wheel, seven, ways="low low", board=board)
    assert winners(table)["low"] == [1]


def test_r4_any_hand_may_win_the_low_half() -> None:
    """There is no qualifier: a low of aces and kings wins the low half of who declares low alone (R-4)."""
    assert winners(declared(HIGH, MIDDLE, ways="low high"))["low"] == [2]


def test_r5_ante_and_five_face_down() -> None:
    """Everybody antes, and five cards come face down to each, one at a time (R-5)."""
    table = real_poker(100, 100, 100, ante=5).deal()
    kinds = [type(stamped.what) for stamped in table.events if stamped.hand == 1]
    assert kinds[:3] == [e.Started, e.Anted, e.Dealt]
    assert [player.paid for player in table.hand.players] == [5, 5, 5]
    assert [table.pile(seat, "own") for seat in (2, 3, 1)] == [DECK[at:15:3] for at in range(3)]
    assert {table.player(seat).pile("own").up for seat in (1, 2, 3)} == {0}


def test_r6_four_pairs_and_four_singles_face_down() -> None:
    """Twelve community cards lie face down: four pairs, then four singles, in layout order (R-6; 2.6a)."""
    table = dealt(HIGH, LOW)
    cards = BOARD.split()
    pairs = tuple(cards[at] + cards[at + 1] for at in range(0, 8, 2))
    assert table.hand.board == (Pile("pairs", pairs), Pile("singles", tuple(cards[8:])))


def test_r7_five_rounds_the_first_before_any_card() -> None:
    """There are five betting rounds, the first before a community card is turned (R-7)."""
    table = dealt(HIGH, LOW)
    assert table.to_act == 2 and table.hand.rounds == 1
    assert [pile.up for pile in table.hand.board] == [0, 0]
    table.to_the_end()
    assert [event.round for event in table.happened(e.Round)] == [1, 2, 3, 4, 5]


def test_r8_a_pair_and_a_single_after_each_of_four_rounds() -> None:
    """After each of the first four rounds one pair and one single are turned (R-8)."""
    table = dealt(HIGH, LOW)
    for turned in range(5):
        assert [pile.up for pile in table.hand.board] == [turned, turned]
        assert table.hand.rounds == turned + 1
        table.all_check()
    assert {one.type for one in table.asked.values()} == {"declare"}


def test_r9_declarations_after_the_fifth_round() -> None:
    """After the fifth betting round players declare (R-9)."""
    table = dealt(HIGH, LOW, MIDDLE).to_choice("declare")
    assert table.hand.rounds == 5 and table.hand.betting is None
    assert set(table.asked) == {1, 2, 3}


def test_r10_the_four_combinations() -> None:
    """A hand is five own cards, four and a single, three and a pair, or two, a pair and a single (R-10)."""
    assert [dict(pattern) for pattern in PATTERNS] == [
        {"own": 5},
        {"own": 4, "singles": 1},
        {"own": 3, "pairs": 1},
        {"own": 2, "pairs": 1, "singles": 1},
    ]
    table = declared(HIGH, LOW, ways="high low")
    assert table.showdown.patterns == PATTERNS


@pytest.mark.parametrize(
    ("own", "board", "cards"),
    [
        ("As Ks Qs Js Ts", "2c 3d 4h 5c 6d 7h 8c 9d 2h 3c 4d 5h", "As Ks Qs Js Ts"),
        ("As Ks Qs Js 2d", "2c 3d 4h 5c 6d 7h 8c 9d Ts 3c 4d 5h", "As Ks Qs Js Ts"),
        ("As Ks Qs 3h 2d", "Js Ts 4h 5c 6d 7h 8c 9d 2h 3c 4d 5h", "As Ks Qs Js Ts"),
        ("As Ks 8h 3h 2d", "Js Ts 4h 5c 6d 7h 8c 9d Qs 3c 4d 5h", "As Ks Qs Js Ts"),
    ],
    ids=["a", "b", "c", "d"],
)
def test_r10_each_combination_wins(own: str, board: str, cards: str) -> None:
    """The server makes the best legal hand, by any of 4.1(a) to (d) (R-10; 7.3)."""
    table = declared(own, "Kc Kd Kh 9h 9s", board=board, ways="high low")
    high = next(award for award in table.hand.awards if award.share == "high")
    made = high.winners[0].hand
    assert made is not None and set(made.cards) == set(cards.split())


def test_r10_two_own_cards_at_least() -> None:
    """The board's own royal flush is nobody's: at least two cards are one's own (R-10)."""
    board = "As Ks Qs Js 2c 3d 4h 5c Ts 6d 7h 8c"
    table = declared("Ah Ad 9c 9d 2h", "Kc Kd 7c 7d 3h", board=board, ways="high high")
    (award,) = table.hand.awards
    made = award.winners[0].hand
    assert made is not None and made.category != "royal-flush"


@pytest.mark.parametrize(
    ("board", "why"),
    [
        ("Qs 2c 2h 3c Js 3d 4h 4c Ts 5c 5h 6c", "the queen, the jack and the ten are of three units"),
        ("Qs Js 2c 3c 4h 4c 5d 5c 6h 6c Th 7c", "a pair and a single, but the ten is of another suit"),
    ],
)
def test_r11_a_pair_is_used_whole(board: str, why: str) -> None:
    """Half a pair, two pairs or two singles make no hand (R-11; C10)."""
    table = declared("As Ks 9h 8d 7h", "Kc Kd 9d 9c 3h", board=board, ways="high low")
    high = next(award for award in table.hand.awards if award.share == "high")
    made = high.winners[0].hand
    assert made is not None and "flush" not in made.category, why


def test_r12_high_and_low_from_different_cards() -> None:
    """One player's high and low hand may use different cards (R-12)."""
    board = "2c 3d 4h 5c 6d 7h 8c 9d 2h 3c 4d 5h"
    table = declared("As Ks Qs Js Ts", "Kc Kd 9h 9c 9s", board=board, ways="both high")
    hands = {award.share: award.winners[0].hand for award in table.hand.awards}
    assert table.got == {2: 40}
    assert hands["high"] is not None and set(hands["high"].cards) == {"As", "Ks", "Qs", "Js", "Ts"}
    assert hands["low"] is not None and len(set(hands["low"].cards) & {"As", "Ks", "Qs", "Js", "Ts"}) == 2


def test_r13_all_declare_secretly_and_open_together() -> None:
    """Declarations are made at the same moment, and nobody's is seen before all are in (R-13)."""
    table = dealt(HIGH, LOW, MIDDLE).to_choice("declare")
    assert {one.secret for one in table.asked.values()} == {True}
    table.answers(3, Declare("low"))
    table.answers(1, Declare("high"))
    assert [table.player(seat).declared for seat in (1, 2, 3)] == [None] * 3 and not table.happened(e.Declared)
    table.answers(2, Declare("high"))
    (event,) = table.happened(e.Declared)
    assert [(by.seat, by.way) for by in event.seats] == [(2, "high"), (3, "low"), (1, "high")]


@pytest.mark.parametrize("answer", [Declare("neither"), Declare(""), Declare("HIGH"), Fold()])
def test_r13_high_low_or_both(answer: Any) -> None:
    """There are three declarations, and no other (R-13)."""
    table = dealt(HIGH, LOW).to_choice("declare")
    assert not takes(table, 2, answer)
    assert all(takes(table, 2, Declare(way)) for way in ("high", "low", "both"))


def test_r14_both_must_win_both() -> None:
    """Beaten one way, who declared both takes nothing, and the next best inherits (R-14)."""
    table = declared(HIGH, LOW, MIDDLE, ways="both low high")
    assert table.got == {3: 30, 1: 30}
    assert [(one.seat, one.share, one.beaten_by, one.how) for one in table.hand.failed] == [(2, "low", 3, "beaten")]


def test_r14_both_wins_both() -> None:
    """Who declared both and wins both takes the whole pot (R-14)."""
    hands = ("6c 4h Jc 5h 4c", "Qd 2c Kd As 3s", "9c 8h 8c 4s 2s")
    board = "Js 5c Ts Qs 2d Ah 5s 9h 7h Jh 3c 9s"
    assert declared(*hands, board=board, ways="both low high").got == {2: 60}


def test_r15_a_tie_one_way_is_shared() -> None:
    """Who ties for low and wins high takes the high half and shares the low one: three quarters (R-15; C4)."""
    board = "Kc 8d Tc 4d 2h Ks 5c 3d Qs Ac 6c Kd"
    own = ("5h 9d 7c 6s 4c", "8h 6d 4s Js Ah", "3c Ts Kh 5d 7s")
    table = declared(*own, board=board, ways="both low high", ante=40)
    assert table.got == {2: 90, 3: 30}


@pytest.mark.parametrize(("value", "got", "carried"), [("other_way", {2: 60}, 0), ("carry", {2: 30}, 30)])
def test_r16_a_half_that_nobody_declared(value: str, got: dict[int, int], carried: int) -> None:
    """`no_declarer_half`: the other way takes the whole pot, or the half stays for the next hand (R-16; 7.2)."""
    table = declared(HIGH, LOW, MIDDLE, ways="high high high", no_declarer_half=value)
    assert (table.got, table.carried) == (got, carried)
