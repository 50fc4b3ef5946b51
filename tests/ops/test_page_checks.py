"""The table of the page's checks names tests that there are."""

import re

from tests.serving import ROOT


def test_every_check_is_held_by_tests_that_exist() -> None:
    """Twelve checks, each with a test's name in its row, and every such name is a test's."""
    rows = re.findall(r"^\| \d+ \|.*$", (ROOT / "docs" / "page-checks.md").read_text(), re.MULTILINE)
    files = [*(ROOT / "tests/browser").glob("test_*.py"), *(ROOT / "tests/ops").glob("test_*.py")]
    tests = {name for file in files for name in re.findall(r"^def (test_\w+)", file.read_text(), re.MULTILINE)}
    named = [set(re.findall(r"`(test_\w+)`", row)) for row in rows]
    assert len(rows) == 12 and all(named)
    assert set().union(*named) - tests == set()
