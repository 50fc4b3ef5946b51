"""Requests of the wrong shape are 422, and those that are not legal now 409; nothing changes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.api.http.asking import refused
from tests.front import Front, Party


@pytest.mark.parametrize(
    ("body", "field", "code"),
    [
        ({}, "", "missing-field"),
        ({"pause": True}, "pause", "unknown-field"),
        ({"paused": 1}, "paused", "wrong-type"),
        ({"paused": "true"}, "paused", "wrong-type"),
        ({"paused": None}, "paused", "wrong-type"),
        ({"closed": False}, "closed", "not-allowed"),
        ({"name": 5}, "name", "wrong-type"),
        ({"options": []}, "options", "wrong-type"),
        ({"options": {"ante": 1.5}}, "options.ante", "wrong-type"),
        ({"options": {"ante": True}}, "options.ante", "wrong-type"),
        ({"options": {"ante": None}}, "options.ante", "wrong-type"),
        ({"options": {"limit": [1]}}, "options.limit", "bad-option"),
        ({"options": {"limit": [1.5]}}, "options.limit", "wrong-type"),
        ({"options": {"limit": []}}, "options.limit", "out-of-range"),
        ({"options": {"ante": -1}}, "options.ante", "bad-option"),
        ({"options": {"ante": 10**20}}, "options.ante", "bad-option"),
        ({"options": {"ante": "much"}}, "options.ante", "bad-option"),
        ({"options": {"limit": "sky"}}, "options.limit", "bad-option"),
        ({"options": {"limit": "x" * 41}}, "options.limit", "out-of-range"),
        ({"options": {"luck": "good"}}, "options.luck", "unknown-option"),
        ({"options": {"": 1}}, "options.", "not-allowed"),
        ({"options": {"Ante": 1}}, "options.Ante", "not-allowed"),
        ({"options": {"value": None}}, "options.value", "wrong-type"),
        ({"options": {f"o{number}": 1 for number in range(41)}}, "options", "out-of-range"),
    ],
    ids=str,
)
def test_a_table_is_changed_only_as_listed(party: Party, body: dict[str, Any], field: str, code: str) -> None:
    """Each fault names its field; an unknown option or value comes with what is allowed."""
    problem = refused(party, "PATCH", "", party.host, json.dumps(body))
    assert (problem["status"], problem["field"], problem["code"]) == (422, field, code)
    if code in ("bad-option", "unknown-option"):
        assert problem["faults"][0]["bounds" if field == "options.ante" else "allowed"]


@pytest.mark.parametrize(
    ("body", "field", "code"),
    [
        ({}, "type", "missing-field"),
        ({"type": None}, "type", "wrong-type"),
        ({"type": ["fold"]}, "type", "wrong-type"),
        ({"type": "muck"}, "type", "not-allowed"),
        ({"type": "FOLD"}, "type", "not-allowed"),
        ({"type": "fold", "to": 5}, "to", "unknown-field"),
        ({"type": "bet"}, "to", "missing-field"),
        ({"type": "place"}, "rows", "missing-field"),
        ({"type": "place", "rows": "right"}, "rows", "wrong-type"),
        ({"type": "place", "rows": []}, "rows", "out-of-range"),
        ({"type": "place", "rows": ["right"] * 11}, "rows", "out-of-range"),
        ({"type": "place", "rows": ["right", 1]}, "rows.1", "wrong-type"),
        ({"type": "place", "rows": ["right", None]}, "rows.1", "wrong-type"),
        ({"type": "place", "rows": {"right": 1}}, "rows", "wrong-type"),
    ],
    ids=str,
)
def test_an_answer_has_the_shape_of_its_type(
    party: Party, bettor: dict[str, Any], body: dict[str, Any], field: str, code: str
) -> None:
    """A wrong shape is 422, whatever is legal at the moment."""
    path, own = f"/decisions/{bettor['decision']}", party.seats[bettor["seat"]]
    problem = refused(party, "PUT", path, own, json.dumps(body))
    assert (problem["status"], problem["field"], problem["code"]) == (422, field, code)


@pytest.mark.parametrize(
    "answer",
    [
        {"type": "call"},
        {"type": "raise", "to": 10},
        {"type": "bet", "to": 1},
        {"type": "bet", "to": 1000},
        {"type": "bet", "to": 2**53 - 1},
        {"type": "place", "rows": ["right", "left"]},
    ],
    ids=str,
)
def test_a_right_shape_that_is_not_legal_is_409(party: Party, bettor: dict[str, Any], answer: dict[str, Any]) -> None:
    """With exactly what the view lists as legal."""
    path, own = f"/decisions/{bettor['decision']}", party.seats[bettor["seat"]]
    problem = refused(party, "PUT", path, own, json.dumps(answer))
    assert (problem["status"], problem["code"], problem["legal"]) == (409, "not-legal", bettor["legal"])


def test_a_placing_that_does_not_fit_is_409(party: Party) -> None:
    """Too many cards, too few, and rows that there are not."""
    party.deal()
    (decision, *_) = party.asked()
    for rows in (["right"], ["right"] * 3, ["up", "down"], ["new", "new"], ["RIGHT", "left"]):
        problem = refused(
            party,
            "PUT",
            f"/decisions/{decision['decision']}",
            party.seats[decision["seat"]],
            json.dumps({"type": "place", "rows": rows}),
        )
        assert (problem["status"], problem["legal"]) == (409, decision["legal"])


@pytest.mark.parametrize(
    ("fields", "field", "code"),
    [
        ({"game": "chess"}, "game", "no-such-game"),
        ({"game": "Ten Card"}, "game", "not-allowed"),
        ({"game": ""}, "game", "not-allowed"),
        ({"game": None}, "game", "wrong-type"),
        ({"seats": 6}, "seats", "seats-out-of-bounds"),
        ({"seats": 27}, "seats", "out-of-range"),
        ({"min_buy_in": 500, "max_buy_in": 100}, "max_buy_in", "buy-in-out-of-bounds"),
        ({"options": {"ante": 1, "luck": 1}}, "options.luck", "unknown-option"),
        ({"host_token": "mine"}, "host_token", "unknown-field"),
    ],
    ids=str,
)
def test_a_table_that_cannot_be_is_not_opened(front: Front, fields: dict[str, Any], field: str, code: str) -> None:
    """422, and the lobby stays empty."""
    reply = front.call("POST", "/v1/tables", json={"game": "ten-card-regrets"} | fields)
    assert (reply.status_code, reply.json["field"], reply.json["code"]) == (422, field, code)
    assert front.call("GET", "/v1/tables").json["tables"] == []


@pytest.mark.parametrize(("seat", "code"), [(6, "no-such-seat"), (27, "out-of-range"), (0, "out-of-range")])
def test_a_chair_that_is_not_there_is_422(party: Party, seat: int, code: str) -> None:
    """A body that names no chair of this table is at fault; 404 would speak of the address."""
    problem = refused(party, "POST", "/seats", None, json.dumps({"name": "Dee", "buy_in": 10, "seat": seat}))
    assert (problem["status"], problem["field"], problem["code"]) == (422, "seat", code)
    assert problem["faults"][0]["bounds"]["min"] == 1


def test_a_number_out_of_an_option_s_bounds_is_refused_alike_on_either_side(front: Front, party: Party) -> None:
    """With the bounds of the option itself, when a table is opened, when it is changed, and when a hand is dealt."""
    allowed = next(one for one in front.call("GET", "/v1/games/henway").json["options"] if one["name"] == "ante")
    bounds = {name: allowed[name] for name in ("min", "max")}
    for ante in (bounds["min"] - 1, bounds["max"] + 1, 10**9 + 1, 10**30):
        options = {"options": {"ante": ante}}
        opened = front.call("POST", "/v1/tables", json={"game": "henway"} | options)
        refusals = [opened.json, refused(party, "PATCH", "", party.host, json.dumps(options))]
        refusals.append(refused(party, "POST", "/hands", party.host, json.dumps(options)))
        for problem in refusals:
            assert (problem["status"], problem["code"], problem["field"]) == (422, "bad-option", "options.ante")
            assert problem["faults"][0]["bounds"] == bounds
