"""Hook: one webhook of a table, as it is kept beside the table, and the places in which hooks are kept.

A hook's events are posted in their order.  The next one is the first of `again`, or the one after `cursor`; that one
has failed `attempts` times.  Events that failed for the last time wait in `dead` until the host sends for them.
"""

from collections.abc import Iterator
from typing import get_args

import msgspec
from msgspec import Struct

from api.rules import events as e
from api.store import TableStore

MOST_HOOKS = 5
MOST_DEAD = 100
PLACES = tuple(f"webhook {number}" for number in range(1, MOST_HOOKS + 1))
# Hooks that wait for nothing but the next event are kept findable, at a moment that never comes.
NEVER = 1e11
KINDS = tuple(sorted(str(kind.__struct_config__.tag) for kind in get_args(e.Event)))


class Dead(Struct, frozen=True):
    """An event that could not be delivered: after how many attempts, when the last was made, and what came of it."""

    event: int
    attempts: int
    at: float
    reason: str


class Hook(Struct, frozen=True):
    """A webhook of a table; moments are seconds since 1970."""

    id: str
    url: str
    kinds: tuple[str, ...]  # none: all of them
    request: str  # a digest of the request that made it, if that had a key
    cursor: int
    host: int = 1  # the generation of the host's token when it was made
    again: tuple[int, ...] = ()
    attempts: int = 0
    retry_at: float = 0.0
    # Whoever is at work on the hook is alone with it until then; 0 when nobody is.
    leased_until: float = 0.0
    dead: tuple[Dead, ...] = ()
    # Why nothing is sent until the host says so: `gone` or `dead-letters-full`.
    stopped: str | None = None
    failure: Dead | None = None

    @property
    def next(self) -> int:
        """The number of the event to be delivered next."""
        return self.again[0] if self.again else self.cursor + 1


class Kept(Struct, frozen=True):
    """A hook with the place it is kept in, and the version of what is kept there."""

    place: str
    version: int
    hook: Hook


def due_of(hook: Hook) -> float | None:
    """When a postman should look at the hook, whatever happens at the table; None: not until the host says so."""
    if hook.stopped is not None:
        return None
    if hook.leased_until:
        return hook.leased_until
    if hook.attempts:
        return hook.retry_at
    return 0.0 if hook.again else NEVER


def read_hook(tables: TableStore, table: str, place: str) -> Kept | None:
    """What is kept in that place beside the table."""
    kept = tables.aside(table, place)
    return None if kept is None else Kept(place, kept[0], msgspec.json.decode(kept[1], type=Hook))


def hooks_of(tables: TableStore, table: str) -> Iterator[Kept]:
    """The hooks of a table."""
    for place in PLACES:
        kept = read_hook(tables, table, place)
        if kept is not None:
            yield kept


def put_hook(tables: TableStore, table: str, place: str, over: int, hook: Hook | None) -> None:
    """Keep a hook in a place, or take it away, over the version that was read; raises Stale."""
    if hook is None:
        tables.put_aside(table, place, over, None)
    else:
        tables.put_aside(table, place, over, msgspec.json.encode(hook), due_of(hook))
