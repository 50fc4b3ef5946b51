"""`docs/rules.md` says what the code cites: sections, rules, options and their values."""

import re
from pathlib import Path

import pytest

import api.rules
from api.rules.games import GAMES
from api.rules.options import Option

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "rules.md").read_text()
SECTIONS = set(re.findall(r"^#+ (\d+(?:\.\d+)?a?)\b", PAGE, flags=re.MULTILINE))
ROWS = re.findall(r"^\| `?([\w-]+)`? (\|.*)$", PAGE, flags=re.MULTILINE)
NAMES = [name for name, _ in ROWS]
OPTIONS = {(game.id, option.name): option for game in GAMES.values() for option in game.options}

# Lists such as `(2.3)`, `(T-7; 2.4, 2.6a)`; what follows the number of another document is that document's.
CITED = re.compile(r"\(((?:(?:[TVWR]-)?\d+(?:\.\d+)?a?)(?:[,;] (?:[TVWR]-)?\d+(?:\.\d+)?a?)*)\)")
RULE = re.compile(r"[TVWR]-\d+")
RULES = {"T": 15, "V": 14, "W": 15, "R": 16}


def citations() -> set[str]:
    """Every section and rule that the core and its tests cite."""
    sources = [*Path(api.rules.__path__[0]).rglob("*.py"), *Path(__file__).parent.glob("*.py")]
    sources += (ROOT / "tests" / "hands").glob("*.hand")
    lists = {cited for path in sources for cited in CITED.findall(path.read_text())}
    return {one for cited in lists for one in re.split("[,;] ", cited) if "." in one or RULE.fullmatch(one)}


def test_what_is_cited_is_there() -> None:
    """Every section and every rule that is cited stands on the page."""
    cited = citations()
    assert len(cited) > 15
    assert {one for one in cited if one not in SECTIONS and one not in NAMES} == set()


@pytest.mark.parametrize(("letter", "last"), RULES.items())
def test_every_rule_is_there(letter: str, last: int) -> None:
    """The page has every numbered rule of every game, in order."""
    assert [name for name in NAMES if name.startswith(f"{letter}-")] == [f"{letter}-{n}" for n in range(1, last + 1)]


@pytest.mark.parametrize("option", OPTIONS.values(), ids=[f"{game}-{name}" for game, name in OPTIONS])
def test_every_option_is_there(option: Option) -> None:
    """The page lists every option with its values and its default."""
    rows = "\n".join(row for name, row in ROWS if name == option.name)
    assert all(f"`{value}`" in rows for value in option.values)
    if not callable(option.default):
        assert f"| `{option.default}` |" in rows or f"| {option.default} |" in rows


def test_options_cite_what_is_there() -> None:
    """Where an option says that the rules say so, they do."""
    own = [option.article for option in OPTIONS.values() if not option.article.startswith("OPR-")]
    assert {one for article in own for one in article.split(", ")} <= SECTIONS | set(NAMES)
