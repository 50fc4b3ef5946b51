"""Which tests need a tool that this machine may lack, what was left out for it, and how to add it.

A test says so with `@pytest.mark.needs("redis-server")`; the hooks in `tests/conftest.py` do the rest.
"""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Iterable

import pytest

HOW_TO_ADD = {
    "redis-server": "apt-get install redis-server   (macOS: brew install redis)",
    "chromium": "apt-get install chromium   (macOS: brew install chromium)",
    "npm": "apt-get install nodejs npm   (macOS: brew install node)",
}
STRICT = os.environ.get("REGRETS_TEST_STRICT") == "1"


def missing_tools() -> list[str]:
    """The tools that tests may need and that are not on this machine's path."""
    return [tool for tool in HOW_TO_ADD if shutil.which(tool) is None]


def lacking(item: pytest.Item) -> str | None:
    """The first tool that this test needs and that is missing, or None."""
    needed = [tool for mark in item.iter_markers("needs") for tool in mark.args]
    return next((tool for tool in needed if tool in missing_tools()), None)


def split(items: Iterable[pytest.Item]) -> tuple[list[pytest.Item], list[pytest.Item], Counter[str]]:
    """The tests that can run, those that cannot, and how many of these wait for which tool."""
    tools = [(item, lacking(item)) for item in items]
    counts = Counter(tool for _, tool in tools if tool is not None)
    return [item for item, tool in tools if tool is None], [item for item, tool in tools if tool], counts


def report(counts: dict[str, int]) -> list[str]:
    """The block's lines: for each missing tool, how many tests were left out and how to add it."""
    lines = []
    for tool, count in counts.items():
        lines += [f"no {tool} on the path: {count} tests did not run", f"    add it with: {HOW_TO_ADD[tool]}"]
    return [*lines, "REGRETS_TEST_STRICT=1 turns a missing tool into a failure."] if lines else []
