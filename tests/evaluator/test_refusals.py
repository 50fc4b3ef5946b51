"""The tree of what is refused: drawn, told in the document, and each kind with a code of its own."""

from __future__ import annotations

import pytest

from evaluator import refusals
from evaluator.errors import CODES
from evaluator.refusals import Refusal, Refusals, UnknownRanking
from tests.contract import spec

KINDS = sorted((kind for kind in Refusal.__subclasses__() if kind is not Refusals), key=lambda kind: kind.code)
TOLD = spec.document()["components"]["schemas"]["Problem"]["description"]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_kind_is_drawn_and_told(kind: type[Refusal]) -> None:
    """The module's docstring draws each class with its code, and the document lists the code.

    But for one that only the library can meet: over HTTP rankings are a closed set, and another is `not-allowed`.
    """
    assert not kind.__subclasses__()
    (line,) = (line for line in str(refusals.__doc__).splitlines() if kind.__name__ in line.split())
    assert line.split()[2] == kind.code
    assert (f"`{kind.code}`" in TOLD) == (kind is not UnknownRanking)


def test_no_two_kinds_share_a_code() -> None:
    """A code tells a program what is wrong; of HTTP's own codes only that of a request too large is a refusal's too."""
    codes = [kind.code for kind in KINDS]
    assert len(set(codes)) == len(codes)
    assert set(codes) & set(CODES.values()) == {"too-large"}
