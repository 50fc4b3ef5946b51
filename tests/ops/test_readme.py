"""The README: its commands do what it says, and its table of settings is the whole truth.

Blocks marked `bash` are run, in order, in one shell; a `json` block behind one is the reply, to the letter.
"""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

from api.settings import SETTINGS
from tests.serving import ROOT, Served, clean_environment

README = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"^```(bash|json)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def row(*cells: str) -> str:
    """A row of the table of settings."""
    return "| " + " | ".join(cells) + " |\n"


def test_the_table_of_settings_is_complete() -> None:
    """One row for each setting, with the words of `regrets serve --help`."""
    rows = [
        row(
            f"`{setting.variable}`",
            f"`{setting.flag}`" if setting.flag else "",
            f"`{setting.default}`" if setting.default else "",
            setting.meaning,
        )
        for setting in SETTINGS
    ]
    table = re.search(r"^\| variable .*\n\| --- .*\n((?:\|.*\n)+)", README, re.MULTILINE)
    assert table is not None
    assert table[1] == "".join(rows)


def test_every_command_does_what_the_readme_says(tmp_path: Path) -> None:
    """A stranger with a shell scores a hand and plays one, side pot and all."""
    with Served(tmp_path) as server:
        script, replies = [], []
        for kind, text in BLOCKS:
            if kind == "json":
                replies.append((len(script), json.loads(text)))
            else:
                script.append(text + "\necho; echo @@@\n")
        told = "".join(script).replace("http://127.0.0.1:8000", server.api)
        told = told.replace("http://127.0.0.1:8001", server.evaluator)
        ended = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", told],
            env=clean_environment(),
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    printed = ended.stdout.split("@@@\n")
    for place, reply in replies:
        assert json.loads(printed[place - 1]) == reply
    awards, chips = re.findall(r" half of pot ([12]), ", printed[-2]), re.findall(r"^\w+ (\d+)$", printed[-2], re.M)
    assert awards == ["1", "1", "2", "2"]
    assert sum(map(int, chips)) == 180


def test_prose_stands_one_sentence_to_a_line() -> None:
    """In every document, so that a changed sentence is a changed line."""
    for document in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]:
        prose = re.sub(r"^```.*?^```$", "", document.read_text(), flags=re.MULTILINE | re.DOTALL)
        lines = [line for line in prose.splitlines() if re.search(r"[a-z`)][.!?] +[A-Z]", line) and "|" not in line]
        assert lines == [], document.name
