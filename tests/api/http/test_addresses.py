"""Addresses, methods and parameters: what is not listed is refused, and nothing redirects."""

from __future__ import annotations

from typing import Any

import pytest

from tests.front import Front, Party

LARGEST = 2**53 - 1


@pytest.mark.parametrize(
    "path",
    ["/v1", "/v1/", "/v1/tables/", "/v1/games/", "//v1/tables", "/v1//tables", "/V1/tables", "/v2/tables", "/healthz/"],
)
@pytest.mark.parametrize("method", ["GET", "POST", "OPTIONS"])
def test_other_addresses_are_not_there(front: Front, path: str, method: str) -> None:
    """404, and no redirect to one with or without a slash."""
    reply = front.call(method, path)
    assert (reply.status_code, reply.json["code"]) == (404, "not-found")


@pytest.mark.parametrize(
    "table",
    [
        "nowhere",
        "abc",
        "a" * 33,
        "a" * 3000,
        "ABCDEFGH",
        "k3v9%00",
        "k3v9%2F..",
        "..",
        "%2e%2e",
        "k3v9|host",
        "tablé",
        "%FF%FE",
    ],
)
@pytest.mark.parametrize("rest", ["", "/events", "/seats", "/seats/1", "/hands", "/decisions/1"])
def test_a_table_that_is_not_there_is_404(front: Front, table: str, rest: str) -> None:
    """Whatever stands in its place."""
    method = {"": "GET", "/events": "GET", "/seats": "POST", "/seats/1": "DELETE", "/hands": "POST"}.get(rest, "PUT")
    body = {"name": "Ann", "buy_in": 5} if rest == "/seats" else {"type": "fold"} if "decisions" in rest else None
    reply = (
        front.call(method, f"/v1/tables/{table}{rest}", json=body)
        if body
        else front.call(method, f"/v1/tables/{table}{rest}")
    )
    assert (reply.status_code, reply.json["code"] in ("no-such-table", "not-found")) == (404, True)


@pytest.mark.parametrize("number", ["0", "-1", "+1", "1.0", "1e0", "01", " 1", "x", "4", "٣", "9" * 5000, "1" * 16])
def test_a_number_that_was_never_given_out_is_404(party: Party, number: str) -> None:
    """No seat, and no decision, of that number."""
    party.deal()
    for method, path, code in (
        ("DELETE", "/seats/", "no-such-seat"),
        ("PATCH", "/seats/", "no-such-seat"),
        ("PUT", "/decisions/", "no-such-decision"),
    ):
        body = {"sitting_out": True} if method == "PATCH" else {"type": "fold"}
        token = party.seats[1] if method == "PUT" else party.host
        reply = party.call(method, path + number, token, json=body)
        if reply.status_code != 404:
            assert (path, number, reply.json["code"]) == ("/decisions/", "4", "no-such-decision")
        assert reply.json["code"] == code


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("DELETE", "/v1/tables"),
        ("PUT", "/v1/tables"),
        ("POST", "/v1/games"),
        ("GET", "/v1/tables/k3v9/seats"),
        ("GET", "/v1/tables/k3v9/decisions/1"),
        ("POST", "/v1/tables/k3v9/decisions/1"),
        ("PATCH", "/v1/tables/k3v9/events"),
        ("POST", "/"),
        ("TRACE", "/v1/tables"),
        ("PROPFIND", "/v1/tables"),
    ],
)
def test_a_method_that_an_address_does_not_have_is_405(front: Front, method: str, path: str) -> None:
    """With the methods that it has, as the document lists them (every client checks)."""
    reply = front.call(method, path)
    assert (reply.status_code, reply.json["code"]) == (405, "method-not-allowed")


@pytest.mark.parametrize("path", ["/v1/games", "/v1/tables", "/healthz", "/readyz", "/", "/openapi.yaml"])
def test_head_is_get_without_a_body(front: Front, path: str) -> None:
    """The same status and type."""
    got, headed = front.call("GET", path, buffered=True), front.call("HEAD", path, buffered=True)
    assert (headed.status_code, headed.headers["Content-Type"]) == (got.status_code, got.headers["Content-Type"])
    assert headed.data == b""


@pytest.mark.parametrize(
    ("query", "field", "bounds"),
    [
        ("since=-1", "since", {"min": 0, "max": LARGEST}),
        ("since=1" + "0" * 30, "since", {"min": 0, "max": LARGEST}),
        ("since=" + "9" * 5000, "since", {"min": 0, "max": LARGEST}),
        (f"since={LARGEST + 1}", "since", {"min": 0, "max": LARGEST}),
        ("since=abc", "since", {"min": 0, "max": LARGEST}),
        ("since=", "since", {"min": 0, "max": LARGEST}),
        ("since=1.5", "since", {"min": 0, "max": LARGEST}),
        ("since=0x1", "since", {"min": 0, "max": LARGEST}),
        ("since=1_0", "since", {"min": 0, "max": LARGEST}),
        ("since=%201", "since", {"min": 0, "max": LARGEST}),
        ("since=%2B1", "since", {"min": 0, "max": LARGEST}),
        ("since=%D9%A3", "since", {"min": 0, "max": LARGEST}),
        ("since=%FF", "since", {"min": 0, "max": LARGEST}),
        ("since=%00", "since", {"min": 0, "max": LARGEST}),
        ("limit=0", "limit", {"min": 1, "max": 1000}),
        ("limit=1001", "limit", {"min": 1, "max": 1000}),
        ("since=1&since=2", "since", None),
        ("from=1", "from", None),
        ("Since=1", "Since", None),
        ("=1", "?", None),
        ("since=1&%C3%A9=2", "é", None),
    ],
)
def test_parameters_are_checked(party: Party, query: str, field: str, bounds: Any) -> None:
    """422 with the parameter and its bounds; an unknown parameter, and one given twice, too."""
    reply = party.call("GET", f"/events?{query}")
    assert (reply.status_code, reply.json["field"]) == (422, field)
    assert reply.json["faults"][0].get("bounds") == bounds


@pytest.mark.parametrize("path", ["/v1/games?x=1", "/v1/games/ten-card-regrets?x=1", "/v1/tables?since=1"])
def test_parameters_that_a_route_does_not_have_are_422(front: Front, path: str) -> None:
    """Whoever misspells one hears of it."""
    assert front.call("GET", path).json["code"] == "unknown-field"


@pytest.mark.parametrize("query", ["cursor=", "cursor=ABC", "cursor=%00", "limit=0", "limit=201", "limit=-1"])
def test_the_lobby_s_parameters_are_checked(front: Front, query: str) -> None:
    """A cursor is what the page before said."""
    assert front.call("GET", f"/v1/tables?{query}").status_code == 422


def test_since_may_lie_beyond_the_last_event(party: Party) -> None:
    """Nothing has happened since; what to ask for next is the table's last."""
    page = party.call("GET", f"/events?since={LARGEST}").json
    assert (page["events"], page["last"]) == ([], party.view()["event"])


def test_the_lobby_is_paged(front: Front) -> None:
    """Following `next` gives every open table once; a table that is closed is gone."""
    opened = [front.open(name=f"Table {number}") for number in range(5)]
    opened[2].call("PATCH", token=opened[2].host, json={"closed": True})
    seen, cursor = [], ""
    while cursor is not None:
        page = front.call("GET", "/v1/tables?limit=2" + (f"&cursor={cursor}" if cursor else "")).json
        seen += [entry["name"] for entry in page["tables"]]
        cursor = page["next"]
    assert sorted(seen) == ["Table 0", "Table 1", "Table 3", "Table 4"]


def test_events_are_paged(party: Party) -> None:
    """Asking again from `last` gives every event once, in order."""
    party.deal()
    seen, last = [], 0
    while page := party.call("GET", f"/events?since={last}&limit=3").json["events"]:
        seen += [event["event"] for event in page]
        last = page[-1]["event"]
    assert seen == list(range(1, party.view()["event"] + 1))
