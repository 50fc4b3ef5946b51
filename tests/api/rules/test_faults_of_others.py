"""Faults that users of other poker software reported, with blinds read as antes and bets: none of them is here."""

import pytest

from api.rules import dealing, play, seating
from api.rules import events as e
from api.rules.actions import Bet, Check, Fold, LegalCall, LegalFold, Place, Raise
from api.rules.deck import DECK
from api.rules.legal import default_answer
from api.rules.refusals import (
    AnsweredDifferently,
    BuyInOutOfBounds,
    DecisionClosed,
    NotEnoughPlayers,
    NotLegal,
    NotYours,
    TableFull,
)
from api.rules.table import from_text, to_text
from tests.api.rules.builders import TEN_CARD, BettingRound, refused, takes, ten_card

# Betting legality and order


def test_short_all_in_reopened_the_raise() -> None:
    """Seen: an all-in of 3 more let the first bettor raise again.  Right: fold, or call the 3."""
    betting = BettingRound({"A": 200, "B": 200, "C": 19, "D": 200}, limit="none", min_bet=2)
    betting.acts(("A", "bet", 16), ("B", "call"), ("C", "raise", 19), ("D", "call"))
    for name in ("A", "B"):
        assert betting.to_act == name
        assert betting.legal == (LegalFold(), LegalCall(to=19, adds=3))
        betting.act(name, "call")


def test_least_raise_against_a_short_stack() -> None:
    """Seen: a wrong least raise where the opponent has less.  Right: 260 after 20, 100 and 180, and what the opponent
    cannot match comes back."""
    table = ten_card(1001, 201, limit="none", min_bet=20).deal().to_round(1)
    table.bets(2, "bet", 20)
    table.bets(1, "raise", 100)
    table.bets(2, "raise", 180)
    assert table.bounds(1) == (260, 1000)
    table.bets(1, "raise", 700)
    assert table.legal(2) == (LegalFold(), LegalCall(to=200, adds=20))
    table.bets(2, "call")
    assert table.happened(e.Returned) == [e.Returned(1, 500)]


def test_ladder_of_least_raises() -> None:
    """Seen: wrong steps.  Right: 25, 50, 75, 100, each by the bet that was made."""
    betting = BettingRound(dict.fromkeys("ABCDE", 1000), limit="none", min_bet=25)
    ladder = []
    for name, what in zip("ABCD", ["bet", "raise", "raise", "raise"], strict=True):
        least, _ = betting.bounds or (0, 0)
        ladder.append(least)
        betting.act(name, what, least)
    assert ladder == [25, 50, 75, 100]


def test_least_raise_after_a_large_one() -> None:
    """Seen: a raise by the smallest bet was let through.  Right: after 100 and 300 at least 500."""
    betting = BettingRound(dict.fromkeys("ABC", 1000), limit="none", min_bet=100)
    assert betting.acts(("A", "bet", 100), ("B", "raise", 300)).bounds == (500, 1000)
    assert not betting.accepts("raise", 499)


def test_an_all_in_of_exactly_the_bet_ends_nothing() -> None:
    """Seen: the hand ended when one player was all-in for exactly the bet.  Right: the other calls or folds."""
    betting = BettingRound({"A": 1000, "B": 20}, small_bet=20).acts(("A", "check"), ("B", "bet", 20))
    assert (betting.to_act, betting.may) == ("A", {"fold", "call"})


def test_nobody_who_faces_an_all_in_is_skipped() -> None:
    """Seen: with 180 in and an all-in of 1880 to call the next round began.  Right: call or fold first."""
    betting = BettingRound({"A": 2000, "B": 1880, "C": 60}, limit="none", min_bet=60)
    betting.acts(("A", "bet", 180), ("B", "raise", 1880), ("C", "fold"))
    assert (betting.to_act, betting.may) == ("A", {"fold", "call"})


def test_a_fold_does_not_end_the_round_early() -> None:
    """Seen: A bets, B folds, and C was not asked.  Right: C acts."""
    assert BettingRound(dict.fromkeys("ABC", 100)).acts(("A", "bet", 2), ("B", "fold")).to_act == "C"


def test_a_folded_dealer_is_not_asked_again() -> None:
    """Seen: the dealer folded and was asked in the next round.  Right: folded seats are skipped."""
    table = ten_card(100, 100, 100).deal().to_round(1)
    table.bets(2, "check")
    table.bets(3, "bet", 2)
    table.bets(1, "fold")
    asked_before = len(table.happened(e.Asked))
    table.to_the_end()
    assert 1 not in {asked.seat for event in table.happened(e.Asked)[asked_before:] for asked in event.decisions}


def test_who_cannot_pay_the_ante() -> None:
    """Seen: a stack of 5 facing a blind of 20 was asked again, or lowered it for others.  Right: all-in for 5, never
    asked to bet, and the others pay 20."""
    table = ten_card(100, 5, 100, ante=20).deal().to_the_end()
    (anted,) = table.happened(e.Anted)
    assert {ante.seat: ante.chips for ante in anted.seats} == {1: 20, 2: 5, 3: 20}
    assert 2 not in {acted.seat for acted in table.happened(e.Acted)}


@pytest.mark.parametrize("to", [908, -600, 0, -1, 1])
def test_a_bet_that_would_make_a_negative_stack(to: int) -> None:
    """Seen: with 760 behind 908 was bet, and -600 too.  Right: refused, nothing changed."""
    table = ten_card(761, 761, limit="none").deal().to_round(1)
    assert table.bounds(2) == (2, 760)
    assert not takes(table, 2, Bet(to))


@pytest.mark.parametrize("to", [-50, 0, 99])
def test_a_top_up_that_takes_chips(to: int) -> None:
    """Seen: a negative top-up was accepted.  Right: refused, nothing changed."""
    refused(ten_card(100, 100), BuyInOutOfBounds, seating.rebuy, 1, to)


def test_no_moves_are_listed_when_the_hand_is_over() -> None:
    """Seen: a finished hand still listed moves.  Right: none, and no old number takes one."""
    table = ten_card(100, 100).deal().to_round(1)
    table.bets(2, "bet", 2)
    number = table.asked[1].number
    table.leaves(2)
    table.bets(1, "fold")
    assert table.hand.open == ()
    refused(table, AnsweredDifferently, play.answer, 1, number, Check())


def test_all_show_at_the_showdown() -> None:
    """Seen: a wrong seat showed first.  Right here: every live row lies open already and all are shown at once."""
    table = ten_card(100, 100, 100).deal().to_the_end()
    (counting,) = table.happened(e.Counting)
    assert [(shown.seat, shown.row) for shown in counting.rows] == [(2, 1), (2, 2), (3, 1), (3, 2), (1, 1), (1, 2)]


def test_the_button_is_never_stuck() -> None:
    """Seen: the button stayed with a seat that was broke or away.  Right: on to the next seat that plays."""
    table = ten_card(100, 100, 100).deal().to_the_end()
    table.sits_out(2)
    assert table.deal().table.dealer == 3


def test_a_time_out_that_could_check() -> None:
    """Seen: a time-out folded a player who could check for nothing.  Right: check where it is free, else fold."""
    table = ten_card(100, 100).deal().to_round(1)
    assert default_answer(TEN_CARD, table.hand, table.asked[2]) == Check()
    table.bets(2, "bet", 2)
    assert default_answer(TEN_CARD, table.hand, table.asked[1]) == Fold()


def test_one_convention_for_amounts() -> None:
    """Seen: "additional" for one seat and "total" for another.  Right: `to` is a total for all, `adds` the cost."""
    betting = BettingRound(dict.fromkeys("ABC", 1000), limit="none", min_bet=2)
    betting.acts(("A", "bet", 2), ("B", "raise", 4))
    assert LegalCall(to=4, adds=4) in betting.legal
    betting.act("C", "call")
    assert LegalCall(to=4, adds=2) in betting.legal


def test_equal_forced_bets_skip_no_round() -> None:
    """Seen: equal blinds skipped the first round.  Right: equal antes are matched bets of nobody; all may bet."""
    table = ten_card(100, 100).deal().to_round(1)
    assert [table.to_act, "bet" in table.may(2)] == [2, True]
    table.bets(2, "check")
    assert [table.to_act, "bet" in table.may(1)] == [1, True]


# Concurrency, seats, lifecycle


def test_a_click_does_not_land_in_the_next_hand() -> None:
    """Seen: a bet of one hand was applied in the next.  Right: an answer names its decision; late, it is refused."""
    table = ten_card(100, 100).deal().to_round(1)
    number = table.asked[2].number
    table.leaves(1)
    table.bets(2, "fold")
    table.sits("New", 100)
    for _ in range(2):
        table.deal().to_the_end()
    refused(table, DecisionClosed, play.answer, 2, number, Bet(2))


def test_a_rejected_move_is_reported() -> None:
    """Seen: an illegal move vanished without a word.  Right: refused, with what would be legal."""
    table = ten_card(100, 100).deal().to_round(1)
    facts = refused(table, NotLegal, play.answer, 2, table.asked[2].number, Raise(4))
    assert facts["legal"] == table.legal(2)


def test_nobody_acts_for_another_seat() -> None:
    """Seen: sending another seat's number moved its chips.  Right: the decision is its player's."""
    table = ten_card(100, 100).deal().to_round(1)
    refused(table, NotYours, play.answer, 1, table.asked[2].number, Fold())


def test_a_leaver_plays_no_more() -> None:
    """Seen: a leaver was not folded out of turn, and won later.  Right: folded without being asked."""
    table = ten_card(100, 100, 100).deal().to_round(1)
    table.leaves(1)
    table.bets(2, "check")
    table.bets(3, "check")
    assert table.player(1).folded
    assert 1 not in {acted.seat for acted in table.happened(e.Acted) if acted.decision is not None}


def test_an_empty_table_does_not_deal() -> None:
    """Seen: an empty table stuck in dealing.  Right: a hand needs two funded seats, and says so."""
    refused(ten_card(), NotEnoughPlayers, dealing.start_hand, {}, False)


def test_joining_during_a_hand_freezes_nothing() -> None:
    """Seen: a join in mid-hand froze the table.  Right: it waits for the next hand."""
    table = ten_card(100, 100).deal()
    table.sits("C", 100)
    table.to_the_end()
    assert table.hand.over
    assert len(table.deal().hand.players) == 3


def test_the_deck_is_never_exhausted() -> None:
    """Seen: more players than cards.  Right: at most five, fifty cards, and the sixth is refused."""
    table = ten_card(*[100] * 5).deal().to_the_end()
    assert table.hand.dealt == 50
    refused(table, TableFull, seating.sit, "F", 100, None)


def test_a_restart_keeps_secret_choices() -> None:
    """Seen: a restart lost what some had chosen.  Right: the table's text holds them, and play goes on from it."""
    table = ten_card(100, 100, 100).deal()
    table.places(2, "left", "left")
    table.table = from_text(to_text(table.table))
    table.all_place()
    assert len(table.pile(2, "left")) == 2


def test_a_restart_deals_the_same_cards() -> None:
    """Seen: a restart shuffled anew in mid-hand.  Right: the deck is given to the core, never made by it."""
    table = ten_card(100, 100).deal().to_round(2)
    table.table = from_text(to_text(table.table))
    table.to_the_end()
    dealt = [card for event in table.happened(e.Dealt) for to in event.seats for card in to.cards]
    assert tuple(dealt) == DECK[:20]


def test_no_card_is_lost_or_copied() -> None:
    """Seen: moving cards between piles lost or copied some.  Right: piles and deck are the 52 cards at every step."""
    table = ten_card(100, 100, 100).deal()
    while not table.hand.over:
        held = [card for player in table.hand.players for pile in player.piles for card in pile.cards]
        assert sorted([*held, *table.deck[table.hand.dealt :]]) == sorted(DECK)
        seat = next(iter(table.asked))
        table.answers(seat, Check() if table.to_act else Place(("left", "right")))
