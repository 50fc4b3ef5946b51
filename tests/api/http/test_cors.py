"""Front ends live anywhere: preflights are answered first, and every reply can be read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.front import Front, Party

PREFLIGHT = {
    "Origin": "https://front.example",
    "Access-Control-Request-Method": "PUT",
    "Access-Control-Request-Headers": "authorization, content-type",
}


@pytest.fixture
def choosy(tmp_path: Path) -> Iterator[Front]:
    """A server whose settings name the origins that may call it."""
    made = Front(tmp_path, cors_origins=("https://front.example", "https://other.example"))
    yield made
    made.close()


@pytest.mark.parametrize(
    ("path", "methods"),
    [
        ("/v1/tables", "GET, HEAD, POST"),
        ("/v1/tables/nowhere", "GET, HEAD, PATCH"),
        ("/v1/tables/nowhere/seats/1", "PATCH, DELETE"),
        ("/v1/tables/nowhere/decisions/abc", "PUT"),
        ("/healthz", "GET, HEAD"),
    ],
)
@pytest.mark.parametrize("token", [None, "nobody's"])
def test_a_preflight_is_answered_before_anybody_asks_who_calls(
    front: Front, path: str, methods: str, token: str | None
) -> None:
    """204 with the methods of the address, whatever table it names, token or not."""
    headers = {**PREFLIGHT, "Accept": "text/html"}
    reply = front.call(
        "OPTIONS", f"{path}?x=1", headers=headers if token is None else {**headers, "Authorization": "?"}
    )
    assert (reply.status_code, reply.data) == (204, b"")
    assert reply.headers["Access-Control-Allow-Origin"] == "*"
    assert reply.headers["Access-Control-Allow-Methods"] == methods
    allowed = {name.strip().lower() for name in reply.headers["Access-Control-Allow-Headers"].split(",")}
    assert {"authorization", "content-type", "idempotency-key", "if-none-match", "last-event-id"} <= allowed
    assert int(reply.headers["Access-Control-Max-Age"]) > 0


def test_errors_can_be_read_from_other_origins(party: Party) -> None:
    """Every status, with the headers that a client needs."""
    seen = {
        party.call(method, path, token, headers={"Origin": "https://front.example"}, **more).status_code
        for method, path, token, more in (
            ("PATCH", "", party.host, {"data": b"{", "content_type": "application/json"}),
            ("GET", "", "nobody", {}),
            ("PATCH", "", party.seats[1], {"json": {"paused": True}}),
            ("GET", "/nowhere", None, {}),
            ("GET", "/seats", None, {}),
            ("GET", "/events?x=1", None, {}),
            ("POST", "/seats", None, {"data": b"x"}),
            ("POST", "/seats", None, {"json": {"name": "Ann", "buy_in": 5}}),
            ("POST", "/seats", None, {"data": b"x" * 100_000, "content_type": "application/json"}),
        )
    }
    # That each of them has the header, every client checks.
    assert seen == {400, 401, 403, 404, 405, 409, 413, 415, 422}
    exposed = party.call("GET").headers["Access-Control-Expose-Headers"]
    assert {"ETag", "Location", "Retry-After", "WWW-Authenticate", "Allow"} <= set(exposed.split(", "))


def test_only_named_origins_are_let_in_where_the_settings_name_some(choosy: Front) -> None:
    """And caches are told that replies differ by origin."""
    # A client that does not look for the header of a server that lets everybody in.
    client = FlaskClient(choosy.app, choosy.app.response_class)
    for origin, allowed in (("https://other.example", "https://other.example"), ("https://evil.example", None)):
        for method, path in (("OPTIONS", "/v1/tables"), ("GET", "/v1/tables"), ("GET", "/v1/tables/nowhere")):
            reply = client.open(path, method=method, headers={"Origin": origin})
            assert reply.headers.get("Access-Control-Allow-Origin") == allowed
            assert "Origin" in reply.headers["Vary"]


def test_no_cookie_and_no_credentials_are_asked_for(party: Party) -> None:
    """Tokens go into a header that a page sets on purpose, so other sites cannot make a browser send one."""
    reply = party.call("GET", token=party.host)
    assert "Set-Cookie" not in reply.headers
    assert "Access-Control-Allow-Credentials" not in reply.headers
