"""What holds for every example."""

from __future__ import annotations

import pytest

from api.rules.games import GAMES
from tests.serving import ROOT

EXAMPLES = ROOT / "examples"
FILES = ["terminal.py", "one_file.html", *(f"typescript/src/{name}.ts" for name in ("caller", "main", "player"))]


@pytest.mark.parametrize("name", FILES)
def test_it_knows_no_game(name: str) -> None:
    """A new game is played by all of them as they are: none holds a game's name."""
    text = (EXAMPLES / name).read_text().casefold()
    for game in GAMES.values():
        assert game.id not in text
        assert game.name.casefold() not in text


def test_the_terminal_player_is_short() -> None:
    """A player fits on a page."""
    assert len((EXAMPLES / "terminal.py").read_text().splitlines()) < 100
