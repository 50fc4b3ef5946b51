"""`/v1/tables/{t}/webhooks`: the host's alone, bounded, and only where the operator allows it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.front import Front, Party, three_at_a_table

URL = "https://hooks.example.org/regrets"
KEY = {"Idempotency-Key": "7f9c2ba4-e88f-427d-8c5a-1a0f6b8d3c1e"}


@pytest.fixture
def party(tmp_path: Path) -> Iterator[Party]:
    """A table with Ann, Ben and Cy, on a server that lets webhooks go to one host."""
    front = Front(tmp_path, webhook_hosts=("hooks.example.org", "127.0.0.1:9000"))
    yield three_at_a_table(front)
    front.close()


def add(party: Party, **fields: object) -> str:
    """Add a webhook; its id."""
    reply = party.call("POST", "/webhooks", party.host, json={"url": URL, **fields})
    assert reply.status_code == 201, reply.text
    return str(reply.json["webhook"]["id"])


def test_a_webhook_is_added_looked_at_and_taken_away(party: Party) -> None:
    """Its secret is told once; each has its own."""
    reply = party.call("POST", "/webhooks", party.host, json={"url": URL, "kinds": ["ended", "ended", "seated"]})
    assert (reply.status_code, reply.headers["Cache-Control"]) == (201, "no-store")
    hook = reply.json["webhook"]
    assert reply.headers["Location"] == f"{party.path}/webhooks/{hook['id']}"
    assert (hook["kinds"], hook["state"], hook["last_event"]) == (["ended", "seated"], "active", party.view()["event"])
    other = party.call("POST", "/webhooks", party.host, json={"url": URL})
    assert other.json["secret"] != reply.json["secret"]
    listed = party.call("GET", "/webhooks", party.host)
    assert listed.json["webhooks"] == [hook, other.json["webhook"]]
    assert "whsec_" not in listed.text
    left = party.call("DELETE", f"/webhooks/{hook['id']}", party.host)
    assert left.json == {"webhooks": [other.json["webhook"]]}
    assert party.call("DELETE", f"/webhooks/{hook['id']}", party.host).json["code"] == "no-such-webhook"


def test_only_the_host_may(party: Party) -> None:
    """Neither a seat nor a looker-on learns where events go."""
    hook = add(party)
    for method, path, body in (
        ("POST", "/webhooks", {"url": URL}),
        ("GET", "/webhooks", None),
        ("DELETE", f"/webhooks/{hook}", None),
        ("GET", f"/webhooks/{hook}/dead-letters", None),
        ("POST", f"/webhooks/{hook}/redeliver", {}),
    ):
        more = {} if body is None else {"json": body}
        assert party.call(method, path, **more).json["code"] == "token-needed"
        assert party.call(method, path, party.seats[1], **more).json["code"] == "forbidden"
        assert party.call(method, path, "host.x", **more).json["code"] == "bad-token"
    assert len(party.call("GET", "/webhooks", party.host).json["webhooks"]) == 1


def test_without_listed_hosts_there_are_no_webhooks(tmp_path: Path) -> None:
    """403 says so, whatever address is asked for; there are none to look at."""
    front = Front(tmp_path)
    party = front.open()
    reply = party.call("POST", "/webhooks", party.host, json={"url": URL})
    assert (reply.status_code, reply.json["code"]) == (403, "webhooks-off")
    assert party.call("GET", "/webhooks", party.host).json == {"webhooks": []}
    front.close()


@pytest.mark.parametrize(
    "url", ["https://evil.example/", "http://hooks.example.org/", "http://169.254.169.254/", "http://127.0.0.1:1/", "x"]
)
def test_where_nothing_may_go_is_refused(party: Party, url: str) -> None:
    """422 at the field, without a word on which hosts are listed."""
    reply = party.call("POST", "/webhooks", party.host, json={"url": url})
    assert (reply.status_code, reply.json["code"], reply.json["field"]) == (422, "url-not-allowed", "url")
    assert "hooks.example.org" not in reply.text and "9000" not in reply.text


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        ({}, "missing-field", "url"),
        ({"url": 1}, "wrong-type", "url"),
        ({"url": ""}, "out-of-range", "url"),
        ({"url": "https://hooks.example.org/" + "x" * 1000}, "out-of-range", "url"),
        ({"url": URL, "kinds": "ended"}, "wrong-type", "kinds"),
        ({"url": URL, "kinds": ["ended", "exploded"]}, "not-allowed", "kinds.1"),
        ({"url": URL, "kinds": [None]}, "wrong-type", "kinds.0"),
        ({"url": URL, "secret": "x"}, "unknown-field", "secret"),
    ],
)
def test_a_wrong_shape_is_422(party: Party, body: object, code: str, field: str) -> None:
    """With the field at fault."""
    reply = party.call("POST", "/webhooks", party.host, json=body)
    assert (reply.status_code, reply.json["code"], reply.json["field"]) == (422, code, field)


def test_webhooks_are_few(party: Party) -> None:
    """Five a table; one that is taken away makes room."""
    hooks = [add(party) for _ in range(5)]
    reply = party.call("POST", "/webhooks", party.host, json={"url": URL})
    assert (reply.status_code, reply.json["code"]) == (409, "too-many-webhooks")
    party.call("DELETE", f"/webhooks/{hooks[2]}", party.host)
    assert add(party) not in hooks


def test_a_repetition_is_told_the_same_secret(party: Party) -> None:
    """As with everything that is made under a key."""
    first, again = (party.call("POST", "/webhooks", party.host, json={"url": URL}, headers=KEY) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json["secret"] == again.json["secret"]
    assert first.headers["Location"] == again.headers["Location"]
    assert (first.headers.get("Idempotent-Replayed"), again.headers["Idempotent-Replayed"]) == (None, "true")
    assert len(party.call("GET", "/webhooks", party.host).json["webhooks"]) == 1
    other = party.call("POST", "/webhooks", party.host, json={"url": f"{URL}/2"}, headers=KEY)
    assert (other.status_code, other.json["code"]) == (422, "key-reused")


def test_another_host_sees_only_where_a_webhook_leads(party: Party) -> None:
    """And may take it away; the path, which may be as good as a password, stays with who gave it."""
    hook = add(party)
    assert party.call("PATCH", token=party.host, json={"host": 1}).status_code == 200
    assert party.call("GET", "/webhooks", party.host).status_code == 401
    (seen,) = party.call("GET", "/webhooks", party.seats[1]).json["webhooks"]
    assert seen["url"] == "https://hooks.example.org/…"
    assert party.call("POST", f"/webhooks/{hook}/redeliver", party.seats[1]).json["url"] == seen["url"]
    assert party.call("DELETE", f"/webhooks/{hook}", party.seats[1]).json == {"webhooks": []}


def test_dead_letters_are_sent_for_by_number(party: Party) -> None:
    """Of which there must be one; of a webhook that has none, all of them is none."""
    hook = add(party)
    assert party.call("GET", f"/webhooks/{hook}/dead-letters", party.host).json == {"dead_letters": []}
    assert party.call("POST", f"/webhooks/{hook}/redeliver", party.host).status_code == 200
    reply = party.call("POST", f"/webhooks/{hook}/redeliver", party.host, json={"events": [3]})
    assert (reply.status_code, reply.json["code"]) == (404, "no-such-dead-letter")
    reply = party.call("POST", f"/webhooks/{hook}/redeliver", party.host, json={"events": []})
    assert (reply.status_code, reply.json["field"]) == (422, "events")
    for path in ("/webhooks/nowhere", "/webhooks/x%00y", f"/webhooks/{hook.upper()}"):
        assert party.call("DELETE", path, party.host).json["code"] == "no-such-webhook"


def test_a_closed_table_has_nothing_to_tell(party: Party) -> None:
    """No webhook is added to one; those that it has can still be looked at."""
    add(party)
    party.call("PATCH", token=party.host, json={"closed": True})
    reply = party.call("POST", "/webhooks", party.host, json={"url": URL})
    assert (reply.status_code, reply.json["code"]) == (409, "table-closed")
    assert len(party.call("GET", "/webhooks", party.host).json["webhooks"]) == 1
