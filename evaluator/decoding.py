"""Decodes JSON bodies; of many hands that are written evenly it makes arrays, and no object for each.

Most of a large body is the list of its hands, and most of the time that JSON takes is spent on building it.
So that list is cut out and read with numpy, and what is left is decoded as ever, with a mark in its place.
Whatever is not quite even is decoded as a whole: the answers and the refusals are the same on both roads.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import suppress
from secrets import token_hex
from typing import Any, Final

import msgspec
import numpy as np

from evaluator.bulk import Layout, Rows, read_even, read_uneven
from evaluator.hands import LEAST_CARDS
from evaluator.scoring import FEW_HANDS

_decode: Final = msgspec.json.Decoder().decode

_SMALL_BODY: Final = 2 * LEAST_CARDS * FEW_HANDS
"""A body so small has few hands, which are sooner read one by one."""
_BEGINNING: Final = re.compile(rb'"hands"[ \t\r\n]*:[ \t\r\n]*(?=\[\[?")')
_STRINGS: Final = Layout(b"", b'","'), Layout(b"", b'", "')
_LISTS: Final = Layout(b'","', b'"],["'), Layout(b'", "', b'"], ["')
# If a caller could know the mark, a body could be made up that holds it somewhere else, with its list inside a string.
_MARK: Final = token_hex(16)
_MARK_AS_JSON: Final = msgspec.json.encode(_MARK)


def decode(body: bytes) -> Any:
    """Decode a JSON body. Raises DecodeError, also for a name that an object has twice: which was meant?"""
    return _once_each(_decode(body), body, _names_within)


def decode_hands(body: bytes) -> Any:
    """Decode a JSON body whose `hands`, if they are many and written evenly, come as `Rows`.

    Raises what `decode` raises.
    """
    if len(body) > _SMALL_BODY and (found := _find_rows(body)):
        start, end, rows = found
        with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            rest = b"".join([body[:start], _MARK_AS_JSON, body[end:]])
            decoded = _once_each(_decode(rest), rest, _names_of)
            if isinstance(decoded, dict) and decoded.get("hands") == _MARK:
                decoded["hands"] = rows
                return decoded
    return _once_each(_decode(body), body, _names_of)


def _once_each(decoded: Any, body: bytes, count: Callable[[Any], int]) -> Any:
    """Return what a body decodes to. Raises DecodeError if an object in it has a name twice.

    Each name has a colon. Where there are as many of these as names, none was lost; else the body is gone through.
    """
    if body.count(b":") != count(decoded):
        json.loads(body, object_pairs_hook=_as_object)
    return decoded


def _as_object(members: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(members)
    if len(value) < len(members):
        raise msgspec.DecodeError("an object has the same name twice")
    return value


def _names_of(value: Any) -> int:
    """Count the names of an object: enough where no other is within it, as among hands."""
    return len(value) if isinstance(value, dict) else 0


def _names_within(value: Any) -> int:
    """Count the names of all objects in a value."""
    if isinstance(value, dict):
        return len(value) + sum(map(_names_within, value.values()))
    return sum(map(_names_within, value)) if isinstance(value, list) else 0


def _find_rows(body: bytes) -> tuple[int, int, Rows] | None:
    """Return where a list of many even hands starts and ends, and the hands; None if none is found."""
    begun = _BEGINNING.search(body)
    if begun is None:
        return None
    start = begun.end()
    are_lists = body.startswith(b"[[", start)
    opening, closing = (b'[["', b'"]]') if are_lists else (b'["', b'"]')
    # A list of strings ends where the first bracket is. One of lists is followed by few brackets, if by any.
    end = body.rfind(b"]]") + 2 if are_lists else body.find(b"]", start) + 1
    if not body.endswith(closing, start, end):
        return None
    spaced = body[body.find(b",", start, end) + 1] == ord(" ")
    layout = (_LISTS if are_lists else _STRINGS)[spaced]
    rows = _read_rows(body, layout, start + len(opening), end - len(closing))
    return (start, end, rows) if rows and rows.count > FEW_HANDS else None


def _read_rows(body: bytes, layout: Layout, start: int, end: int) -> Rows | None:
    """Read what stands between the first quotation mark and the last; None if a hand is not written strictly."""
    columns = read_even(body, layout, start, end)
    if columns is not None:
        count = columns.shape[1]
        return Rows(count, ((np.arange(count), columns),))
    hands = body.count(layout.between_hands, start, end) + 1
    count, groups, bad = read_uneven(body[start:end].replace(layout.between_hands, b"\n"), layout.between_cards)
    # A line's end within a string would make one hand more, and is no JSON.
    return None if bad.size or count != hands else Rows(count, tuple(groups))
