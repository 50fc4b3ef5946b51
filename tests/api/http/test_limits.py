"""Limits: who is too fast is told so, in time and in numbers; nobody's turn is ever in danger."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from api.http.limits import COST_OF_A_GUESS, TOKENS_AN_ADDRESS, line_of
from api.store import StoreAway
from tests.contract import spec
from tests.front import Front, Party, three_at_a_table

RATE = 40


class Slow:
    """A clock that stands still until a test moves it."""

    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def slow() -> Slow:
    return Slow()


@pytest.fixture
def counting(tmp_path: Path, slow: Slow) -> Iterator[Front]:
    """A server with limits, whose minute lasts as long as a test wants."""
    made = Front(tmp_path, rate=RATE)
    made.app.extensions["limits"].now = slow
    yield made
    made.close()


@pytest.fixture
def party(counting: Front, slow: Slow) -> Party:
    """Ann, Ben and Cy, in the first round of betting, after a minute of silence."""
    party = three_at_a_table(counting)
    party.deal()
    party.place_all()
    slow.at += 60
    return party


def at(address: str) -> dict[str, object]:
    """A request from that address."""
    return {"environ_overrides": {"REMOTE_ADDR": address}}


def exhaust(party: Party, token: str) -> TestResponse:
    """Look with a token until that is too fast; the refusal."""
    while (reply := party.call("GET", token=token)).status_code == 200:
        pass
    return reply


def test_a_token_has_its_requests_a_minute(party: Party, slow: Slow) -> None:
    """Then 429 with the numbers, until the time that was told has passed."""
    for _ in range(RATE):
        assert party.call("GET", token=party.seats[1]).status_code == 200
    reply = party.call("GET", token=party.seats[1])
    assert (reply.status_code, reply.json["code"]) == (429, "too-fast")
    assert reply.json["rate"] == {"policy": "token", "quota": RATE, "window_seconds": 60, "wait_seconds": 2}
    assert reply.headers["Retry-After"] == "2"
    assert reply.headers["RateLimit"] == '"token";r=0;t=2'
    slow.at += 2
    assert party.call("GET", token=party.seats[1]).status_code == 200


def test_every_reply_tells_what_is_left(party: Party) -> None:
    """Also a refusal; by the fields of the IETF's draft, of the limit that is nearest to its end."""
    policies = f'"token";q={RATE};w=60, "address";q={TOKENS_AN_ADDRESS * RATE};w=60'
    for left, path in ((39, ""), (38, "/events"), (37, "/events?since=x"), (36, "/seats/x")):
        reply = party.call("DELETE" if path == "/seats/x" else "GET", path, party.seats[1])
        assert reply.headers["RateLimit-Policy"] == policies
        assert reply.headers["RateLimit"].startswith(f'"token";r={left};t=')
    assert party.call("GET").headers["RateLimit-Policy"] == policies.split(", ")[1]


def test_what_is_no_call_is_not_told_what_is_left(counting: Front) -> None:
    """As the document says: an unknown address, a method that an address does not have, and a preflight."""
    for method, address, status in (
        ("GET", "/v1/nothing", 404),
        ("DELETE", "/v1/games", 405),
        ("OPTIONS", "/v1/tables", 204),
    ):
        reply = counting.call(method, address)
        assert (reply.status_code, "RateLimit" in reply.headers) == (status, False)
    said = " ".join(spec.document()["info"]["description"].split())
    assert "What is no call of this document, and a preflight, is neither counted nor told." in said


def test_one_who_is_too_fast_is_in_nobody_s_way(party: Party) -> None:
    """Others behind the same address go on, however long one goes on with a token that is spent."""
    exhaust(party, party.seats[1])
    for _ in range(TOKENS_AN_ADDRESS * RATE):
        assert party.call("GET", token=party.seats[1]).status_code == 429
    assert party.call("GET", token=party.seats[2]).status_code == 200


def test_an_address_may_be_a_whole_table(party: Party) -> None:
    """It has the requests of eight tokens, with a token or without; another address has its own."""
    for _ in range(TOKENS_AN_ADDRESS * RATE):
        assert party.call("GET", **at("192.0.2.7")).status_code == 200
    reply = party.call("GET", **at("192.0.2.7"))
    assert (reply.status_code, reply.json["rate"]["policy"]) == (429, "address")
    assert party.call("GET", token=party.seats[1], **at("192.0.2.7")).status_code == 429
    assert party.call("GET", **at("192.0.2.8")).status_code == 200


def test_the_acting_seat_is_never_too_fast(party: Party) -> None:
    """With a token and an address that are both spent, whoever is asked plays, to the end of the hand."""
    for token in party.seats.values():
        exhaust(party, token)
    for _ in range(TOKENS_AN_ADDRESS * RATE):
        party.call("GET")
    assert party.call("GET").status_code == 429
    service, answers = party.front.app.extensions["service"], 0
    while service.look(party.table, None).view["state"] == "playing":
        for token in party.seats.values():
            for asked in service.look(party.table, token).view["decisions"]:
                if asked["answer"] is None:
                    reply = party.call("PUT", f"/decisions/{asked['decision']}", token, json=asked["default"])
                    assert reply.status_code == 200, reply.text
                    answers += 1
    assert answers > 10


def test_what_is_no_answer_in_turn_is_counted(party: Party) -> None:
    """An answer again, to a number never given out, of another seat, with a wrong token: each can be too fast."""
    (decision,) = party.asked()
    path, answer = f"/decisions/{decision['decision']}", decision["default"]
    seat = party.seats[decision["seat"]]
    other = party.seats[decision["seat"] % 3 + 1]
    exhaust(party, seat)
    exhaust(party, other)
    assert party.call("PUT", path, other, json=answer).status_code == 429
    assert party.call("PUT", "/decisions/999", seat, json=answer).status_code == 429
    assert party.call("PUT", "/decisions/x", seat, json=answer).status_code == 429
    assert party.call("PUT", path, seat, json={"type": "bet", "to": 10**6}).status_code == 409
    assert party.call("PUT", path, seat, json=answer).status_code == 200
    assert party.call("PUT", path, seat, json=answer).status_code == 429


def test_illegal_answers_are_counted_when_they_have_been_refused(party: Party) -> None:
    """They leave less for everything else, and the legal one is still taken."""
    (decision,) = party.asked()
    path, seat = f"/decisions/{decision['decision']}", party.seats[decision["seat"]]
    for left in range(RATE - 2, -1, -1):
        reply = party.call("PUT", path, seat, json={"type": "bet", "to": 10**6})
        assert reply.status_code == 409
        assert reply.headers["RateLimit"].startswith(f'"token";r={left};')
    assert party.call("GET", token=seat).status_code == 429
    assert party.call("PUT", path, seat, json=decision["default"]).status_code == 200


def test_a_wrong_token_counts_as_several_requests(party: Party) -> None:
    """Whoever tries tokens out has soon tried enough, from wherever the table is looked at and answered."""
    tried = 0
    while party.call("GET", token=f"p1.guess{tried}", **at("192.0.2.7")).status_code == 401:
        tried += 1
    assert tried == TOKENS_AN_ADDRESS * RATE // COST_OF_A_GUESS
    reply = party.call("PUT", "/decisions/1", "p1.another", json={"type": "fold"}, **at("192.0.2.7"))
    assert reply.status_code == 429


def test_a_wrong_token_counts_at_a_private_table_too(counting: Front) -> None:
    """Which does not even say that it is there."""
    party = counting.open(private=True)
    reply = party.call("GET", token="guest.x", **at("192.0.2.7"))
    assert reply.status_code == 404
    left = counting.call("GET", "/v1/games", **at("192.0.2.7")).headers["RateLimit"]
    assert left.startswith(f'"address";r={TOKENS_AN_ADDRESS * RATE - COST_OF_A_GUESS - 1};')


def test_opening_tables_has_a_limit_of_its_own(counting: Front, slow: Slow) -> None:
    """For each address, whatever else it does."""
    for _ in range(RATE // 20):
        assert counting.call("POST", "/v1/tables", json={"game": "henway"}).status_code == 201
    reply = counting.call("POST", "/v1/tables", json={"game": "henway"})
    assert (reply.status_code, reply.json["rate"]["policy"]) == (429, "tables")
    assert counting.call("GET", "/v1/tables").status_code == 200
    assert counting.call("POST", "/v1/tables", json={"game": "henway"}, **at("192.0.2.9")).status_code == 201
    slow.at += reply.json["rate"]["wait_seconds"]
    assert counting.call("POST", "/v1/tables", json={"game": "henway"}).status_code == 201


def test_sitting_down_has_a_limit_of_its_own(party: Party) -> None:
    """A table's seats cannot be taken and left all night long."""
    for _ in range(RATE // 10):
        assert party.call("POST", "/seats", json={"name": "Ann", "buy_in": 5}).status_code == 409
    reply = party.call("POST", "/seats", json={"name": "Dee", "buy_in": 5})
    assert (reply.status_code, reply.json["rate"]["policy"]) == (429, "seats")
    assert len(party.view()["seats"]) == 3


def test_what_no_caller_can_help_is_not_counted(counting: Front) -> None:
    """Health, counters, pages and preflights, and addresses that are not there."""
    for _ in range(TOKENS_AN_ADDRESS * RATE + 5):
        counting.call("GET", "/v1/games")
    assert counting.call("GET", "/v1/games").status_code == 429
    for method, path, status in (
        ("GET", "/healthz", 200),
        ("GET", "/readyz", 200),
        ("GET", "/metrics", 200),
        ("GET", "/", 200),
        ("OPTIONS", "/v1/tables", 204),
        ("GET", "/v1/nowhere", 404),
    ):
        reply = counting.call(method, path, buffered=True)
        assert (reply.status_code, reply.headers.get("RateLimit")) == (status, None)


def test_a_refusal_can_be_read_from_other_origins(party: Party) -> None:
    """With the headers that say when to come back."""
    reply = exhaust(party, party.seats[1])
    assert reply.headers["Access-Control-Allow-Origin"] == "*"
    exposed = set(reply.headers["Access-Control-Expose-Headers"].split(", "))
    assert {"RateLimit", "RateLimit-Policy", "Retry-After"} <= exposed


def test_a_store_that_is_away_is_said_to_be_away(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rather than an answer being called too fast, when nobody can tell whether it is asked for."""

    def away(*_: object) -> None:
        raise StoreAway("away", "no")

    (decision,) = party.asked()
    exhaust(party, party.seats[1])
    monkeypatch.setattr(party.front.tables, "read", away)
    path = f"/decisions/{decision['decision']}"
    assert party.call("PUT", path, party.seats[1], json=decision["default"]).status_code == 503


def test_a_proxy_is_believed_only_if_the_settings_say_so(tmp_path: Path) -> None:
    """And then so far as it speaks for itself: what a caller writes in front of that counts for nothing."""
    for proxies, forwarded, apart in (
        (0, "198.51.100.{}", False),
        (1, "198.51.100.{}", True),
        (1, "198.51.100.{}, 203.0.113.5", False),
        (2, "198.51.100.{}, 203.0.113.5", True),
    ):
        front = Front(tmp_path / f"{proxies}{len(forwarded)}", rate=RATE, trusted_proxies=proxies)
        front.app.extensions["limits"].now = Slow()
        statuses = {
            front.call(
                "GET", "/v1/games", headers={"X-Forwarded-For": forwarded.format(number % 2)}, **at("127.0.0.1")
            ).status_code
            for number in range(TOKENS_AN_ADDRESS * RATE + 1)
        }
        assert statuses == ({200} if apart else {200, 429})
        front.close()


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("192.0.2.1", "::ffff:192.0.2.1", True),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("fe80::1%eth0", "fe80::2%eth1", True),
        ("unix:", "unix:", True),
        (None, "", True),
    ],
)
def test_an_ipv6_line_is_one_caller(one: str | None, other: str, same: bool) -> None:
    """A household has 2**64 addresses, and may not count as so many."""
    assert (line_of(one) == line_of(other)) == same


def test_without_a_rate_there_are_no_limits(front: Front) -> None:
    """REGRETS_RATE=0: nothing is counted, and nothing said."""
    replies = [front.call("GET", "/v1/games") for _ in range(1000)]
    assert {(reply.status_code, reply.headers.get("RateLimit")) for reply in replies} == {(200, None)}


def test_the_document_lists_429_wherever_requests_are_counted() -> None:
    """A new operation of the game API is counted, too."""
    for path, method, operation in spec.operations(spec.API):
        assert ("429" in operation["responses"]) == path.startswith("/v1/"), f"{method} {path}"
