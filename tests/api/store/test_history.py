"""What every store must do for those who look back: finished hands, requests that have been done."""

from __future__ import annotations

import time

import pytest

from api.store import FinishedHand, Once, Stale, TableStore, Write
from tests.api.store.conftest import Place

SOON = 3600.0


def write(table: str, over: int, hand: FinishedHand | None = None, once: Once | None = None, mark: str = "") -> Write:
    return Write(
        id=f"{table} {over} {mark}", table=table, over=over, state=b"", events=(b"e",) * 10, hand=hand, once=once
    )


def hand(number: int, summary: bytes = b"") -> FinishedHand:
    return FinishedHand(number, 10 * number - 9, 10 * number, 1e9 + number + 0.25, summary or b"hand %d" % number)


def once(key: str, outcome: bytes = b"outcome", seconds: float = SOON) -> Once:
    return Once(key, f"request {key}", outcome, time.time() + seconds)


def test_no_hands_are_an_empty_list(store: TableStore) -> None:
    """A table without finished hands, and no table at all, list none and have none."""
    store.write(write("t", 0))
    for table in ("t", "nowhere"):
        assert store.hands(table, None, 10) == []
        assert store.hand(table, 1) is None


def test_hands_are_listed_newest_first(store: TableStore, place: Place) -> None:
    """Finished hands come by number, the highest first; a page goes on below the last number of the one before."""
    everything = [hand(number) for number in range(1, 13)]
    for one in everything:
        store.write(write("t", one.first - 1, one))
    everything.reverse()
    for reader in (store, place.open()):
        assert reader.hands("t", None, 100) == everything
        assert reader.hands("t", 13, 4) == everything[:4]
        assert reader.hands("t", 9, 4) == everything[4:8]
        assert reader.hands("t", 1, 4) == reader.hands("t", None, 0) == []
        assert reader.hand("t", 7) == hand(7)
        assert reader.hand("t", 13) is None


def test_a_hand_of_which_more_is_told_takes_the_place_of_what_was(store: TableStore) -> None:
    """A finished hand that is written again is listed once, as it was written last."""
    for over, one in ((0, hand(1)), (10, hand(2)), (20, hand(1, b"more")), (30, None)):
        store.write(write("t", over, one))
    assert store.hands("t", None, 10) == [hand(2), hand(1, b"more")]
    assert store.hand("t", 1) == hand(1, b"more")


def test_hands_of_tables_with_like_names_stay_apart(store: TableStore) -> None:
    """A hand is known by its table and its number."""
    for table in ("t", "t:1", "t 1"):
        store.write(write(table, 0, hand(1, table.encode())))
    for table in ("t", "t:1", "t 1"):
        assert store.hands(table, None, 10) == [hand(1, table.encode())]


def test_a_request_that_was_done_is_known(store: TableStore, place: Place) -> None:
    """What came of a request is there with its write, for other processes too, and other keys are not known."""
    done = once("key", b"\0 outcome \xff")
    store.write(write("t", 0, once=done))
    for reader in (store, place.open()):
        assert reader.once("t", "key", time.time()) == done
        assert reader.once("t", "other", time.time()) is None
        assert reader.once("u", "key", time.time()) is None


def test_a_request_is_forgotten_at_its_moment(store: TableStore) -> None:
    """A request is known until its moment and not after it; meanwhile others, done later, change nothing about it."""
    first = once("first")
    store.write(write("t", 0, once=first))
    store.write(write("t", 10, once=once("second", seconds=2 * SOON)))
    assert store.once("t", "first", first.until - 0.001) == first
    assert store.once("t", "first", first.until) is None
    assert store.once("t", "second", first.until) is not None


def test_a_key_is_free_again_once_its_request_is_forgotten(store: TableStore) -> None:
    """A request under the key of a forgotten one takes its place."""
    store.write(write("t", 0, once=once("key", b"old", seconds=-1)))
    assert store.once("t", "key", time.time()) is None
    new = once("key", b"new")
    store.write(write("t", 10, once=new))
    assert store.once("t", "key", time.time()) == new


@pytest.mark.parametrize("over", [0, 10])
def test_a_stale_write_did_no_request_and_ended_no_hand(store: TableStore, over: int) -> None:
    """Of a write that lost, neither the request nor the hand is there; of the one that won, both are."""
    if over:
        store.write(write("t", 0))
    won, lost = once("won"), once("lost")
    store.write(write("t", over, hand(1, b"won"), won))
    with pytest.raises(Stale):
        store.write(write("t", over, hand(1, b"lost"), lost, mark="lost"))
    assert store.once("t", "won", time.time()) == won
    assert store.once("t", "lost", time.time()) is None
    assert store.hands("t", None, 10) == [hand(1, b"won")]


def test_the_first_event_is_the_oldest_that_is_kept(store: TableStore) -> None:
    """Nothing is forgotten by itself: the first event of a table is number 1, and of no table 0."""
    assert store.first_event("t") == 0
    store.write(write("t", 0))
    store.write(write("t", 10))
    assert store.first_event("t") == 1


@pytest.mark.parametrize(
    "make",
    [
        lambda: Once("", "request", b"", 1.0),
        lambda: Once("a\0b", "request", b"", 1.0),
        lambda: Once("key", "request", b"", float("inf")),
        lambda: FinishedHand(0, 1, 1, 1.0, b""),
        lambda: FinishedHand(1, 0, 1, 1.0, b""),
        lambda: FinishedHand(1, 3, 2, 1.0, b""),
        lambda: FinishedHand(1, 1, 1, float("nan"), b""),
    ],
)
def test_what_no_store_could_keep_is_refused_when_made(make: type[Once]) -> None:
    """What would make a store stop half-way never reaches one."""
    with pytest.raises(ValueError, match=r"^A (request|hand) "):
        make()
