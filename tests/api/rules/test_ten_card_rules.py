"""Ten-Card Regrets by its own document (OPR-720): rules T-1 to T-15."""

import pytest

from api.rules import dealing, play, seating
from api.rules import events as e
from api.rules.actions import Answer, Bet, Call, Check, Fold, Place, Raise
from api.rules.deck import DECK
from api.rules.refusals import NotEnoughPlayers, NotYours, TableFull
from api.rules.script import NEW
from tests.api.rules.builders import Sitting, hands_made, refused, takes, ten_card

# The document's example: what A and B make of their ten cards, deal by deal, the left card first.
EXAMPLE_A = ["7h Ks", "5d Kc", "4c 9d", "3s 9s", "2d 4h"]
EXAMPLE_B = ["8c Jh", "6d Jd", "4s Jc", "3h 6s", "2c 6h"]


def winners(table: Sitting) -> dict[str | None, list[int]]:
    """Who won each share of the only pot."""
    return {award.share: [winner.seat for winner in award.winners] for award in table.hand.awards}


def test_t1_ten_cards_for_five_players() -> None:
    """Fifty of the 52 cards make ten for each of five players, no card twice (T-1; OPR-720, 1.1)."""
    table = ten_card(*[100] * 5).deal().to_the_end()
    cards = [card for seat in range(1, 6) for row in ("right", "left") for card in table.pile(seat, row)]
    assert len(cards) == len(set(cards)) == 50
    assert set(cards) == set(DECK[:50])


def test_t1_no_sixth_player() -> None:
    """No more than five may take part (T-1; OPR-720, 1.1)."""
    refused(ten_card(*[100] * 5), TableFull, seating.sit, "F", 100, None)


def test_t1_two_players_at_least() -> None:
    """One player alone is dealt no hand (T-1; OPR-720, header)."""
    assert refused(ten_card(100), NotEnoughPlayers, dealing.start_hand, {}, False) == {"ready": 1}


def test_t2_two_hands_of_five() -> None:
    """Every player has a left and a right hand, of exactly five cards each at the end (T-2; OPR-720, 1.2)."""
    table = ten_card(100, 100, 100).deal().to_the_end()
    assert {len(table.pile(seat, row)) for seat in (1, 2, 3) for row in ("left", "right")} == {5}
    assert {table.pile(seat, NEW) for seat in (1, 2, 3)} == {()}


def test_t3_the_low_ranking_is_announced() -> None:
    """Left hands rank as announced: 8-6-4-3-2 loses to 7-5-4-3-2 under any, but 6-5-4-3-2 is a straight under
    deuce-to-seven and ace-to-six (T-3; OPR-720, 1.3)."""
    straight = ["6h Ks", "5d Kc", "4c 9d", "3s 9s", "2d 4h"]
    eight = ["8c Jh", "6d Jd", "4s Jc", "3h Qs", "2c 6s"]
    assert winners(hands_made(straight, eight))["low"] == [2]
    assert winners(hands_made(straight, eight, low_ranking="deuce-to-seven"))["low"] == [1]
    assert winners(hands_made(straight, eight, low_ranking="ace-to-six"))["low"] == [1]


def test_t4_everybody_antes_and_is_dealt_two() -> None:
    """Every player puts in the ante, and then two cards come to each (T-4; OPR-720, 2.1)."""
    table = ten_card(100, 100, 100, ante=5).deal()
    assert [(player.paid, player.chips) for player in table.hand.players] == [(5, 95)] * 3
    assert [len(table.pile(seat, NEW)) for seat in (1, 2, 3)] == [2, 2, 2]
    kinds = [type(stamped.what) for stamped in table.events if stamped.hand == 1]
    assert kinds[:3] == [e.Started, e.Anted, e.Dealt]


@pytest.mark.parametrize("rows", [("left", "left"), ("left", "right"), ("right", "left"), ("right", "right")])
def test_t5_each_card_left_or_right(rows: tuple[str, str]) -> None:
    """For each card its player chooses left or right; both may go to one hand (T-5; OPR-720, 2.2)."""
    table = ten_card(100, 100).deal()
    new = table.pile(2, NEW)
    table.places(2, *rows)
    table.all_place()
    for row in ("left", "right"):
        assert table.pile(2, row) == tuple(card for card, into in zip(new, rows, strict=True) if into == row)


@pytest.mark.parametrize(
    "rows", [(), ("left",), ("left", "left", "left"), ("left", "new"), ("left", "middle"), ("", "right")]
)
def test_t5_both_cards_and_nowhere_else(rows: tuple[str, ...]) -> None:
    """Each of the two cards goes to one of the two hands, and neither stays behind (T-5; OPR-720, 2.2)."""
    assert not takes(ten_card(100, 100).deal(), 2, Place(rows))


def test_t6_a_placed_card_stays() -> None:
    """What lies in a hand is there at the end, in its place; no decision moves it (T-6; OPR-720, 2.3)."""
    table = ten_card(100, 100).deal()
    before: dict[tuple[int, str], tuple[str, ...]] = {}
    while not table.hand.over:
        table.all_place().all_check()
        for seat in (1, 2):
            for row in ("left", "right"):
                had = before.get((seat, row), ())
                assert table.pile(seat, row)[: len(had)] == had
                before[seat, row] = table.pile(seat, row)


def test_t7_no_sixth_card_in_a_hand() -> None:
    """Neither hand may hold more than five cards (T-7; OPR-720, 2.4)."""
    table = ten_card(100, 100).deal()
    for _ in range(2):
        table.places(2, "left", "left")
        table.all_place().all_check()
    assert table.rooms(2) == {"right": 5, "left": 1}
    assert not takes(table, 2, Place(("left", "left")))
    assert takes(table, 2, Place(("left", "right")))


def test_t7_a_full_hand_sends_the_rest_to_the_other() -> None:
    """Once one hand is full, every later card goes to the other (T-7; OPR-720, 2.4)."""
    table = ten_card(100, 100).deal()
    for rows in [("left", "left"), ("left", "left"), ("left", "right")]:
        table.places(2, *rows)
        table.all_place().all_check()
    for right in (3, 5):
        assert 2 not in table.asked, "there is nothing to choose"
        table.all_place().all_check()
        assert len(table.pile(2, "right")) == right


def test_t8_deal_place_bet_five_times() -> None:
    """Two cards, placed, and a betting round, five times: 2, 4, 6, 8 and 10 cards; then the showdown (T-8; OPR-720,
    2.5)."""
    table = ten_card(100, 100).deal()
    for number in range(1, 6):
        assert {decision.type for decision in table.asked.values()} == {"place"}
        table.all_place()
        assert (table.hand.rounds, table.hand.dealt) == (number, 4 * number)
        assert len(table.pile(2, "left") + table.pile(2, "right")) == 2 * number
        assert table.to_act == 2
        table.all_check()
    assert table.hand.awarded
    kinds = [type(stamped.what) for stamped in table.events]
    assert kinds[-3:] == [e.Counting, e.Awarded, e.Ended]


def test_t9_placed_cards_are_shown() -> None:
    """Placed cards lie face up when all have placed (T-9; OPR-720, 2.6)."""
    table = ten_card(100, 100).deal().all_place("left", "right")
    for seat in (1, 2):
        for row in ("left", "right"):
            pile = table.player(seat).pile(row)
            assert (len(pile.cards), pile.up) == (1, 1)


def test_t10_order_and_limits_are_agreed_before_play() -> None:
    """The order of betting and the limits are announced before the first card (T-10; OPR-720, 2.6)."""
    table = ten_card(100, 100, limit="pot", first_to_act="best_exposed").deal()
    kinds = [type(stamped.what) for stamped in table.events]
    assert kinds.index(e.Started) < kinds.index(e.Dealt)
    (started,) = table.happened(e.Started)
    assert (started.options["limit"], started.options["first_to_act"]) == ("pot", "best_exposed")


def test_t11_the_documents_example() -> None:
    """A's seven-high low wins the low half, B's jacks over sixes the high half (T-11; OPR-720, 3.1, example)."""
    table = hands_made(EXAMPLE_A, EXAMPLE_B, ante=10)
    assert winners(table) == {"high": [1], "low": [2]}
    assert table.chips == {1: 100, 2: 100}


def test_t12_left_only_with_left() -> None:
    """A left hand that would win for high, and a right hand that would win for low, win nothing (T-12; OPR-720,
    3.2)."""
    quads_left = ["Ah 2s", "Ad 3c", "Ac 4d", "As 5s", "Kd 7h"]
    plain = ["8c Jh", "6d Jd", "4s Jc", "3h 6s", "2c 6h"]
    assert winners(hands_made(quads_left, plain)) == {"high": [1], "low": [1]}


def test_t12_one_player_may_win_both() -> None:
    """One player may win both halves (T-12; OPR-720, 3.2)."""
    table = hands_made(["7h Ks", "5d Kc", "4c Kd", "3s 9s", "2d 9h"], EXAMPLE_B, ante=10)
    assert winners(table) == {"high": [2], "low": [2]}
    assert table.chips == {1: 90, 2: 110}


def test_t13_tied_hands_share_their_half() -> None:
    """Tied hands share their half equally: 15 chips each of the low half of 30 (T-13; OPR-720, 3.3)."""
    table = hands_made(
        ["7h Ks", "5d Kc", "4c 9d", "3s 9s", "2d 4h"], ["7c Jh", "5s Jd", "4s Jc", "3h 6s", "2c 6h"], ante=30
    )
    assert winners(table) == {"high": [1], "low": [2, 1]}
    assert table.chips == {1: 100 - 30 + 30 + 15, 2: 100 - 30 + 15}


def test_t14_either_hand_by_announcement() -> None:
    """Either hand playing for high or low is a house rule, announced before the deal (T-14; OPR-720, 4)."""
    quads_left = ["Ah 2s", "Ad 3c", "Ac 4d", "As 5s", "Kd 7h"]
    plain = ["8c Jh", "6d Jd", "4s Jc", "3h 6s", "2c 6h"]
    assert winners(hands_made(quads_left, plain, either_hand="free")) == {"high": [2], "low": [2]}


def test_t15_suits_never_break_ties() -> None:
    """Equal ranks tie whatever their suits: two flushes of the same ranks share (T-15; OPR-720, footer)."""
    spades = ["2h As", "2d Ks", "3c 9s", "3d 7s", "4c 5s"]
    hearts = ["8c Ah", "6d Kh", "4s 9h", "3s 7h", "2c 5h"]
    assert winners(hands_made(spades, hearts))["high"] == [2, 1]


def test_a_placing_of_another_player_is_not_ones_own() -> None:
    """Each player places the cards in front of them, and nobody else's (OPR-720, 2.2)."""
    table = ten_card(100, 100).deal()
    decision = table.asked[2]
    refused(table, NotYours, play.answer, 1, decision.number, Place(("left", "right")))


@pytest.mark.parametrize("answer", [Fold(), Check(), Call(), Bet(2), Raise(4)])
def test_a_bet_is_no_answer_to_a_placing(answer: Answer) -> None:
    """A decision takes only what it lists: a fold is made in a betting round only (T-5; 4.3)."""
    assert not takes(ten_card(100, 100).deal(), 2, answer)
