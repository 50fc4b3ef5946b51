"""Delivery: take a hook up, post what it has not had yet, and note how far it came.

Whoever takes a hook up leases it, so that its events go out one after the other.  A process that dies on the way
leaves a lease that runs out; what it had posted and not noted is then posted again, under the same id.
"""

import random
import time
from collections.abc import Iterator

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from api.desk import Desk
from api.rules import events as e
from api.store import Stale
from api.views import Viewer, event_view
from api.webhooks.hooks import MOST_DEAD, NEVER, Dead, Hook, Kept, put_hook, read_hook
from api.webhooks.posting import Outcome, Poster, secret_of

FIRST_WAIT_SECONDS = 5.0
TIMES_LONGER = 4.0
MOST_ATTEMPTS = 8
LONGEST_WAIT_SECONDS = 6 * 3600.0
# So that those who failed together do not come again together.
SPREAD = 0.1
LEASE_SECONDS = 20.0
# A lease lasts longer than this and one attempt together.
WORK_SECONDS = 8.0
EVENTS_AT_ONCE = 100

_STAMPED = msgspec.json.Decoder(e.Stamped)


class Seen(Struct, frozen=True):
    """How far a hook is known to be, and until when there is no use in looking at it again."""

    cursor: int
    until: float = 0.0


class Delivery:
    """Delivers the hooks of the tables of one desk."""

    def __init__(self, desk: Desk, poster: Poster) -> None:
        self._desk = desk
        self._poster = poster

    def deliver(self, table: str, place: str) -> Seen | None:
        """Deliver what there is for a hook, if nobody else does; None if there is no such hook."""
        kept = read_hook(self._desk.tables, table, place)
        if kept is None:
            return None
        hook, now = kept.hook, self._desk.clock.now()
        if (until := _rests_until(hook, now)) is not None:
            return Seen(hook.cursor, until)
        ahead = hook if hook.again or hook.attempts else self._past_unwanted(table, hook)
        if not ahead.again and ahead.cursor >= self._desk.tables.versions([table]).get(table, 0):
            # Nothing to post.  Only now and then is it worth a write how far that was looked at.
            if hook.leased_until or ahead.cursor - hook.cursor >= EVENTS_AT_ONCE:
                self._note(table, kept, replace(ahead, leased_until=0.0))
            return Seen(ahead.cursor)
        leased = replace(ahead, leased_until=now + LEASE_SECONDS)
        if not self._note(table, kept, leased):
            return Seen(hook.cursor)
        done = replace(self._work(table, leased), leased_until=0.0)
        self._note(table, Kept(place, kept.version + 1, leased), done)
        return Seen(done.cursor, _rests_until(done, self._desk.clock.now()) or 0.0)

    def _note(self, table: str, kept: Kept, hook: Hook) -> bool:
        """Keep the hook as it now stands; False if somebody else has changed it, whose word then counts."""
        try:
            put_hook(self._desk.tables, table, kept.place, kept.version, hook)
        except Stale:
            return False
        return True

    def _work(self, table: str, hook: Hook) -> Hook:
        """Post one event after the other, until there is none, one fails, or it is time to note how far this came."""
        end = time.monotonic() + WORK_SECONDS
        for stamped in self._events(table, hook):
            if stamped is None:
                hook = self._lost(table, hook)
                continue
            if not hook.kinds or _kind(stamped) in hook.kinds or hook.again:
                hook = after(hook, self._post(table, hook, stamped), self._desk.clock.now())
            else:
                hook = advanced(hook)
            if hook.attempts or hook.stopped or time.monotonic() > end:
                break
        return hook

    def _events(self, table: str, hook: Hook) -> Iterator[e.Stamped | None]:
        """The hook's events in their order; None for one that is no longer kept."""
        for number in hook.again:
            yield next(iter(self._stored(table, number - 1, 1)), None)
        cursor = hook.cursor
        while stored := self._stored(table, cursor, EVENTS_AT_ONCE):
            yield from stored
            cursor = stored[-1].event
        if self._desk.tables.first_event(table) > cursor + 1:
            yield None

    def _stored(self, table: str, since: int, limit: int) -> list[e.Stamped]:
        return [_STAMPED.decode(text) for text in self._desk.tables.events(table, since, limit)]

    def _lost(self, table: str, hook: Hook) -> Hook:
        """Past what is no longer kept; of events that were never tried, the first is among the dead letters."""
        if hook.again:
            return advanced(hook)
        lost = Dead(hook.next, 0, self._desk.clock.now(), "no longer kept")
        first = self._desk.tables.first_event(table)
        return _buried(replace(hook, cursor=first - 1, attempts=0), lost)

    def _past_unwanted(self, table: str, hook: Hook) -> Hook:
        """The hook, moved to before the next event of a kind that it takes."""
        while hook.kinds and (stored := self._stored(table, hook.cursor, EVENTS_AT_ONCE)):
            for stamped in stored:
                if _kind(stamped) in hook.kinds:
                    return hook
                hook = advanced(hook)
        return hook

    def _post(self, table: str, hook: Hook, stamped: e.Stamped) -> Outcome:
        """Post an event as whoever looks on may see it."""
        told = {"type": _kind(stamped), "timestamp": stamped.server_time, "table": table}
        body = msgspec.json.encode({**told, "data": event_view(stamped, Viewer())})
        secret = secret_of(self._desk.callers.tokens, table, hook.id)
        return self._poster.post(hook.url, secret, f"{table}-{stamped.event}", self._desk.clock.now(), body)


def _kind(stamped: e.Stamped) -> str:
    return str(stamped.what.__struct_config__.tag)


def _rests_until(hook: Hook, now: float) -> float | None:
    """Until when there is nothing to do for a hook, or None if there may be.

    A moment further away than any is set says that the clock was set back.
    """
    if hook.stopped is not None:
        return NEVER
    if now < hook.leased_until <= now + LEASE_SECONDS:
        return hook.leased_until
    waits = hook.attempts and now < hook.retry_at <= now + LONGEST_WAIT_SECONDS * (1 + SPREAD)
    return hook.retry_at if waits else None


def advanced(hook: Hook) -> Hook:
    """The hook with its next event behind it."""
    if hook.again:
        return replace(hook, again=hook.again[1:], attempts=0)
    return replace(hook, cursor=hook.cursor + 1, attempts=0)


def after(hook: Hook, outcome: Outcome, now: float) -> Hook:
    """The hook after an attempt to deliver its next event."""
    if outcome.delivered:
        return replace(advanced(hook), failure=None)
    failed = Dead(hook.next, hook.attempts + 1, now, outcome.reason)
    if outcome.gone:
        return replace(hook, attempts=0, stopped="gone", failure=failed)
    if failed.attempts >= MOST_ATTEMPTS:
        return replace(_buried(advanced(hook), failed), failure=failed)
    wait = min(FIRST_WAIT_SECONDS * TIMES_LONGER**hook.attempts, LONGEST_WAIT_SECONDS)
    wait = max(wait * random.uniform(1 - SPREAD, 1 + SPREAD), outcome.wait_seconds)
    return replace(hook, attempts=failed.attempts, retry_at=now + wait, failure=failed)


def _buried(hook: Hook, letter: Dead) -> Hook:
    """The hook with one more dead letter; with no room for another it stops, so that none gets lost."""
    dead = (*hook.dead, letter)
    return replace(hook, dead=dead, stopped="dead-letters-full" if len(dead) >= MOST_DEAD else None)
