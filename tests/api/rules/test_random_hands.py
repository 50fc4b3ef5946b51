"""Whole hands of every game drawn at random: options, stacks, answers, and what else happens at a table.

People leave, sit out, come back and join; the host pauses and rules; the dealer chooses, or the games rotate.  What
must always hold is checked by `watching.py` after every event; here the hands are drawn and played.
HYPOTHESIS_PROFILE=full plays thousands.
"""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.rules import dealing, play, ruling, seating, talk, waiting, wishes
from api.rules.game import Game
from api.rules.games import GAMES
from api.rules.hand import Decision
from api.rules.options import Option, Value
from api.rules.refusals import BuyInOutOfBounds, NoSuchSeat, NoSuchWaiter, NotNow
from api.rules.run import Run
from api.rules.table import chips_held, chips_owed, ready, running
from tests.api.rules.answers import accepted, unlisted
from tests.api.rules.house import house
from tests.api.rules.timing import later, left, notices, outage
from tests.api.rules.watching import Watched, is_over
from tests.playing import any_of, shuffled

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
    if option.set_with is not None:
        others = st.sets(st.integers(option.least, option.most))
        return st.one_of(st.sampled_from(option.values), others.map(lambda some: tuple({*some, option.set_with})))
    if option.values:
        return st.sampled_from(option.values)
    if option.at_most:
        return st.integers(option.least, int(earlier.get(option.at_most, option.least)))
    # A size that must not be below another is drawn above the largest that the other may be.
    least = (
        40 if option.at_least and option.at_least not in earlier else int(earlier.get(option.at_least, option.least))
    )
    return st.integers(least, least + 12)


@st.composite
def tables(draw: st.DrawFn, names: tuple[str, ...], choice: str = "fixed") -> Watched:
    """A table with two players or more about to be dealt in."""
    options = draw(options_of(GAMES[names[0]]))
    most = min(GAMES[name].seats_max for name in names)
    stacks = draw(st.lists(STACKS, min_size=2, max_size=most))
    rng = Random(draw(st.integers(0, 2**32 - 1)))
    return Watched(house(*stacks, games=names, choice=choice, after=draw(st.integers(0, 2)), **options), rng)


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
def test_whatever_happens(game: str, data: st.DataObject) -> None:
    """Chips and cards are conserved, what is listed is what is taken, and every hand ends, whatever happens."""
    play_evening(data.draw(tables((game,))), hands=2)


@pytest.mark.parametrize("choice", ["rotation", "dealer"])
@given(data=st.data())
def test_an_evening_of_several_games(choice: str, data: st.DataObject) -> None:
    """The same where games follow one another, and chips are carried from one into the next."""
    names = data.draw(st.permutations(list(GAMES)).flatmap(lambda all_of: st.sampled_from([all_of, all_of[:2]])))
    play_evening(data.draw(tables(tuple(names), choice)), hands=4)


def play_evening(table: Watched, hands: int) -> None:
    """Some hands, and then the table is closed and everybody has taken everything along."""
    table.act(lambda run: seating.change_settings(run, None, None, {"auto_rebuy": True}))
    for _ in range(hands):
        if len(ready(table.table)) < 2 or table.table.paused:
            break
        table.deck = shuffled(table.rng)
        table.act(lambda run: dealing.start_hand(run, {}, rigged=False))
        play_hand(table)
        if table.rng.random() < 0.2:
            rule(table)
    table.act(seating.close)
    assert chips_held(table.table) == chips_owed(table.table) == 0
    assert not table.table.chairs and not table.table.carried


def play_hand(table: Watched) -> None:
    for _ in range(MOST_STEPS):
        if running(table.table) is None and table.table.announcing is None:
            assert table.table.hand is None or is_over(table.table.hand)
            return
        time_passes(table)
        if table.waiting:
            commotion(table) if table.rng.random() < 0.04 else answer_one(table)
    raise AssertionError("the hand does not end")


def answer_one(table: Watched) -> None:
    """Check what every open decision takes and refuses, and answer one of them."""
    waiting = table.waiting
    required = [decision for decision in waiting if decision.required]
    assert required, "the hand goes on and nobody is asked"
    # What the hand does not wait for is drawn seldom, so that it gets somewhere.
    decision = table.rng.choice(required if table.rng.random() < 0.8 else waiting)
    check_decision(table, decision)
    if not table.legal(decision):
        assert not decision.required, "somebody is waited for who can do nothing"
        return
    given_one = any_of(table.rng, table.legal(decision))
    table.act(lambda run: play.answer(run, decision.player, decision.number, given_one))


def check_decision(table: Watched, decision: Decision) -> None:
    """Every listed answer is taken, and every other refused."""
    entries = table.legal(decision)
    for answer in accepted(entries):
        assert table.tries(decision, answer), f"{answer} is listed and refused"
    for answer in unlisted(entries):
        assert not table.tries(decision, answer), f"{answer} is not listed and taken"


def time_passes(table: Watched) -> None:
    """Seconds pass, seldom minutes, which may be an outage; then the clock has answered whatever it had to."""
    rng = table.rng
    gone = rng.uniform(0, 90) if rng.random() < 0.05 else rng.uniform(0, 3)
    later(table, gone)
    if rng.random() < 0.3:
        notices(table, outage(table, began=gone, ended=0) if gone > 10 and rng.random() < 0.5 else None)
        assert (left(table) or 1) > 0, "the clock has not answered"


def commotion(table: Watched) -> None:
    """Something else than an answer: people come and go, or the host pauses or rules."""
    rng = table.rng
    seat = rng.randint(1, table.table.seats)
    what = rng.choice([*SEATS_DO, newcomer, next_in_line, rebuy, pause, rule])
    if what is rule:
        rule(table)
        return
    try:
        table.act(lambda run: what(run, seat))
    except (NotNow, NoSuchSeat, NoSuchWaiter, BuyInOutOfBounds):
        return
    if table.table.paused:
        while_paused(table)
        table.act(seating.resume)


def rule(table: Watched) -> None:
    """The host rules, and voids the hand now and then: then everybody has what they began it with."""
    hand, void = table.table.hand, table.rng.random() < 0.3
    if hand is None:
        return
    started = {player.player: player.chips + player.paid for player in hand.players}
    try:
        table.act(lambda run: ruling.rule(run, f"Ruling {table.table.event}", void))
    except NotNow:
        return
    after = table.table.hand
    assert after is not None and after.rulings
    if void and not hand.over:
        assert after.over and {player.player: player.chips for player in after.players} == started
        assert table.table.carried == hand.carried, "what was carried into a void hand stays for the next"


def while_paused(table: Watched) -> None:
    """No answer is taken; but a seat may leave."""
    for decision in table.waiting:
        assert not any(table.tries(decision, answer) for answer in accepted(table.legal(decision)))
    if table.rng.random() < 0.3:
        chair = table.rng.choice(table.table.chairs)
        table.act(lambda run: seating.leave(run, chair.seat))


def newcomer(run: Run, seat: int) -> None:
    seating.sit(run, f"New {run.table.event}", 40, seat)


def next_in_line(run: Run, seat: int) -> None:
    """Somebody waits for a seat, or thinks better of it."""
    if run.table.waiting and seat % 2:
        waiting.stop_waiting(run, run.table.waiting[0].player)
    else:
        waiting.wait(run, f"New {run.table.event}", 40)


def last_hand(run: Run, seat: int) -> None:
    chair = seating.chair_in(run, seat)
    wishes.leave_after_hand(run, seat, not chair.last_hand)


def auto_rebuy(run: Run, seat: int) -> None:
    chair = seating.chair_in(run, seat)
    wishes.set_auto_rebuy(run, seat, None if chair.auto_rebuy_to else 60)


def talking(run: Run, seat: int) -> None:
    talk.say(run, seating.chair_in(run, seat).player, False, "Nice hand!")


SEATS_DO = (seating.leave, seating.sit_out, seating.come_back, last_hand, auto_rebuy, talking)


def rebuy(run: Run, seat: int) -> None:
    seating.rebuy(run, seat, 90)


def pause(run: Run, seat: int) -> None:
    seating.pause(run)
