"""What every store must forget when it is told to, and nothing else."""

from __future__ import annotations

import time

import pytest

from api.store import FinishedHand, Once, Stale, Stored, TableStore, Write
from tests.api.store.steps import STEP, step

THEN = 1_900_000_000.5
"""When the first hand ended; each one after it ended an hour later."""


def hand_over(table: str, number: int, **more: float | None) -> Write:
    """Return the write that ends a hand: its four events, and one before them."""
    over = 5 * (number - 1)
    events = tuple(b"event %d" % event for event in range(over + 1, over + 6))
    hand = FinishedHand(number, over + 2, over + 5, THEN + 3600 * (number - 1), b"")
    return Write(
        id=f"{number}", table=table, over=over, state=b"%d" % number, events=events, hand=hand, lobby=b"", **more
    )


def play(store: TableStore, table: str, hands: int) -> None:
    for number in range(1, hands + 1):
        store.write(hand_over(table, number))


def test_old_hands_are_forgotten_with_their_events(store: TableStore) -> None:
    """Hands that ended before the moment are gone, and all events until the last of them; the table stays as it is."""
    play(store, "t", 6)
    assert store.forget(THEN, 100) == 0
    assert store.first_event("t") == 1
    assert store.forget(THEN + 3 * 3600, 100) == 3
    assert [hand.number for hand in store.hands("t", None, 100)] == [6, 5, 4]
    assert store.hand("t", 3) is None
    assert store.first_event("t") == 16
    assert store.events("t", 15, 2) == [b"event 16", b"event 17"]
    assert store.events("t", 14, 10) == store.events("t", 0, 1) == []
    assert store.read("t") == Stored(version=30, state=b"6", deck=None)
    assert store.lobby(None, 10) == [("t", b"")]
    assert store.forget(THEN + 3 * 3600, 100) == 0


def test_a_table_whose_hands_are_all_forgotten_goes_on(store: TableStore) -> None:
    """The last event of a table is kept, so the next one has its number; its last write is still known."""
    play(store, "t", 2)
    store.forget(THEN + 1e6, 100)
    assert store.first_event("t") == 10
    with pytest.raises(Stale):
        store.write(hand_over("t", 2))
    store.write(hand_over("t", 3))
    store.write(hand_over("t", 3))
    assert store.events("t", 9, 100) == [b"event %d" % number for number in range(10, 16)]
    assert [hand.number for hand in store.hands("t", None, 100)] == [3]


def test_no_more_is_forgotten_at_once_than_was_asked(store: TableStore) -> None:
    """The oldest goes first, at most so much at a time, whatever table it belongs to."""
    for table in ("t", "u", "v"):
        play(store, table, 3)
    assert store.forget(THEN + 1e6, 0) == 0
    assert store.forget(THEN + 1e6, 3) == 3
    assert [store.first_event(table) for table in ("t", "u", "v")] == [6, 6, 6]
    assert store.forget(THEN + 1e6, 4) == 4
    assert store.forget(THEN + 1e6, 4) == 2
    assert store.forget(THEN + 1e6, 4) == 0


def test_a_hand_that_ended_by_a_wrong_clock_does_not_stay_without_its_events(store: TableStore) -> None:
    """A hand goes with every later one that is forgotten, since their events go in order."""
    play(store, "t", 3)
    late = FinishedHand(2, 7, 10, THEN + 1e9, b"")
    store.write(Write(id="late", table="t", over=15, state=b"", events=(b"event 16",), hand=late))
    store.forget(THEN + 1e6, 100)
    assert store.hands("t", None, 100) == []
    assert store.forget(THEN + 1e10, 100) == 0


def test_a_closed_table_is_forgotten_wholly(store: TableStore) -> None:
    """Of a table that was closed before the moment nothing is left; another like it, open or closed later, is whole."""
    for table in ("t", "t2", "t3"):
        store.write(step(table, 0))
    closing = {"t": THEN, "t2": THEN + 1, "t3": None}
    for table, closed in closing.items():
        store.put_aside(table, "hook", 0, b"", due=1.0)
        store.be_present({table: {1: THEN + 1e9}})
        last = step(table, STEP)
        store.write(Write(**{field: getattr(last, field) for field in last.__struct_fields__} | {"closed": closed}))
    while store.forget(THEN + 1, 1):
        pass
    assert store.read("t") is None
    assert store.events("t", 0, 10) == [] and store.first_event("t") == 0
    assert store.hands("t", None, 10) == []
    assert store.aside("t", "hook") is None
    assert sorted(store.due_asides(1e10, 10)) == [("t2", "hook"), ("t3", "hook")]
    assert [table for table, _ in store.lobby(None, 10)] == sorted(store.due(1e10, 10)) == ["t2", "t3"]
    assert store.versions(["t", "t2", "t3"]) == {"t2": 2 * STEP, "t3": 2 * STEP}
    with pytest.raises(Stale):
        store.write(step("t", 2 * STEP))


def test_a_table_that_was_opened_again_is_not_forgotten(store: TableStore) -> None:
    """The last write decides whether a table is closed, and when it was."""
    for over, closed in enumerate([THEN, None]):
        store.write(Write(id=f"{over}", table="t", over=over, state=b"", events=(b"e",), closed=closed))
    assert store.forget(THEN + 1e9, 10) == 0
    for over, closed in ((2, THEN), (3, THEN + 10)):
        store.write(Write(id=f"{over}", table="t", over=over, state=b"", events=(b"e",), closed=closed))
    assert store.forget(THEN + 10, 10) == 0
    assert store.forget(THEN + 10.5, 10) == 1


def test_requests_outlive_their_tables(store: TableStore) -> None:
    """A request that is sent again is answered for as long as it was promised."""
    once = Once("key", "request", b"outcome", time.time() + 3600)
    store.write(Write(id="w", table="t", over=0, state=b"", events=(b"e",), closed=THEN, once=once))
    assert store.forget(THEN + 1, 10) == 1
    assert store.once("t", "key", time.time()) == once
