"""A finished hand is kept in the same step in which it ends, and told more of by a ruling that comes after."""

from __future__ import annotations

import random
from functools import partial

import pytest

from api.history.recording import from_summary
from api.rules import events as e
from tests.acting import act_only, draw, play_on
from tests.wiring import Guest, Host, House

Three = tuple[Guest, Guest, Guest]


def test_a_hand_is_kept_when_it_ends(house: House, host: Host, three: Three) -> None:
    """With the place of its events and what everybody won; the hand that runs is not kept yet."""
    for number in (1, 2):
        host.deal()
        assert house.tables.hand(host.table, number) is None
        play_on(three)
        kept = house.tables.hand(host.table, number)
        assert kept is not None
        events = house.stored_events(host.table)[kept.first - 1 : kept.last]
        assert isinstance(events[0].what, e.Started) and isinstance(events[-1].what, e.Ended)
        assert {stamped.hand for stamped in events} == {number}
    assert [kept.number for kept in house.tables.hands(host.table, None, 9)] == [2, 1]
    house.check(host.table)


@pytest.mark.parametrize("seed", range(3))
def test_what_is_kept_adds_up(house: House, host: Host, three: Three, seed: int) -> None:
    """Chips before, paid and won are chips after, whatever is played."""
    host.deal()
    play_on(three, partial(draw, random.Random(seed)))
    kept = house.tables.hand(host.table, 1)
    assert kept is not None
    record = from_summary(kept.summary)
    assert all(one.chips - one.paid + one.won == one.left_with for one in record.players)
    assert sum(one.paid for one in record.players) == record.pot == sum(one.won for one in record.players)
    stacks = {seat["seat"]: seat["chips"] for seat in host.view()["seats"]}
    assert stacks == {one.seat: one.left_with for one in record.players}


def test_a_ruling_after_the_end_is_kept_with_its_hand(house: House, host: Host, three: Three) -> None:
    """A void hand left everybody with what they had; when it ended and where its events lie stays."""
    host.deal()
    play_on(three, act_only({"type": "fold"}))
    before = house.tables.hand(host.table, 1)
    host.change(ruling={"text": "Rob is right", "void": True})
    after = house.tables.hand(host.table, 1)
    assert before is not None and after is not None
    assert (before.first, before.last, before.at) == (after.first, after.last, after.at)
    record = from_summary(after.summary)
    assert (record.void, record.rulings) == (True, ("Rob is right",))
    assert [(one.chips, one.left_with, one.won) for one in record.players] == [(100, 100, 0)] * 3


def test_a_hand_voided_while_it_runs(house: House, host: Host, three: Three) -> None:
    """It is kept as void: nobody won, and everybody has what they had."""
    host.deal()
    host.change(ruling={"text": "misdeal", "void": True, "hand": 1})
    kept = house.tables.hand(host.table, 1)
    assert kept is not None
    record = from_summary(kept.summary)
    assert record.void and {one.left_with for one in record.players} == {100}
