"""Numbered questions: who may answer them, once, and what becomes of a second answer."""

from api.rules import events as e
from api.rules import play, seating
from api.rules.actions import Bet, Check, Fold, Place
from api.rules.refusals import (
    AnsweredDifferently,
    DecisionClosed,
    NoSuchDecision,
    NotLegal,
    NotYours,
    TablePaused,
)
from tests.api.rules.builders import Sitting, refused, ten_card


def again(table: Sitting, number: int, player: int, answer: Check | Bet | Place) -> None:
    """Send an answer that has been given before; nothing may happen."""
    before = table.table
    table.act(lambda run: play.answer(run, player, number, answer))
    assert table.table == before


def test_numbers_are_never_reused() -> None:
    """No decision number is ever used again (seen elsewhere: a click landed in the next hand)."""
    table = ten_card(100, 100).deal().to_the_end().deal().to_the_end()
    numbers = [asked.decision for event in table.happened(e.Asked) for asked in event.decisions]
    assert numbers == list(range(1, len(numbers) + 1))


def test_one_decision_a_seat() -> None:
    """No seat is asked two things at once, and one seat at a time is asked to bet."""
    table = ten_card(100, 100, 100).deal()
    while not table.hand.over:
        seats = [decision.seat for decision in table.hand.open]
        assert len(seats) == len(set(seats))
        assert len([decision for decision in table.hand.open if decision.type == "bet"]) <= 1
        seat = next(iter(table.asked))
        table.answers(seat, Place(("left", "right")) if table.asked[seat].type == "place" else Check())


def test_the_same_answer_again() -> None:
    """An answer may be sent again: while the step is open, when it has closed, and in the next hand."""
    table = ten_card(100, 100).deal()
    number, placing = table.asked[2].number, Place(("left", "right"))
    table.places(2, "left", "right")
    again(table, number, 2, placing)
    table.all_place()
    again(table, number, 2, placing)
    table.to_the_end().deal()
    again(table, number, 2, placing)


def test_another_answer() -> None:
    """A second answer that differs is refused, while the step is open and afterwards."""
    table = ten_card(100, 100).deal()
    number = table.asked[2].number
    table.places(2, "left", "right")
    refused(table, AnsweredDifferently, play.answer, 2, number, Place(("right", "left")))
    table.all_place()
    refused(table, AnsweredDifferently, play.answer, 2, number, Place(("right", "left")))


def test_another_bet() -> None:
    """A bet stands: neither another amount nor a fold takes its place."""
    table = ten_card(100, 100, limit="none").deal().to_round(1)
    number = table.asked[2].number
    table.bets(2, "bet", 10)
    again(table, number, 2, Bet(10))
    refused(table, AnsweredDifferently, play.answer, 2, number, Bet(11))
    refused(table, AnsweredDifferently, play.answer, 2, number, Fold())


def test_a_late_answer() -> None:
    """An answer to a decision of an earlier hand is late, and lands nowhere (seen elsewhere: a click landed in the next
    hand)."""
    table = ten_card(100, 100).deal()
    number = table.asked[2].number
    for _ in range(2):
        table.to_the_end().deal()
    refused(table, DecisionClosed, play.answer, 2, number, Place(("left", "right")))


def test_a_number_never_given_out() -> None:
    """A decision that was never opened does not exist."""
    table = ten_card(100, 100).deal()
    for number in (0, -1, table.table.next_decision, 10**9):
        refused(table, NoSuchDecision, play.answer, 2, number, Check())


def test_a_number_before_any_hand() -> None:
    """A table without a hand asks nothing."""
    refused(ten_card(100, 100), NoSuchDecision, play.answer, 1, 1, Check())


def test_somebody_elses_decision() -> None:
    """Only its own player may answer a decision, open or closed (seen elsewhere: acting for another seat)."""
    table = ten_card(100, 100).deal()
    number, placing = table.asked[2].number, Place(("left", "right"))
    refused(table, NotYours, play.answer, 1, number, placing)
    table.places(2, "left", "right")
    refused(table, NotYours, play.answer, 1, number, placing)
    table.all_place()
    refused(table, NotYours, play.answer, 1, number, placing)


def test_a_decision_belongs_to_a_player_not_to_a_chair() -> None:
    """Who takes a chair has no part in the decisions of who sat there before."""
    table = ten_card(100, 100).deal()
    number = table.asked[2].number
    table.places(2, "left", "right")
    table.all_place()
    table.leaves(2)
    table.sits("New", 50, 2)
    assert table.table.chairs[1].player == 3
    refused(table, NotYours, play.answer, 3, number, Place(("left", "right")))


def test_not_in_turn() -> None:
    """Who is not asked cannot act: there is no decision to answer."""
    table = ten_card(100, 100, 100).deal().to_round(1)
    assert list(table.asked) == [2]
    refused(table, NoSuchDecision, play.answer, 3, table.asked[2].number + 1, Check())


def test_an_illegal_answer_leaves_the_decision_open() -> None:
    """A refusal says what is legal, and the decision waits on under its number."""
    table = ten_card(100, 100).deal().to_round(1)
    decision = table.asked[2]
    facts = refused(table, NotLegal, play.answer, 2, decision.number, Bet(3))
    assert facts == {"legal": table.legal(2)}
    assert table.asked[2] == decision


def test_a_chosen_secret_lists_nothing_more() -> None:
    """What is legal is exactly what is accepted: after a secret answer nothing is listed any more."""
    table = ten_card(100, 100).deal()
    decision = table.asked[2]
    table.places(2, "left", "right")
    assert table.legal(2) == ()
    assert [open_one.number for open_one in table.hand.open if open_one.answer is not None] == [decision.number]


def test_a_paused_table_takes_no_answer() -> None:
    """Nothing moves while the table is paused; a repeated answer is still recognised."""
    table = ten_card(100, 100).deal()
    first, second = table.asked[2].number, table.asked[1].number
    table.places(2, "left", "right")
    table.does(seating.pause)
    refused(table, TablePaused, play.answer, 1, second, Place(("left", "right")))
    again(table, first, 2, Place(("left", "right")))
    table.does(seating.resume)
    table.places(1, "left", "right")
    assert table.to_act == 2
