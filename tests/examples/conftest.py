"""The examples, run as whoever copies them would: against a real server, by their own means."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.serving import Served


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server for all of them."""
    with Served(tmp_path_factory.mktemp("served"), "--workers", "1") as server:
        yield server
