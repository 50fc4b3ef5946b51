"""Houses with a postman, over either store, and a receiver on this machine."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.api.service.conftest import house, line, open_tables
from tests.api.webhooks.rounds import Post
from tests.receiving import Receiver
from tests.wiring import Host, House

__all__ = ["house", "line", "open_tables"]


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as made:
        yield made


@pytest.fixture
def post(house: House, receiver: Receiver) -> Post:
    return Post(house, receiver)


@pytest.fixture
def host(house: House) -> Host:
    """A table, and a clock that stands still until a test moves it."""
    house.clock.stands_at = 1_800_000_000.0
    return house.open()
