"""The worked cases of `tests/vectors`, as parameters of tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

VECTORS = Path(__file__).parents[1] / "vectors"
RULES: list[dict[str, Any]] = json.loads((VECTORS / "rules.json").read_text())
FIELD: dict[str, list[dict[str, Any]]] = json.loads((VECTORS / "field_cases.json").read_text())


def cases(*kinds: str) -> list[Any]:
    """Return the worked cases of some kinds, each under its id."""
    return [pytest.param(case, id=case["id"]) for case in RULES if case["kind"] in kinds]


def field_cases(name: str) -> list[Any]:
    """Return a list of the cases that other software got wrong, each under its id."""
    return [pytest.param(case, id=case["id"]) for case in FIELD[name]]
