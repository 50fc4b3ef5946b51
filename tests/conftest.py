"""What the whole suite shares: every reply is held against the document, and a block says what was left out."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tests import left_out
from tests.chromium import chromium
from tests.contract import checked
from tests.servers import redis_cluster, redis_server

# A busy machine is slow now and then, and that is no fault of what is tested.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")

__all__ = ["chromium", "redis_cluster", "redis_server"]

WHOLE = Path(__file__).parent / "whole"
COUNTS = pytest.StashKey[dict[str, int]]()


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker, and refuse a strict run on a machine that cannot do the whole of it."""
    config.addinivalue_line("markers", "needs(tool): needs this tool on the path; left out, and said so, without")
    config.stash[COUNTS] = {}
    checked.install()
    missing = left_out.missing_tools()
    if left_out.STRICT and missing:
        how = "; ".join(f"{tool}: {left_out.HOW_TO_ADD[tool]}" for tool in missing)
        raise pytest.UsageError(f"REGRETS_TEST_STRICT=1 and tools are missing. {how}")


def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores: the tests with real servers wait as much as they calculate."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Take out the tests whose tool is missing, count them for the closing block, and put the longest ones first.

    What takes a minute by itself would otherwise begin when every other process has nothing left to do.
    """
    kept, removed, counts = left_out.split(items)
    items[:] = sorted(kept, key=lambda item: WHOLE not in item.path.parents)
    config.stash[COUNTS].update(counts)
    if removed:
        config.hook.pytest_deselected(items=removed)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Hand a worker's counts to the process that prints."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left_out"] = session.config.stash[COUNTS]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take over a worker's counts; every worker collects the same tests, so the last one stands for all."""
    node.config.stash[COUNTS].update(getattr(node, "workeroutput", {}).get("left_out", {}))


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Print one clear block of what was left out and how to add it; nothing where everything ran."""
    lines = left_out.report(config.stash[COUNTS])
    if lines:
        terminalreporter.section("left out", yellow=True)
        for line in lines:
            terminalreporter.line(line)
