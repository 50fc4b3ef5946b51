"""Whole hands drawn at random: options, stacks, answers, and people who leave, sit out, come back and pause.

What must always hold is checked by `watching.py` after every event; here the hands are drawn and played.
HYPOTHESIS_PROFILE=full plays thousands.
"""

from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from api.rules import play, seating
from api.rules.game import Game
from api.rules.hand import Decision
from api.rules.legal import legal
from api.rules.options import Option, Value
from api.rules.refusals import BuyInOutOfBounds, NoSuchSeat, NotNow
from api.rules.run import Run
from api.rules.table import ready, running
from tests.api.rules.builders import TEN_CARD
from tests.api.rules.watching import Watched, accepted, is_over, unlisted
from tests.playing import any_of, deal, open_table, shuffled

MOST_STEPS = 3000
STACKS = st.one_of(st.integers(20, 200), st.integers(1, 80), st.sampled_from([1, 5, 100, 1000]))


@st.composite
def options_of(draw: st.DrawFn, game: Game) -> dict[str, Value]:
    """Announced options that the game takes; each may be left at its default."""
    given_ones: dict[str, Value] = {}
    for option in game.options:
        if draw(st.booleans()):
            given_ones[option.name] = draw(value_of(option, given_ones))
    return given_ones


def value_of(option: Option, earlier: dict[str, Value]) -> st.SearchStrategy[Any]:
    if option.values:
        return st.sampled_from(option.values)
    # A size that must not be below another is drawn above the largest that the other may be.
    least = (
        40 if option.at_least and option.at_least not in earlier else int(earlier.get(option.at_least, option.least))
    )
    return st.integers(least, least + 12)


@st.composite
def tables(draw: st.DrawFn) -> Watched:
    """A table with two to five players about to be dealt in."""
    options = draw(options_of(TEN_CARD))
    stacks = draw(st.lists(STACKS, min_size=2, max_size=5))
    rng = Random(draw(st.integers(0, 2**32 - 1)))
    return Watched(open_table(stacks, options), rng)


@given(tables())
def test_whatever_happens(table: Watched) -> None:
    """Chips and cards are conserved, what is listed is what is taken, and every hand ends, whatever happens."""
    for _ in range(2):
        if len(ready(table.table)) < 2:
            return
        deal(table, shuffled(table.rng))
        for _ in range(MOST_STEPS):
            if is_over(table.table.hand):
                break
            commotion(table) if table.rng.random() < 0.03 else answer_one(table)
        assert is_over(table.table.hand), "the hand does not end"


def answer_one(table: Watched) -> None:
    """Check what every open decision takes and refuses, and answer one of them."""
    hand = running(table.table)
    assert hand is not None
    waiting = [decision for decision in hand.open if decision.answer is None]
    assert waiting, "the hand goes on and nobody is asked"
    decision = table.rng.choice(waiting)
    check_decision(table, decision)
    given_one = any_of(table.rng, legal(TEN_CARD, hand, decision))
    table.act(lambda run: play.answer(run, decision.player, decision.number, given_one))


def check_decision(table: Watched, decision: Decision) -> None:
    """Every listed answer is taken, and every other refused."""
    hand = running(table.table)
    assert hand is not None
    entries = legal(TEN_CARD, hand, decision)
    for answer in accepted(entries):
        assert table.tries(decision, answer), f"{answer} is listed and refused"
    for answer in unlisted(entries):
        assert not table.tries(decision, answer), f"{answer} is not listed and taken"


def commotion(table: Watched) -> None:
    """Something else than an answer: people come and go, or the host pauses."""
    rng = table.rng
    seat = rng.randint(1, 5)
    what = rng.choice([seating.leave, seating.sit_out, seating.come_back, newcomer, rebuy, pause])
    try:
        table.act(lambda run: what(run, seat))
    except (NotNow, NoSuchSeat, BuyInOutOfBounds):
        return
    if table.table.paused:
        while_paused(table)
        table.act(seating.resume)


def while_paused(table: Watched) -> None:
    """No answer is taken; but a seat may leave."""
    hand = running(table.table)
    assert hand is not None
    for decision in hand.open:
        if decision.answer is None:
            assert not any(table.tries(decision, answer) for answer in accepted(legal(TEN_CARD, hand, decision)))
    if table.rng.random() < 0.3:
        chair = table.rng.choice(table.table.chairs)
        table.act(lambda run: seating.leave(run, chair.seat))


def newcomer(run: Run, seat: int) -> None:
    seating.sit(run, f"New {run.table.event}", 40, seat)


def rebuy(run: Run, seat: int) -> None:
    seating.rebuy(run, seat, 90)


def pause(run: Run, seat: int) -> None:
    seating.pause(run)
