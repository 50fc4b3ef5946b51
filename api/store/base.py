"""What every store of tables keeps and promises; the shell knows stores only by these names.

A store knows no poker: states, events, lobby entries and decks are bytes to it, and a table is an id.
"""

from __future__ import annotations

import math
from typing import Protocol

import msgspec


class Write(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a table: everything that must be there together, or not at all.

    Raises ValueError if no store could keep it, so that a store never finds out half-way.
    """

    id: str
    """A nonce. The same write sent again is known by it, and succeeds without being written twice."""
    table: str
    """The table's id: not empty, and without a NUL, which stores use to part an id from what follows it."""
    over: int
    """The version this step was built on: the number of the last event then. 0: the table must not exist yet."""
    state: bytes
    events: tuple[bytes, ...]
    """One or more; they get the numbers over + 1, over + 2, ..., and the last of these is the new version."""
    due: float | None = None
    """When somebody should look at the table again, in epoch seconds. None: never."""
    lobby: bytes | None = None
    """The table's entry in the lobby. None: not listed."""
    deck: bytes | None = None
    """Replaces the deck kept beside the state. None: leaves that deck as it is."""

    def __post_init__(self) -> None:
        if not self.id or not self.table or "\0" in self.table:
            raise ValueError("A write needs an id and a table, and a table's id holds no NUL.")
        if self.over < 0 or not self.events:
            raise ValueError("A write needs a version of 0 or more to be built on, and at least one event.")
        if self.due is not None and not math.isfinite(self.due):
            raise ValueError("A table is due at a moment or never; this moment is not a finite number.")


class Stored(msgspec.Struct, frozen=True, kw_only=True):
    """A table as one write left it; its parts always belong together."""

    version: int
    state: bytes
    deck: bytes | None


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
        returns if the write is there (also when others have been written over it since), writes if it is not
        and still can be, and is Stale otherwise.
        """

    def events(self, table: str, since: int, limit: int) -> list[bytes]:
        """Return at most `limit` events, numbered since + 1, since + 2, ... without a gap.

        No such table, or no such events yet: none.
        """

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

    def ping(self) -> None:
        """Return if the store answers; raise StoreAway if it does not."""

    def close(self) -> None:
        """Let go of connections and files. Nothing needs it to be safe: every write already is."""
