"""The service over HTTP: what it answers, and how it refuses."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from evaluator import CODES, RANKINGS, ranks
from evaluator.app import create_app
from tests.evaluator.deals import deal
from tests.evaluator.refusing import POSTS, refused

GETS = ["/v1/rankings", "/healthz", "/readyz", "/metrics"]
HANDS = ["KhKd9s9hQc", "7h5d4c3s2d", "AsKsQsJsTs2c3c"]


def evaluate(client: FlaskClient, **body: Any) -> TestResponse:
    return client.post("/v1/evaluations", json=body)


def test_full_detail_and_ranks_agree(client: FlaskClient) -> None:
    """`detail: ranks` gives the ranks that full detail gives."""
    names = list(RANKINGS)
    full = evaluate(client, hands=HANDS, rankings=names).get_json()["results"]
    ranked = evaluate(client, hands=HANDS, rankings=names, detail="ranks").get_json()["ranks"]
    assert ranked == {name: [hand[name]["rank"] for hand in full] for name in names}


def test_many_hands_are_described_as_one_is(client: FlaskClient) -> None:
    """A batch of mixed sizes, written in bulk, says what single requests say."""
    hands = ["".join(CODES[card] for card in cards) for size in range(5, 11) for cards in deal(20, size).tolist()]
    names = list(RANKINGS)
    together = evaluate(client, hands=hands, rankings=names, qualifier="nine-or-better").get_json()["results"]
    for hand, described in zip(hands, together, strict=True):
        alone = evaluate(client, hands=[hand], rankings=names, qualifier="nine-or-better").get_json()["results"]
        assert alone == [described]


def test_the_fast_roads_give_the_same_ranks(client: FlaskClient) -> None:
    """Text, bytes, strings and lists are four ways to ask the same."""
    cards = deal(500, 5)
    lists = [[CODES[card] for card in hand] for hand in cards.tolist()]
    strings = ["".join(hand) for hand in lists]
    want = ranks(cards, "ace-to-six").tolist()
    query = {"ranking": "ace-to-six"}
    text = client.post("/v1/evaluations", query_string=query, data="\n".join(strings), content_type="text/plain")
    assert text.get_json() == want
    octets = client.post(
        "/v1/evaluations", query_string=query, data=cards.tobytes(), content_type="application/octet-stream"
    )
    assert octets.content_type == "application/octet-stream"
    assert np.frombuffer(octets.data, dtype="<u2").tolist() == want
    for hands in (strings, lists):
        reply = evaluate(client, hands=hands, rankings=["ace-to-six"], detail="ranks")
        assert reply.get_json()["ranks"]["ace-to-six"] == want


def test_bytes_of_more_cards_say_how_many(client: FlaskClient) -> None:
    """`cards` says how many bytes a hand has."""
    cards = deal(50, 7)
    query = {"ranking": "high", "cards": 7}
    reply = client.post(
        "/v1/evaluations", query_string=query, data=cards.tobytes(), content_type="application/octet-stream"
    )
    assert np.frombuffer(reply.data, dtype="<u2").tolist() == ranks(cards).tolist()


def test_a_low_that_does_not_qualify_is_null_or_nought(client: FlaskClient) -> None:
    """A qualifier strikes lows and leaves highs alone."""
    body = {"hands": ["KhKd9s9hQc", "8h5d4c3s2d"], "rankings": ["high", "ace-to-five"], "qualifier": "eight-or-better"}
    full = evaluate(client, **body).get_json()["results"]
    assert full[0]["ace-to-five"] is None and full[0]["high"]["rank"] == 2634
    assert full[1]["ace-to-five"]["text"] == "eight low, 8-5-4-3-2"
    ranked = evaluate(client, **body, detail="ranks").get_json()["ranks"]
    assert ranked["ace-to-five"] == [0, 26]
    text = client.post(
        "/v1/evaluations?ranking=ace-to-five&qualifier=eight-or-better", data="KhKd9s9hQc", content_type="text/plain"
    )
    assert text.get_json() == [0]


@pytest.mark.parametrize(
    ("hand", "code", "facts"),
    [
        ("KhKd9s9hKh", "duplicate-card", {"positions": [0, 4], "card": "Kh"}),
        (["Kh", "Kd", "9s", "9h", "10x"], "unknown-card", {"position": 4, "character": "x"}),
        ("KhKd9s9hQ\u0445", "unknown-card", {"position": 9, "code_point": "U+0445"}),
        ("KhKd9s9hJk", "unknown-card", {"position": 9}),
        ("KhKd9s9h??", "unknown-card", {"position": 8}),
        ("", "wrong-number-of-cards", {"given": 0}),
        ([], "wrong-number-of-cards", {"given": 0}),
        ("KhKd9s", "wrong-number-of-cards", {"given": 3, "bounds": {"min": 5, "max": 10}}),
        ("2c3c4c5c6c7c8c9cTcJcQc", "wrong-number-of-cards", {"given": 11}),
        ([["Kh"], "Kd", "9s", "9h", "Qc"], "wrong-type", {"position": 0}),
        (["Kh", "Kd", "9s", "9h", 5], "wrong-type", {"position": 4}),
        (["KhKd", "9s", "9h", "Qc", "2c"], "unknown-card", {"position": 0}),
        (["", "Kd", "9s", "9h", "Qc"], "unknown-card", {"position": 0}),
        (None, "wrong-type", {}),
        (17, "wrong-type", {}),
        ({}, "wrong-type", {}),
        (True, "wrong-type", {}),
    ],
)
@pytest.mark.parametrize("good_ones", [0, 40], ids=["alone", "among many"])
def test_a_bad_hand_is_named(client: FlaskClient, hand: Any, code: str, facts: dict[str, Any], good_ones: int) -> None:
    """A bad hand refuses the whole request, and says where it is and what is wrong with it."""
    problem = refused(evaluate(client, hands=[*["KhKd9s9hQc"] * good_ones, hand]), 422, code)
    (fault,) = problem["faults"]
    assert fault["field"] == problem["field"] == f"hands.{good_ones}"
    assert {name: fault[name] for name in facts} == facts


@pytest.mark.parametrize("hands", [["KhKd"] * 300, [["Kh"]] * 300, ["KhKd9s9hKh"] * 300, [None] * 300])
def test_the_first_hundred_faults_are_listed(client: FlaskClient, hands: list[Any]) -> None:
    """No answer grows without bound, however much is wrong."""
    problem = evaluate(client, hands=hands).get_json()
    assert [fault["field"] for fault in problem["faults"]] == [f"hands.{i}" for i in range(100)]


def test_text_is_read_strictly_and_bytes_within_bounds(client: FlaskClient) -> None:
    """Text takes two-character codes only, bytes take 0 to 51."""
    text = client.post("/v1/evaluations", data="KhKd9s9hQc\n10hKd9s9hQc\n", content_type="text/plain")
    problem = refused(text, 422, "unknown-card")
    assert (problem["field"], problem["faults"][0]["position"]) == ("hands.1", 0)
    octets = client.post("/v1/evaluations", data=bytes([0, 1, 2, 3, 52]), content_type="application/octet-stream")
    assert refused(octets, 422, "out-of-range")["faults"][0]["position"] == 4
    uneven = client.post("/v1/evaluations", data=bytes(7), content_type="application/octet-stream")
    refused(uneven, 422, "wrong-number-of-cards")
    nothing = client.post("/v1/evaluations", data=b"", content_type="text/plain")
    refused(nothing, 422, "out-of-range")


@pytest.mark.parametrize(
    ("query", "code", "field"),
    [
        ("ranking=lowball", "not-allowed", "ranking"),
        ("rank=high", "unknown-field", "rank"),
        ("qualifier=eight-or-better", "contradiction", "qualifier"),
        ("ranking=ace-to-five&qualifier=ace-or-better", "not-allowed", "qualifier"),
        ("cards=7", "unknown-field", "cards"),
        ("ranking=high&ranking=ace-to-five", "wrong-type", "ranking"),
    ],
)
def test_a_wrong_query_is_refused(client: FlaskClient, query: str, code: str, field: str) -> None:
    """Queries are closed, as objects are."""
    reply = client.post(f"/v1/evaluations?{query}", data="KhKd9s9hQc", content_type="text/plain")
    assert refused(reply, 422, code)["field"] == field


@pytest.mark.parametrize("path", POSTS)
def test_a_json_body_says_it_all(client: FlaskClient, path: str) -> None:
    """A ranking in the query is not passed over in silence, where the body would count alone."""
    reply = client.post(f"{path}?ranking=ace-to-five", json={})
    assert refused(reply, 422, "unknown-field")["field"] == "ranking"


@pytest.mark.parametrize("cards", ["4", "11", "-5", "five", "5.0", "\u0665", ""])
def test_a_number_of_cards_is_from_five_to_ten(client: FlaskClient, cards: str) -> None:
    """`cards` is a whole number within bounds."""
    reply = client.post(
        "/v1/evaluations", query_string={"cards": cards}, data=bytes(5), content_type="application/octet-stream"
    )
    assert reply.status_code == 422 and reply.get_json()["field"] == "cards"


@pytest.mark.parametrize("path", POSTS + GETS)
def test_a_wrong_method_says_which_are_allowed(client: FlaskClient, path: str) -> None:
    """405 carries `Allow`."""
    reply = client.delete(path)
    refused(reply, 405, "method-not-allowed")
    assert ("POST" if path in POSTS else "GET") in reply.headers["Allow"]


@pytest.mark.parametrize("path", ["/", "/v1", "/v1/rankings/", "//v1/rankings", "/v1/evaluations/1"])
def test_an_unknown_path_is_a_problem_and_no_redirect(client: FlaskClient, path: str) -> None:
    """404 is a problem document too; no path redirects to another."""
    refused(client.get(path), 404, "not-found")


@pytest.mark.parametrize("path", [*POSTS, *GETS, "/nowhere"])
def test_a_preflight_is_answered_before_anything_else(client: FlaskClient, path: str) -> None:
    """OPTIONS is answered for any path, with the headers that were asked for."""
    asked = {"Origin": "https://x.example", "Access-Control-Request-Headers": "content-type, x-mine"}
    reply = client.options(path, headers=asked | {"Access-Control-Request-Method": "POST"})
    assert reply.status_code == 204
    assert reply.headers["Access-Control-Allow-Origin"] == "*"
    assert "POST" in reply.headers["Access-Control-Allow-Methods"]
    assert reply.headers["Access-Control-Allow-Headers"] == "content-type, x-mine"


def test_health_and_metrics_are_there(client: FlaskClient) -> None:
    """An operator can ask whether the service lives, is ready, and what it has done."""
    assert client.get("/healthz").get_json() == {"status": "ok"}
    assert client.get("/readyz").get_json() == {"status": "ready"}
    assert 'evaluator_requests_total{method="GET",route="/healthz",status="200",worker="' in client.get("/metrics").text


def test_a_fault_of_ours_is_a_problem_too() -> None:
    """An unexpected error is 500 as a problem document, and gives nothing away."""
    app = create_app()

    def fail() -> str:
        raise RuntimeError("secret")

    app.view_functions["evaluator.get_healthz"] = fail
    reply = FlaskClient(app, app.response_class).get("/healthz")
    assert reply.status_code == 500 and reply.get_json()["code"] == "internal-error"
    assert "secret" not in reply.text


def test_rankings_are_described(client: FlaskClient) -> None:
    """Each ranking says what is best and worst in it, and how many classes it has."""
    described = {ranking["name"]: ranking for ranking in client.get("/v1/rankings").get_json()["rankings"]}
    assert list(described) == list(RANKINGS)
    assert described["ace-to-five"]["classes"] == 6175
    assert json.dumps(described["ace-to-six"]["best"]) == '"6s4h3d2cAs"'
