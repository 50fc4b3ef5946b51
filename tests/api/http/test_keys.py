"""`Idempotency-Key`: how it is written, what repetitions are told, and what is safe after an error."""

from __future__ import annotations

import pytest

from api.store import StoreAway
from tests.contract import spec
from tests.front import Front, Party

KEY = {"Idempotency-Key": "7f9c2ba4-e88f-427d-8c5a-1a0f6b8d3c1e"}
SIT = {"name": "Dee", "buy_in": 500}


def test_a_repetition_is_told_the_same(front: Front, party: Party) -> None:
    """Status, address, seat and token, and that it had been done; every POST that makes something takes a key."""
    first = front.call("POST", "/v1/tables", json={"game": "henway"}, headers=KEY)
    again = front.call("POST", "/v1/tables", json={"game": "henway"}, headers=KEY)
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.headers["Location"] == again.headers["Location"]
    assert first.json["host_token"] == again.json["host_token"]
    assert (first.headers.get("Idempotent-Replayed"), again.headers["Idempotent-Replayed"]) == (None, "true")
    sat = [party.call("POST", "/seats", json=SIT, headers=KEY) for _ in range(2)]
    assert [(one.status_code, one.headers["Location"]) for one in sat] == [(201, f"{party.path}/seats/4")] * 2
    assert sat[0].json["seat_token"] == sat[1].json["seat_token"]
    key = {"Idempotency-Key": f"{KEY['Idempotency-Key']}-deal"}
    dealt = [party.call("POST", "/hands", party.host, json={}, headers=key) for _ in range(2)]
    assert [(one.status_code, one.json["hand"]) for one in dealt] == [(201, 1)] * 2
    assert dealt[1].headers["Idempotent-Replayed"] == "true"


def test_the_order_of_a_body_s_fields_is_no_difference(party: Party) -> None:
    """Nor are blanks: it is the same JSON."""
    for body in (b'{"name": "Dee", "buy_in": 500}', b'{"buy_in":500,"name":"Dee"}'):
        reply = party.call("POST", "/seats", data=body, content_type="application/json", headers=KEY)
        assert reply.status_code == 201
    assert len(party.view()["seats"]) == 4


def test_a_body_that_is_not_sent_is_an_empty_one(party: Party) -> None:
    """A hand needs none."""
    assert party.call("POST", "/hands", party.host, headers=KEY).status_code == 201
    again = party.call("POST", "/hands", party.host, json={}, headers=KEY)
    assert again.headers["Idempotent-Replayed"] == "true"


def test_another_request_under_the_key_is_422(party: Party) -> None:
    """Another body, another address; with the header as the field at fault."""
    assert party.call("POST", "/seats", party.host, json=SIT, headers=KEY).status_code == 201
    for path, body in (("/seats", {**SIT, "seat": 5}), ("/hands", {})):
        reply = party.call("POST", path, party.host, json=body, headers=KEY)
        assert (reply.status_code, reply.json["code"], reply.json["field"]) == (422, "key-reused", "Idempotency-Key")
    view = party.view()
    assert (len(view["seats"]), view["hand"]) == (4, None)


def test_a_seat_that_was_given_up_is_409(party: Party) -> None:
    """The token that was told is void, and no other is told instead."""
    sat = party.call("POST", "/seats", json=SIT, headers=KEY)
    assert party.call("DELETE", "/seats/4", sat.json["seat_token"]).status_code == 200
    reply = party.call("POST", "/seats", json=SIT, headers=KEY)
    assert (reply.status_code, reply.json["code"]) == (409, "token-void")


@pytest.mark.parametrize(
    "key", ["", "short", "x" * 15, "x" * 256, "a key with blanks in it", "caf\u00e9" * 5, "x\t" * 9]
)
@pytest.mark.parametrize("path", ["/seats", "/hands", None])
def test_a_malformed_key_is_400(party: Party, key: str, path: str | None) -> None:
    """16 to 255 visible ASCII characters; nothing is done under another one."""
    before = party.front.tables.read(party.table)
    body = {"/seats": SIT, "/hands": {}, None: {"game": "henway"}}[path]
    headers = {"Idempotency-Key": key.encode().decode("latin-1")}
    where = "/v1/tables" if path is None else party.path + path
    reply = party.front.call("POST", where, party.host, json=body, headers=headers)
    assert (reply.status_code, reply.json["code"]) == (400, "malformed-header")
    assert party.front.tables.read(party.table) == before


@pytest.mark.parametrize("key", ["x" * 16, "!" * 255, '"7f9c2ba4-e88f-427d-8c5a"', "~,;=%{}|\\^`~~~~~~"])
def test_a_key_may_be_any_visible_text(party: Party, key: str) -> None:
    """Quoted, as the IETF's draft writes it, or not."""
    replies = [party.call("POST", "/seats", json=SIT, headers={"Idempotency-Key": key}) for _ in range(2)]
    assert replies[0].json["seat_token"] == replies[1].json["seat_token"]


def test_where_nothing_is_made_a_key_means_nothing(party: Party) -> None:
    """Answers and changes are safe to repeat as they are."""
    for paused in (True, False, True):
        reply = party.call("PATCH", "", party.host, json={"paused": paused}, headers=KEY)
        assert (reply.status_code, reply.json["state"]) == (200, "paused" if paused else "waiting")


def test_whatever_makes_something_takes_a_key() -> None:
    """Every operation that answers 201 lists the header, and that a reply may be a repetition."""
    for path, method, operation in spec.operations(spec.API):
        makes = "201" in operation["responses"]
        takes = {"$ref": "#/components/parameters/IdempotencyKey"} in operation.get("parameters", [])
        assert makes == takes, f"{method} {path}"
        assert not makes or "Idempotent-Replayed" in operation["responses"]["201"]["headers"], f"{method} {path}"


@pytest.mark.parametrize(
    ("headers", "applied", "advice"),
    [
        ({}, "no", "The same request is safe to send again."),
        ({}, "unknown", "Look at the table before you send it again; with an Idempotency-Key it would be safe."),
        (KEY, "no", "The same request is safe to send again."),
        (KEY, "unknown", "With the same Idempotency-Key it is safe to send again."),
    ],
)
def test_an_error_says_what_is_safe(
    party: Party, monkeypatch: pytest.MonkeyPatch, headers: dict[str, str], applied: str, advice: str
) -> None:
    """When nobody knows whether a seat was taken, a key is what makes asking again safe."""

    def away(*_: object) -> None:
        raise StoreAway("away", applied)  # type: ignore[arg-type]

    monkeypatch.setattr(party.front.tables, "write", away)
    reply = party.call("POST", "/seats", json=SIT, headers=headers)
    assert (reply.status_code, reply.json["applied"]) == (503, applied)
    assert reply.json["detail"].endswith(advice)
