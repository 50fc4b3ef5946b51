"""What the tests of HTTP share: the game API behind its front door."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.front import Front


@pytest.fixture
def front(tmp_path: Path) -> Iterator[Front]:
    """The game API as it is usually started: it shuffles its own decks."""
    made = Front(tmp_path)
    yield made
    made.close()
