"""The ledger follows from what was bought, won and taken away, and its nets sum to zero at any moment."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.ledger.money import in_money, written
from api.ledger.reckoning import Ledger, reckon
from api.rules import dealing, play, seating
from api.rules import events as e
from api.rules.legal import legal
from api.rules.table import chair_at, running
from api.rules.terms import ChipValue
from tests.playing import Record, any_of, open_table, shuffled

EURO = ChipValue("EUR", minor=5, chips=2)


def ledger_of_events(events: list[e.Stamped]) -> tuple[Counter[int], Counter[int]]:
    """What everybody bought and took away, by player, counted from the events alone."""
    bought: Counter[int] = Counter()
    cashed: Counter[int] = Counter()
    sits: dict[int, int] = {}
    for stamped in events:
        match stamped.what:
            case e.Seated(seat=seat, player=player, chips=chips):
                sits[seat] = player
                bought[player] += chips
            case e.Rebought(seat=seat, adds=adds):
                bought[sits[seat]] += adds
            case e.Left(player=player, chips=chips) | e.Refunded(seat=None, player=player, chips=chips):
                cashed[player] += chips
            case _:
                pass
    return bought, cashed


def night(seed: int, steps: int) -> Record:
    """A table where people play, leave, come back and buy chips, and pots are carried; steps are drawn."""
    rng = random.Random(seed)
    record = open_table([rng.choice([20, 100]) for _ in range(4)], {"no_declarer_half": "carry"}, "real-poker")
    for _ in range(steps):
        step(record, rng)
        check(record)
    return record


def step(record: Record, rng: random.Random) -> None:
    table = record.table
    hand = running(table)
    waiting = [] if hand is None else [one for one in hand.open if one.answer is None and one.required]
    if waiting and rng.random() < 0.97:
        decision = rng.choice(waiting)
        assert hand is not None
        answer = any_of(rng, legal(record.games[hand.game], hand, decision))
        record.act(lambda run: play.answer(run, decision.player, decision.number, answer))
        return
    seat = rng.randint(1, 6)
    chair = chair_at(table, seat)
    if chair is None:
        record.act(lambda run: seating.sit(run, f"Guest {seat}", rng.choice([10, 50]), seat))
    elif hand is None and chair.chips < 50:
        record.act(lambda run: seating.rebuy(run, seat, 80))
    elif rng.random() < 0.15 and len(table.chairs) > 2:
        record.act(lambda run: seating.leave(run, seat))
    elif hand is None and len([one for one in table.chairs if one.chips]) > 1:
        record.deck = shuffled(rng)
        record.act(lambda run: dealing.start_hand(run, {}, rigged=False))


def check(record: Record) -> Ledger:
    ledger = reckon(record.table, None)
    assert sum(line.net for line in ledger.lines) == 0
    bought, cashed = ledger_of_events(record.events)
    for line in ledger.lines:
        assert (line.bought, line.cashed) == (bought[line.player], cashed[line.player])
        assert line.net == line.cashed + line.chips + line.carried - line.bought
    listed = {line.player for line in ledger.lines}
    assert all(bought[player] == cashed[player] for player in bought if player not in listed)
    even = {line.player: line.net for line in ledger.lines}
    for payment in ledger.payments:
        even[payment.payer] += payment.amount
        even[payment.payee] -= payment.amount
    assert not any(even.values())
    return ledger


@pytest.mark.parametrize("seed", range(6))
def test_the_ledger_of_a_night(seed: int) -> None:
    """At every moment, also while a hand runs and while chips wait for the next pot."""
    record = night(seed, 400)
    assert record.table.hands > 3


def test_a_running_hand_changes_nothing() -> None:
    """Until it has ended, chips paid into it count for who paid them."""
    record = open_table([100, 100], {"ante": 10})
    before = reckon(record.table, EURO)
    record.deck = shuffled(random.Random(1))
    record.act(lambda run: dealing.start_hand(run, {}, rigged=False))
    after = reckon(record.table, EURO)
    assert [line.net for line in after.lines] == [line.net for line in before.lines] == [0, 0]
    assert [line.hands for line in after.lines] == [1, 1] and after.payments == ()


def test_who_was_never_dealt_in_leaves_no_line() -> None:
    """Coming and going does not swell a table; who has played stays, even without a win or a loss."""
    record = open_table([100, 100])
    for _ in range(3):
        record.act(lambda run: seating.sit(run, "Guest", 50, 3))
        record.act(lambda run: seating.leave(run, 3))
    assert [line.name for line in reckon(record.table, None).lines] == ["A", "B"]
    record.deck = shuffled(random.Random(2))
    record.act(lambda run: dealing.start_hand(run, {"ante": 0}, rigged=False))
    record.act(lambda run: seating.leave(run, 1))
    assert [(line.name, line.seat, line.net) for line in reckon(record.table, None).lines] == [
        ("A", None if chair_at(record.table, 1) is None else 1, 0),
        ("B", 2, 0),
    ]


def test_one_name_is_one_person_where_that_is_asked() -> None:
    """Who left and came back under the same name has one line then, under the later number."""
    record = night(3, 400)
    often, once = reckon(record.table, EURO), reckon(record.table, EURO, by_name=True)
    names = [line.name for line in once.lines]
    assert len(often.lines) > len(once.lines) == len(set(names))
    assert {name: once.lines[at].net for at, name in enumerate(names)} == {
        name: sum(line.net for line in often.lines if line.name == name) for name in names
    }


@given(st.lists(st.integers(-500, 500), max_size=9), st.integers(1, 40), st.integers(1, 40))
def test_money_sums_to_zero(amounts: list[int], minor: int, chips: int) -> None:
    """And nobody is off by a whole unit."""
    nets = dict(enumerate([*amounts, -sum(amounts)]))
    money = in_money(nets, ChipValue("EUR", minor, chips))
    assert sum(money.values()) == 0
    assert all(abs(money[key] * chips - nets[key] * minor) < chips for key in nets)


@pytest.mark.parametrize(
    ("minor", "currency", "text"),
    [
        (1205, "EUR", "12.05"),
        (-5, "EUR", "-0.05"),
        (0, "USD", "0.00"),
        (-1205, "JPY", "-1205"),
        (1205, "KWD", "1.205"),
    ],
)
def test_amounts_as_people_write_them(minor: int, currency: str, text: str) -> None:
    """With as many decimals as the currency has."""
    assert written(minor, currency) == text
