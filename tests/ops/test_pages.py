"""The pages for people: whole, from this server alone, and under a policy that allows nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api.http.pages import WEB, pages
from tests.contract import spec

PAGES = ["/", "/docs"]


def files() -> list[Path]:
    """Every file of the page."""
    return [file for file in WEB.rglob("*") if file.is_file()]


@pytest.fixture
def client() -> FlaskClient:
    """The pages without the API behind them."""
    app = Flask(__name__, static_folder=None)
    app.register_blueprint(pages)
    return app.test_client()


@pytest.mark.parametrize("path", [*PAGES, "/web/main.js", "/docs/swagger-ui-bundle.js", "/openapi.yaml"])
def test_every_file_comes_with_the_policy(client: FlaskClient, path: str) -> None:
    """Scripts, styles and pictures from this server only; pictures may also stand in the address itself."""
    reply = client.get(path, buffered=True)
    assert reply.status_code == 200
    assert reply.headers["Content-Security-Policy"].startswith("default-src 'self'; img-src 'self' data:; ")
    assert reply.headers["X-Content-Type-Options"] == "nosniff"


def test_the_reader_alone_may_ask_the_evaluator(client: FlaskClient) -> None:
    """At the address that the document gives; no other page asks anybody but this server."""
    evaluator = spec.document()["paths"]["/v1/rankings"]["servers"][0]["url"]
    policies = {path: client.get(path, buffered=True).headers["Content-Security-Policy"] for path in PAGES}
    assert policies["/docs"] == f"{policies['/']}; connect-src 'self' {evaluator}"


@pytest.mark.parametrize("path", PAGES)
def test_every_file_that_a_page_names_is_there(client: FlaskClient, path: str) -> None:
    """Each script, style and picture is answered, and none lies on another server."""
    named = re.findall(r'(?:src|href)="([^"#]+\.(?:js|css|svg|yaml))"', client.get(path, buffered=True).text)
    assert len(named) >= 4
    assert [name for name in named if client.get(f"/{name}", buffered=True).status_code != 200] == []


def test_no_page_holds_a_script_or_a_style_of_its_own() -> None:
    """The policy would refuse it, and the page would look broken."""
    for page in WEB.glob("*.html"):
        assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", page.read_text()), page.name


def test_no_file_asks_another_server() -> None:
    """Everything works without the internet."""
    for file in files():
        text = file.read_text().replace('"http://www.w3.org/2000/svg"', "")
        assert "//" not in re.sub(r"(^|\s)// .*$", "", text, flags=re.MULTILINE), file.name


def test_the_page_names_no_game() -> None:
    """It learns the games from the API, as every front end does."""
    for file in files():
        assert not re.search(r"ten.card|seven.card|henway|real.poker", file.read_text(), re.IGNORECASE), file.name


@pytest.mark.parametrize(
    "path", ["/web/../settings.py", "/web/%2e%2e/settings.py", "/docs/../../api.py", "/web/none.js"]
)
def test_nothing_else_is_served(client: FlaskClient, path: str) -> None:
    """A path that leaves the folder, or names no file, is not found."""
    assert client.get(path).status_code == 404


def luminance(colour: str) -> float:
    """Relative luminance of #rrggbb (WCAG 2.2)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("palette", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("text", ["ink", "quiet", "felt", "mark", "wrong"])
@pytest.mark.parametrize("ground", ["ground", "sheet"])
def test_text_can_be_read_on_its_ground(palette: int, text: str, ground: str) -> None:
    """At least 4.5 : 1 in both palettes (WCAG 2.2, 1.4.3)."""
    pairs = re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);", (WEB / "styles" / "base.css").read_text())
    named = {name: colours[palette] for name, *colours in pairs}
    lighter, darker = sorted((luminance(named[text]), luminance(named[ground])), reverse=True)
    assert (lighter + 0.05) / (darker + 0.05) >= 4.5
