"""A machine that lacks a tool runs the rest, and says what it left out; a strict run fails instead."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.serving import ROOT, clean_environment


def collect_without_tools(empty: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Collect a folder whose tests partly need Redis, with nothing on the path."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-p", "no:cacheprovider", "tests/api/store"],
        cwd=ROOT,
        env=clean_environment() | {"PATH": str(empty)} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_what_was_left_out_stands_in_one_block(tmp_path: Path) -> None:
    """It names the tool, the number of tests, and how to add the tool."""
    ended = collect_without_tools(tmp_path)
    assert ended.returncode == 0, ended.stdout
    block = ended.stdout.partition(" left out ")[2]
    assert "no redis-server on the path:" in block
    assert "add it with: apt-get install redis-server" in block


def test_a_strict_run_refuses_to_leave_anything_out(tmp_path: Path) -> None:
    """As in CI: a missing tool is a failure, in one line."""
    ended = collect_without_tools(tmp_path, REGRETS_TEST_STRICT="1")
    assert ended.returncode == pytest.ExitCode.USAGE_ERROR
    assert "REGRETS_TEST_STRICT=1 and tools are missing. redis-server:" in ended.stderr
