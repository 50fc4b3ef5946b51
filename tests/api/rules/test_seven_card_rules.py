"""Seven-Card Regrets by its own document (OPR-712): rules V-1 to V-14."""

import random
from typing import Any

import pytest

from api.rules import dealing, seating
from api.rules import events as e
from api.rules.actions import Bet, Check, Discard, Fold, Keep, Place
from api.rules.deck import DECK
from api.rules.refusals import NotEnoughPlayers, TableFull
from api.rules.script import NEW
from tests.api.rules.builders import refused, takes
from tests.api.rules.house import House, one_by_one, seven_card

# The document's example against a player with a pair of aces.
EXAMPLE = "Kh 4c Kd 9s 2d 9h Qc"
EXAMPLE_ANSWERS = "keep discard keep keep discard keep keep"
ACES = "Ah 3c Ad 8s 7h 2c 5d"


def played(*players: tuple[str, str], ante: int = 10, **options: Any) -> House:
    """A finished hand in which each got these cards and answered so, and all checked; the last of them deals."""
    table = seven_card(*[100] * len(players), ante=ante, **options)
    table.deal(one_by_one(*(cards for cards, _ in players)))
    answers = [words.split() for _, words in players]
    seats = [*range(2, len(players) + 1), 1]
    while not table.hand.over:
        card = table.hand.dealt // len(players) - 1
        for seat in [seat for seat in table.asked if table.to_act is None]:
            word = answers[seats.index(seat)][card]
            table.answers(seat, Keep() if word == "keep" else Discard())
        if table.to_act is not None:
            table.all_check()
    return table


FIRST_FIVE = "keep keep keep keep keep discard discard"
LAST_FIVE = "discard discard keep keep keep keep keep"


def test_v1_seven_cards_for_seven_players() -> None:
    """Forty-nine of the 52 cards make seven for each of seven players, no card twice (V-1; OPR-712)."""
    table = seven_card(*[100] * 7).deal().to_the_end()
    cards = [card for seat in range(1, 8) for pile in ("kept", "discarded") for card in table.pile(seat, pile)]
    assert len(cards) == 49 and set(cards) == set(DECK[:49])


def test_v1_no_eighth_player() -> None:
    """Up to seven players may take part, and no fewer than two (V-1; OPR-712)."""
    refused(seven_card(*[100] * 7), TableFull, seating.sit, "H", 100, None)
    refused(seven_card(100), NotEnoughPlayers, dealing.start_hand, {}, False)


def test_v2_the_best_high_hand_takes_the_whole_pot() -> None:
    """The best five-card high hand wins the whole pot; a low hand wins nothing (V-2; OPR-712)."""
    table = played((EXAMPLE, EXAMPLE_ANSWERS), ("7c 5h 4d 3s 2h Tc Td", FIRST_FIVE))
    (award,) = table.hand.awards
    assert (award.share, award.part, [winner.seat for winner in award.winners]) == ("high", 20, [2])
    assert table.chips == {1: 90, 2: 110}


def test_v3_everybody_antes_before_the_deal() -> None:
    """Every player puts in the ante before the first card (V-3; OPR-712)."""
    table = seven_card(100, 100, 100, ante=5).deal()
    kinds = [type(stamped.what) for stamped in table.events if stamped.hand == 1]
    assert kinds[:3] == [e.Started, e.Anted, e.Dealt]
    assert [(player.paid, player.chips) for player in table.hand.players] == [(5, 95)] * 3


def test_v4_one_card_at_a_time_to_each_in_turn() -> None:
    """One card comes to each player in turn, from the dealer's left, seven times (V-4; OPR-712)."""
    table = seven_card(100, 100, 100).deal().to_the_end()
    dealt = table.happened(e.Dealt)
    assert [[(to.seat, to.cards) for to in event.seats] for event in dealt] == [
        [(seat, (DECK[3 * card + at],)) for at, seat in enumerate((2, 3, 1))] for card in range(7)
    ]


def test_v4_seven_to_who_stays_in() -> None:
    """Who has folded is dealt no more; who stays gets all seven (V-4; OPR-712)."""
    table = seven_card(100, 100, 100).deal().to_round(2)
    table.bets(table.to_act or 0, "fold")
    table.to_the_end()
    counts = {player.seat: sum(len(pile.cards) for pile in player.piles) for player in table.hand.players}
    assert sorted(counts.values()) == [2, 7, 7]


def test_v5_keep_or_discard_each_card() -> None:
    """On each card its player says keep or discard, and nothing else (V-5; OPR-712, 2.3)."""
    table = seven_card(100, 100).deal()
    assert {seat: decision.type for seat, decision in table.asked.items()} == {1: "keep", 2: "keep"}
    assert table.may(2) == {"keep", "discard"}
    for answer in (Fold(), Check(), Bet(2), Place(("kept",))):
        assert not takes(table, 2, answer)


def test_v6_a_kept_card_lies_face_up_and_stays() -> None:
    """A kept card is placed face up, and stays for the rest of the hand (V-6; OPR-712, 2.3(a))."""
    table = seven_card(100, 100).deal(one_by_one(EXAMPLE, ACES))
    table.keeps(2, 1)
    assert table.player(2).pile("kept").up == 1
    table.to_the_end()
    assert table.pile(2, "kept") == ("Kh", "4c", "Kd", "9s", "2d")
    assert table.player(2).pile("kept").up == 5


def test_v7_a_discarded_card_is_out_for_good() -> None:
    """A discarded card makes no hand, and no decision brings it back (V-7; OPR-712, 2.3(b))."""
    table = seven_card(100, 100)
    table.deal(one_by_one(EXAMPLE, ACES))
    table.discards(2).keeps(1).to_the_end()
    rows = {contender.seat: contender.rows for contender in table.showdown.contenders}
    assert [row.pile for row in rows[2]] == ["kept"]
    assert "Kh" not in rows[2][0].cards and table.pile(2, "discarded")[0] == "Kh"


@pytest.mark.parametrize("seed", range(12))
def test_v8_exactly_two_discarded_and_five_kept(seed: int) -> None:
    """However a player chooses, five cards are kept and two discarded (V-8; OPR-712, 2.4)."""
    rng = random.Random(seed)
    table = seven_card(100, 100, 100).deal()
    while not table.hand.over:
        for seat in [seat for seat, one in table.asked.items() if one.type == "keep"]:
            table.answers(seat, rng.choice([Keep(), Discard()]) if len(table.may(seat)) == 2 else Keep())
        if table.to_act is not None:
            table.all_check()
    for seat in (1, 2, 3):
        assert (len(table.pile(seat, "kept")), len(table.pile(seat, "discarded"))) == (5, 2)
        assert table.pile(seat, NEW) == ()


def test_v9_after_two_discards_all_are_kept() -> None:
    """Who has discarded twice keeps every later card (V-9; OPR-712, 2.4(a))."""
    table = played((EXAMPLE, LAST_FIVE), (ACES, FIRST_FIVE))
    assert table.pile(2, "kept") == tuple(EXAMPLE.split()[2:])
    answers = [by for event in table.happened(e.Placed) for by in event.seats if by.seat == 2]
    assert [by.decision is None for by in answers] == [False, False, True, True, True, True, True]


def test_v10_after_five_kept_the_rest_is_dealt_and_discarded() -> None:
    """Who has kept five is dealt the sixth and the seventh card, and they are discarded (V-10; OPR-712, 2.4(b))."""
    table = played((EXAMPLE, FIRST_FIVE), (ACES, LAST_FIVE))
    assert table.pile(2, "discarded") == ("9h", "Qc")
    dealt = [to.cards for event in table.happened(e.Dealt) for to in event.seats if to.seat == 2]
    assert dealt[5:] == [("9h",), ("Qc",)]
    last = [by for event in table.happened(e.Placed)[5:] for by in event.seats if by.seat == 2]
    assert [(by.decision, by.answer) for by in last] == [(None, Discard())] * 2


def test_v11_a_round_after_every_card() -> None:
    """The betting schedule is announced; as a rule there is a round after every card (V-11; OPR-712)."""
    table = seven_card(100, 100).deal()
    assert table.hand.options["betting_after"] == "every_card"
    for card in range(1, 8):
        table.play_on(lambda table: table.to_act is not None)
        assert (table.hand.rounds, table.hand.dealt) == (card, 2 * card)
        table.all_check()
    assert table.hand.over


def test_v12_the_best_exposed_hand_acts_first() -> None:
    """The best exposed hand acts first, in every round anew; limits are the group's (V-12; OPR-712)."""
    table = seven_card(100, 100, 100, limit="pot").deal(one_by_one("9h 2c", "Kh 3d", "Qh Qd"))
    table.keeps(2, 3, 1)
    assert table.to_act == 3, "the king"
    table.all_check().keeps(2, 3, 1)
    assert table.to_act == 1, "the queens"
    assert table.hand.options["limit"] == "pot"


def test_v13_a_folder_takes_no_further_part() -> None:
    """Who folds is dealt nothing, asked nothing and wins nothing more (V-13; OPR-712)."""
    table = seven_card(100, 100, 100, first_to_act="left_of_dealer").deal().to_round(1)
    table.bets(2, "fold")
    asked_before = len(table.happened(e.Asked))
    table.to_the_end()
    assert 2 not in {one.seat for event in table.happened(e.Asked)[asked_before:] for one in event.decisions}
    assert [contender.seat for contender in table.showdown.contenders] == [3, 1]
    assert len(table.player(2).piles[1].cards) == 1


def test_v14_tied_hands_split_the_pot() -> None:
    """Hands of equal ranks split the pot; the odd chip goes by seat, never by suit (V-14; OPR-712, footer)."""
    table = played(
        ("Kc Kd 9s 9h Qc 2h 3h", FIRST_FIVE),
        ("Ks Kh 9d 9c Qd 2s 3s", FIRST_FIVE),
        ("7c 5h 4d 3d 2d Tc Td", FIRST_FIVE),
        ante=5,
    )
    assert table.got == {2: 8, 3: 7}, "15 chips, the odd one nearest the dealer's left"


def test_the_documents_example() -> None:
    """The document's example ends with kings and nines, queen (V-2; OPR-712, example)."""
    table = played((EXAMPLE, EXAMPLE_ANSWERS), (ACES, FIRST_FIVE))
    assert table.pile(2, "kept") == ("Kh", "Kd", "9s", "9h", "Qc")
    assert table.got == {2: 20}
    decided = [by.decision for event in table.happened(e.Placed) for by in event.seats if by.seat == 2]
    assert [decision is None for decision in decided] == [False] * 5 + [True] * 2, "the last two are forced"
