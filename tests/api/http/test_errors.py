"""Every refusal has its HTTP form, and everything that goes wrong is a problem document."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path

import pytest
from flask.testing import FlaskClient

import api
from api.http import refusals as unreadable
from api.http.errors import FORMS
from api.rules.refusals import Refused
from api.store import StoreAway
from tests.contract import spec
from tests.front import Front


def leaves(kind: type[Refused]) -> Iterator[type[Refused]]:
    """The refusals that can be raised: those without kinds of their own."""
    if not kind.__subclasses__():
        yield kind
    for inner in kind.__subclasses__():
        yield from leaves(inner)


def test_every_refusal_has_one_form() -> None:
    """A status and a code for each class, and no form without a class."""
    assert {kind for kind in leaves(Refused) if kind.__module__.startswith("api.")} == set(FORMS)


def test_no_code_says_two_things() -> None:
    """A client may tell refusals apart by code alone."""
    codes = [form.code for form in FORMS.values()]
    assert len(codes) == len(set(codes))
    assert all(HTTPStatus(form.status).phrase for form in FORMS.values())


def test_only_refusals_without_kinds_are_raised() -> None:
    """What is raised can be looked up in the table as it is."""
    known = {kind.__name__ for kind in FORMS}
    inner = {"Refused", "BadRequestValue", "NotFound", "NotNow", "Unreadable"}
    assert not known & inner
    for file in Path(api.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                raised = getattr(node.exc.func, "id", "")
                assert raised not in inner, f"{file}:{node.lineno}"


def unchecked(front: Front) -> FlaskClient:
    """A client that lets a 500 pass, which the document lists nowhere."""
    return FlaskClient(front.app, front.app.response_class)


def test_a_fault_of_ours_is_a_loud_500(
    front: Front, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is logged with its trace, told without any, and readable from other origins."""

    def broken() -> None:
        raise RuntimeError("hush")

    monkeypatch.setattr(front.app.extensions["service"], "list_games", broken)
    reply = unchecked(front).get("/v1/games")
    assert reply.status_code == 500
    assert spec.faults({"$ref": "#/components/schemas/Problem"}, reply.json) == []
    assert reply.json["code"] == "internal-error"
    assert "hush" not in reply.text
    assert "hush" in caplog.text
    assert reply.headers["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize("applied", ["no", "unknown"])
def test_a_store_that_is_away_says_what_is_known(front: Front, monkeypatch: pytest.MonkeyPatch, applied: str) -> None:
    """503, when to come back, and whether the request was done; without the store's own words."""

    def away(*_: object) -> None:
        raise StoreAway("redis://hush:6379 is away", applied)  # type: ignore[arg-type]

    party = front.open()
    monkeypatch.setattr(front.tables, "write", away)
    reply = party.call("POST", "/seats", json={"name": "Ann", "buy_in": 100})
    assert (reply.status_code, reply.json["code"], reply.json["applied"]) == (503, "store-away", applied)
    assert int(reply.headers["Retry-After"]) >= 1
    assert "hush" not in reply.text


def test_faults_are_many_and_bounded(front: Front) -> None:
    """The first hundred faults are listed, and the first speaks for all."""
    names = {f"unknown{number}": 1 for number in range(150)}
    reply = front.call("POST", "/v1/tables", json=names)
    assert reply.status_code == 422
    assert len(reply.json["faults"]) == unreadable.FAULTS_LISTED
    first = reply.json["faults"][0]
    assert (reply.json["code"], reply.json["field"]) == (first["code"], first["field"])
