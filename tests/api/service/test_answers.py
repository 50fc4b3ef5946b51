"""Numbered decisions: an answer is taken once, may safely be sent again, and never lands anywhere else."""

from __future__ import annotations

import pytest

from api.rules.refusals import AnsweredDifferently, DecisionClosed, NoSuchDecision, NotLegal, NotYours
from tests.acting import act_only, play_on
from tests.wiring import Guest, Host, House, Json

Three = tuple[Guest, Guest, Guest]
LEFT, RIGHT = ({"type": "place", "rows": [row, row]} for row in ("left", "right"))
CHECK, FOLD = {"type": "check"}, {"type": "fold"}


def bettor(guests: Three) -> Guest:
    """Who is asked to bet; all place as the clock would until then."""
    while True:
        asked = next(guest for guest in guests if guest.decisions())
        (decision,) = asked.decisions()
        if decision["type"] == "bet":
            return asked
        asked.answer(decision["decision"], decision["default"])


def assert_taken_once(house: House, guest: Guest, number: int, answer: Json, different: Json, other: Guest) -> None:
    """The same answer again changes nothing; a different one, and somebody else's, are refused."""
    before = house.table(guest.table)
    for _ in range(2):
        assert guest.answer(number, answer)["event"] == before.event
    with pytest.raises(AnsweredDifferently):
        guest.answer(number, different)
    for foreign in (answer, different):
        with pytest.raises(NotYours):
            other.answer(number, foreign)
    assert house.check(guest.table) == before


def test_a_secret_answer_may_be_repeated_for_the_rest_of_the_hand_and_in_the_next(
    house: House, host: Host, three: Three
) -> None:
    """While the step is open, after the cards have turned, after the hand, and after the next deal."""
    host.deal()
    ann, bob, cy = three
    (decision,) = ann.decisions()
    number = decision["decision"]
    ann.answer(number, LEFT)
    assert_taken_once(house, ann, number, LEFT, RIGHT, bob)
    bob.play(**LEFT)
    cy.play(**RIGHT)
    assert_taken_once(house, ann, number, LEFT, RIGHT, bob)
    play_on(three)
    assert ann.view()["phase"]["code"] == "ended"
    assert_taken_once(house, ann, number, LEFT, RIGHT, bob)
    host.deal()
    assert_taken_once(house, ann, number, LEFT, RIGHT, bob)


def test_a_bet_may_be_repeated_for_the_rest_of_the_hand_and_in_the_next(house: House, host: Host, three: Three) -> None:
    """The amount is a part of the answer: another amount is another answer."""
    host.change(options={"limit": "none"})
    host.deal()
    asked = bettor(three)
    other = next(guest for guest in three if guest is not asked)
    number = asked.decisions()[0]["decision"]
    bet, more = {"type": "bet", "to": 5}, {"type": "bet", "to": 6}
    asked.answer(number, bet)
    assert_taken_once(house, asked, number, bet, more, other)
    assert_taken_once(house, asked, number, bet, {"type": "raise", "to": 5}, other)
    play_on(three)
    assert_taken_once(house, asked, number, bet, more, other)
    host.deal()
    assert_taken_once(house, asked, number, bet, CHECK, other)


def test_a_queued_click_cannot_land_in_the_next_decision(house: House, host: Host, three: Three) -> None:
    """Each question has a number of its own, so an old answer never counts for a new question."""
    host.deal()
    asked = bettor(three)
    number = asked.decisions()[0]["decision"]
    asked.answer(number, CHECK)
    while bettor(three) is not asked:
        bettor(three).play(**CHECK)
    before = house.table(host.table)
    assert asked.decisions()[0]["decision"] != number
    assert asked.answer(number, CHECK)["event"] == before.event
    with pytest.raises(AnsweredDifferently):
        asked.answer(number, FOLD)
    assert house.table(host.table) == before


def test_the_hand_before_last_is_forgotten(host: Host, three: Three) -> None:
    """A repetition that late is refused as closed, and changes nothing."""
    host.deal()
    asked = bettor(three)
    number = asked.decisions()[0]["decision"]
    asked.answer(number, FOLD)
    for _ in range(2):
        play_on(three, act_only(FOLD))
        host.deal()
    for answer in (FOLD, CHECK):
        with pytest.raises(DecisionClosed):
            asked.answer(number, answer)


def test_a_number_never_given_out(host: Host, three: Three) -> None:
    """No decision has it: before the first hand, below 1, and beyond the last."""
    with pytest.raises(NoSuchDecision):
        three[0].answer(1, CHECK)
    host.deal()
    last = max(guest.decisions()[0]["decision"] for guest in three)
    for number in (0, -1, last + 1, 10**18):
        with pytest.raises(NoSuchDecision):
            three[0].answer(number, LEFT)


def test_numbers_are_unique_at_the_table(house: House, host: Host, three: Three) -> None:
    """No number is given twice, in no hand, to nobody."""
    for _ in range(3):
        host.deal()
        play_on(three)
    asked = [one for event in host.events()["events"] if event["kind"] == "asked" for one in event["decisions"]]
    assert [one["decision"] for one in asked] == list(range(1, len(asked) + 1))


def test_what_was_done_for_an_absent_seat_stands(house: House, host: Host, three: Three) -> None:
    """Folded at its betting decision (2.5), a seat cannot take that back by a late click."""
    host.deal()
    asked = bettor(three)
    number = asked.decisions()[0]["decision"]
    host.change_seat(asked.seat, sitting_out=True)
    assert asked.own()["status"] == "folded"
    before = house.table(host.table)
    with pytest.raises(AnsweredDifferently):
        asked.answer(number, CHECK)
    assert asked.answer(number, FOLD)["event"] == before.event


@pytest.mark.parametrize(
    "answer",
    [
        CHECK,
        {"type": "bet", "to": 2},
        {"type": "place", "rows": ["left"]},
        {"type": "place", "rows": ["left", "left", "left"]},
        {"type": "place", "rows": ["left", "middle"]},
        {"type": "place", "rows": []},
    ],
)
def test_an_answer_that_is_not_legal_says_what_is(house: House, host: Host, three: Three, answer: Json) -> None:
    """Nothing changes, the question stays open under its number, and what would be legal comes along."""
    host.deal()
    before = house.table(host.table)
    (decision,) = three[0].decisions()
    with pytest.raises(NotLegal) as told:
        three[0].answer(decision["decision"], answer)
    assert len(told.value.facts["legal"]) == len(decision["legal"]) == 1
    assert house.table(host.table) == before
    three[0].answer(decision["decision"], decision["default"])


@pytest.mark.parametrize("answer", [LEFT, {"type": "raise", "to": 2}, {"type": "call"}, {"type": "keep"}])
def test_an_answer_of_another_kind_is_not_legal_either(house: House, host: Host, three: Three, answer: Json) -> None:
    """Where a bet is asked for, cards cannot be placed; where there is no bet, none is called or raised."""
    host.deal()
    asked = bettor(three)
    before = house.table(host.table)
    with pytest.raises(NotLegal):
        asked.play(**answer)
    assert house.table(host.table) == before


@pytest.mark.parametrize("to", [0, -5, 1, 101, 10**12])
def test_an_amount_out_of_bounds_is_not_legal(house: House, host: Host, three: Three, to: int) -> None:
    """The bounds are in the refusal, and the bets are as they were."""
    host.deal(options={"limit": "none"})
    asked = bettor(three)
    before = house.table(host.table)
    with pytest.raises(NotLegal) as told:
        asked.play(type="bet", to=to)
    bet = told.value.facts["legal"][-1]
    assert (bet.min_to, bet.max_to) == (2, 99)
    assert house.check(host.table) == before
