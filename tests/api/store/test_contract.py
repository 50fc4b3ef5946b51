"""What every store must do. Each test runs on SQLite, on one Redis, and on a Cluster of three."""

from __future__ import annotations

import itertools
import random
import threading

import pytest

from api.store import Stale, Stored, TableStore, Write
from tests.api.store.conftest import Place
from tests.api.store.steps import STEP, assert_is_whole, step


def test_a_table_that_was_never_written_is_none(store: TableStore) -> None:
    """No table is None, has no events, is not due and not listed."""
    assert store.read("nowhere") is None
    assert store.events("nowhere", 0, 10) == []
    assert store.due(1e12, 10) == []
    assert store.lobby(None, 10) == []


def test_a_write_is_kept_whole(store: TableStore, place: Place) -> None:
    """State, version, deck, events, due moment and lobby entry are there together, for other processes too."""
    store.write(step("t", 0))
    for reader in (store, place.open()):
        assert assert_is_whole(reader, "t") == STEP


def test_versions_are_the_numbers_of_events(store: TableStore) -> None:
    """A table's version is the number of its last event, however many events a write brings."""
    for over, count in ((0, 1), (1, 5), (6, 2)):
        events = tuple(b"event" for _ in range(count))
        store.write(Write(id=f"over {over}", table="t", over=over, state=b"", events=events))
    stored = store.read("t")
    assert stored is not None and stored.version == 8
    assert len(store.events("t", 0, 100)) == 8


def test_a_table_is_created_once(store: TableStore) -> None:
    """Two that open the same table: the second is Stale, and the first one's table is untouched."""
    store.write(step("t", 0))
    with pytest.raises(Stale):
        store.write(step("t", 0, mark="second"))
    assert assert_is_whole(store, "t") == STEP


@pytest.mark.parametrize("over", [0, STEP, STEP + 1, 2 * STEP - 1, 2 * STEP + 1, 3 * STEP])
def test_a_stale_write_changes_nothing(store: TableStore, over: int) -> None:
    """A write over any version but the present one is Stale: no state, event, moment, entry or deck changes."""
    store.write(step("t", 0))
    store.write(step("t", STEP))
    with pytest.raises(Stale):
        store.write(step("t", over, mark="late"))
    assert assert_is_whole(store, "t") == 2 * STEP


def test_a_write_over_a_version_needs_the_table(store: TableStore) -> None:
    """A table that does not exist has no version to write over, and is not made by trying."""
    with pytest.raises(Stale):
        store.write(step("t", STEP))
    assert assert_is_whole(store, "t") == 0


def test_a_repeated_write_is_written_once(store: TableStore, place: Place) -> None:
    """The same write again succeeds and changes nothing, from another process as well."""
    for over in (0, STEP):
        write = step("t", over)
        store.write(write)
        store.write(write)
        place.open().write(write)
        assert assert_is_whole(store, "t") == over + STEP


def test_a_repeated_write_is_known_after_others(store: TableStore) -> None:
    """A write whose reply was lost is known as written even when somebody has written over it meanwhile."""
    writes = [step("t", over) for over in (0, STEP, 2 * STEP)]
    for write in writes:
        store.write(write)
    for write in writes:
        store.write(write)
    assert assert_is_whole(store, "t") == 3 * STEP


def test_a_write_that_lost_stays_lost(store: TableStore) -> None:
    """Repeating a write that was Stale is Stale again, and so is a known id over another version."""
    write = step("t", 0)
    store.write(write)
    lost = step("t", 0, mark="lost")
    for _ in range(2):
        with pytest.raises(Stale):
            store.write(lost)
    store.write(step("t", STEP))
    with pytest.raises(Stale):
        store.write(step("t", STEP, write.id))
    assert assert_is_whole(store, "t") == 2 * STEP


def test_the_same_id_may_serve_two_tables(store: TableStore) -> None:
    """A write is known by its id within its table only."""
    for table in ("a", "b"):
        store.write(step(table, 0, "the same"))
        assert assert_is_whole(store, table) == STEP


def test_events_are_read_since_a_number_and_up_to_a_limit(store: TableStore) -> None:
    """Events since N begin with N + 1; pages follow without a gap or a repeat; past the end there is none."""
    for over in range(0, 12, STEP):
        store.write(step("t", over))
    everything = store.events("t", 0, 100)
    assert len(everything) == 12
    for since, limit in itertools.product(range(14), range(14)):
        assert store.events("t", since, limit) == everything[since : since + limit]
    assert store.events("t", 1_000_000, 10) == []


def test_due_tables_come_longest_overdue_first(store: TableStore) -> None:
    """Tables due by now, the moment itself included, in the order of their moments; later ones do not show."""
    for number in random.Random(1).sample(range(40), 40):
        store.write(due_at(f"t{number:02}", 0, 100 + number / 4))
    assert store.due(99.99, 100) == []
    assert store.due(102.5, 100) == [f"t{number:02}" for number in range(11)]
    assert store.due(1e10, 5) == [f"t{number:02}" for number in range(5)]
    assert store.due(1e10, 0) == []


def test_a_due_moment_is_moved_and_cleared(store: TableStore) -> None:
    """The last write decides when a table is due, or that it never is; fractions of a second count."""
    moment = 1_900_000_000.123456
    store.write(due_at("t", 0, 5.0))
    store.write(due_at("t", 1, moment))
    assert store.due(moment - 1e-5, 10) == []
    assert store.due(moment, 10) == store.due(moment + 1, 10) == ["t"]
    store.write(due_at("t", 2, None))
    assert store.due(1e12, 10) == []
    store.write(due_at("t", 3, -1.0))
    assert store.due(0.0, 10) == ["t"]


def test_a_table_is_listed_and_taken_off(store: TableStore) -> None:
    """The lobby shows the last write's entry, an empty one too, and no table whose last write had none."""
    for over, entry in enumerate([b"first", b"second", b"second", None, None, b"", b"a\0b", None]):
        store.write(listed("t", over, entry))
        assert store.lobby(None, 10) == ([] if entry is None else [("t", entry)])


def test_the_lobby_is_paged_by_id(store: TableStore) -> None:
    """Pages go by ascending id, miss no table and repeat none, whatever their size, also while tables come and go."""
    ids = sorted({f"{number}" for number in range(60)} | {"a", "a!", "aa", "a b", "Z", "é", "日本", "🂡", "t{1}", "t*"})
    for id in random.Random(2).sample(ids, len(ids)):
        store.write(listed(id, 0, id.encode()))
    whole = [(id, id.encode()) for id in ids]
    assert store.lobby(None, 1000) == whole
    for size in (1, 7, 64):
        assert list(pages(store, size)) == whole
    store.write(listed(ids[3], 1, None))
    assert store.lobby(ids[2], 2) == whole[4:6]
    assert store.lobby(ids[3], 2) == whole[4:6]
    assert store.lobby(ids[-1], 5) == []
    assert store.lobby(None, 0) == []


def test_a_deck_is_kept_until_replaced(store: TableStore) -> None:
    """A write without a deck leaves the deck as it is; one with a deck, even an empty one, replaces it."""
    kept = None
    for over, deck in enumerate([None, b"first", None, None, b"second", b"", None]):
        kept = kept if deck is None else deck
        store.write(Write(id=f"{over}", table="t", over=over, state=b"%d" % over, events=(b"e",), deck=deck))
        assert store.read("t") == Stored(version=over + 1, state=b"%d" % over, deck=kept)


@pytest.mark.parametrize("size", [0, 1, 1_000_000])
def test_any_bytes_are_kept_as_they_are(store: TableStore, size: int) -> None:
    """States, events, entries and decks are any bytes: none, a megabyte, zeros, broken UTF-8."""
    blob = random.Random(3).randbytes(size)
    store.write(Write(id="w", table="t", over=0, state=blob, events=(blob, b"\0\xff"), lobby=blob, deck=blob))
    assert store.read("t") == Stored(version=2, state=blob, deck=blob)
    assert store.events("t", 0, 10) == [blob, b"\0\xff"]
    assert store.lobby(None, 10) == [("t", blob)]


def test_a_write_may_bring_many_events(store: TableStore) -> None:
    """Thousands of events in one write are numbered like any others."""
    events = tuple(b"%d" % number for number in range(1, 5001))
    store.write(Write(id="w", table="t", over=0, state=b"", events=events))
    assert store.events("t", 0, 10_000) == list(events)
    assert store.events("t", 4998, 10_000) == [b"4999", b"5000"]


@pytest.mark.parametrize("id", ["Tisch Grün", "卓", "🂡", "a:b", "{s1}:table:x", "%s';--", "\n", "x" * 500])
def test_tables_may_have_any_name(store: TableStore, id: str) -> None:
    """An id is any text without NUL; tables with like names do not touch each other."""
    store.write(step(id, 0, id))
    store.write(step(id + "x", 0, id))
    store.write(step(id, STEP))
    assert assert_is_whole(store, id) == 2 * STEP
    assert assert_is_whole(store, id + "x") == STEP


def test_a_store_answers_a_ping_and_works_on_after_close(store: TableStore) -> None:
    """Closing lets go of connections only: what was written stays, and the store connects again when asked."""
    store.ping()
    store.write(step("t", 0))
    store.close()
    assert assert_is_whole(store, "t") == STEP
    store.close()
    store.close()


def test_threads_share_a_store(store: TableStore) -> None:
    """Threads that write to tables of their own, and read all the while, never disturb each other."""
    faults: list[BaseException] = []

    def run(table: str) -> None:
        try:
            for number in range(10):
                store.write(step(table, STEP * number))
                assert assert_is_whole(store, table) == STEP * (number + 1)
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=run, args=(f"t{number}",)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []


@pytest.mark.parametrize("threads", ["programs", "greenlets"])
def test_each_version_has_one_winner(store: TableStore, place: Place, threads: str) -> None:
    """Three processes with eight threads each race for every version: each is won once, and the events say by whom."""
    programs = [place.run("race", "t", 8, 60, threads=threads) for _ in range(3)]
    for program in programs:
        assert program.stdout is not None and program.stdout.readline() == "ready\n"
    for program in programs:
        assert program.stdin is not None
        program.stdin.write("go\n")
        program.stdin.flush()
    lines = [line.split() for program in programs for line in program.communicate(timeout=60)[0].splitlines()]
    assert [program.returncode for program in programs] == [0, 0, 0]
    winners = {int(version): name for version, name in lines}
    assert sorted(int(version) for version, _ in lines) == list(range(1, 61))
    assert store.events("t", 0, 100) == [winners[version].encode() for version in range(1, 61)]
    assert store.read("t") == Stored(version=60, state=winners[60].encode(), deck=None)


def test_a_killed_writer_leaves_all_or_nothing(store: TableStore, place: Place) -> None:
    """A writer killed with -9 at any moment has lost nothing that it was told is written, and left nothing torn."""
    chance = random.Random(4)
    version = 0
    for _ in range(5):
        program = place.run("write-on", "t")
        assert program.stdout is not None
        told = [program.stdout.readline() for _ in range(chance.randrange(1, 12))]
        threading.Event().wait(chance.random() / 500)  # or else it would always be killed just after a write
        program.kill()
        told += program.stdout.readlines()
        last = max(int(line) for line in told if line.endswith("\n"))
        assert last > version
        version = assert_is_whole(store, "t")
        assert last <= version <= last + STEP
        store.write(step("t", version))
        version += STEP


@pytest.mark.parametrize("threads", ["programs", "greenlets"])
def test_a_process_may_fork(place: Place, threads: str) -> None:
    """A process that has used its store forks; parent and child write on, the parent leaves, and nothing is lost."""
    program = place.run("fork", "t", 10, threads=threads)
    steps = {"before": 10, "child": 20, "parent": 10}
    assert program.communicate(timeout=60)[0].split() == [str(STEP * count) for count in steps.values()]
    assert program.returncode == 0
    store = place.open()  # only now: whoever has the file open keeps the others from tidying its log away too early
    for name, count in steps.items():
        assert assert_is_whole(store, f"t {name}") == STEP * count


@pytest.mark.parametrize(
    "wrong",
    [
        {"id": ""},
        {"table": ""},
        {"table": "a\0b"},
        {"over": -1},
        {"events": ()},
        {"due": float("nan")},
        {"due": float("inf")},
    ],
    ids=str,
)
def test_a_write_that_no_store_could_keep_is_refused_when_made(wrong: dict[str, object]) -> None:
    """What would make a store stop half-way never reaches one."""
    right: dict[str, object] = {"id": "w", "table": "t", "over": 0, "state": b"", "events": (b"e",)}
    with pytest.raises(ValueError, match=r"A (write needs|table is due)"):
        Write(**right | wrong)  # type: ignore[arg-type]


def due_at(table: str, over: int, due: float | None) -> Write:
    return Write(id=f"{table} {over}", table=table, over=over, state=b"", events=(b"e",), due=due)


def listed(table: str, over: int, entry: bytes | None) -> Write:
    return Write(id=f"{table} {over}", table=table, over=over, state=b"", events=(b"e",), lobby=entry)


def pages(store: TableStore, size: int) -> list[tuple[str, bytes]]:
    """Read the lobby page by page, each after the last id of the one before."""
    found: list[tuple[str, bytes]] = []
    while page := store.lobby(found[-1][0] if found else None, size):
        assert len(page) <= size and (not found or page[0] > found[-1])
        found += page
    return found
