"""What is written to a store and read from it: plain values, whose poker is bytes to the store."""

from __future__ import annotations

import math

import msgspec


class Once(msgspec.Struct, frozen=True):
    """A request that creates something, and has been done: whoever sends it again is told the same once more."""

    key: str
    """What names the request within its table; a digest, without a NUL."""
    request: str
    """What was asked, as a digest: another request under the same key is not the same one."""
    outcome: bytes
    until: float
    """When it may be forgotten, in epoch seconds."""

    def __post_init__(self) -> None:
        if not self.key or "\0" in self.key:
            raise ValueError("A request is known by a key, and the key holds no NUL.")
        if not math.isfinite(self.until):
            raise ValueError("A request is remembered until a moment; this one is not a finite number.")


class FinishedHand(msgspec.Struct, frozen=True):
    """A hand that is over, as it is listed. What happened in it are the table's events `first` to `last`."""

    number: int
    first: int
    last: int
    at: float
    """When it ended, in epoch seconds."""
    summary: bytes

    def __post_init__(self) -> None:
        if self.number < 1 or not 1 <= self.first <= self.last:
            raise ValueError("A hand has a number of 1 or more, and one event or more.")
        if not math.isfinite(self.at):
            raise ValueError("A hand ended at a moment; this one is not a finite number.")


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
    closed: float | None = None
    """When the table was closed for good, in epoch seconds, so that it may be forgotten some day. None: it is open."""
    hand: FinishedHand | None = None
    """A hand that this step ended, or told more of; it takes the place of the one with the same number."""
    once: Once | None = None
    """The request that this step is the outcome of."""

    def __post_init__(self) -> None:
        if not self.id or not self.table or "\0" in self.table:
            raise ValueError("A write needs an id and a table, and a table's id holds no NUL.")
        if self.over < 0 or not self.events:
            raise ValueError("A write needs a version of 0 or more to be built on, and at least one event.")
        for moment in (self.due, self.closed):
            if moment is not None and not math.isfinite(moment):
                raise ValueError("A table is due or closed at a moment or never; this one is not a finite number.")


class Stored(msgspec.Struct, frozen=True, kw_only=True):
    """A table as one write left it; its parts always belong together."""

    version: int
    state: bytes
    deck: bytes | None


def check_aside(table: str, name: str, over: int, due: float | None) -> None:
    """Raise ValueError if no store could keep something under this name beside a table."""
    if not table or not name or "\0" in table + name:
        raise ValueError("What lies beside a table needs a table and a name, and neither holds a NUL.")
    if over < 0 or (due is not None and not math.isfinite(due)):
        raise ValueError("What lies beside a table has a version of 0 or more, and is due at a moment or never.")
