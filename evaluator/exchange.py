"""Reads request bodies and queries, and writes answers, in the media types that are agreed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from flask import Response, request
from gunicorn.http.errors import ParseException  # type: ignore[import-untyped]  # gunicorn says no types
from marshmallow import Schema

from evaluator.decoding import decode
from evaluator.errors import HttpRefusal
from evaluator.refusals import NotAllowed, OutOfRange, Refusal, UnknownField, WrongType
from evaluator.schemas import load

JSON: Final = "application/json"
TEXT: Final = "text/plain"
BYTES: Final = "application/octet-stream"
UTF_8: Final = frozenset(("utf-8", "utf8", "us-ascii"))
"""Names of UTF-8, and of what is a part of it."""

encode = msgspec.json.Encoder().encode


def body(schema: Schema, most_bytes: int, decode: Callable[[bytes], Any] = decode) -> dict[str, Any]:
    """Decode a JSON body and check its shape. Raises 400, 413, 415 and Refusals.

    What is asked stands in the body, all of it: a ranking beside it, in the query, would go unheard.
    Shapes with many small objects take long to check, so each call says how large its body may be.
    """
    require_type(JSON)
    if request.query_string:
        for name in request.args:
            raise UnknownField("with a JSON body there are no parameters; say it in the body", name)
    try:
        decoded = decode(sent(most_bytes))
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise HttpRefusal(400, f"the body is not JSON: {error}", code="not-json") from None
    except RecursionError:
        raise HttpRefusal(
            400, "the body is not JSON that can be read: it is nested too deep", code="not-json"
        ) from None
    return load(schema, decoded)


def sent(most_bytes: int) -> bytes:
    """Return the body, all of it: a batch that was cut off is not what was asked. Raises 400 and 413."""
    length = request.content_length or 0
    if length > most_bytes:
        raise _too_large(most_bytes)
    # One byte more: what comes in chunks is cut off at the limit, without a word.
    request.max_content_length = most_bytes + 1
    try:
        # A body of known length is read in one piece; the stream that counts would read and copy it in many.
        data = request.input_stream.read(length) if length else request.stream.read()
    except ParseException as error:
        raise HttpRefusal(400, f"the body breaks HTTP: {error}") from None
    except OSError:
        raise HttpRefusal(400, "the connection ended within the body") from None
    if len(data) < length:
        raise HttpRefusal(400, "the body ends before its Content-Length")
    if len(data) > most_bytes:
        raise _too_large(most_bytes)
    return data


def _too_large(most_bytes: int) -> HttpRefusal:
    return HttpRefusal(413, f"the body may have {most_bytes} bytes", limit=most_bytes)


def require_type(*types: str) -> str:
    """Return the body's media type. Raises 415 unless it is one of those given, and sent as it is."""
    given, environ = request.mimetype, request.environ
    if given not in types:
        wanted = f"send the body as {' or '.join(types)}"
    elif environ.get("HTTP_CONTENT_ENCODING", "identity").lower() != "identity":
        wanted = "send the body as it is, without a content encoding"
    elif given == JSON and ";" in environ["CONTENT_TYPE"] and _charset() not in UTF_8:
        wanted = f"send {JSON} in UTF-8"
    else:
        return given
    raise HttpRefusal(415, wanted, {"Accept": ", ".join(types)}, available=list(types))


def _charset() -> str:
    return request.mimetype_params.get("charset", "utf-8").lower()


def require_accept(*types: str) -> None:
    """Raise 406 unless the caller takes one of the types that can be given."""
    accepted = request.accept_mimetypes
    if accepted and not accepted.best_match(types):
        raise HttpRefusal(406, f"this answers as {' or '.join(types)}", available=list(types))


def query(allowed: Mapping[str, tuple[str, ...]], numbers: Mapping[str, tuple[int, int]]) -> dict[str, Any]:
    """Read the query: words from closed sets, and numbers within bounds. Raises a Refusal for anything else."""
    read: dict[str, Any] = {}
    for name, values in request.args.lists():
        try:
            value, *more = values
            if more:
                raise WrongType("give it once")
            if name in allowed:
                read[name] = _word(value, allowed[name])
            elif name in numbers:
                read[name] = _number(value, *numbers[name])
            else:
                raise UnknownField("there is no such parameter")
        except Refusal as fault:
            raise fault.under(name) from None
    return read


def _word(value: str, allowed: tuple[str, ...]) -> str:
    if value not in allowed:
        raise NotAllowed(f"'{value[:40]}' is not one of {', '.join(allowed)}", allowed=list(allowed))
    return value


def _number(value: str, least: int, most: int) -> int:
    if not (value.isascii() and value.isdigit() and len(value) < 10):
        raise WrongType("a whole number is needed")
    if not least <= int(value) <= most:
        raise OutOfRange(f"{value} is not from {least} to {most}", bounds={"min": least, "max": most})
    return int(value)


def answer(value: Any) -> Response:
    """Write an answer as JSON."""
    return written(encode(value))


def written(text: bytes, media_type: str = JSON) -> Response:
    """Send an answer that is written already."""
    return Response(text, content_type=media_type)
