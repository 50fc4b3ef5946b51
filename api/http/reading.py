"""Reads a request: the bearer, the JSON body, the query, the numbers in the path, what the caller accepts.

Each function returns a value, or raises one of `refusals.py`; none of them knows a table.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

from flask import current_app, request
from gunicorn.http.errors import ParseException  # type: ignore[import-untyped]  # gunicorn says no types
from werkzeug.exceptions import RequestEntityTooLarge

from api.denied import NoSuchHand, NoSuchTable
from api.http.refusals import BadShape, Fault, MalformedHeader, NotAcceptable, NotJson, UnsupportedType
from api.repeats import Keyed
from api.rules.refusals import NoSuchDecision, NoSuchSeat, NoSuchWaiter

JSON = "application/json"
MOST_BODY_BYTES = 64 * 1024
# The largest whole number that every reader of JSON keeps exact.
MOST_EXACT = 2**53 - 1
DIGITS_READ = 40

_TABLE_ID = re.compile(r"[0-9a-z]{4,32}")
_PATH_NUMBER = re.compile(r"[1-9][0-9]{0,14}")
_WHOLE = re.compile(r"-?[0-9]+")
_CREDENTIALS = re.compile(r"(?P<scheme>[!#$%&'*+.^_`|~0-9A-Za-z-]+)(?: +(?P<token>[0-9A-Za-z._~+/-]+=*))?")
_KEY = re.compile(r"[!-~]{16,255}")
_HALF_PAIR = re.compile(r"\\u[dD][89a-fA-F]")
_View = TypeVar("_View", bound=Callable[..., Any])


def bearer() -> str | None:
    """The token of `Authorization: Bearer <token>`; None without that header."""
    given = request.headers.get("Authorization")
    if given is None:
        return None
    parts = _CREDENTIALS.fullmatch(given.strip())
    if parts is None or parts["scheme"].lower() != "bearer" or parts["token"] is None:
        raise MalformedHeader("write the header as Authorization: Bearer <token>")
    return parts["token"]


def keyed(body: Any) -> Keyed | None:
    """What `Idempotency-Key` makes of a request with this decoded body; None without that header."""
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return None
    if not _KEY.fullmatch(key):
        raise MalformedHeader("an Idempotency-Key has 16 to 255 visible ASCII characters")
    asked = json.dumps([request.method, request.path, body], sort_keys=True)
    return Keyed(key, bearer(), asked)


def gives(*kinds: str) -> Callable[[_View], _View]:
    """Says as which types a route answers, the usual one first; a route that says nothing answers as JSON."""

    def mark(view: _View) -> _View:
        view.gives = kinds  # type: ignore[attr-defined]
        return view

    return mark


def accepted() -> str:
    """The type among those of the route that the caller takes most gladly; raises NotAcceptable.

    Of several patterns that fit a type the closest speaks for it (RFC 9110).  Between types that are taken equally
    gladly, the one that was named more closely goes first, then the usual one.
    """
    kinds: tuple[str, ...] = getattr(current_app.view_functions[request.endpoint or ""], "gives", (JSON,))
    if not request.headers.get("Accept", "").strip():
        return kinds[0]
    qualities = {kind.partition(";")[0].lower(): quality for kind, quality in request.accept_mimetypes}

    def gladly(kind: str) -> tuple[float, int]:
        patterns = (kind, kind.partition("/")[0] + "/*", "*/*")
        found = next((at for at, pattern in enumerate(patterns) if pattern in qualities), None)
        return (0, 0) if found is None else (qualities[patterns[found]], -found)

    best = max(kinds, key=gladly)
    if gladly(best)[0] == 0:
        raise NotAcceptable(f"this answers as {' or '.join(kinds)}", available=list(kinds))
    return best


def acceptable() -> None:
    """Refuse a caller who takes no type in which the route answers."""
    accepted()


def takes(*names: str) -> Callable[[_View], _View]:
    """Says which query parameters a route takes; any other is refused."""

    def mark(view: _View) -> _View:
        view.takes = names  # type: ignore[attr-defined]
        return view

    return mark


def known_parameters() -> None:
    """Refuse query parameters that the route does not take, and those given twice."""
    view = current_app.view_functions[request.endpoint or ""]
    allowed = getattr(view, "takes", ())
    faults = []
    for name, values in request.args.lists():
        if name not in allowed:
            facts = {"allowed": list(allowed)}
            faults.append(Fault("unknown-field", "there is no such parameter", "", facts).under(name or "?"))
        elif len(values) > 1:
            faults.append(Fault("wrong-type", "give it once", name))
    if faults:
        raise BadShape(faults)


def whole_parameter(name: str, default: int, least: int, most: int) -> int:
    """A query parameter that is a whole number within bounds."""
    given = request.args.get(name)
    if given is None:
        return default
    bounds = {"bounds": {"min": least, "max": most}}
    if not _WHOLE.fullmatch(given):
        raise BadShape([Fault("wrong-type", "a whole number is needed", name, bounds)])
    if len(given) > DIGITS_READ or not least <= int(given) <= most:
        raise BadShape([Fault("out-of-range", f"it is not from {least} to {most}", name, bounds)])
    return int(given)


def flag_parameter(name: str) -> bool:
    """A query parameter that is true or false; false where it is not given."""
    given = request.args.get(name, "false")
    if given not in ("true", "false"):
        raise BadShape([Fault("wrong-type", "true or false is needed", name)])
    return given == "true"


def event_parameter(name: str, header: str) -> int | None:
    """The number of the last event that the caller has, by query or by header; None from one who has none.

    The header goes first: a browser that comes back sends it to the address with which it began.
    """
    given = request.headers.get(header, "").strip()
    if given:
        if not (given.isascii() and given.isdigit() and len(given) <= DIGITS_READ and int(given) <= MOST_EXACT):
            raise MalformedHeader(f"{header} is the number of an event")
        whole_parameter(name, 0, 0, MOST_EXACT)
        return int(given)
    return whole_parameter(name, 0, 0, MOST_EXACT) if name in request.args else None


def table_parameter(name: str) -> str | None:
    """A query parameter that is the id of a table."""
    given = request.args.get(name)
    if given is not None and not _TABLE_ID.fullmatch(given):
        raise BadShape([Fault("wrong-type", "a cursor is what `next` of the page before said", name)])
    return given


def path_values() -> None:
    """Turn the numbers of the path into numbers; an id of the wrong form names nothing that is there."""
    values = request.view_args or {}
    if "table" in values and not _TABLE_ID.fullmatch(values["table"]):
        raise NoSuchTable("there is no such table")
    for name, refusal in (
        ("seat", NoSuchSeat),
        ("player", NoSuchWaiter),
        ("decision", NoSuchDecision),
        ("hand", NoSuchHand),
    ):
        if name in values:
            if not _PATH_NUMBER.fullmatch(values[name]):
                raise refusal(f"there is no such {name}")
            values[name] = int(values[name])


def json_body(optional: bool = False) -> Any:
    """The decoded JSON body; without a body, where that is allowed, an empty object."""
    data = _sent()
    if len(data) > MOST_BODY_BYTES:
        raise RequestEntityTooLarge
    if optional and not data:
        return {}
    charset = request.mimetype_params.get("charset", "utf-8").lower()
    if request.mimetype != JSON or charset not in ("utf-8", "utf8"):
        raise UnsupportedType(f"send the body as {JSON} in UTF-8")
    if request.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise UnsupportedType("send the body as it is, without a content encoding")
    return decoded(data)


def _sent() -> bytes:
    """The body's bytes, all of them: what is left of a caller who was cut off is not what was meant."""
    try:
        data = request.get_data(cache=False)
    except ParseException as fault:
        raise NotJson(f"the body breaks HTTP: {fault}") from None
    if len(data) < (request.content_length or 0):
        raise NotJson("the body ends before its Content-Length")
    return data


def decoded(data: bytes) -> Any:
    """A JSON text as Python values; stricter than `json`, which takes NaN, double keys and halves of characters."""
    try:
        text = data.decode("utf-8")
        value = json.loads(text, object_pairs_hook=_once_each, parse_constant=_no_number, parse_int=_whole)
        if _HALF_PAIR.search(text):
            json.dumps(value, ensure_ascii=False).encode("utf-8")
    except RecursionError:
        raise NotJson("the body is nested too deeply") from None
    except UnicodeError:
        raise NotJson("the body is not text in UTF-8") from None
    except ValueError as fault:
        raise NotJson(f"the body is not JSON: {fault}") from None
    return value


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise ValueError("an object has the same name twice")
    return value


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is not a number")


def _whole(digits: str) -> int:
    """A whole number; beyond forty digits it is as far out of all bounds as any other."""
    return int(digits) if len(digits) <= DIGITS_READ else int(digits[:DIGITS_READ])
