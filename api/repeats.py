"""Requests that make something, and their repetitions.

Whoever names such a request by a key of their own may send it again when its reply was lost: it is done once, and
told the same again.  That it was done is written with what it did, so one is never there without the other; what was
refused is not remembered.  The store is given digests that only this server can make, and nothing secret.
"""

import secrets
from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec
from msgspec import Struct

from api.denied import Contended, KeyReused
from api.desk import Desk
from api.rules.run import Run
from api.rules.table import Table
from api.store import Once, Stale
from api.views import Json

# A day, and something for clocks that differ.
KEPT_SECONDS = 25 * 3600.0
ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
ID_LENGTH = 12
Result = TypeVar("Result")


class Keyed(Struct, frozen=True):
    """What names a request: the key that its sender chose, their token, and all that was asked, as one text."""

    key: str
    bearer: str | None
    asked: str


class Made(Struct, Generic[Result], frozen=True):
    """What a request came to, the table as it now stands, and whether it had been done before."""

    table: Table
    result: Result
    again: bool


class Shown(Struct, frozen=True):
    """The table as whoever asked may see it, and whether the request had been done before."""

    view: Json
    again: bool


class Repeats:
    """Does requests that make something at the tables of one desk, each once."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def play(
        self, table_id: str, act: Callable[[Run], Result], keyed: Keyed | None, kind: type[Result]
    ) -> Made[Result]:
        """Play as the desk does; `act` gives all that the reply needs and the table does not say, none of it secret.

        Raises KeyReused.  The key is looked up again whenever another was faster, so of several that are sent at the
        same moment one is done and the others are its repetitions.
        """
        if keyed is None:
            run, result = self._desk.play(table_id, act)
            return Made(run.table, result, False)
        key, request = self._digests(keyed)

        def acting(run: Run) -> Result:
            known = self._known(table_id, key, request)
            if known is not None:
                raise _Again(known)
            return act(run)

        try:
            run, result = self._desk.play(table_id, acting, once=lambda result: self._once(key, request, result))
        except _Again as again:
            # The run's table was read before it was known that the request is done, and may be older than that.
            table = self._desk.read(table_id)[0]
            return Made(table, msgspec.json.decode(again.outcome, type=kind), True)
        return Made(run.table, result, False)

    def shown(self, table_id: str, bearer: str | None, act: Callable[[Run], None], keyed: Keyed | None) -> Shown:
        """Play, and show the table to the bearer, whose token must still be good; who may act, the act checks."""
        made = self.play(table_id, act, keyed, type(None))
        viewer = self._desk.callers.who(made.table, bearer)
        return Shown(self._desk.show(made.table, viewer), made.again)

    def open(self, build: Callable[[str], Run], keyed: Keyed | None) -> Made[int]:
        """Open the table that `build` makes for an id, which follows from the key; the generation of its host."""
        if keyed is None:
            run = build("".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH)))
            self._desk.write(run, over=0, deck=None)
            return Made(run.table, run.table.host_generation, False)
        # Nobody needs a token to open a table, so one that is sent along makes no other request of it.
        key, request = self._digests(Keyed(keyed.key, None, keyed.asked))
        table_id = self._id_from(keyed.key)
        for _ in range(2):
            if (known := self._known(table_id, key, request)) is not None:
                return Made(self._desk.read(table_id)[0], msgspec.json.decode(known, type=int), True)
            run = build(table_id)
            host = run.table.host_generation
            try:
                self._desk.write(run, over=0, deck=None, once=self._once(key, request, host))
            except Stale:
                continue
            return Made(run.table, host, False)
        if self._desk.tables.read(table_id) is not None:
            raise KeyReused("that key opened a table long ago; choose another")
        raise Contended("the table was there and is gone; send the request again")

    def _id_from(self, key: str) -> str:
        """The id of the table that this key opens."""
        number = int.from_bytes(self._desk.callers.tokens.digest("table", key))
        return "".join(ID_LETTERS[number // len(ID_LETTERS) ** at % len(ID_LETTERS)] for at in range(ID_LENGTH))

    def _known(self, table_id: str, key: str, request: str) -> bytes | None:
        """The outcome of the same request, None if it has not been done; raises KeyReused for another request."""
        once = self._desk.tables.once(table_id, key, self._desk.clock.now())
        if once is None:
            return None
        if once.request != request:
            raise KeyReused("that key was sent with another request; choose another")
        return once.outcome

    def _once(self, key: str, request: str, result: object) -> Once:
        until = self._desk.clock.now() + KEPT_SECONDS
        return Once(key=key, request=request, outcome=msgspec.json.encode(result), until=until)

    def _digests(self, keyed: Keyed) -> tuple[str, str]:
        """Of the key, which is each token's own, and of what was asked."""
        tokens = self._desk.callers.tokens
        return tokens.digest("key", keyed.bearer or "", keyed.key).hex(), tokens.digest("asked", keyed.asked).hex()


class _Again(Exception):
    """The request was done before."""

    def __init__(self, outcome: bytes) -> None:
        super().__init__()
        self.outcome = outcome
