"""Every rule has a test, and the page that says which is up to date."""

from tests.rules_table import PAGE, cited, missing, page, rules


def test_no_rule_is_without_a_test() -> None:
    """Every numbered rule, every section and every option is cited by some test."""
    assert missing() == []


def test_the_page_is_fresh() -> None:
    """`docs/rules-to-tests.md` is what the docstrings say now; `python -m tests.rules_table` writes it."""
    assert PAGE.read_text() == page()


def test_what_is_asked_for() -> None:
    """All four games are asked for, and what the whole table is played by."""
    asked = rules()
    assert {"T-15", "V-14", "W-15", "R-16"} <= set(asked["Rules of the games"])
    assert {"2.1", "2.6a", "4.3", "5.3", "6.3", "7.3", "7.5"} <= set(asked["Sections"])
    assert {"ante", "bring_in", "showing_order", "both_scope"} <= set(asked["Options"])


def test_what_a_docstring_cites() -> None:
    """Rules, ranges of them, sections and options are citations; an article of a game's own document is none."""
    text = "It is so (T-7; OPR-720, 2.4). Or so (R-2 to R-4; 2.6a, 7.3), with `placing=sequential`, R-D17 and 4.1(a)."
    assert cited(text) == {"T-7", "R-2", "R-3", "R-4", "2.6a", "7.3", "placing"}
