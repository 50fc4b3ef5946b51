"""Pots and what is asked about them (2.5, 2.6, 7.5): layers of what was paid, odd chips, and verdicts that add up."""

from collections.abc import Mapping
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from api.rules import seating
from api.rules.hand import Award, Winner
from api.rules.pots import Payment, build_pots, uncalled
from api.rules.questions import Leads, WhoWins, Wins
from tests.api.rules.builders import Sitting, hands_made, refused_verdict, ten_card

# Layers


def pots(paid: Mapping[str, int], folded: str = "") -> list[tuple[int, str]]:
    names = list(paid)
    payments = [Payment(seat, chips, name not in folded) for seat, (name, chips) in enumerate(paid.items(), 1)]
    return [(pot.amount, "".join(names[seat - 1] for seat in pot.eligible)) for pot in build_pots(payments)]


def test_one_pot() -> None:
    """When all have paid the same there is one pot for all (2.5)."""
    assert pots({"A": 20, "B": 20, "C": 20}) == [(60, "ABC")]


def test_a_side_pot_for_each_all_in() -> None:
    """Each smaller stack makes a layer that it can win, and larger ones play on beside it (2.5)."""
    assert pots({"A": 10, "B": 30, "C": 50, "D": 50}) == [(40, "ABCD"), (60, "BCD"), (40, "CD")]


def test_folded_chips_stay_in_their_layers() -> None:
    """A folder's chips lie in every layer they reached (2.5)."""
    assert pots({"A": 10, "B": 30, "C": 50, "D": 50}, folded="B") == [(40, "ACD"), (100, "CD")]


def test_folded_chips_above_every_live_player() -> None:
    """What folders paid above the highest live layer joins the last pot (2.5)."""
    assert pots({"A": 100, "B": 100, "C": 40, "D": 60}, folded="AB") == [(160, "CD"), (140, "D")]


def test_no_pot_of_nothing() -> None:
    """Where nobody has paid there is no pot (2.5)."""
    assert pots({"A": 0, "B": 0}) == []


@given(st.lists(st.tuples(st.integers(0, 60), st.booleans()), min_size=2, max_size=8))
def test_pots_hold_what_was_paid(paid: list[tuple[int, bool]]) -> None:
    """The pots and the uncalled chips are what was paid; later pots have fewer to win them (7.5)."""
    paid[0] = (paid[0][0], True)
    payments = [Payment(seat, chips, live) for seat, (chips, live) in enumerate(paid, 1)]
    back = uncalled(payments)
    if back is not None:
        payments = [replace(p, paid=p.paid - back[1]) if p.seat == back[0] else p for p in payments]
    built = build_pots(payments)
    assert sum(pot.amount for pot in built) == sum(p.paid for p in payments)
    for before, after in pairwise(built):
        assert set(after.eligible) < set(before.eligible)
    assert all(pot.amount > 0 and pot.eligible for pot in built)


def test_what_a_folder_paid_most_is_not_returned() -> None:
    """Only a live player gets back what nobody called; a folder's chips are in the pot (7.5)."""
    assert uncalled([Payment(1, 100, live=False), Payment(2, 60), Payment(3, 40)]) is None
    assert uncalled([Payment(1, 40, live=False), Payment(2, 60), Payment(3, 40)]) == (2, 20)


# Side pots at the table


def three_all_in() -> Sitting:
    """A showdown with stacks of 20, 50 and 100 all in."""
    table = ten_card(100, 20, 50, judge=None, limit="none").deal().to_round(1)
    table.bets(2, "bet", 19)
    table.bets(3, "raise", 49)
    table.bets(1, "call")
    return table.to_the_end()


def test_side_pots_three_ways() -> None:
    """Three stacks make a main pot for all and a side pot for two; what only one could pay is his again (2.5)."""
    question = three_all_in().question
    assert isinstance(question, WhoWins)
    assert [(pot.amount, pot.eligible) for pot in question.pots] == [(60, (2, 3, 1)), (60, (3, 1))]


def test_contenders_stand_clockwise() -> None:
    """Odd chips go by seat from the dealer's left, so the question lists the seats in that order (2.6)."""
    question = three_all_in().question
    assert isinstance(question, WhoWins)
    assert [contender.seat for contender in question.contenders] == [2, 3, 1]


# Odd chips


SAME_LOW = ["7h Ks", "5d Kc", "4c 9d", "3s 9s", "2d 4h"], ["7c Jh", "5s Jd", "4s Jc", "3h 6s", "2c 6h"]


def parts(table: Sitting) -> dict[str | None, int]:
    return {award.share: award.part for award in table.hand.awards}


def odd_pot(**options: object) -> Sitting:
    """Antes of 5 from three players, two of whom, seats 2 and 3, tie for low."""
    third = ["8d 8h", "9c 9h", "Td Th", "Qd Qh", "As Ad"]
    return hands_made(*SAME_LOW, third, ante=5, **options)


def test_the_odd_chip_of_a_pot_goes_high() -> None:
    """The high half is the larger of an odd pot (2.6)."""
    assert parts(odd_pot()) == {"high": 8, "low": 7}


def test_the_odd_chip_by_announcement() -> None:
    """With `odd_chip_half=low` the low half is the larger (2.6)."""
    assert parts(odd_pot(odd_chip_half="low")) == {"high": 7, "low": 8}


def test_the_odd_chip_of_a_tie_goes_by_seat() -> None:
    """Of a half that does not divide, the odd chip goes to the tied hand nearest the dealer's left (2.6)."""
    low = next(award for award in odd_pot().hand.awards if award.share == "low")
    assert [(winner.seat, winner.chips) for winner in low.winners] == [(2, 4), (3, 3)]


# Verdicts


def verdict(*shares: tuple[int, int, int]) -> Wins:
    """Awards of pot, seat and chips."""
    return Wins(tuple(Award(pot, 0, None, chips, (Winner(seat, chips),), "") for pot, seat, chips in shares))


@pytest.mark.parametrize(
    "wrong",
    [
        verdict((1, 2, 60)),
        verdict((1, 2, 59), (2, 3, 60)),
        verdict((1, 2, 61), (2, 3, 60)),
        verdict((1, 2, 60), (2, 2, 60)),
        verdict((1, 2, 60), (2, 3, 60), (3, 1, 0)),
        verdict((1, 2, 60), (2, 3, 61), (2, 1, -1)),
        verdict((0, 2, 60), (2, 3, 60)),
        Wins(()),
        Leads((1, 2, 3)),
    ],
)
def test_a_verdict_that_does_not_add_up(wrong: Wins | Leads) -> None:
    """Awards are equal to the pots, and go to those who can win them; anything else moves no chip (7.5)."""
    table = three_all_in()
    refused_verdict(table, table.question, wrong)


def test_a_verdict_that_adds_up() -> None:
    """A right verdict pays out and ends the hand (7.5)."""
    table = three_all_in()
    table.settle(verdict((1, 2, 60), (2, 3, 30), (2, 1, 30)))
    assert table.chips == {1: 50 + 30, 2: 60, 3: 30}


def test_a_verdict_on_another_question() -> None:
    """A verdict is taken for the question that the table asks, once (seen elsewhere: applied twice)."""
    table = three_all_in()
    question = table.question
    assert isinstance(question, WhoWins)
    right = verdict((1, 2, 60), (2, 3, 60))
    refused_verdict(table, replace(question, hand=2), right)
    table.settle(right)
    refused_verdict(table, question, right)


def test_a_table_that_asks_nothing_takes_no_verdict() -> None:
    """Where nothing is asked a verdict is refused (7.5)."""
    question = three_all_in().question
    table = ten_card(100, 100).deal()
    assert table.question is None
    refused_verdict(table, question, Wins(()))


def test_a_paused_table_takes_no_verdict() -> None:
    """Nothing moves while the table is paused; the question comes again when it goes on."""
    table = three_all_in()
    question = table.question
    table.does(seating.pause)
    assert table.question is None
    refused_verdict(table, question, verdict((1, 2, 60), (2, 3, 60)))
    table.does(seating.resume)
    assert table.question == question
