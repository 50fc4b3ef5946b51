"""Houses with a postman, over either store, and a receiver on this machine."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.api.service.conftest import house, line, open_tables
from tests.receiving import Receiver

__all__ = ["house", "line", "open_tables"]


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as made:
        yield made
