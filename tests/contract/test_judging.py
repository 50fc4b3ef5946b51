"""The judge of replies finds what breaks the document: were it lenient, every other test would hold less."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from tests.contract import spec

TABLE = {"$ref": "#/components/schemas/TableView"}
Change = Callable[[dict[str, Any]], object]
FAULTS: dict[str, Change] = {
    "a field too many": lambda table: table.update(deck=["As"]),
    "a field too many, deep inside": lambda table: table["seats"][0].update(hidden="As"),
    "a field too few": lambda table: table.pop("event"),
    "a field too few, deep inside": lambda table: table["seats"][-1].pop("name"),
    "of another type": lambda table: table.update(event="7"),
    "null where none may be": lambda table: table.update(name=None),
    "out of a closed set": lambda table: table.update(state="asleep"),
    "no moment": lambda table: table.update(server_time="yesterday"),
    "no card": lambda table: table["seats"][0]["rows"][0]["cards"].append("Xx"),
}


def example() -> dict[str, Any]:
    """A table that the document shows, with cards on it."""
    shown: dict[str, Any] = spec.document()["components"]["examples"]["Placing"]["value"]
    return copy.deepcopy(shown)


def test_what_the_document_shows_is_right() -> None:
    """Without this, finding faults would mean nothing."""
    assert spec.faults(TABLE, example()) == []


@pytest.mark.parametrize("change", FAULTS.values(), ids=FAULTS)
def test_a_fault_is_found(change: Change) -> None:
    """By the judge that is quick too, which lets nothing pass that the other one, who has the words, would not."""
    table = example()
    change(table)
    assert spec.faults(TABLE, table)
