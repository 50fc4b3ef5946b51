"""What is refused before the service is asked: a request that cannot be read.

The tree goes on from `api/rules/refusals.py` and `api/denied.py`::

    Refused
      └─ Unreadable
           ├─ NotJson              the body is not a JSON text
           ├─ MalformedHeader      a header that breaks its own grammar
           ├─ NotAcceptable        no type that the caller takes can be given
           ├─ UnsupportedType      the body is of a type, or an encoding, that is not read
           └─ BadShape             right JSON, wrong shape: every fault with its field and bounds
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from api.rules.refusals import Refused

FAULTS_LISTED = 100
FIELD_LENGTH = 120


class Fault(Struct, frozen=True):
    """One fault of a request: a stable code, the dotted path of its field, and what a caller needs to mend it."""

    code: str
    detail: str
    field: str = ""
    facts: dict[str, Any] = {}

    def under(self, field: str) -> Fault:
        """The same fault with its field placed under `field`; a path too long to be of use is cut."""
        path = f"{field}.{self.field}" if self.field and field else self.field or field
        return Fault(self.code, self.detail, path[:FIELD_LENGTH], self.facts)


class Unreadable(Refused):
    """A request that cannot be read."""


class NotJson(Unreadable):
    """The body is not a JSON text."""


class MalformedHeader(Unreadable):
    """A header that breaks its own grammar."""


class NotAcceptable(Unreadable):
    """No type that the caller takes can be given."""


class UnsupportedType(Unreadable):
    """The body is of a type, or an encoding, that is not read."""


class BadShape(Unreadable):
    """Right JSON, or a right query, of a wrong shape; the first faults are listed."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        first = faults[0]
        super().__init__(f"{first.field}: {first.detail}" if first.field else first.detail)
        self.faults = tuple(faults[:FAULTS_LISTED])
