"""Waiting, hosting, talking and renewing tokens over HTTP: addresses, shapes, codes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.front import Front, Party, three_at_a_table

WORD = "k3h5vJ_2-pLq9Zr0dXk"


@pytest.fixture
def full(front: Front) -> Party:
    """Three chairs, of Ann, Ben and Cy."""
    return three_at_a_table(front, seats=3)


def wait(party: Party, name: str = "Fay") -> Any:
    return party.call("POST", "/waiting-list", json={"name": name, "buy_in": 500})


def test_a_place_on_the_list_has_an_address(full: Party) -> None:
    """It is told with the place, and left by DELETE, with the token that waits or the host's."""
    for token in (None, full.host):
        reply = wait(full)
        assert (reply.status_code, reply.json["place"]) == (201, 1)
        where = reply.headers["Location"]
        assert where == f"{full.path}/waiting-list/{reply.json['player']}"
        gone = full.front.call("DELETE", where, token or reply.json["waiting_token"])
        assert (gone.status_code, gone.json["waiting"]) == (200, [])
        assert gone.json["you"]["host"] == (token is not None)
    assert full.front.call("DELETE", where, full.host).json["code"] == "no-such-waiter"


def test_a_table_that_is_full_is_waited_for(front: Front, full: Party) -> None:
    """`table-full` sends callers to the list, `seat-free` back to the chairs."""
    assert full.call("POST", "/seats", json={"name": "Fay", "buy_in": 500}).json["code"] == "table-full"
    empty = front.open(seats=2)
    refused = wait(empty).json
    assert (refused["code"], refused["free"]) == ("seat-free", [1, 2])


@pytest.mark.parametrize("player", ["0", "x", "-1", "9" * 20, "99"])
def test_a_number_that_does_not_wait(full: Party, player: str) -> None:
    """404 for all that is no place on the list."""
    reply = full.call("DELETE", f"/waiting-list/{player}", full.host)
    assert (reply.status_code, reply.json["code"]) == (404, "no-such-waiter")


@pytest.mark.parametrize(
    ("query", "field"),
    [("ban=yes", "ban"), ("ban=1", "ban"), ("player=0", "player"), ("player=x", "player"), ("name=Ann", "name")],
)
def test_what_stands_behind_a_seat_that_is_sent_away(full: Party, query: str, field: str) -> None:
    """True or false, a number, and nothing else; nobody is sent away by a mistake."""
    reply = full.call("DELETE", f"/seats/1?{query}", full.host)
    assert (reply.status_code, reply.json["field"]) == (422, field)
    assert len(full.view()["seats"]) == 3


def test_a_ban_over_http(full: Party) -> None:
    """403 `name-banned` for who comes back."""
    assert full.call("DELETE", "/seats/1?ban=true&player=1", full.host).status_code == 200
    reply = full.call("POST", "/seats", json={"name": "ANN", "buy_in": 500})
    assert (reply.status_code, reply.json["code"]) == (403, "name-banned")
    assert full.call("DELETE", "/seats/1?ban=false&player=1", full.host).json["code"] == "no-such-seat"


@pytest.mark.parametrize(
    ("fields", "field", "code"),
    [
        ({"word": "short"}, "word", "out-of-range"),
        ({"word": "x" * 65}, "word", "out-of-range"),
        ({"word": "with blanks and more"}, "word", "not-allowed"),
        ({"word": 12}, "word", "wrong-type"),
        ({}, "word", "missing-field"),
        ({"word": WORD, "player": 0}, "player", "out-of-range"),
        ({"word": WORD, "token": "x"}, "token", "unknown-field"),
    ],
)
def test_a_word_for_a_new_token(full: Party, fields: dict[str, Any], field: str, code: str) -> None:
    """Long enough not to be guessed, and plain enough to be sent anywhere."""
    reply = full.call("PUT", "/seats/1/token", full.seats[1], json=fields)
    assert (reply.status_code, reply.json["field"], reply.json["code"]) == (422, field, code)


def test_a_new_token_over_http(full: Party) -> None:
    """The same reply for the same word; the old token opens nothing more, and the new one everything."""
    tokens = set()
    for _ in range(2):
        reply = full.call("PUT", "/seats/1/token", full.seats[1], json={"word": WORD})
        assert (reply.status_code, reply.headers["Cache-Control"]) == (200, "no-store")
        tokens.add(reply.json["seat_token"])
    (new,) = tokens
    assert full.call("GET", token=full.seats[1]).json["code"] == "bad-token"
    assert full.call("GET", token=new).json["you"]["seat"] == 1
    assert full.call("PUT", "/seats/1/token", full.seats[2], json={"word": WORD}).json["code"] == "forbidden"


def test_a_table_without_spectators_over_http(full: Party) -> None:
    """403 says that one may sit down."""
    full.call("PATCH", token=full.host, json={"spectators": False})
    for path in ("", "/events", "/messages"):
        reply = full.call("GET", path)
        assert (reply.status_code, reply.json["code"]) == (403, "no-spectators")
        assert full.call("GET", path, full.seats[1]).status_code == 200


def test_a_private_table_over_http(front: Front) -> None:
    """404 without a token, the table with the invitation as the bearer's."""
    opened = front.call("POST", "/v1/tables", json={"game": "henway", "private": True}).json
    path = f"/v1/tables/{opened['table']['id']}"
    assert front.call("GET", path).json["code"] == "no-such-table"
    assert front.call("GET", "/v1/tables").json["tables"] == []
    sat = front.call("POST", path + "/seats", opened["invitation"], json={"name": "Ann", "buy_in": 5})
    assert sat.status_code == 201
    assert front.call("GET", path, sat.json["seat_token"]).json["private"] is True


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"deal_after_seconds": 0}, "deal_after_seconds"),
        ({"deal_after_seconds": 86_401}, "deal_after_seconds"),
        ({"deal_after_seconds": "20"}, "deal_after_seconds"),
        ({"private": None}, "private"),
        ({"spectators": 1}, "spectators"),
        ({"host": 0}, "host"),
        ({"host": 9}, "host"),
        ({"host": None}, "host"),
        ({"banned": "Ann"}, "banned"),
        ({"banned": ["Ann", ""]}, "banned.1"),
        ({"banned": ["x"] * 101}, "banned"),
        ({"replace_invitation": "guest"}, "replace_invitation"),
        ({"replace_invitation": "guest." + "x" * 43}, "replace_invitation"),
    ],
)
def test_a_setting_of_a_wrong_shape(full: Party, fields: dict[str, Any], field: str) -> None:
    """422 that names it; nothing has changed."""
    before = full.view()["event"]
    reply = full.call("PATCH", token=full.host, json=fields)
    assert (reply.status_code, reply.json["field"]) == (422, field)
    assert full.view()["event"] == before


def test_talk_over_http(full: Party) -> None:
    """201 with the address of the message; 429 with how long to wait."""
    for _ in range(5):
        reply = full.call("POST", "/messages", full.seats[1], json={"text": "  Hello  "})
        assert (reply.status_code, reply.json["message"]["text"]) == (201, "Hello")
    alone = full.front.call("GET", reply.headers["Location"]).json
    assert (alone["messages"], alone["more"]) == ([reply.json["message"]], False)
    reply = full.call("POST", "/messages", full.seats[1], json={"text": "Hello"})
    assert (reply.status_code, reply.json["code"]) == (429, "too-fast")
    assert 1 <= int(reply.headers["Retry-After"]) <= 10
    assert [full.call("POST", "/messages", token, json={"text": "?"}).status_code for token in (None, full.host)] == [
        401,
        201,
    ]


@pytest.mark.parametrize(
    "text", ["", " ", "x" * 301, "two\nlines", "\u202eturned", "\u200b", 5, None, ["Hello"], "\u0000"]
)
def test_what_cannot_be_said(full: Party, text: Any) -> None:
    """Too long, nothing that shows, control characters, marks that turn the direction of reading."""
    reply = full.call("POST", "/messages", full.seats[1], json={"text": text})
    assert (reply.status_code, reply.json["field"]) == (422, "text")


def test_a_message_sent_again_with_its_key_is_said_once(full: Party) -> None:
    """And does not count as another, either."""
    key = {"Idempotency-Key": "a-key-of-16-characters"}
    replies = [
        full.call("POST", "/messages", full.seats[1], json={"text": "Once"}, headers=dict(key)) for _ in range(8)
    ]
    assert {reply.json["message"]["event"] for reply in replies} == {replies[0].json["message"]["event"]}
    assert [reply.headers.get("Idempotent-Replayed") for reply in replies] == [None] + ["true"] * 7
