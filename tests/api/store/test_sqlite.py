"""What is special about tables in a file: its folder, its disk, its other users."""

from __future__ import annotations

import multiprocessing
import os
import resource
import sqlite3
import stat
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.queues import SimpleQueue
from pathlib import Path
from typing import Any

import pytest

from api.settings import Settings
from api.store import StoreAway, Stored, StoreError, TableStore, Write, files, layout, open_store
from tests.api.store.conftest import Place
from tests.api.store.steps import STEP, assert_is_whole, hand, step

Open = Callable[[Settings], TableStore]
SPAWN = multiprocessing.get_context("spawn")


def settings(folder: Path) -> Settings:
    return Settings(secret=b"", data=folder)


def test_the_folder_is_made_and_the_file_is_private(tmp_path: Path, opened: Open) -> None:
    """The file holds hidden cards: nobody but its owner may read it, nor anything beside it."""
    folder = tmp_path / "a" / "new folder?&#%41"
    opened(settings(folder)).write(step("t", 0))
    files = sorted(folder.iterdir())
    names = ("passing.sqlite3", "regrets.sqlite3")
    assert [file.name for file in files] == [name + end for name in names for end in ("", "-shm", "-wal")]
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_a_relative_folder_stays_where_it_was(tmp_path: Path, opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that changes its working folder later goes on with the same file."""
    monkeypatch.chdir(tmp_path)
    store = opened(settings(Path("data")))
    store.close()
    monkeypatch.chdir("/")
    store.write(step("t", 0))
    assert (tmp_path / "data" / "regrets.sqlite3").exists()


def test_tables_are_there_after_a_restart(tmp_path: Path, opened: Open) -> None:
    """What one run of the server has written, the next one reads and writes on."""
    first = opened(settings(tmp_path))
    first.write(step("t", 0))
    first.close()
    second = opened(settings(tmp_path))
    second.write(step("t", STEP))
    assert assert_is_whole(second, "t") == 2 * STEP


def refusal(make: Callable[[], object]) -> str:
    with pytest.raises(StoreError) as refused:
        make()
    assert "\n" not in str(refused.value)
    return str(refused.value)


def test_a_folder_that_cannot_be_used_is_one_clear_line(tmp_path: Path) -> None:
    """A file where the folder should be, and a folder where the file should be, are told with their names."""
    (tmp_path / "file").touch()
    (tmp_path / "data" / "regrets.sqlite3").mkdir(parents=True)
    text = refusal(lambda: open_store(settings(tmp_path / "file")))
    assert text == f"Cannot keep tables in {tmp_path / 'file'}: File exists. Choose another --data."
    text = refusal(lambda: open_store(settings(tmp_path / "data")))
    assert text.startswith(f"Cannot use {tmp_path / 'data' / 'regrets.sqlite3'}: it cannot be opened")


def as_somebody_else(folder: Path, told: SimpleQueue[str]) -> None:
    """Open the store without the rights of root, and tell what is said to it."""
    if os.geteuid() == 0:
        os.seteuid(65_534)
    try:
        open_store(settings(folder))
        told.put("opened")
    except StoreError as fault:
        told.put(str(fault))


def said_to_somebody_else(folder: Path) -> str:
    """Return what the store says when a user without special rights opens it."""
    told = SPAWN.SimpleQueue()
    process = SPAWN.Process(target=as_somebody_else, args=(folder, told))
    process.start()
    text = told.get()
    process.join()
    return text


@pytest.fixture
def passable() -> Iterator[Path]:
    """A folder that others can reach, which pytest's own folders are not."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


def test_an_unwritable_folder_is_one_clear_line(passable: Path) -> None:
    """A folder in which this user may not write is told at the start, not at the first hand."""
    passable.chmod(0o555)
    assert (
        said_to_somebody_else(passable)
        == f"Cannot keep tables in {passable}: Permission denied. Choose another --data."
    )
    passable.chmod(0o700)


def test_an_unwritable_file_is_one_clear_line(passable: Path, opened: Open) -> None:
    """A file that this user may only read is told at the start as well."""
    opened(settings(passable)).close()
    passable.chmod(0o777)
    (passable / "regrets.sqlite3").chmod(0o444)
    text = said_to_somebody_else(passable)
    assert text.startswith(f"Cannot use {passable / 'regrets.sqlite3'}: it may only be read; check its owner")


def test_a_file_of_another_kind_is_left_alone(tmp_path: Path) -> None:
    """A file that is no SQLite file is refused, and not overwritten."""
    file = tmp_path / "regrets.sqlite3"
    file.write_text("Dear diary, " * 100)
    assert "it is not an SQLite file; move it away" in refusal(lambda: open_store(settings(tmp_path)))
    assert file.read_text() == "Dear diary, " * 100


def test_a_file_of_a_newer_server_is_left_alone(tmp_path: Path, opened: Open) -> None:
    """A file with a higher format number is refused: an older server would not understand it."""
    opened(settings(tmp_path)).close()
    with sqlite3.connect(tmp_path / "regrets.sqlite3") as db:
        db.execute(f"PRAGMA user_version = {layout.FORMAT + 1}")
    db.close()
    assert "kept by a newer server" in refusal(lambda: open_store(settings(tmp_path)))


def test_a_file_of_an_older_server_is_brought_up_to_date(tmp_path: Path, opened: Open) -> None:
    """Tables that were kept in the first format are read and written on; those no longer listed count as closed."""
    file = tmp_path / "regrets.sqlite3"
    with sqlite3.connect(file) as db:
        for statement in layout.STEPS[0]:
            db.execute(statement)
        db.execute("PRAGMA user_version = 1")
        put = "INSERT INTO tables (id, version, due, lobby, state, deck) VALUES (?, 1, ?, ?, ?, ?)"
        db.executemany(put, [("open", 5.0, b"entry", b"state", b"deck"), ("closed", None, None, b"state", None)])
        put = "INSERT INTO events (table_id, number, write, event) VALUES (?, 1, 'old write', ?)"
        db.executemany(put, [("open", b"event"), ("closed", b"event")])
    db.close()
    with ThreadPoolExecutor(8) as workers:
        store, *_ = workers.map(opened, [settings(tmp_path)] * 8)
    assert store.read("open") == Stored(version=1, state=b"state", deck=b"deck")
    assert (store.events("open", 0, 10), store.lobby(None, 10)) == ([b"event"], [("open", b"entry")])
    assert store.due(5.0, 10) == ["open"]
    old = Write(id="old write", table="open", over=0, state=b"state", events=(b"event",))
    store.write(old)
    store.write(step("open", 1))
    assert store.hands("open", None, 1) == [hand("open", 1 + STEP)]
    with sqlite3.connect(file) as db:
        closed = dict(db.execute("SELECT id, closed FROM tables"))
    db.close()
    assert closed["open"] is None and abs(closed["closed"] - time.time()) < 60


def test_many_may_start_at_once(tmp_path: Path, opened: Open) -> None:
    """Workers that find no file yet make one together, and none of them fails."""
    for number in range(10):
        with ThreadPoolExecutor(8) as workers:
            stores = list(workers.map(opened, [settings(tmp_path / str(number))] * 8))
            list(workers.map(lambda store, name: store.write(step(name, 0)), stores, "abcdefgh"))
        assert len(stores[0].lobby(None, 100)) == 8


def away(write: Callable[[], object]) -> StoreAway:
    with pytest.raises(StoreAway) as refused:
        write()
    assert "\n" not in str(refused.value)
    return refused.value


def test_a_locked_file_is_away_until_it_is_free(tmp_path: Path, opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """While another process keeps the file locked, reading goes on, and writing is refused after a wait, untouched."""
    monkeypatch.setattr(files, "WAIT_SECONDS", 0.1)
    store = opened(settings(tmp_path))
    store.write(step("t", 0))
    other = sqlite3.connect(tmp_path / "regrets.sqlite3", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    fault = away(lambda: store.write(step("t", STEP)))
    assert fault.applied == "no" and "another process has kept it locked" in str(fault)
    away(store.ping)
    assert assert_is_whole(store, "t") == STEP
    other.close()
    store.write(step("t", STEP))
    assert assert_is_whole(store, "t") == 2 * STEP
    store.ping()


def test_greenlets_go_on_while_others_wait_for_the_file(tmp_path: Path) -> None:
    """Where threads are greenlets, writers that wait for the file hold up neither those that read nor those that do
    something else, however many they are."""
    place = Place("sqlite", settings(tmp_path))
    program = place.run("tick", 30, threads="greenlets")
    assert program.stdin is not None and program.stdout is not None
    try:
        assert program.stdout.readline() == "ready\n"
        other = sqlite3.connect(tmp_path / "regrets.sqlite3", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        program.stdin.write("go\n")
        program.stdin.flush()
        assert program.stdout.readline() == "ticked\n"
        other.close()
        assert program.stdout.readline() == "written\n"
    finally:
        place.close()


def test_a_full_disk_is_away_until_there_is_room(tmp_path: Path, opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """A write for which there is no room is refused with what to do, and nothing of it is there."""
    connect = sqlite3.connect

    def connect_to_small_disk(*arguments: Any, **options: Any) -> sqlite3.Connection:
        db: sqlite3.Connection = connect(*arguments, **options)
        db.execute("PRAGMA max_page_count = 50")
        return db

    monkeypatch.setattr(sqlite3, "connect", connect_to_small_disk)
    store = opened(settings(tmp_path))
    store.write(step("t", 0))
    large = Write(id="large", table="t", over=STEP, state=bytes(1_000_000), events=(b"e",))
    fault = away(lambda: store.write(large))
    assert fault.applied == "no" and "the disk is full; make room" in str(fault)
    assert assert_is_whole(store, "t") == STEP
    monkeypatch.undo()
    store.close()
    store.write(large)
    assert store.events("t", STEP, 10) == [b"e"]


def test_a_failing_disk_is_away_and_the_outcome_unknown(tmp_path: Path, opened: Open) -> None:
    """When the disk fails at the end of a write, nobody can say whether it will be found; it can be repeated."""
    store = opened(settings(tmp_path))
    store.write(step("t", 0))
    large = Write(id="large", table="t", over=STEP, state=bytes(1_000_000), events=(b"e",))
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, limits[1]))
    try:
        fault = away(lambda: store.write(large))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert fault.applied == "unknown" and "the disk failed or is full" in str(fault)
    store.write(large)
    assert store.events("t", STEP, 10) == [b"e"]


def test_a_disk_that_takes_nothing_is_noticed_by_a_ping(tmp_path: Path, opened: Open) -> None:
    """A server that could not keep the next action says so before there is one."""
    store = opened(settings(tmp_path))
    store.write(step("t", 0))
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, limits[1]))
    try:
        assert "the disk failed or is full" in str(away(store.ping))
        assert assert_is_whole(store, "t") == STEP
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    store.ping()


def test_a_file_that_is_taken_away_is_missed(tmp_path: Path, opened: Open) -> None:
    """A file deleted under a running server does not come back as an empty one."""
    store = opened(settings(tmp_path))
    store.close()
    (tmp_path / "regrets.sqlite3").unlink()
    fault = away(lambda: store.write(step("t", 0)))
    assert fault.applied == "no" and "check that it is there" in str(fault)
    away(store.ping)
    assert list(tmp_path.glob("regrets.*")) == []


def test_a_file_that_is_taken_from_open_connections_is_missed(tmp_path: Path, opened: Open) -> None:
    """What would go into a file that nobody will find again is refused; once the file is back, all goes on."""
    store, file = opened(settings(tmp_path)), tmp_path / "regrets.sqlite3"
    store.write(step("t", 0))
    file.rename(tmp_path / "away")
    for call in (lambda: store.write(step("t", STEP)), lambda: store.read("t"), store.ping):
        fault = away(call)
        assert fault.applied == "no" and "check that it is there" in str(fault)
    (tmp_path / "away").rename(file)
    store.write(step("t", STEP))
    assert assert_is_whole(store, "t") == 2 * STEP


def test_a_file_that_was_replaced_is_the_one_that_counts(tmp_path: Path, opened: Open) -> None:
    """Whoever puts a copy back under a running server gets it read and written, and the old file is let go."""
    store, other = opened(settings(tmp_path)), opened(settings(tmp_path / "other"))
    store.write(step("t", 0))
    other.write(step("u", 0))
    other.close()
    for left in tmp_path.glob("regrets.sqlite3-*"):
        left.unlink()
    (tmp_path / "other" / "regrets.sqlite3").rename(tmp_path / "regrets.sqlite3")
    assert "it was replaced" in str(away(lambda: store.write(step("t", STEP))))
    assert store.read("t") is None
    store.write(step("u", STEP))
    assert assert_is_whole(store, "u") == 2 * STEP
