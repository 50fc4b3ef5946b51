"""The TypeScript client: fetched, generated from the document, compiled and run, as its first lines say."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from api.rules.games import GAMES
from tests.serving import ROOT, Served

pytestmark = pytest.mark.needs("npm")

# What must not compile: the types tell every kind of answer, offer and event by its `type` or `kind`.
WRONG = """
import type { Answer, Event, Legal } from "./caller.js";

export const fine: Answer[] = [{ type: "fold" }, { type: "raise", to: 40 }, { type: "place", rows: ["left"] }];
// @ts-expect-error an amount is missing
export const raise: Answer = { type: "raise" };
// @ts-expect-error a fold has no amount
export const fold: Answer = { type: "fold", to: 40 };
// @ts-expect-error there is no such answer
export const shove: Answer = { type: "shove" };

export function least(entry: Legal): number {
  // @ts-expect-error not every answer has an amount
  entry.min_to;
  return entry.type === "bet" || entry.type === "raise" ? entry.min_to : 0;
}

export function name(event: Event): string {
  // @ts-expect-error not every event has a name
  event.name;
  return event.kind === "seated" ? event.name : "";
}
"""


def run(folder: Path, *command: str) -> str:
    """A command that ends well; what it said."""
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=240, check=False)
    assert ended.returncode == 0, f"{' '.join(command)}\n{ended.stdout}{ended.stderr}"
    return ended.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the example, built."""
    top = tmp_path_factory.mktemp("typescript")
    shutil.copy(ROOT / "openapi.yaml", top)
    folder = top / "examples" / "typescript"
    shutil.copytree(
        ROOT / "examples" / "typescript", folder, ignore=shutil.ignore_patterns("node_modules", "build", "api.d.ts")
    )
    fetched = subprocess.run(
        ["npm", "ci", "--prefer-offline", "--ignore-scripts"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    if fetched.returncode != 0:
        pytest.fail(
            "npm could not fetch what package-lock.json names. It needs its registry once; then its cache will do.\n"
            + fetched.stderr,
            pytrace=False,
        )
    (folder / "src" / "wrong.ts").write_text(WRONG)
    run(folder, "npm", "run", "generate")
    run(folder, "npm", "run", "build")
    return folder


def test_it_plays_a_hand_of_every_game(built: Path, served: Served) -> None:
    """From what decisions list; the awards are those of the tables."""
    said = run(built, "npm", "run", "--silent", "play", "--", served.api)
    for game in GAMES.values():
        assert f"{game.name}: hand 1\n" in said
    assert said.count("Ann sits in seat 1 with 100 chips") == len(GAMES)
