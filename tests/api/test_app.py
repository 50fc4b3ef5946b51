"""The application as the environment describes it: whole, and with a ticker in every process that serves it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.serving import ROOT, clean_environment

PROGRAM = """
import os, threading
from api.app import from_environment

app = from_environment()
print(app.test_client().get("/healthz").status_code, flush=True)
ticking = lambda: [thread.name for thread in threading.enumerate() if thread.name == "ticker"]
print("here", ticking(), flush=True)
child = os.fork()
if child == 0:
    print("forked", ticking(), flush=True)
    os._exit(0)
os.waitpid(child, 0)
"""


def test_every_process_has_its_ticker(tmp_path: Path) -> None:
    """Also one that is forked after the application was loaded, as gunicorn does with --preload."""
    environment = clean_environment() | {"REGRETS_DATA": str(tmp_path), "PYTHONPATH": str(ROOT)}
    said = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, check=True, capture_output=True, text=True, timeout=60
    ).stdout
    assert said.splitlines() == ["200", "here ['ticker']", "forked ['ticker']"]


def test_a_start_with_another_secret_is_said(tmp_path: Path) -> None:
    """Whoever moves a server without its secret reads why nobody's token is good."""
    program = "from api.app import from_environment; from_environment()"
    said = []
    for secret in ("a" * 32, "a" * 32, "b" * 32):
        told = {"REGRETS_DATA": str(tmp_path), "PYTHONPATH": str(ROOT), "REGRETS_SECRET": secret}
        run = [sys.executable, "-c", program]
        ended = subprocess.run(
            run, env=clean_environment() | told, check=True, capture_output=True, text=True, timeout=60
        )
        said.append("the tables were kept with another secret" in ended.stderr)
    assert said == [False, False, True]
