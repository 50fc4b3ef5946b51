"""The forms in which finished hands are given: media types, file names, and how each is written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

import msgspec
from flask import Response

from api import __version__
from api.history.ohh import to_ohh
from api.history.phh import to_phh, to_phhs
from api.history.text import to_text
from api.http.reading import JSON
from api.http.replies import file_reply
from api.past import Retold

TEXT = "text/plain"
OHH, OHH_MANY = "application/vnd.openhandhistory+json", "application/vnd.openhandhistory"
PHH, PHH_MANY = "application/vnd.phh+toml", "application/vnd.phhs+toml"
NDJSON = "application/x-ndjson"


class Form(msgspec.Struct, frozen=True):
    """How a hand is written, what stands between two of them, and how a file of it ends."""

    written: Callable[[Retold], str]
    ending: str
    between: str = ""


def _json(told: Retold) -> str:
    return msgspec.json.encode(told.history).decode()


# A hand by itself, by media type; the first is the usual one.
ONE: Mapping[str, Form] = {
    JSON: Form(_json, "json"),
    TEXT: Form(lambda told: to_text(told.history, told.game), "txt"),
    OHH: Form(lambda told: to_ohh(told.history, __version__), "ohh"),
    PHH: Form(lambda told: to_phh(told.history), "phh"),
}
# Many hands in one file, each written in full before the next is looked at. In JSON hands are listed, not written.
MANY: Mapping[str, Form] = {
    TEXT: Form(ONE[TEXT].written, "txt", between="\n\n"),
    NDJSON: Form(lambda told: f"{_json(told)}\n", "ndjson"),
    OHH_MANY: Form(lambda told: f"{to_ohh(told.history, __version__)}\n", "ohh", between="\n"),
    PHH_MANY: Form(lambda told: to_phhs(told.history), "phhs", between="\n"),
}


def one_reply(told: Retold, kind: str) -> Response:
    """One hand in one of its forms; all but JSON are files to keep."""
    form = ONE[kind]
    name = "" if kind == JSON else f"regrets-{told.history.table}-{told.history.hand}.{form.ending}"
    return file_reply(form.written(told), kind, name)


def many_reply(hands: Iterable[Retold], kind: str, table: str) -> Response:
    """A night of hands as one file, sent piece by piece."""
    form = MANY[kind]
    return file_reply(_pieces(hands, form), kind, f"regrets-{table}.{form.ending}")


def _pieces(hands: Iterable[Retold], form: Form) -> Iterator[str]:
    between = ""
    for told in hands:
        yield between + form.written(told)
        between = form.between
