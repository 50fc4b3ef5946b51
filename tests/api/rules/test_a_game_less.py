"""A game is one file: without it everything else is there, and the other games are played as before."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import api
from api.rules.games import GAMES

ROOT = Path(__file__).parents[3]
FILES = {game: f"{game.replace('-', '_')}.py" for game in GAMES}

# Every remaining game is played from the deal to the award, seen by a spectator, and listed with its options.
EVENING = """
import random, sys
import api, api.app
from api.rules import play
from api.rules.games import GAMES
from api.rules.legal import default_answer
from api.views import Viewer, game_view, table_view
from tests.playing import NOW, deal, open_table, shuffled

assert api.__file__.startswith(sys.argv[1]), api.__file__
assert sys.argv[2] not in GAMES
for game in GAMES.values():
    record = open_table([100, 100], {}, game.id, GAMES)
    deal(record, shuffled(random.Random(1)))
    while not record.table.hand.over:
        hand = record.table.hand
        asked = next(one for one in hand.open if one.required and one.answer is None)
        answer = default_answer(game, hand, asked)
        record.act(lambda run: play.answer(run, asked.player, asked.number, answer))
    assert record.table.hand.awarded
    table_view(GAMES, record.table, Viewer(), NOW.text)
    game_view(game)
print(len(GAMES))
"""


@pytest.mark.parametrize("game", GAMES)
def test_without_a_game(game: str, tmp_path: Path) -> None:
    """With a game's file gone the service starts and plays all the others."""
    where = tmp_path / "api"
    shutil.copytree(Path(api.__path__[0]), where, ignore=shutil.ignore_patterns("__pycache__"))
    (where / "rules" / "games" / FILES[game]).unlink()
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", EVENING, str(tmp_path), game],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == str(len(GAMES) - 1)
