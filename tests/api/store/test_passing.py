"""What every store must do about what passes: who is present, and whether somebody looks after the tables."""

from __future__ import annotations

import threading

import pytest

from api.store import TableStore
from tests.api.store.conftest import Place

NOW = 1_900_000_000.25


def test_players_are_present_until_a_moment(store: TableStore, place: Place) -> None:
    """A player is present until the moment given last, for every process; at other tables nobody is."""
    store.be_present({"t": {1: NOW + 10, 2: NOW + 20}, "u": {3: NOW + 10}, "v": {}})
    for reader in (store, place.open()):
        assert reader.present("t", NOW) == {1, 2}
        assert reader.present("t", NOW + 10) == {2}
        assert reader.present("t", NOW + 20) == set()
        assert reader.present("u", NOW) == {3}
        assert reader.present("v", NOW) == reader.present("nowhere", NOW) == set()
    place.open().be_present({"t": {1: NOW + 30, 2: NOW}})
    assert store.present("t", NOW) == store.present("t", NOW + 29) == {1}
    store.be_present({})


def test_those_who_went_away_are_not_kept_for_ever(store: TableStore) -> None:
    """Players who come much later see nothing of those who were there, and those who are there stay."""
    store.be_present({"t": {1: NOW}, "u": {1: NOW}})
    store.be_present({"t": {2: NOW + 100_000}})
    assert store.present("t", NOW + 50_000) == {2}
    assert store.present("u", NOW + 50_000) == set()


def test_the_first_beat_knows_of_no_outage(store: TableStore) -> None:
    """Where nobody has ever looked after the tables, nothing was missed; nor while beats come in time."""
    for beat in range(10):
        assert store.beat(NOW + 2 * beat, 2.0) is None


def test_a_gap_between_beats_is_an_outage_that_all_know(store: TableStore, place: Place) -> None:
    """The last outage is told with every beat, to every process, until there is another one."""
    other = place.open()
    store.beat(NOW, 5)
    assert other.beat(NOW + 5.125, 5) == (NOW, NOW + 5.125)
    assert store.beat(NOW + 6, 5) == other.beat(NOW + 11, 5) == (NOW, NOW + 5.125)
    assert store.beat(NOW + 100, 5) == (NOW + 11, NOW + 100)
    assert place.open().beat(NOW + 101, 5) == (NOW + 11, NOW + 100)


def test_processes_whose_clocks_differ_a_little_beat_together(store: TableStore) -> None:
    """A beat that comes late does not put the last one back."""
    store.beat(NOW + 4, 5)
    assert store.beat(NOW, 5) is None
    assert store.beat(NOW + 9, 5) is None
    assert store.beat(NOW + 14.5, 5) == (NOW + 9, NOW + 14.5)


def test_a_clock_that_was_set_back_is_no_outage(store: TableStore) -> None:
    """After a clock was far ahead and set right, beats count from there, and the next outage is noticed."""
    store.beat(NOW + 100_000, 5)
    assert store.beat(NOW, 5) is None
    assert store.beat(NOW + 4, 5) is None
    assert store.beat(NOW + 10, 5) == (NOW + 4, NOW + 10)


@pytest.mark.parametrize("threads", ["programs", "greenlets"])
def test_a_killed_process_loses_neither(store: TableStore, place: Place, threads: str) -> None:
    """A process that is killed with -9 has kept its last beat and who was present."""
    program = place.run("beat", NOW, threads=threads)
    assert program.stdout is not None
    told = [program.stdout.readline() for _ in range(20)]
    program.kill()
    told += program.stdout.readlines()
    last = max(float(line) for line in told if line.endswith("\n"))
    assert store.present("t", last) == {1}
    outage = store.beat(last + 100, 5)
    assert outage is not None and outage[0] in (last, last + 1) and outage[1] == last + 100


def test_many_may_beat_and_be_present_at_once(place: Place) -> None:
    """Threads and processes that beat and say who is present disturb nobody."""
    stores = [place.open() for _ in range(4)]
    faults: list[BaseException] = []

    def run(number: int) -> None:
        try:
            for beat in range(20):
                stores[number].be_present({"t": {number: NOW + 100}, f"t{number}": {1: NOW + 100}})
                assert stores[number].beat(NOW + beat, 30) is None
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    assert stores[0].present("t", NOW) == {0, 1, 2, 3}
