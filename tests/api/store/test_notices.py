"""What every store must do for those who follow its tables: versions of many at once, and notices of writes."""

from __future__ import annotations

import subprocess

import pytest

from api.store import Listener, TableStore
from tests.api.store.conftest import Place
from tests.api.store.steps import STEP, step


def test_versions_of_many_tables_are_read_at_once(store: TableStore) -> None:
    """Each table that exists has its version; others are not there; no question has no answer."""
    ids = [f"t{number}" for number in range(50)] + ["Tisch Grün", "a'b\n\"", "🂡"]
    for number, table in enumerate(ids):
        for over in range(0, STEP * (number % 3 + 1), STEP):
            store.write(step(table, over))
    expected = {table: STEP * (number % 3 + 1) for number, table in enumerate(ids)}
    assert store.versions([*ids, "nowhere"]) == expected
    assert store.versions({"t1"}) == {"t1": 2 * STEP}
    assert store.versions([]) == store.versions(["nowhere"]) == {}


def heard(listener: Listener, table: str) -> bool:
    """Tell whether the listener hears of a table, or that it may be any, before very long."""
    while listener.wait(10):
        changed = listener.changed()
        if changed is None or table in changed:
            return True
    return False


def until_quiet(listener: Listener) -> None:
    while listener.wait(0.2):
        pass


def test_a_listener_hears_of_writes(place: Place) -> None:
    """A write of this process or of another is heard of at once; while nobody writes there is nothing to hear."""
    store, other = place.open(), place.open()
    listener = store.listen()
    until_quiet(listener)
    for over, writer in enumerate((store, other, store, other)):
        writer.write(step("t", STEP * over))
        assert heard(listener, "t")
        assert store.versions(["t"]) == {"t": STEP * (over + 1)}
        until_quiet(listener)
    assert not listener.wait(0)
    listener.close()


def test_what_was_written_before_a_look_is_not_missed(place: Place) -> None:
    """What is written between listening and the first wait, or between two waits, is heard of by the next."""
    store = place.open()
    listener = place.open().listen()
    for over in range(3):
        store.write(step("t", STEP * over))
        assert heard(listener, "t")
    until_quiet(listener)
    listener.close()


def test_many_writes_are_one_thing_to_hear(place: Place) -> None:
    """A listener that was busy has not got a notice to work off for each write."""
    store = place.open()
    listener = store.listen()
    until_quiet(listener)
    for over in range(100):
        store.write(step("t", STEP * over))
    waits = 0
    while listener.wait(0.2):
        waits += 1
    assert 1 <= waits <= 5
    listener.close()


@pytest.mark.parametrize("threads", ["programs", "greenlets"])
def test_processes_hear_of_each_other(place: Place, threads: str) -> None:
    """Each of several processes hears of every table that is written, whoever has written it."""
    store = place.open()
    programs = [place.run("listen", 4, threads=threads) for _ in range(2)]
    for program in programs:
        assert line(program) == "hears"
    for over in range(3):
        for table in ("a", "b"):
            store.write(step(table, STEP * over))
            for program in programs:
                assert line(program) == f"{table} {STEP * (over + 1)}"


@pytest.mark.parametrize("threads", ["programs", "greenlets"])
def test_a_process_that_listens_may_fork(place: Place, threads: str) -> None:
    """Parent and child each hear by a listener of their own, and neither takes the other's notices away."""
    assert line(place.run("fork-and-listen", threads=threads)) == "parent child"


def line(program: subprocess.Popen[str]) -> str:
    assert program.stdout is not None
    return program.stdout.readline().rstrip("\n")
