"""Where any doubt remains: the host's ruling on a hand (2.6a)."""

import pytest

from api.rules import events as e
from api.rules import ruling, seating
from api.rules.refusals import CannotVoid, NoHand
from api.rules.table import chips_held, chips_owed
from tests.api.rules.builders import refused, ten_card
from tests.api.rules.house import House, henway, real_poker, seven_card


def in_a_hand(**options: object) -> House:
    """A hand of Seven-Card Regrets in its first betting round, a bet of 2 made."""
    table = seven_card(100, 100, 100, first_to_act="left_of_dealer", **options).deal().to_round(1)
    table.bets(2, "bet", 2)
    return table


def test_a_text_on_the_running_hand() -> None:
    """A ruling is noted with its hand; the hand goes on (2.6a)."""
    table = in_a_hand()
    table.does(ruling.rule, "The exposed card stays.", False)
    assert table.hand.rulings == ("The exposed card stays.",) and not table.hand.over
    assert table.to_act == 3 and table.happened(e.Ruled) == [e.Ruled("The exposed card stays.", False)]


def test_a_text_on_the_last_hand() -> None:
    """A ruling may come after the hand; nothing moves (2.6a)."""
    table = in_a_hand().to_the_end()
    chips = table.chips
    table.does(ruling.rule, "As it was.", False)
    assert table.chips == chips and table.hand.rulings == ("As it was.",)


def test_several_rulings() -> None:
    """A hand may have several rulings, in their order (2.6a)."""
    table = in_a_hand()
    for text in ("First.", "Second."):
        table.does(ruling.rule, text, False)
    assert table.hand.rulings == ("First.", "Second.")


def test_the_same_ruling_again_is_one_ruling() -> None:
    """Sent again a ruling changes nothing (2.6a)."""
    table = in_a_hand()
    for _ in range(2):
        table.does(ruling.rule, "Once.", False)
    assert table.hand.rulings == ("Once.",)


@pytest.mark.parametrize("game", [ten_card, seven_card, henway, real_poker])
def test_a_void_hand_gives_every_chip_back(game: object) -> None:
    """A void hand gives every chip back to who paid it, and is over; nobody is asked any more (2.6a)."""
    table = game(100, 60, 40, ante=10).deal()  # type: ignore[operator]
    table.does(ruling.rule, "Misdealt.", True)
    assert table.chips == {1: 100, 2: 60, 3: 40} and table.hand.over and table.hand.void
    assert table.asked == {} and table.hand.awards == ()


def test_void_in_the_middle_of_a_round() -> None:
    """Bets of the running round go back too (2.6a)."""
    table = in_a_hand()
    table.bets(3, "raise", 4)
    table.does(ruling.rule, "Misdealt.", True)
    assert table.chips == {1: 100, 2: 100, 3: 100}
    assert chips_held(table.table) == chips_owed(table.table) == 300


def test_void_while_the_evaluator_is_asked() -> None:
    """A hand that waits for the evaluator can be void; the question is then no longer asked (2.6a)."""
    table = seven_card(1, 1, judge=None).deal().to_the_end()
    assert table.question is not None
    table.does(ruling.rule, "Misdealt.", True)
    assert table.question is None and table.chips == {1: 1, 2: 1}


def test_void_while_paused() -> None:
    """The host may rule on a paused table (2.6a)."""
    table = in_a_hand()
    table.does(seating.pause)
    table.does(ruling.rule, "Misdealt.", True)
    assert table.hand.void and table.chips == {1: 100, 2: 100, 3: 100}
    table.does(seating.resume)
    assert table.deal().hand.number == 2


def test_the_last_hand_can_be_void() -> None:
    """A hand that has been awarded can be void as long as all its chips are still there (2.6a)."""
    table = in_a_hand().to_the_end()
    assert table.chips != {1: 100, 2: 100, 3: 100}
    table.does(ruling.rule, "Wrong deck.", True)
    assert table.chips == {1: 100, 2: 100, 3: 100} and table.hand.void and table.hand.awards == ()


def test_void_once() -> None:
    """A void hand is void once; a later ruling on it is a text (2.6a)."""
    table = in_a_hand()
    table.does(ruling.rule, "Misdealt.", True)
    table.does(ruling.rule, "And again.", True)
    assert table.chips == {1: 100, 2: 100, 3: 100}
    assert [event.void for event in table.happened(e.Ruled)] == [True, False]


def test_a_text_becomes_void() -> None:
    """A hand ruled on may be void later, with the same words (2.6a)."""
    table = in_a_hand()
    table.does(ruling.rule, "Misdealt.", False)
    table.does(ruling.rule, "Misdealt.", True)
    assert table.hand.void


def test_not_once_chips_have_gone() -> None:
    """Once somebody has left with chips of the hand it stands; a text is still noted (2.6a)."""
    table = in_a_hand().to_the_end()
    table.leaves(2)
    refused(table, CannotVoid, ruling.rule, "Wrong deck.", True)
    table.does(ruling.rule, "Noted.", False)
    assert table.hand.rulings == ("Noted.",)


def test_not_once_chips_have_been_bought() -> None:
    """Once somebody has bought chips since, the hand stands (2.6a)."""
    table = in_a_hand().to_the_end()
    table.does(seating.rebuy, 3, 500)
    refused(table, CannotVoid, ruling.rule, "Wrong deck.", True)


def test_not_after_a_leaver_has_gone_with_the_end_of_the_hand() -> None:
    """Who said goodbye during the hand takes the chips along when it ends; then it stands (2.6a; 2.5)."""
    table = in_a_hand()
    table.leaves(1)
    table.to_the_end()
    refused(table, CannotVoid, ruling.rule, "Wrong deck.", True)


def test_a_leaver_is_paid_back_by_a_void_hand() -> None:
    """When the running hand is void, who said goodbye leaves with all of it (2.6a; 2.5)."""
    table = in_a_hand()
    table.leaves(1)
    table.does(ruling.rule, "Misdealt.", True)
    assert table.happened(e.Left) == [e.Left(1, 1, 100)]


def test_no_hand_no_ruling() -> None:
    """There is nothing to rule on before the first hand (2.6a)."""
    refused(seven_card(100, 100), NoHand, ruling.rule, "Hm.", False)


def test_the_button_moves_after_a_void_hand() -> None:
    """A void hand was dealt: the next one has the next dealer and the next number (2.6a; 2.2)."""
    table = in_a_hand()
    table.does(ruling.rule, "Misdealt.", True)
    table.deal()
    assert (table.hand.number, table.hand.dealer) == (2, 2)
