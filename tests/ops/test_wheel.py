"""The wheel: whole without the repository around it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.serving import ROOT, clean_environment


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel's content, its command in `bin`; built and installed without the network."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target"]
    subprocess.run([*install, str(folder / "installed"), str(wheel)], check=True, capture_output=True)
    return folder / "installed"


def run(installed: Path, *command: str) -> str:
    """Run a command that can see the installed wheel, from a folder of its own, and return what it prints."""
    environment = clean_environment() | {"PYTHONPATH": str(installed)}
    return subprocess.run(
        command, cwd=installed.parent, env=environment, check=True, capture_output=True, text=True
    ).stdout


def test_the_command_runs(installed: Path) -> None:
    """`regrets --help` and `regrets --version`, from the script that the wheel installs."""
    assert "regrets serve --lan" in run(installed, str(installed / "bin" / "regrets"), "--help")
    assert run(installed, str(installed / "bin" / "regrets"), "--version") == "regrets 0.1.0\n"


def test_the_document_and_the_pages_are_inside(installed: Path) -> None:
    """`/openapi.yaml` and `/` are served from the wheel's own files."""
    found = run(installed, sys.executable, "-c", "from api.http import pages; print(pages.contract(), pages.WEB)")
    assert found.split() == [str(installed / "api" / "openapi.yaml"), str(installed / "api" / "web")]
    shipped = {file.name for file in (installed / "api" / "web").iterdir()}
    assert shipped == set(os.listdir(ROOT / "api" / "web"))
    assert (installed / "api" / "openapi.yaml").read_bytes() == (ROOT / "openapi.yaml").read_bytes()


def test_a_checker_believes_the_types_of_the_library(installed: Path) -> None:
    """PEP 561: without its mark, programs that use the evaluator would be checked as if it had no types."""
    assert (installed / "evaluator" / "py.typed").exists()


def test_nothing_of_the_repository_is_missing_or_too_much(installed: Path) -> None:
    """Every file of both packages is in the wheel, and no test is."""
    for package in ("api", "evaluator"):
        there = {file.relative_to(ROOT) for file in (ROOT / package).rglob("*.*") if "__pycache__" not in file.parts}
        assert [file for file in there if not (installed / file).exists()] == []
    assert not (installed / "tests").exists()
