"""What every store of tables promises; the shell knows stores only by these names.

A store knows no poker: states, events, lobby entries, decks and summaries are bytes to it, and a table is an id.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Protocol

from api.store.values import FinishedHand, Once, Stored, Write


class Listener(Protocol):
    """Hears of writes to a store, its own included. Used by one thread, and in the process that made it.

    What it says is a hint, which may come for nothing, and, when a connection has broken, late or not at all:
    whoever must not miss a write also looks at `versions` now and then. It raises nothing; while the store is away
    there is nothing to hear.
    """

    def wait(self, seconds: float) -> bool:
        """Return True as soon as something may have been written, or False after so many seconds."""

    def changed(self) -> set[str] | None:
        """Return the tables that the last `wait` has heard of. None: it may be any."""

    def close(self) -> None:
        """Let go of its connection."""


class TableStore(Protocol):
    """Tables that outlive the process. Safe under threads, under several processes at once, and after a fork.

    Every method may raise StoreAway; then the same call may work a moment later, without opening the store
    again. A write that has returned is seen by every later call of every process.
    """

    def read(self, table: str) -> Stored | None:
        """Return the table as its last write left it, or None if there has been none."""

    def write(self, write: Write) -> None:
        """Write all of it over the version it was built on, and return when it will outlive a crash.

        Raises Stale if the table has another version by now: then nothing has changed. Raises StoreAway with
        what is known about the outcome. Sending the same write again, however late, never writes it twice: it
        returns if the write is there (also when others have been written over it since, for as long as its
        events are kept), writes if it is not and still can be, and is Stale otherwise.
        """

    def events(self, table: str, since: int, limit: int) -> list[bytes]:
        """Return at most `limit` events, numbered since + 1, since + 2, ... without a gap.

        No such table, no such events yet, or the first of them is no longer kept: none.
        """

    def first_event(self, table: str) -> int:
        """Return the number of the oldest event that is kept, or 0 if there is none."""

    def hands(self, table: str, before: int | None, limit: int) -> list[FinishedHand]:
        """Return at most `limit` finished hands with numbers below `before`, the newest first. None: from the last."""

    def hand(self, table: str, number: int) -> FinishedHand | None:
        """Return a finished hand, or None if there is no such one or it is no longer kept."""

    def once(self, table: str, key: str, now: float) -> Once | None:
        """Return what came of the request with this key, or None if it was not done or is forgotten by `now`."""

    def versions(self, tables: Collection[str]) -> dict[str, int]:
        """Return the versions of these tables, without those that do not exist."""

    def listen(self) -> Listener:
        """Return a Listener that hears of every write from now on; one is enough for a process."""

    def due(self, now: float, limit: int) -> list[str]:
        """Return at most `limit` tables due at `now` (epoch seconds) or before, the longest overdue first.

        A table stays due until a write gives it another moment, so several processes may be told of the same
        one.
        """

    def lobby(self, after: str | None, limit: int) -> list[tuple[str, bytes]]:
        """Return at most `limit` listed tables with their entries, by id in ascending order of code points.

        `after` is the last id of the page before, and None asks for the first page. Following pages miss no
        table that was listed all the while, and repeat none.
        """

    def aside(self, table: str, name: str) -> tuple[int, bytes] | None:
        """Return version and value of what is kept under a name beside a table, or None if there is nothing."""

    def put_aside(self, table: str, name: str, over: int, value: bytes | None, due: float | None = None) -> None:
        """Keep a small value beside a table, over the version that was read; 0: there was nothing.

        Its new version is over + 1, and `due` is when somebody should look at it. No value takes it away; that it is
        gone already is no fault. Raises Stale if it has another version by now, also when a put whose reply was lost
        has arrived after all.
        """

    def due_asides(self, now: float, limit: int) -> list[tuple[str, str]]:
        """Return table and name of at most `limit` asides due at `now` or before, the longest overdue first."""

    def be_present(self, tables: Mapping[str, Mapping[int, float]]) -> None:
        """Note for any number of tables until when some players are present; the moment given last counts.

        This is advice, not a record: it is quick, and may be lost when a whole machine crashes.
        """

    def present(self, table: str, now: float) -> set[int]:
        """Return the players who are present at a table."""

    def beat(self, now: float, longest_gap: float) -> tuple[float, float] | None:
        """Say that somebody looks after the tables; return the last outage that was ever noticed, or None.

        An outage is a gap between two beats, of whichever process, that was longer than `longest_gap`: it goes from
        the last beat before it to the first one after it, in epoch seconds.
        """

    def forget(self, before: float, limit: int) -> int:
        """Forget what was over before a moment (epoch seconds), at most `limit` things, the oldest first.

        Closed tables go wholly; of others, finished hands with all events until their last one. Return how many
        tables and hands that were; if as many as were asked, there may be more.
        """

    def ping(self) -> None:
        """Return if the store answers and takes writes; raise StoreAway if it does not."""

    def close(self) -> None:
        """Let go of connections and files. Nothing needs it to be safe: every write already is."""
