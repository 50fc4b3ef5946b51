"""The rule core stays pure: no I/O, no clock, no chance, no Flask, and no game known by name outside its file."""

import ast
import io
import pkgutil
import tokenize
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import msgspec
import pytest

import api
import api.rules
from api.rules.games import GAMES

RULES = Path(api.rules.__path__[0])
API = Path(api.__path__[0])
SOURCES = sorted(RULES.rglob("*.py"))
GAME_FILES = [path for path in sorted((RULES / "games").glob("*.py")) if path.name != "__init__.py"]

ALLOWED = {"typing", "collections", "collections.abc", "functools", "enum", "math", "re", "msgspec", "msgspec.structs"}
# The folder that finds its own games must look into itself.
ALLOWED_HERE = {RULES / "games" / "__init__.py": {"importlib", "pkgutil"}}
FORBIDDEN_CALLS = {"open", "print", "input", "exec", "eval", "__import__", "breakpoint"}
LINES_OF_A_GAME = 60


def relative(path: Path) -> str:
    return str(path.relative_to(API))


def imported(tree: ast.AST) -> Iterator[str]:
    """The modules that a source imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "the rules import by full name"
            yield node.module or ""


@pytest.mark.parametrize("path", SOURCES, ids=relative)
def test_imports(path: Path) -> None:
    """The rules import the standard library's values, msgspec, and each other: nothing that reaches outside."""
    allowed = ALLOWED | ALLOWED_HERE.get(path, set())
    found = set(imported(ast.parse(path.read_text())))
    assert {name for name in found if not (name in allowed or name.split(".")[:2] == ["api", "rules"])} == set()


@pytest.mark.parametrize("path", SOURCES, ids=relative)
def test_calls(path: Path) -> None:
    """Nothing in the rules reads, writes or runs anything."""
    called = {
        node.func.id
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert called & FORBIDDEN_CALLS == set()


def test_every_value_is_frozen() -> None:
    """Every record of the rules is frozen."""
    for found in pkgutil.walk_packages(api.rules.__path__, "api.rules."):
        for name, value in vars(import_module(found.name)).items():
            if isinstance(value, type) and issubclass(value, msgspec.Struct) and value is not msgspec.Struct:
                assert value.__struct_config__.frozen, f"{found.name}.{name} can be changed"


def words_of(path: Path) -> str:
    """The text of a source file of whatever kind."""
    return path.read_text(errors="replace")


@pytest.mark.parametrize("game", GAME_FILES, ids=lambda path: path.stem)
def test_no_game_is_known_elsewhere(game: Path) -> None:
    """A game's name stands in its own file and nowhere else in the service: a fifth game is one new file."""
    names = {game.stem, game.stem.replace("_", "-"), game.stem.replace("_", " ").title()}
    kinds = {".py", ".js", ".html", ".css", ".lua"}
    others = [path for path in API.rglob("*") if path.suffix in kinds and path != game]
    assert len(others) > 20
    known = [relative(path) for path in others if any(name in words_of(path) for name in names)]
    assert known == []


def lines_of_code(path: Path) -> int:
    """The lines of a source that hold more than comments, docstrings and blanks."""
    tree = ast.parse(path.read_text())
    prose: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            prose.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    skipped = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
    tokens = tokenize.generate_tokens(io.StringIO(path.read_text()).readline)
    held = {line for token in tokens if token.type not in skipped for line in range(token.start[0], token.end[0] + 1)}
    return len(held - prose)


@pytest.mark.parametrize("game", GAME_FILES, ids=lambda path: path.stem)
def test_a_game_is_a_page(game: Path) -> None:
    """A game's file holds at most 60 lines of code."""
    assert lines_of_code(game) <= LINES_OF_A_GAME


def test_every_file_is_a_game() -> None:
    """Each file under `games` is one game, found without being listed anywhere."""
    assert sorted(GAMES) == sorted(path.stem.replace("_", "-") for path in GAME_FILES)
