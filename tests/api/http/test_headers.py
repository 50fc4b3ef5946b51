"""Request headers: who calls, what they take, and what they already have."""

from __future__ import annotations

from pathlib import Path

import pytest

from api import words
from api.judge import HttpJudge
from tests.front import Front, Party, three_at_a_table
from tests.wiring import EvaluatorLine


@pytest.mark.parametrize(
    "value",
    [
        "",
        " ",
        "Bearer",
        "Bearer ",
        "Bearer a b",
        "Bearer a,b",
        "Bearer \u00e9",
        "Token abc",
        "Basic dTpw",
        "abc",
        "Bearer=a",
        "Bearer ==",
    ],
)
@pytest.mark.parametrize("method", ["GET", "PATCH"])
def test_a_malformed_authorization_is_400(party: Party, method: str, value: str) -> None:
    """Rather than being taken for no token at all."""
    headers = {"Authorization": value.encode().decode("latin-1")}
    reply = party.call(method, headers=headers, json={"paused": True})
    assert (reply.status_code, reply.json["code"]) == (400, "malformed-header")


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER", "Bearer  "])
def test_the_scheme_is_read_in_any_case(party: Party, scheme: str) -> None:
    """As RFC 9110 says, with one blank or more."""
    reply = party.call("GET", headers={"Authorization": f"{scheme} {party.seats[2]}"})
    assert reply.json["you"] == {"seat": 2, "player": 2, "waiting": None, "host": False, "hands": []}


@pytest.mark.parametrize("token", ["x", "host", "host.", "p1.AAAA", "0" * 4000])
def test_a_token_of_nobody_s_is_401(party: Party, token: str) -> None:
    """Also where none is needed: whoever sends one wants to be somebody."""
    for method, path in (("GET", ""), ("GET", "/events"), ("PATCH", ""), ("POST", "/hands"), ("DELETE", "/seats/1")):
        body = {"json": {"paused": True}} if method == "PATCH" else {}
        reply = party.call(method, path, token, **body)
        assert (reply.status_code, reply.json["code"]) == (401, "bad-token")
        assert reply.headers["WWW-Authenticate"] == 'Bearer realm="regrets", error="invalid_token"'


def test_a_token_that_is_needed_is_asked_for(party: Party) -> None:
    """401 with the scheme, and nothing about a token that was not there."""
    for method, path, body in (
        ("PATCH", "", {"paused": True}),
        ("PATCH", "/seats/1", {"sitting_out": True}),
        ("DELETE", "/seats/1", None),
        ("POST", "/hands", {}),
    ):
        reply = party.call(method, path, json=body) if body is not None else party.call(method, path)
        assert (reply.status_code, reply.json["code"]) == (401, "token-needed")
        assert reply.headers["WWW-Authenticate"] == 'Bearer realm="regrets"'


def test_a_token_is_good_at_one_table_only(front: Front, party: Party) -> None:
    """The host of one table is nobody at another."""
    other = front.open()
    assert other.call("PATCH", token=party.host, json={"paused": True}).status_code == 401


def test_somebody_else_s_is_403(party: Party) -> None:
    """Another seat, another's decision, and what only the host does."""
    party.deal()
    (decision, *_) = party.asked()
    other = next(seat for seat in party.seats if seat != decision["seat"])
    for method, path, body in (
        ("PATCH", "", {"paused": True}),
        ("PATCH", f"/seats/{decision['seat']}", {"sitting_out": True}),
        ("DELETE", f"/seats/{decision['seat']}", {}),
        ("PUT", f"/decisions/{decision['decision']}", decision["default"]),
    ):
        assert party.call(method, path, party.seats[other], json=body).status_code == 403


@pytest.mark.parametrize(
    "accept", ["text/html", "application/xml", "application/json;q=0", "image/*, text/*", "nonsense"]
)
def test_who_does_not_take_json_is_406(party: Party, accept: str) -> None:
    """With what could be given; nothing is done."""
    reply = party.call("GET", headers={"Accept": accept})
    assert (reply.status_code, reply.json["available"]) == (406, ["application/json"])
    reply = party.call("POST", "/seats", json={"name": "Dee", "buy_in": 5}, headers={"Accept": accept})
    assert reply.status_code == 406
    assert len(party.view()["seats"]) == 3


@pytest.mark.parametrize(
    "accept", ["", "*/*", "application/*", "text/html, */*;q=0.1", "application/json;charset=utf-8"]
)
def test_who_takes_json_in_any_words_gets_it(party: Party, accept: str) -> None:
    """Browsers and libraries have their own ways to say so."""
    assert party.call("GET", headers={"Accept": accept}).status_code == 200


def test_a_view_that_is_known_is_304(party: Party) -> None:
    """Until something happens at the table; each viewer has an ETag of their own."""
    tags = {who: party.call("GET", token=token).headers["ETag"] for who, token in viewers(party).items()}
    assert len(set(tags.values())) == len(tags)
    for who, token in viewers(party).items():
        for known in (tags[who], f'"other", {tags[who]}', "*", tags[who].removeprefix("W/")):
            reply = party.call("GET", token=token, headers={"If-None-Match": known})
            assert (reply.status_code, reply.data, reply.headers["ETag"]) == (304, b"", tags[who])
    for who, token in viewers(party).items():
        other = next(tag for name, tag in tags.items() if name != who)
        for unknown in (other, '"', "W/", "garbage", '"0-anyone"'):
            assert party.call("GET", token=token, headers={"If-None-Match": unknown}).status_code == 200
    party.deal()
    for who, token in viewers(party).items():
        assert party.call("GET", token=token, headers={"If-None-Match": tags[who]}).status_code == 200


def test_a_view_that_lacks_words_is_not_the_whole_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has the view from while the evaluator was away is given another once the words are there; 304 until then."""
    monkeypatch.setattr(words, "AWAY_SECONDS", 0.0)
    line = EvaluatorLine()
    front = Front(tmp_path, judge=HttpJudge("http://evaluator", line.session()))
    party = three_at_a_table(front)
    party.deal()
    line.cut = True
    party.place_all()
    less = party.call("GET", token=party.seats[1])
    assert less.json["you"]["hands"] is None
    assert party.call("GET", token=party.seats[1], headers={"If-None-Match": less.headers["ETag"]}).status_code == 304
    line.cut = False
    whole = party.call("GET", token=party.seats[1], headers={"If-None-Match": less.headers["ETag"]})
    assert (whole.status_code, whole.json["event"]) == (200, less.json["event"])
    assert len(whole.json["you"]["hands"]) == 2
    line.cut = True
    again = party.call("GET", token=party.seats[1], headers={"If-None-Match": whole.headers["ETag"]})
    assert (again.status_code, again.headers["ETag"]) == (304, whole.headers["ETag"])
    front.close()


def viewers(party: Party) -> dict[str, str | None]:
    """Everybody who may look, with their tokens."""
    return {"anyone": None, "host": party.host, **{f"seat {seat}": token for seat, token in party.seats.items()}}


def test_what_a_token_shows_is_kept_by_no_cache(party: Party) -> None:
    """`no-store` on it, on tokens and on refusals; and caches are told that replies differ by bearer."""
    for path in ("", "/events"):
        for token, kept in ((None, "no-cache"), (party.host, "no-store"), (party.seats[1], "no-store")):
            reply = party.call("GET", path, token)
            assert (reply.headers["Cache-Control"], "Authorization" in reply.vary) == (kept, True)
    assert party.call("POST", "/seats", json={"name": "Dee", "buy_in": 5}).headers["Cache-Control"] == "no-store"
    assert (
        party.front.call("POST", "/v1/tables", json={"game": "ten-card-regrets"}).headers["Cache-Control"] == "no-store"
    )
    assert party.call("GET", token="x").headers["Cache-Control"] == "no-store"


def test_a_made_thing_has_an_address(front: Front) -> None:
    """`Location` leads to the table, or to the seat."""
    reply = front.call("POST", "/v1/tables", json={"game": "ten-card-regrets"})
    assert front.call("GET", reply.headers["Location"]).json["id"] == reply.json["table"]["id"]
    reply = front.call("POST", f"{reply.headers['Location']}/seats", json={"name": "Ann", "buy_in": 5})
    assert front.call("DELETE", reply.headers["Location"], reply.json["seat_token"]).status_code == 200
