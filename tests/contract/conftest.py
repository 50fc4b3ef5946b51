"""What the contract's tests share: the game API behind its front door."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.front import Front


@pytest.fixture
def front(tmp_path: Path) -> Iterator[Front]:
    """The game API, started so that every example of the document can be sent."""
    made = Front(tmp_path, rigged_decks=True, webhook_hosts=("hooks.example.org",))
    yield made
    made.close()
