"""What the evaluator refuses, one class a kind; `errors.py` gives each its HTTP form.

Refusal
├── UnknownCard            unknown-card
├── DuplicateCard          duplicate-card
├── WrongNumberOfCards     wrong-number-of-cards
├── UnknownRanking         unknown-ranking
├── WrongType              wrong-type
├── OutOfRange             out-of-range
├── TooMany                too-large              more hands or showdowns than one request may hold
├── NotAllowed             not-allowed            a value outside a closed set
├── MissingField           missing-field
├── UnknownField           unknown-field
├── UnknownName            unknown-name
├── DuplicateName          duplicate-name
├── Contradiction          contradiction          two fields that cannot both be meant
└── Refusals               several of the above, found in one request
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

FAULTS_LISTED = 100


class Refusal(ValueError):
    """One fault: a stable code, the field it lies in, and the numbers a caller needs to mend it.

    `field` is a dotted path into the request, counted from 0 (`hands.3`); `facts` are extra members
    such as `position`, `character` or `bounds`.
    """

    code: ClassVar[str]

    def __init__(self, detail: str, field: str = "", **facts: Any) -> None:
        super().__init__(detail)
        self.detail = detail
        self.field = field
        self.facts = facts

    def under(self, field: str) -> Refusal:
        """Return the same refusal, its field, and the `other` one if it names two, placed under `field`."""
        path = f"{field}.{self.field}" if self.field else field
        other = {"other": f"{field}.{self.facts['other']}"} if "other" in self.facts else {}
        return type(self)(self.detail, path, **(self.facts | other))

    def __str__(self) -> str:
        return f"{self.field}: {self.detail}" if self.field else self.detail


class UnknownCard(Refusal):
    code = "unknown-card"


class DuplicateCard(Refusal):
    code = "duplicate-card"


class WrongNumberOfCards(Refusal):
    code = "wrong-number-of-cards"


class UnknownRanking(Refusal):
    code = "unknown-ranking"


class WrongType(Refusal):
    code = "wrong-type"


class OutOfRange(Refusal):
    code = "out-of-range"


class TooMany(Refusal):
    code = "too-large"


def too_many(given: int, most: int, field: str = "") -> TooMany:
    """Build the refusal of a request that holds more than it may."""
    return TooMany(f"{given} are given; from 1 to {most} are taken", field, given=given, bounds={"min": 1, "max": most})


class NotAllowed(Refusal):
    code = "not-allowed"


class MissingField(Refusal):
    code = "missing-field"


class UnknownField(Refusal):
    code = "unknown-field"


class UnknownName(Refusal):
    code = "unknown-name"


class DuplicateName(Refusal):
    code = "duplicate-name"


class Contradiction(Refusal):
    code = "contradiction"


class Refusals(Refusal):
    """Several faults of one request; the first speaks for all, and the first 100 are kept."""

    def __init__(self, faults: Sequence[Refusal]) -> None:
        first = faults[0]
        super().__init__(first.detail, first.field, **first.facts)
        self.faults = tuple(faults[:FAULTS_LISTED])

    @property
    def code(self) -> str:  # type: ignore[override]
        return self.faults[0].code

    def under(self, field: str) -> Refusals:
        return Refusals([fault.under(field) for fault in self.faults])


def all_of(refusal: Refusal) -> tuple[Refusal, ...]:
    """Return the single faults that a refusal carries."""
    return refusal.faults if isinstance(refusal, Refusals) else (refusal,)
