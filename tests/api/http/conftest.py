"""What the tests of HTTP share: the game API behind its front door."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.front import Front, Party, three_at_a_table


@pytest.fixture
def front(tmp_path: Path) -> Iterator[Front]:
    """The game API as it is usually started: it shuffles its own decks."""
    made = Front(tmp_path)
    yield made
    made.close()


@pytest.fixture
def party(front: Front) -> Party:
    """A table with Ann, Ben and Cy."""
    return three_at_a_table(front)


@pytest.fixture
def bettor(party: Party) -> dict[str, Any]:
    """A decision of the first betting round in no limit."""
    party.deal(options={"limit": "none"})
    return party.place_all()
