"""What the host of a table does with its webhooks: add one, look at them, take one away, send for dead letters."""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from api.denied import (
    Contended,
    KeyReused,
    NoSuchLetter,
    NoSuchWebhook,
    TooManyWebhooks,
    UrlNotAllowed,
    WebhooksOff,
)
from api.desk import Desk
from api.repeats import ID_LENGTH, ID_LETTERS, Keyed
from api.rules.refusals import TableClosed
from api.rules.table import Table
from api.store import Stale
from api.times import rfc3339
from api.views import Json
from api.webhooks.hooks import MOST_HOOKS, PLACES, Dead, Hook, Kept, hooks_of, put_hook
from api.webhooks.posting import secret_of, written
from api.webhooks.targets import Targets, place_of

ATTEMPTS = 20


class Added(Struct, frozen=True):
    """A new webhook, with its secret, told once; and whether it had been added before."""

    view: Json
    secret: str
    again: bool


class Webhooks:
    """The webhooks of the tables of one desk."""

    def __init__(self, desk: Desk, targets: Targets) -> None:
        self._desk = desk
        self._targets = targets

    def add(self, table_id: str, bearer: str | None, fields: Mapping[str, Any], keyed: Keyed | None) -> Added:
        """Let what happens at the table from now on be posted to an address."""
        for _ in range(ATTEMPTS):
            table = self._hosted(table_id, bearer)
            hook = self._made(table, fields, keyed)
            taken = {kept.place: kept.hook for kept in hooks_of(self._desk.tables, table_id)}
            before = next((one for one in taken.values() if one.id == hook.id), None)
            if before is not None:
                if before.request != hook.request:
                    raise KeyReused("that key was sent with another request; choose another")
                return self._told(table_id, before, True)
            free = [place for place in PLACES if place not in taken]
            if not free:
                raise TooManyWebhooks(f"a table has {MOST_HOOKS} webhooks at most")
            try:
                put_hook(self._desk.tables, table_id, free[0], 0, hook)
            except Stale:
                continue
            return self._told(table_id, hook, False)
        raise Contended("the table's webhooks keep changing under this request; send it again")

    def listed(self, table_id: str, bearer: str | None) -> Json:
        """The webhooks of a table, for its host."""
        host = self._hosted(table_id, bearer).host_generation
        return {"webhooks": [hook_view(kept.hook, host) for kept in hooks_of(self._desk.tables, table_id)]}

    def remove(self, table_id: str, bearer: str | None, hook_id: str) -> Json:
        """Let nothing more be posted for a webhook; those that are left."""
        for kept in self._kept(table_id, bearer, hook_id):
            try:
                put_hook(self._desk.tables, table_id, kept.place, kept.version, None)
            except Stale:
                continue
            return self.listed(table_id, bearer)
        raise Contended("the webhook is being delivered just now; send the request again")

    def dead_letters(self, table_id: str, bearer: str | None, hook_id: str) -> Json:
        """The events that could not be delivered."""
        hook = next(self._kept(table_id, bearer, hook_id)).hook
        return {"dead_letters": [letter_view(letter) for letter in hook.dead]}

    def redeliver(self, table_id: str, bearer: str | None, hook_id: str, events: Sequence[int] | None) -> Json:
        """Send for dead letters, all of them where none are named; a webhook that has stopped goes on."""
        for kept in self._kept(table_id, bearer, hook_id):
            hook = _sent_for(kept.hook, events)
            try:
                put_hook(self._desk.tables, table_id, kept.place, kept.version, hook)
            except Stale:
                continue
            return hook_view(hook, self._hosted(table_id, bearer).host_generation)
        raise Contended("the webhook is being delivered just now; send the request again")

    def _hosted(self, table_id: str, bearer: str | None) -> Table:
        """The table, if the bearer is its host."""
        table = self._desk.read(table_id)[0]
        self._desk.callers.host_only(table, bearer)
        return table

    def _kept(self, table_id: str, bearer: str | None, hook_id: str) -> Iterator[Kept]:
        """The hook of that id as it is kept, read anew for each attempt; raises NoSuchWebhook."""
        for _ in range(ATTEMPTS):
            self._hosted(table_id, bearer)
            kept = next((one for one in hooks_of(self._desk.tables, table_id) if one.hook.id == hook_id), None)
            if kept is None:
                raise NoSuchWebhook("the table has no such webhook")
            yield kept

    def _made(self, table: Table, fields: Mapping[str, Any], keyed: Keyed | None) -> Hook:
        """The hook that is asked for; its id follows from the key, so that a repetition finds it."""
        if not self._targets:
            raise WebhooksOff("whoever runs this server has listed no hosts that webhooks may go to")
        fault = self._targets.fault(fields["url"])
        if fault is not None:
            raise UrlNotAllowed(fault)
        if table.closed:
            raise TableClosed("the table is closed; nothing more happens there")
        number, request = secrets.randbits(128), ""
        if keyed is not None:
            tokens = self._desk.callers.tokens
            number = int.from_bytes(tokens.digest("webhook id", table.id, keyed.bearer or "", keyed.key))
            request = tokens.digest("asked", keyed.asked).hex()
        letters = (ID_LETTERS[number // len(ID_LETTERS) ** at % len(ID_LETTERS)] for at in range(ID_LENGTH))
        kinds = tuple(dict.fromkeys(fields.get("kinds") or ()))
        return Hook(
            id="".join(letters),
            url=fields["url"],
            kinds=kinds,
            request=request,
            cursor=table.event,
            host=table.host_generation,
        )

    def _told(self, table_id: str, hook: Hook, again: bool) -> Added:
        return Added(
            hook_view(hook, hook.host), written(secret_of(self._desk.callers.tokens, table_id, hook.id)), again
        )


def _sent_for(hook: Hook, events: Sequence[int] | None) -> Hook:
    """The hook with these dead letters to be delivered before anything else; those that are so already stay so.

    A lease stays as it is: whoever is at work finds the hook changed, and it is taken up again when the lease runs out.
    """
    wanted = {letter.event for letter in hook.dead} if events is None else set(events)
    known = {letter.event for letter in hook.dead} | set(hook.again)
    if wanted - known:
        raise NoSuchLetter(f"event {min(wanted - known)} is no dead letter of this webhook")
    again = tuple(sorted(wanted | set(hook.again)))
    left = tuple(letter for letter in hook.dead if letter.event not in wanted)
    return replace(hook, again=again, dead=left, stopped=None, attempts=0)


def hook_view(hook: Hook, host: int) -> Json:
    """A webhook as the host of that generation may see it: `Webhook`.

    The path of an address is often as good as a password, so another host than the one who gave it sees only where it
    leads.
    """
    retries = hook.attempts > 0 and hook.stopped is None
    return {
        "id": hook.id,
        "url": hook.url if host == hook.host else place_of(hook.url),
        "kinds": list(hook.kinds),
        "state": "stopped" if hook.stopped else "retrying" if retries else "active",
        "stopped": hook.stopped,
        "last_event": hook.cursor,
        "attempts": hook.attempts,
        "next_attempt": rfc3339(round(hook.retry_at * 1000)) if retries else None,
        "dead_letters": len(hook.dead),
        "failure": None if hook.failure is None else letter_view(hook.failure),
    }


def letter_view(letter: Dead) -> Json:
    """A dead letter, or the last failure of a webhook: `DeadLetter`."""
    return {
        "event": letter.event,
        "attempts": letter.attempts,
        "at": rfc3339(round(letter.at * 1000)),
        "reason": letter.reason,
    }
