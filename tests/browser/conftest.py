"""The page in a real Chromium, from a server that runs as it does at home."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.people import AtTable, Watched, open_table
from tests.serving import Served


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server on the embedded store, where decks may be chosen."""
    with Served(tmp_path_factory.mktemp("served"), "--rigged-decks", "--workers", "1") as server:
        yield server


@pytest.fixture
def seats(chromium: Browser, served: Served) -> Iterator[Callable[..., AtTable]]:
    """Open a table with people in its seats; each can be given a browser."""
    opened: list[AtTable] = []

    def opens(*names: str, **fields: object) -> AtTable:
        table = open_table(chromium, served.api, names, fields)
        opened.append(table)
        return table

    yield opens
    faults = [fault for table in opened for page in table.pages for fault in page.faults]
    for table in opened:
        table.close()
    assert faults == []


@pytest.fixture
def visitor(chromium: Browser, served: Served) -> Iterator[Watched]:
    """A browser that knows no table yet."""
    watched = Watched(chromium, served.api, {})
    yield watched
    watched.close()
    assert watched.faults == []


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder needs the browser."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.needs("chromium"))
