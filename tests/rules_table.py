"""Which test holds which rule, read off the tests' own docstrings: `python -m tests.rules_table` writes the page.

A test cites a rule by its number (T-4, V-9), a section of `docs/rules.md` (2.3, 5.2) or an option by its name in
backticks.  Hand files cite in the lines above their game.  The page is `docs/rules-to-tests.md`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from api.rules.games import GAMES

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "rules-to-tests.md"
RULES_PAGE = ROOT / "docs" / "rules.md"
GAME_LETTERS = {"T": 15, "V": 14, "W": 15, "R": 16}

# Another document's own article, which is no section of the rules page.
ELSEWHERE = re.compile(r"OPR-\d+, [\d.]+(?:\(\w\))?(?: to [\d.]+)?")
RANGE = re.compile(r"\b([TVWR])-(\d+) to (?:[TVWR]-)?(\d+)\b")
RULE = re.compile(r"\b[TVWR]-\d+\b")
SECTION = re.compile(r"(?<![\w.])[2-7]\.\d+a?(?![\w.(])")
OPTION = re.compile(r"`(\w+)(?:=[^`]*)?`")


@dataclass(frozen=True)
class Test:
    """A test, or a hand file, and what it cites."""

    path: str
    name: str
    cites: frozenset[str]


def cited(text: str) -> frozenset[str]:
    """The rules, sections and options that a docstring names."""
    text = ELSEWHERE.sub("", text)
    found = {f"{letter}-{n}" for letter, a, b in RANGE.findall(text) for n in range(int(a), int(b) + 1)}
    return frozenset({*found, *RULE.findall(text), *SECTION.findall(text), *OPTION.findall(text)})


def tests() -> list[Test]:
    """Every test of the suite and every hand file, in the order of their paths."""
    found: list[Test] = []
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        where = str(path.relative_to(ROOT))
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found.append(Test(where, node.name, cited(ast.get_docstring(node) or "")))
    for path in sorted((ROOT / "tests" / "hands").glob("*.hand")):
        about = [line for line in path.read_text().split("\ngame")[0].splitlines() if line.startswith("#")]
        found.append(Test("tests/hands", path.name, cited(" ".join(about))))
    return found


def rules() -> dict[str, list[str]]:
    """Everything that must be held: numbered rules, sections of the rules page, and the games' options.

    The sections that list a game's numbered rules (4.1, 5.1...) are held by those.
    """
    headings = re.findall(r"^#+ (\d\.\d+a?)\b", RULES_PAGE.read_text(), flags=re.MULTILINE)
    sections = [heading for heading in headings if heading == "2.1" or not heading.endswith(".1")]
    options = dict.fromkeys(option.name for game in GAMES.values() for option in game.options)
    numbered = [f"{letter}-{number}" for letter, last in GAME_LETTERS.items() for number in range(1, last + 1)]
    return {"Rules of the games": numbered, "Sections": sections, "Options": list(options)}


def held() -> Mapping[str, list[Test]]:
    """The tests of every rule."""
    every = tests()
    return {rule: [test for test in every if rule in test.cites] for group in rules().values() for rule in group}


def missing() -> list[str]:
    """The rules that no test cites."""
    return [rule for rule, those in held().items() if not those]


def page() -> str:
    """The page as it should stand."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# Rules to tests"
    yield ""
    yield "Which test holds which rule of [rules.md](rules.md), read off the tests' docstrings."
    yield "Do not edit: `python -m tests.rules_table` writes this page."
    by_rule = held()
    for title, group in rules().items():
        yield from ("", f"## {title}", "", "| rule | held by |", "| --- | --- |")
        for rule in group:
            name = f"`{rule}`" if title == "Options" else rule
            yield f"| {name} | {_by_file(by_rule[rule])} |"


def _by_file(those: Iterable[Test]) -> str:
    """The tests' names, file by file."""
    files: dict[str, list[str]] = {}
    for test in those:
        files.setdefault(test.path, []).append(test.name.removeprefix("test_"))
    return "<br>".join(f"[{path}](../{path}): {', '.join(names)}" for path, names in files.items())


if __name__ == "__main__":
    PAGE.write_text(page())
    print(f"{PAGE.relative_to(ROOT)}: {len(held())} rules, held by none: {', '.join(missing()) or 'no rule'}")
