"""The container files, as far as they can be held without an engine: their schema, their commands, their sources."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from api.settings import SETTINGS
from tests.servers import RedisServer, free_port, wait_until
from tests.serving import ROOT, clean_environment

COMPOSE = ROOT / "docker-compose.yml"
SERVICES: dict[str, Any] = yaml.safe_load(COMPOSE.read_text())["services"]


def test_the_compose_file_keeps_to_the_compose_specification() -> None:
    """Against the schema of the Compose Specification, as check-jsonschema ships it."""
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", str(COMPOSE)]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_every_service_is_watched_and_started_in_order() -> None:
    """Each has a health check, and the API waits until both others are healthy."""
    assert all("healthcheck" in service for service in SERVICES.values())
    waited_for = SERVICES["api"]["depends_on"]
    assert waited_for == {name: {"condition": "service_healthy"} for name in ("redis", "evaluator")}


def test_redis_keeps_every_write_on_a_volume() -> None:
    """An acknowledged action is on the disk, and none is dropped to make room."""
    assert SERVICES["redis"]["volumes"] == ["tables:/data"]
    assert " ".join(SERVICES["redis"]["command"]).endswith(
        "--appendonly yes --appendfsync always --maxmemory-policy noeviction"
    )


def test_no_volume_is_without_a_name() -> None:
    """What the image keeps in a volume has a place in each of its containers, so that none is left behind unnamed."""
    kept = re.findall(r"^VOLUME (\S+)$", (ROOT / "Dockerfile").read_text(), re.M)
    assert kept == ["/data"]
    named = set(yaml.safe_load(COMPOSE.read_text())["volumes"])
    for name in ("evaluator", "api"):
        mounted = [one if isinstance(one, dict) else one.split(":") for one in SERVICES[name]["volumes"]]
        places = {one["target"] if isinstance(one, dict) else one[1] for one in mounted}
        assert places == set(kept), name
        assert {one[0] for one in mounted if not isinstance(one, dict)} <= named


def test_every_setting_of_the_api_can_be_set() -> None:
    """What is not passed on the file settles itself: where the services listen, and where they find each other."""
    settled = {"REGRETS_HOST", "REGRETS_PORT", "REGRETS_EVALUATOR_PORT", "REGRETS_DATA", "REGRETS_LAN"}
    passed = {
        name
        for name, value in SERVICES["api"]["environment"].items()
        if str(value).startswith(f"${{{name}:") or name in ("REDIS_URL", "EVALUATOR_URL")
    }
    assert "${REGRETS_WORKERS:-2}" in SERVICES["api"]["command"]
    assert passed | settled | {"REGRETS_WORKERS"} == {one.variable for one in SETTINGS}


def test_a_missing_secret_stops_the_start_with_a_word_on_what_to_do() -> None:
    """Two API containers that each made their own would refuse each other's tokens."""
    assert SERVICES["api"]["environment"]["REGRETS_SECRET"].startswith("${REGRETS_SECRET:?set it to 32")


def test_the_file_of_the_secret_is_in_no_commit_and_no_image() -> None:
    """The README has it written beside the compose file."""
    assert ".env" in (ROOT / ".gitignore").read_text().splitlines()
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    assert ignored[0] == "*" and not any(line.startswith("!.") for line in ignored)


def test_the_image_has_the_command(tmp_path: Path) -> None:
    """`docker compose exec api regrets table ...`: made as the image makes it, and found wherever one stands."""
    lines = (ROOT / "Dockerfile").read_text().replace("\\\n", "")
    (made,) = re.findall(r"^RUN (printf .*)$", lines, re.M)
    subprocess.run(["sh", "-euc", made.replace("/usr/local/bin", str(tmp_path))], check=True, timeout=30)
    (path,) = re.findall(r"PYTHONPATH=(\S+)$", lines, re.M)
    assert re.findall(r"^WORKDIR (\S+)$", lines, re.M) == [path]
    told = clean_environment() | {"PYTHONPATH": str(ROOT), "PATH": f"{tmp_path}:{Path(sys.executable).parent}"}
    (started,) = re.findall(r"^CMD (\[.*\])$", lines, re.M)
    for words, shows in (
        ([*json.loads(started), "--help"], "usage: regrets serve "),
        (["regrets", "table"], "host-token"),
    ):
        found = shutil.which(words[0], path=told["PATH"])
        assert found == str(tmp_path / "regrets")
        command = [found, *words[1:]]
        ran = subprocess.run(command, cwd="/", env=told, capture_output=True, text=True, timeout=60, check=False)
        assert shows in ran.stdout, ran.stderr


def test_the_image_copies_what_is_there() -> None:
    """Every source of a COPY exists, and the ignore file lets it through."""
    allowed = re.findall(r"^!(\S+)$", (ROOT / ".dockerignore").read_text(), re.MULTILINE)
    sources = [
        name
        for line in re.findall(r"^COPY (.+) \S+$", (ROOT / "Dockerfile").read_text(), re.M)
        for name in line.split()
    ]
    assert sorted(sources) == sorted(allowed)
    assert all((ROOT / name).exists() for name in sources)


@contextlib.contextmanager
def running(name: str, port: int, folder: Path, environment: dict[str, str]) -> Iterator[None]:
    """Run a service's own command here, on another port, until its own health check passes."""
    inside = {"evaluator": "8001", "api": "8000"}[name]
    written = [re.sub(r"\$\{\w+:-(.*)\}", r"\1", word) for word in SERVICES[name]["command"]]
    command = [word.replace(f"0.0.0.0:{inside}", f"127.0.0.1:{port}") for word in written]
    check = [word.replace(f":{inside}/", f":{port}/") for word in SERVICES[name]["healthcheck"]["test"][1:]]
    told = clean_environment() | environment | {"PYTHONPATH": str(ROOT)}
    process = subprocess.Popen([sys.executable, "-m", *command], cwd=folder, env=told)
    try:
        wait_until(lambda: passes(process, [sys.executable, *check[1:]]), f"the health check of {name} passing", 60)
        yield
    finally:
        process.terminate()
        process.wait(20)


def passes(process: subprocess.Popen[bytes], check: list[str]) -> bool:
    """Whether a health check ends with exit code 0; the test fails at once if the service has ended."""
    assert process.poll() is None, "the service ended; its lines above say why"
    return subprocess.run(check, capture_output=True, check=False, timeout=30).returncode == 0


@pytest.mark.needs("redis-server")
def test_both_commands_start_what_their_health_checks_find(tmp_path: Path, redis_server: RedisServer) -> None:
    """The commands and the checks of the compose file, with its own settings, but without containers."""
    ports = {name: free_port() for name in ("evaluator", "api")}
    told = {
        name: re.sub(r"\$\{\w+:-(.*)\}", r"\1", str(value)) for name, value in SERVICES["api"]["environment"].items()
    }
    told |= {
        "REDIS_URL": redis_server.url,
        "EVALUATOR_URL": f"http://127.0.0.1:{ports['evaluator']}",
        "REGRETS_SECRET": "s" * 32,
    }
    with (
        running("evaluator", ports["evaluator"], tmp_path, {}),
        running("api", ports["api"], tmp_path, told),
    ):
        assert list(tmp_path.iterdir()) == [], "a read-only container could not have written this"
