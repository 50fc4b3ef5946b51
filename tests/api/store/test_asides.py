"""What every store must do for those who keep something small beside a table."""

from __future__ import annotations

import random
import threading

import pytest

from api.store import Stale, TableStore
from tests.api.store.conftest import Place


def test_what_lies_beside_a_table_has_a_version(store: TableStore, place: Place) -> None:
    """It is put over the version that was read, and read by every process; the table need not be there."""
    assert store.aside("t", "hook") is None
    for version, value in enumerate([b"first", b"", b"\0 1 2 \xff", bytes(100_000)], start=1):
        store.put_aside("t", "hook", version - 1, value)
        for reader in (store, place.open()):
            assert reader.aside("t", "hook") == (version, value)


@pytest.mark.parametrize("over", [0, 1, 3])
@pytest.mark.parametrize("value", [b"lost", b"second", None])
def test_a_version_that_is_not_the_present_one_is_stale(store: TableStore, over: int, value: bytes | None) -> None:
    """Over any other version nothing is put and nothing taken away, whatever it is."""
    store.put_aside("t", "hook", 0, b"first")
    store.put_aside("t", "hook", 1, b"second", due=5.0)
    with pytest.raises(Stale, match="hook beside table t has moved on"):
        store.put_aside("t", "hook", over, value, due=6.0)
    assert store.aside("t", "hook") == (2, b"second")
    assert store.due_asides(5.5, 10) == [("t", "hook")]


def test_what_was_taken_away_may_be_put_again(store: TableStore) -> None:
    """Taken away, it is neither there nor due; that it is gone already is no fault; then it begins anew."""
    store.put_aside("t", "hook", 0, b"first", due=5.0)
    for _ in range(2):
        store.put_aside("t", "hook", 1, None)
        assert store.aside("t", "hook") is None
        assert store.due_asides(1e12, 10) == []
    with pytest.raises(Stale):
        store.put_aside("t", "hook", 1, b"second")
    store.put_aside("t", "hook", 0, b"third")
    assert store.aside("t", "hook") == (1, b"third")


def test_names_and_tables_stay_apart(store: TableStore) -> None:
    """What lies beside a table is known by the table and the name, whatever they are made of."""
    pairs = [("t", "a"), ("t", "a b"), ("t:a", "b"), ("t", "a:b"), ("Tisch Grün", "🂡"), ("t a", "b")]
    for table, name in pairs:
        store.put_aside(table, name, 0, f"{table}/{name}".encode(), due=1.0)
    for table, name in pairs:
        assert store.aside(table, name) == (1, f"{table}/{name}".encode())
    assert sorted(store.due_asides(1.0, 100)) == sorted(pairs)


def test_what_is_due_comes_longest_overdue_first(store: TableStore) -> None:
    """Due by now, the moment itself included, in the order of the moments; a put decides when it is due next."""
    for number in random.Random(1).sample(range(40), 40):
        store.put_aside(f"t{number}", "hook", 0, b"", due=100 + number / 4)
    assert store.due_asides(99.99, 100) == []
    assert store.due_asides(102.5, 100) == [(f"t{number}", "hook") for number in range(11)]
    assert store.due_asides(1e10, 3) == [(f"t{number}", "hook") for number in range(3)]
    assert store.due_asides(1e10, 0) == []
    store.put_aside("t0", "hook", 1, b"")
    store.put_aside("t1", "hook", 1, b"", due=1e9)
    assert store.due_asides(100.5, 100) == [("t2", "hook")]


def test_of_many_that_put_at_once_one_wins(place: Place) -> None:
    """Of threads over several stores that put over the same version, even the same value, one puts and all others
    are told."""
    stores = [place.open() for _ in range(4)]
    for version in range(10):
        outcomes: list[bool] = []

        def put(store: TableStore, over: int = version, outcomes: list[bool] = outcomes) -> None:
            try:
                store.put_aside("t", "hook", over, b"the same")
                outcomes.append(True)
            except Stale:
                outcomes.append(False)

        threads = [threading.Thread(target=put, args=(store,)) for store in stores]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(outcomes) == [False, False, False, True]


@pytest.mark.parametrize(
    ("table", "name", "over", "due"),
    [
        ("", "n", 0, None),
        ("t", "", 0, None),
        ("t\0", "n", 0, None),
        ("t", "\0", 0, None),
        ("t", "n", -1, None),
        ("t", "n", 0, float("nan")),
        ("t", "n", 0, float("inf")),
    ],
)
def test_what_no_store_could_keep_is_refused(
    store: TableStore, table: str, name: str, over: int, due: float | None
) -> None:
    """What would make a store stop half-way never reaches it."""
    with pytest.raises(ValueError, match="lies beside a table"):
        store.put_aside(table, name, over, b"", due)
