"""How long a seat may think, and what the clock answers for it (2.1)."""

from typing import Any

import pytest

from api.rules import dealing, play
from api.rules import events as e
from api.rules.actions import Check, Fold
from api.rules.games import GAMES
from api.rules.refusals import AnsweredDifferently, DecisionClosed
from api.rules.table import chips_held, chips_owed
from tests.api.rules.builders import Sitting, refused, ten_card
from tests.api.rules.house import henway, house, real_poker, seven_card
from tests.api.rules.timing import due, later, left, passes

WEEK = 7 * 24 * 60 * 60


def kinds_since(table: Sitting, event: int) -> list[str]:
    """The kinds of what happened after that event."""
    return [str(stamped.what.__struct_config__.tag) for stamped in table.events[event:]]


def betting(seats: int = 3, **options: Any) -> Sitting:
    """A table of Ten-Card Regrets at its first bet, whose seats have no time bank unless one is given."""
    return ten_card(*[100] * seats, **{"time_bank_seconds": 0, **options}).deal().all_place()


# How long


@pytest.mark.parametrize("game", GAMES)
def test_a_decision_has_30_seconds(game: str) -> None:
    """`decision_seconds` is 30, and arranging in Henway takes twice as long (2.1)."""
    table = house(100, 100, games=[game]).deal()
    seconds: dict[str, float | None] = {}
    while table.asked:
        decision = next(iter(table.asked.values()))
        seconds.setdefault(decision.type, left(table))
        table.answers(decision.seat, table._calm(decision.seat, decision))
    assert seconds == {kind: 60 if kind == "arrange" else 30 for kind in seconds}
    assert due(table) is None


@pytest.mark.parametrize("seconds", [1, 45, WEEK])
def test_the_table_says_how_long(seconds: int) -> None:
    """From a second to a week, each decision anew, as its event and its state say."""
    table = ten_card(100, 100, decision_seconds=seconds).deal()
    assert left(table) == seconds
    later(table, 0.5)
    table.all_place()
    assert left(table) == due(table) == seconds
    asked = table.happened(e.Asked)[-1].decisions[0]
    assert asked.timer == table.asked[asked.seat].timer
    assert asked.timer.deadline_ms - asked.timer.since_ms == 1000 * seconds


def test_without_a_clock_nobody_is_hurried() -> None:
    """With 0 `decision_seconds` no decision has a deadline, whatever the time bank, and years change nothing (2.1)."""
    table = ten_card(100, 100, decision_seconds=0).deal()
    for _ in range(2):
        before = table.table
        assert (left(table), due(table)) == (None, None)
        passes(table, 1000 * WEEK)
        assert table.table == before
        table.all_place()


def test_a_moment_too_early_nothing_happens() -> None:
    """The clock answers when the deadline has come, not a millisecond before."""
    table = betting()
    before = table.table
    passes(table, 29.999)
    assert table.table == before
    passes(table, 0.001)
    assert table.table != before


def test_a_late_answer_counts_until_the_clock_has_answered() -> None:
    """Whoever is first, the seat or the clock."""
    table = betting()
    later(table, 31)
    table.bets(2, "bet", 2)
    assert table.happened(e.Acted)[-1].action == "bet"
    assert not table.happened(e.TimedOut)


def test_no_time_passes_while_the_evaluator_is_asked() -> None:
    """A table that waits for it waits for nobody at the table."""
    table = ten_card(100, 100, judge=None).deal()
    table.to_the_end()
    assert table.question is not None
    assert due(table) is None


# What the clock answers


def test_the_clock_checks_where_that_is_free() -> None:
    """Check if free (2.1)."""
    table = betting()
    passes(table, 30)
    assert table.happened(e.Acted)[-1].action == "check"
    assert table.player(2).live and table.to_act == 3


def test_the_clock_folds_to_a_bet() -> None:
    """Else fold (2.1)."""
    table = betting()
    table.bets(2, "bet", 2)
    passes(table, 30)
    assert not table.player(3).live and table.to_act == 1


def test_the_clock_brings_in() -> None:
    """A forced bet cannot be checked or folded: the clock pays it, and no more (2.4)."""
    table = seven_card(100, 100, bring_in="low_card", time_bank_seconds=0).deal()
    table.to_round(1)
    seat = table.to_act
    assert seat is not None
    passes(table, 30)
    assert table.happened(e.Acted)[-1].action == "bring-in"
    assert table.player(seat).bet == 1


def test_the_clock_places_and_keeps() -> None:
    """Cards are placed and kept as the games say, for everybody who has not chosen; nobody is folded (T-4, V-5)."""
    for table in (ten_card(100, 100, 100).deal(), seven_card(100, 100, 100).deal()):
        chosen = next(iter(table.asked.values()))
        table.answers(chosen.seat, table._default(chosen))
        passes(table, 30)
        assert [event.in_a_row for event in table.happened(e.TimedOut)] == [1, 1]
        assert all(player.live for player in table.hand.players)
        assert table.hand.rounds == 1 or table.to_act is not None


def test_the_clock_arranges_as_dealt() -> None:
    """The first five cards in row 1, the last five in row 2 (W-4)."""
    table = henway(100, 100).deal()
    dealt = table.pile(2, "new")
    passes(table, 60)
    assert (table.pile(2, "1"), table.pile(2, "2")) == (dealt[:5], dealt[5:])


@pytest.mark.parametrize("way", ["low", "high"])
def test_the_clock_declares(way: str) -> None:
    """`timeout_declare` is what the clock says, for those who have said nothing (R-13)."""
    table = real_poker(100, 100, 100, timeout_declare=way).deal()
    table.to_choice("declare")
    table.declares(B="both")
    passes(table, 30)
    assert [table.player(seat).declared for seat in (1, 2, 3)] == [way, "both", way]


def test_the_clock_announces() -> None:
    """The table's first game, with the table's options, dealt by who was asked (2.1)."""
    table = house(100, 100, games=["henway", "ten-card-regrets"], choice="dealer", decision_seconds=20, ante=3)
    table.act(lambda run: dealing.start_hand(run, {}, rigged=False))
    assert left(table) == 20
    passes(table, 20)
    assert [event.seat for event in table.happened(e.Warned)] == [1]
    passes(table, 60)
    assert (table.hand.game, table.hand.options["ante"], table.hand.dealer) == ("henway", 3, 1)
    assert [(event.seat, event.in_a_row) for event in table.happened(e.TimedOut)] == [(1, 1)]


def test_a_table_that_all_have_left_plays_itself_to_the_end() -> None:
    """Nobody answers any more: the hand ends, everybody sits out, and no clock runs."""
    table = ten_card(100, 100, 100).deal()
    for _ in range(100):
        if due(table) is None:
            break
        passes(table, due(table) or 0)
    assert table.hand.over
    assert sum(chair.sitting_out for chair in table.table.chairs) >= 2
    assert chips_held(table.table) == chips_owed(table.table) == 300


# Answers after the clock's


def test_the_same_answer_as_the_clocks_is_safe() -> None:
    """Whoever sends what the clock has answered is told that it is so; whoever sends another, that it is too late."""
    table = betting()
    bet = table.asked[2]
    passes(table, 30)
    event = table.table.event
    table.act(lambda run: play.answer(run, bet.player, bet.number, Check()))
    assert table.table.event == event
    refused(table, AnsweredDifferently, play.answer, bet.player, bet.number, Fold())


def test_the_clocks_choice_is_answered_too() -> None:
    """Of secret choices the same is true."""
    table = ten_card(100, 100).deal()
    place = table.asked[2]
    default = table._default(place)
    passes(table, 30)
    table.act(lambda run: play.answer(run, place.player, place.number, default))
    other = type(default)(tuple(reversed(default.rows)))  # type: ignore[union-attr,call-arg]
    refused(table, AnsweredDifferently, play.answer, place.player, place.number, other)


def test_an_old_decision_is_closed() -> None:
    """The clock's answers are remembered as long as anybody's (2.1)."""
    table = betting(2)
    bet = table.asked[2]
    passes(table, 30)
    table.to_the_end()
    for _ in range(2):
        table.deal().to_the_end()
    refused(table, DecisionClosed, play.answer, bet.player, bet.number, Check())


# Twice in a row


def test_that_the_clock_chose_is_told_when_the_step_has_closed() -> None:
    """Until it closes nobody learns who has chosen and who was absent; afterwards everybody does (2.7)."""
    table = ten_card(100, 100, 100).deal()
    table.places(3, "left", "right")
    event = table.table.event
    passes(table, 30)
    happened = kinds_since(table, event)
    assert happened[:5] == ["chosen", "chosen", "placed", "timed-out", "timed-out"]
    assert {event.seat for event in table.happened(e.TimedOut)} == {1, 2}


def test_twice_in_a_row_sits_the_seat_out() -> None:
    """A seat for which the clock answers two decisions running is sat out, and folded at its next bet (2.5)."""
    table = ten_card(100, 100, 100, time_bank_seconds=0).deal()
    table.places(1, "left", "right"), table.places(3, "left", "right")
    passes(table, 30)
    assert table.to_act == 2 and not table.happened(e.SatOut)
    event = table.table.event
    passes(table, 30)
    assert kinds_since(table, event) == ["acted", "timed-out", "sat-out", "asked"]
    assert [event.in_a_row for event in table.happened(e.TimedOut)] == [1, 2]
    table.bets(3, "bet", 2), table.bets(1, "call")
    assert not table.player(2).live


def test_an_answer_begins_the_count_anew() -> None:
    """Who answers in between is there."""
    table = ten_card(100, 100, time_bank_seconds=0).deal()
    for _ in range(4):
        passes(table, 30)
        table.all_check()
        if table.asked and table.to_act is None:
            table.all_place()
            passes(table, 30)
    assert not table.happened(e.SatOut)
    assert {event.in_a_row for event in table.happened(e.TimedOut)} == {1}


def test_who_comes_back_starts_from_nothing() -> None:
    """Once sat out, and back, a seat may miss one decision again."""
    table = ten_card(100, 100, 100, time_bank_seconds=0).deal()
    table.all_place("left", "right")
    passes(table, 30)
    table.bets(3, "check"), table.bets(1, "check")
    table.places(1, "left", "right"), table.places(3, "left", "right")
    passes(table, 30)
    table.comes_back(2)
    table.to_the_end().deal()
    table.places(1, "left", "right"), table.places(3, "left", "right")
    passes(table, 30)
    assert len(table.happened(e.SatOut)) == 1
    assert [event.in_a_row for event in table.happened(e.TimedOut)] == [1, 2, 1]


def test_a_dealer_who_never_announces_is_sat_out() -> None:
    """The second announcement that the clock makes deals the hand and sits the dealer out."""
    table = house(100, 100, 100, games=["ten-card-regrets"], choice="dealer", time_bank_seconds=0)
    for dealer in (1, 2, 3, 1):
        table.act(lambda run: dealing.start_hand(run, {}, rigged=False))
        passes(table, 30)
        while (asked := [seat for seat in table.asked if seat != 1]) or 1 in table.asked:
            if asked:
                table.answers(asked[0], table._calm(asked[0], table.asked[asked[0]]))
            else:
                passes(table, 30)
        assert table.hand.dealer == dealer or table.happened(e.SatOut)
    assert [event.seat for event in table.happened(e.SatOut)] == [1]
