"""Betting rounds (2.3): who acts, when a round ends, when it is skipped, and what goes back uncalled."""

import pytest

from api.rules import events as e
from api.rules.actions import Bet, Call, Check, Fold, LegalCall, Raise
from api.rules.questions import WhoWins
from tests.api.rules.builders import BettingRound, Sitting, takes, ten_card

THREE = {"A": 1000, "B": 1000, "C": 1000}
NO_LIMIT = {"limit": "none", "min_bet": 10}


# Turns and the end of a round


def test_all_check() -> None:
    """A round in which all check ends with the last of them (2.3)."""
    betting = BettingRound(THREE).acts(("A", "check"), ("B", "check"))
    assert betting.to_act == "C"
    assert betting.act("C", "check").to_act is None


def test_first_the_dealers_left() -> None:
    """Betting starts left of the dealer and goes clockwise (2.3)."""
    table = ten_card(100, 100, 100).deal().to_round(1)
    order = []
    while (seat := table.to_act) is not None and table.hand.rounds == 1:
        order.append(seat)
        table.bets(seat, "check")
    assert order == [2, 3, 1]


def test_a_bet_must_be_answered_by_all() -> None:
    """The round ends when everybody has matched the last full raise, and not before (2.3)."""
    betting = BettingRound(THREE).acts(("A", "check"), ("B", "bet", 2), ("C", "raise", 4))
    assert betting.act("A", "call").to_act == "B"
    assert betting.act("B", "call").to_act is None


def test_the_bettor_is_not_asked_again() -> None:
    """Who bet last and was only called has nothing more to say (2.3)."""
    assert BettingRound(THREE).acts(("A", "bet", 2), ("B", "call"), ("C", "call")).to_act is None


def test_a_fold_does_not_end_the_round() -> None:
    """After a bet and a fold the next player still acts (2.3)."""
    betting = BettingRound(THREE).acts(("A", "bet", 2), ("B", "fold"))
    assert betting.to_act == "C"


def test_the_folded_are_skipped() -> None:
    """A folded player is asked in no later round (2.3)."""
    table = ten_card(100, 100, 100).deal().to_round(1)
    table.bets(2, "fold")
    table.all_check().to_round(2)
    assert table.to_act == 3


def test_bets_start_anew_each_round() -> None:
    """Bets and raises count within their round only; the pot keeps what was paid (2.3)."""
    table = ten_card(100, 100, limit="none").deal().to_round(1)
    table.bets(2, "bet", 30)
    table.bets(1, "call")
    table.to_round(2)
    assert [player.bet for player in table.hand.players] == [0, 0]
    assert [player.paid for player in table.hand.players] == [31, 31]
    assert table.bounds(2) == (2, 69)


# What is legal


def test_nothing_to_call() -> None:
    """Facing no bet one may fold, check or bet, but neither call nor raise (2.3)."""
    betting = BettingRound(THREE)
    assert betting.may == {"fold", "check", "bet"}
    assert not betting.accepts("call") and not betting.accepts("raise", 4)


def test_facing_a_bet() -> None:
    """Facing a bet one may fold, call or raise, but neither check nor bet (2.3)."""
    betting = BettingRound(THREE).act("A", "bet", 2)
    assert betting.may == {"fold", "call", "raise"}
    assert not betting.accepts("check") and not betting.accepts("bet", 4)


def test_a_call_says_its_total_and_its_cost() -> None:
    """`to` is the bet of the round after a call, `adds` what it costs now, for every seat alike (2.3)."""
    betting = BettingRound(THREE, **NO_LIMIT).acts(("A", "bet", 20), ("B", "raise", 60), ("C", "call"))
    assert LegalCall(to=60, adds=40) in betting.legal


def test_a_call_for_less() -> None:
    """Who has less than the bet may call with all of it (2.3)."""
    betting = BettingRound({"A": 1000, "B": 30, "C": 1000}, **NO_LIMIT).act("A", "bet", 100)
    assert LegalCall(to=30, adds=30) in betting.legal
    assert betting.bounds is None
    betting.act("B", "call")
    assert betting.call_to == 100, "the bet to match is no smaller for it"


def test_no_chips_no_bet() -> None:
    """A bet is no more than what lies behind, and all of it may be bet (2.3)."""
    betting = BettingRound({"A": 35, "B": 1000}, **NO_LIMIT)
    assert betting.bounds == (10, 35)
    assert not betting.accepts("bet", 36)


@pytest.mark.parametrize("to", [0, -1, -600, 9, 1001, 1908])
def test_amounts_out_of_bounds(to: int) -> None:
    """A bet below the smallest, of nothing, or of less than nothing is none; nor is one above the stack (2.3)."""
    assert not BettingRound(THREE, **NO_LIMIT).accepts("bet", to)


def test_a_refused_wager_changes_nothing() -> None:
    """A refusal says what is legal, and nothing has happened (2.3)."""
    table = ten_card(100, 100).deal().to_round(1)
    for wrong in (Call(), Raise(4), Bet(1), Bet(3), Bet(101), Bet(-2)):
        assert not takes(table, 2, wrong)
    for right in (Fold(), Check(), Bet(2)):
        assert takes(table, 2, right)


def test_suggested_amounts_are_legal() -> None:
    """The amounts that a decision suggests lie within its bounds: the least, half the pot, the pot, the most."""
    betting = BettingRound(THREE, pot_before=60, **NO_LIMIT)
    assert [entry.suggested for entry in betting.legal if hasattr(entry, "suggested")] == [(10, 30, 60, 1000)]


# All-in


def test_the_all_in_bet_no_more_but_place_on() -> None:
    """A player without chips makes no betting decision, but every card decision (2.3)."""
    table = ten_card(100, 20, 100, ante=1, limit="none").deal().to_round(1)
    table.bets(2, "bet", 19)
    table.all_check()
    assert set(table.asked) == {1, 2, 3}
    table.all_place()
    assert table.to_act == 3
    table.to_the_end()
    assert not [acted for acted in table.happened(e.Acted)[1:] if acted.seat == 2]
    assert len(table.pile(2, "left") + table.pile(2, "right")) == 10


def test_rounds_are_skipped_when_nobody_can_bet() -> None:
    """With fewer than two able to bet the rounds are skipped; cards and placing go on to the showdown (2.3)."""
    table = ten_card(100, 20, limit="none").deal().to_round(1)
    table.bets(2, "bet", 19)
    table.bets(1, "call")
    table.to_the_end()
    assert [event.first for event in table.happened(e.Round)] == [2, None, None, None, None]
    assert len(table.happened(e.Placed)) == 5
    assert len(table.happened(e.Acted)) == 2


def test_the_only_one_able_to_bet_is_asked_nothing() -> None:
    """Who alone has chips left, and faces no bet, is asked nothing and cannot fold what is his (2.5)."""
    betting = BettingRound({"A": 1000, "B": 40, "C": 60}, **NO_LIMIT)
    betting.acts(("A", "check"), ("B", "bet", 40), ("C", "raise", 60))
    assert betting.may == {"fold", "call"}, "a raise would have nobody to meet it"
    assert betting.act("A", "call").to_act is None


def test_the_only_one_left_to_open_is_asked_nothing() -> None:
    """When a fold leaves one who is able to bet, beside players all-in since earlier, the round is over (2.3, 2.5)."""
    betting = BettingRound({"A": 1000, "B": 1000, "C": 0}, **NO_LIMIT)
    assert betting.act("A", "fold").to_act is None


def test_facing_an_all_in_one_is_asked() -> None:
    """The only one able to bet is asked when there is a bet to call (2.3, 2.5)."""
    betting = BettingRound({"A": 40, "B": 1000}, **NO_LIMIT).act("A", "bet", 40)
    assert (betting.to_act, betting.may) == ("B", {"fold", "call"})


def test_nobody_left_to_raise() -> None:
    """A raise is offered only while another live player has chips behind (2.5)."""
    betting = BettingRound({"A": 1000, "B": 50, "C": 1000}, **NO_LIMIT)
    betting.acts(("A", "bet", 20), ("B", "raise", 50), ("C", "fold"))
    assert betting.may == {"fold", "call"}


# Uncalled bets


def stacks_after(table: Sitting) -> list[tuple[int, int]]:
    """What the players have behind and have paid, by seat."""
    return [(table.player(seat).chips, table.player(seat).paid) for seat in sorted(table.chips)]


def test_the_uncalled_part_is_returned() -> None:
    """What nobody could match goes back when the round ends (2.3)."""
    table = ten_card(200, 60, limit="none").deal().to_round(1)
    table.bets(2, "check")
    table.bets(1, "bet", 199)
    assert stacks_after(table) == [(0, 200), (59, 1)], "not before"
    table.bets(2, "call")
    assert stacks_after(table) == [(140, 60), (0, 60)]
    assert table.happened(e.Returned) == [e.Returned(1, 140)]


def test_a_bet_that_all_fold_to_is_returned() -> None:
    """A bet that nobody called goes back, and the pot goes to the bettor (2.3)."""
    table = ten_card(100, 100).deal().to_round(1)
    table.bets(2, "bet", 2)
    table.bets(1, "fold")
    assert table.happened(e.Returned) == [e.Returned(2, 2)]
    assert [award.amount for award in table.hand.awards] == [2]
    assert table.chips == {1: 99, 2: 101}


def test_a_raise_is_returned_down_to_the_bet_it_raised() -> None:
    """Of a raise that nobody called the part above the bet goes back (2.3)."""
    table = ten_card(100, 100, 100).deal().to_round(1)
    table.bets(2, "bet", 2)
    table.bets(3, "raise", 4)
    table.bets(1, "fold")
    table.bets(2, "fold")
    assert table.happened(e.Returned) == [e.Returned(3, 2)]
    assert table.chips == {1: 99, 2: 97, 3: 104}


# Antes


def test_a_short_ante() -> None:
    """Who has less than the ante posts what he has and is all-in; he wins that much from each (2.3)."""
    table = ten_card(100, 3, 100, ante=5, judge=None)
    table.deal()
    (anted,) = table.happened(e.Anted)
    assert {ante.seat: (ante.chips, ante.all_in) for ante in anted.seats} == {
        1: (5, False),
        2: (3, True),
        3: (5, False),
    }
    table.to_round(1)
    assert table.to_act == 3
    table.to_the_end()
    assert isinstance(table.question, WhoWins)
    assert [(pot.amount, set(pot.eligible)) for pot in table.question.pots] == [(9, {1, 2, 3}), (4, {1, 3})]


def test_an_ante_that_puts_everybody_all_in() -> None:
    """With everybody all-in by the ante nobody bets, and everybody places to the end (2.3)."""
    table = ten_card(10, 10, 10, ante=50).deal()
    while table.asked:
        assert {decision.type for decision in table.asked.values()} == {"place"}
        table.all_place()
    assert [event.first for event in table.happened(e.Round)] == [None] * 5
    assert sum(table.chips.values()) == 30


def test_the_uncalled_part_of_an_ante_is_returned() -> None:
    """What only one player could pay of the ante is his again (2.3)."""
    table = ten_card(100, 3, ante=5).deal()
    assert table.happened(e.Returned) == [e.Returned(1, 2)]
    assert stacks_after(table) == [(97, 3), (0, 3)]


def test_antes_are_dead() -> None:
    """An ante counts towards no bet: after it the call is of the whole bet (2.3)."""
    table = ten_card(100, 100, ante=5, small_bet=5).deal().to_round(1)
    table.bets(2, "bet", 5)
    assert LegalCall(to=5, adds=5) in table.legal(1)


def test_no_ante_and_nobody_bets() -> None:
    """With an ante of 0 and everybody checking there is no pot, and the hand ends as it began (2.3)."""
    table = ten_card(100, 100, ante=0).deal().to_the_end()
    assert (table.hand.over, table.hand.awards, table.chips) == (True, (), {1: 100, 2: 100})


# One live player


def test_the_last_one_takes_every_pot() -> None:
    """One live player left takes every pot at once; nothing more is dealt or shown (2.3)."""
    table = ten_card(100, 100, 100).deal().to_round(2)
    table.bets(2, "bet", 2)
    table.bets(3, "fold")
    table.bets(1, "fold")
    told = [type(stamped.what) for stamped in table.events]
    assert told[-4:] == [e.Acted, e.Returned, e.Awarded, e.Ended]
    assert not table.happened(e.Counting)
    assert (table.hand.dealt, table.chips) == (12, {1: 99, 2: 102, 3: 99})


def test_nothing_is_legal_when_the_hand_is_over() -> None:
    """No decision is open once a hand is over (2.3)."""
    table = ten_card(100, 100).deal().to_round(1)
    table.bets(2, "fold")
    assert (table.hand.open, table.asked) == ((), {})
