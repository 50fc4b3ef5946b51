"""Requests that are almost right: whatever is changed in them, the answer is 200 or 422, never 500."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

REAL_POKER = [{"own": 5}, {"own": 4, "singles": 1}, {"own": 3, "pairs": 1}, {"own": 2, "pairs": 1, "singles": 1}]
BOARD = {"pairs": ["KsQs", "JsTs", "5c5d", "6h6s"], "singles": ["3s", "4s", "8d", "9d"]}
HIGH_LOW = [
    {"name": "high", "ranking": "high"},
    {"name": "low", "ranking": "ace-to-six", "qualifier": "nine-or-better"},
]
ROWS = [{"cards": "KsKc9d9s4h", "shares": ["high"]}, {"cards": "7h5d4c3s2d", "shares": ["low"]}]
REQUESTS: dict[str, dict[str, Any]] = {
    "/v1/evaluations": {
        "rankings": ["high", "ace-to-five"], "hands": ["KhKd9s9hQc", ["7h", "5d", "4c", "3s", "2d"]],
        "detail": "ranks", "qualifier": "eight-or-better",
    },
    "/v1/best-hands": {
        "rankings": ["ace-to-six"], "patterns": REAL_POKER, "shared": BOARD,
        "hands": [{"own": ["As", "2d", "7c", "9h", "Kc"]}], "qualifier": "nine-or-better", "detail": "full",
    },
    "/v1/exposed-hands": {"hands": [["8h", "8d"], [], "8s8c"], "ranking": "ace-to-five", "detail": "full"},
    "/v1/showdowns": {"showdowns": [
        {
            "shares": HIGH_LOW, "order": ["B", "A"], "paid": {"A": 5, "B": 9}, "folded": [], "carried": 3,
            "players": [
                {"id": "A", "rows": ROWS, "declared": "both"},
                {"id": "B", "name": "Bob", "rows": ROWS, "declared": "low"},
            ],
            "declaration": True, "options": {"both_tie": "tie_ok", "both_scope": "global", "odd_chip_half": "low"},
            "distinct_cards": False,
        },
        {
            "shares": HIGH_LOW, "pots": [{"amount": 7, "eligible": ["A", "B"]}, {"amount": 2, "eligible": ["B"]}],
            "players": [
                {"id": "A", "groups": {"own": ["As", "2d", "7c", "9h", "Kc"]}},
                {"id": "B", "groups": {"own": ["Ah", "2c", "7s", "9c", "Kd"]}},
            ],
            "patterns": REAL_POKER, "shared": BOARD, "distinct_cards": True,
        },
    ]},
    "/v1/equities": {
        "shares": HIGH_LOW, "patterns": [{"own": 2, "board": 3}], "shared": {"board": ["2c", "7d", "9s", "??", "??"]},
        "players": [{"id": "A", "groups": {"own": ["As", "Ah"]}}, {"id": "B", "groups": {"own": ["Kd", "??"]}}],
        "dead": ["2s"], "samples": 50, "seed": 1,
    },
}  # fmt: skip

anything = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 60), st.just(10**20), st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from(["", "A", "B", "high", "low", "both", "own", "??", "As", "KsQs", "K♥", "10h", "ace-to-five"]),
    st.text(max_size=4), st.just([]), st.just({}), st.just(["A", "A"]), st.just({"own": 1}), st.just([["As"]]),
)  # fmt: skip


def places(node: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the path of every value in a request."""
    found = [path] if path else []
    inner = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in inner:
        found += places(value, (*path, key))
    return found


@st.composite
def almost_right(draw: st.DrawFn, request: dict[str, Any]) -> dict[str, Any]:
    """Draw a request in which one to three values are replaced, taken out, doubled or added."""
    changed = json.loads(json.dumps(request))
    for _ in range(draw(st.integers(1, 3))):
        *above, last = draw(st.sampled_from(places(changed)))
        node: Any = changed
        for key in above:
            node = node[key]
        match draw(st.sampled_from(["replace", "replace", "remove", "double", "add"])):
            case "replace":
                node[last] = copy.deepcopy(draw(anything))
            case "remove":
                del node[last]
            case "double" if isinstance(node, list):
                node.append(copy.deepcopy(node[last]))
            case _ if isinstance(node, dict):
                node[draw(st.sampled_from(["A", "own", "x", "singles"]))] = copy.deepcopy(draw(anything))
        if not places(changed):
            break
    return changed


@pytest.mark.parametrize("path", REQUESTS)
@given(data=st.data())
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_changed_is_answered_or_refused(client: FlaskClient, path: str, data: st.DataObject) -> None:
    """No almost-right request is a fault of ours, and every refusal has a code and a field."""
    request = data.draw(almost_right(REQUESTS[path]))
    reply = client.post(path, data=json.dumps(request), content_type="application/json")
    assert reply.status_code in (200, 422), reply.text
    if reply.status_code == 422:
        assert all({"code", "field", "detail"} <= set(fault) for fault in reply.get_json()["faults"])


@pytest.mark.parametrize("path", REQUESTS)
def test_the_requests_are_right_before_they_are_changed(client: FlaskClient, path: str) -> None:
    """What is changed is taken as it stands."""
    assert client.post(path, json=REQUESTS[path]).status_code == 200
