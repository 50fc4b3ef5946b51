"""Following a table over HTTP: three forms on one address, and tickets for browsers."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from api.http.streams import NDJSON, SSE
from tests.api.http.asking import refused
from tests.contract import spec
from tests.front import Front, Party, three_at_a_table

Json = dict[str, Any]
Message = tuple[str, str, Json]
STREAMS = pytest.mark.parametrize("kind", [SSE, NDJSON])


@pytest.fixture
def front(tmp_path: Path) -> Iterator[Front]:
    """A process that takes two followers."""
    made = Front(tmp_path, streams=2)
    yield made
    made.close()


def follow(party: Party, kind: str, token: str | None = None, query: str = "", **headers: str) -> TestResponse:
    """Open a stream; what comes of it is in its pieces."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return party.call("GET", f"/events{query}", token, headers={"Accept": kind} | named, buffered=False)


def messages(reply: TestResponse, count: int = 1000) -> list[Message]:
    """The first so many messages of a stream of either form, but for who is there; the stream is closed then."""
    told = list(islice((one for one in said(reply) if one[0] != "presence"), count))
    reply.close()
    return told


def said(reply: TestResponse) -> Iterator[Message]:
    """What a stream says, as kind, id and data."""
    pieces = reply.iter_encoded()
    if reply.mimetype == SSE:
        assert re.fullmatch(rb"retry: [123]\d{3}\n\n", next(pieces))
    for piece in pieces:
        if reply.mimetype == SSE:
            assert piece.endswith(b"\n\n")
            yield from map(_sse, piece.decode().removesuffix("\n\n").split("\n\n"))
        else:
            assert piece.endswith(b"\n")
            yield from map(_line, piece.splitlines())


def _line(text: bytes) -> Message:
    line = json.loads(text)
    assert not (wrong := spec.faults(spec.LINES["events"], line)), wrong
    ((kind, data),) = line.items()
    return kind, str(data["event"]) if kind == "event" else "", data


def _sse(block: str) -> Message:
    fields = dict(line.split(": ", 1) for line in block.split("\n"))
    assert list(fields) in (["id", "data"], ["event", "data"])
    return fields.get("event", "event"), fields.get("id", ""), json.loads(fields["data"])


@STREAMS
def test_a_stream_begins_with_a_snapshot(party: Party, kind: str) -> None:
    """It is the table as this viewer may see it, and bears no id, so that nobody goes on from it."""
    party.deal()
    for token in (None, party.host, party.seats[1]):
        ((name, id, view),) = messages(follow(party, kind, token), 1)
        assert (name, id) == ("snapshot", "")
        seen = party.call("GET", token=token).json
        assert {**view, "server_time": None} == {**seen, "server_time": None}
        assert list(view) == list(seen)


@STREAMS
def test_a_stream_goes_on_after_a_cursor(party: Party, kind: str) -> None:
    """Events bear their numbers as ids; the header that a browser sends goes before the address it began with."""
    party.deal()
    history = party.call("GET", "/events", party.seats[1]).json["events"]
    for headers in ({}, {"Last_Event_ID": "2"}):
        reply = follow(party, kind, party.seats[1], "?since=2" if not headers else "?since=0", **headers)
        told = messages(reply, len(history) - 2)
        assert [(name, id) for name, id, _ in told] == [("event", str(event["event"])) for event in history[2:]]
        assert [data for _, _, data in told] == history[2:]


@STREAMS
def test_a_cursor_of_no_use_resets(party: Party, kind: str) -> None:
    """A table that has not come to that event is shown anew."""
    ((name, id, view),) = messages(follow(party, kind, query="?since=999"), 1)
    assert (name, id, view["event"]) == ("reset", "", 4)
    reply = party.call("GET", "/events?since=999").json
    assert (reply["events"], reply["last"], reply["reset"]["event"]) == ([], 4, 4)


@STREAMS
def test_headers_of_a_stream(party: Party, kind: str) -> None:
    """Nobody on the way keeps it, or holds it back; HEAD says the same and follows nothing."""
    for method in ("GET", "HEAD"):
        reply = party.call(method, "/events", headers={"Accept": kind, "Origin": "https://a.example"}, buffered=False)
        assert reply.status_code == 200
        assert reply.mimetype == kind
        assert reply.headers["Cache-Control"] == "no-store"
        assert reply.headers["X-Accel-Buffering"] == "no"
        assert reply.headers["Access-Control-Allow-Origin"] == "*"
        assert {"Accept", "Authorization"} <= set(reply.vary)
        reply.close()
    assert party.front.app.extensions["hub"]._tables == {}


@pytest.mark.parametrize(
    ("accept", "kind"),
    [
        ("", "application/json"),
        ("*/*", "application/json"),
        ("application/*", "application/json"),
        ("text/event-stream", SSE),
        ("text/event-stream, */*", SSE),
        ("text/*", SSE),
        ("application/x-ndjson", NDJSON),
        ("application/json;q=0.5, application/x-ndjson", NDJSON),
        ("application/json;q=0, */*;q=0.1", NDJSON),
        ("text/event-stream;q=0.1, application/json", "application/json"),
    ],
)
def test_the_form_is_what_the_caller_takes_most_gladly(party: Party, accept: str, kind: str) -> None:
    """By `Accept`, in which the closest pattern speaks for a type; JSON where it leaves the choice."""
    reply = party.call("GET", "/events", headers={"Accept": accept}, buffered=False)
    assert (reply.status_code, reply.mimetype) == (200, kind)
    reply.close()


@pytest.mark.parametrize("accept", ["text/html", "application/json;q=0", "text/event-stream;q=0, image/*"])
def test_a_form_that_is_not_given(party: Party, accept: str) -> None:
    """406 names all three."""
    reply = party.call("GET", "/events", headers={"Accept": accept})
    assert reply.status_code == 406
    assert reply.json["available"] == ["application/json", NDJSON, SSE]


@pytest.mark.parametrize("given", ["x", "-1", "1.5", "9" * 41, str(2**53), "٣"])
def test_a_last_event_id_that_is_none(party: Party, given: str) -> None:
    """A header that breaks its own grammar is 400."""
    reply = party.call("GET", "/events", headers={"Last-Event-ID": given.encode().decode("latin-1")})
    assert (reply.status_code, reply.json["code"]) == (400, "malformed-header")


@pytest.mark.parametrize("query", ["wait=-1", "wait=31", "wait=soon", "wait=1&wait=1", "since=-1", "until=5"])
def test_a_query_that_is_refused(party: Party, query: str) -> None:
    """With the bounds, in every form."""
    for kind in ("*/*", SSE):
        assert party.call("GET", f"/events?{query}", headers={"Accept": kind}).status_code == 422


def test_a_bad_token_opens_no_stream(party: Party) -> None:
    """401 and 404 come before a stream begins."""
    for kind in (SSE, NDJSON, "*/*"):
        assert follow(party, kind, "host.wrong").status_code == 401
        assert party.front.call("GET", "/v1/tables/nowhere/events", headers={"Accept": kind}).status_code == 404


def test_a_browser_is_sent_away_from_a_closed_table(party: Party) -> None:
    """EventSource comes back for ever, but not after 204; a stream of lines is empty."""
    party.call("PATCH", "", party.host, json={"closed": True})
    last = party.view()["event"]
    assert follow(party, SSE, Last_Event_ID=str(last)).status_code == 204
    assert messages(follow(party, NDJSON, Last_Event_ID=str(last))) == []
    told = messages(follow(party, SSE, Last_Event_ID=str(last - 1)))
    assert [data["kind"] for _, _, data in told] == ["closed"]
    ((name, _, view),) = messages(follow(party, SSE))
    assert (name, view["state"]) == ("snapshot", "closed")
    assert party.front.app.extensions["hub"]._tables == {}


def test_one_follower_too_many(party: Party) -> None:
    """503 names the long poll, which still works; who goes makes room."""
    streams = [follow(party, SSE), follow(party, NDJSON)]
    assert f'\nregrets_followers{{worker="{os.getpid()}"}} 2\n' in party.front.call("GET", "/metrics").text
    reply = follow(party, SSE)
    assert (reply.status_code, reply.json["code"]) == (503, "too-many-streams")
    assert int(reply.headers["Retry-After"]) >= 1
    assert reply.json["instead"] == f"{party.path}/events?wait=30"
    assert party.front.call("GET", reply.json["instead"].replace("wait=30", "wait=0")).status_code == 200
    for stream in streams:
        stream.close()
    follow(party, SSE).close()


# Tickets


def ticket(party: Party, token: str | None) -> str:
    """A ticket for this token."""
    reply = party.call("POST", "/tickets", token)
    assert reply.status_code == 200, reply.text
    assert reply.headers["Cache-Control"] == "no-store"
    return str(reply.json["ticket"])


def test_a_ticket_stands_for_its_token(party: Party) -> None:
    """It opens a stream as its bearer would; what it shows is kept by nobody."""
    party.deal()
    for seat, is_host, token in ((1, False, party.seats[1]), (None, True, party.host)):
        given = ticket(party, token)
        assert token not in given
        for kind in (SSE, NDJSON):
            ((_, _, view),) = messages(follow(party, kind, query=f"?ticket={given}"), 1)
            assert (view["you"]["seat"], view["you"]["host"]) == (seat, is_host)
        reply = party.call("GET", f"/events?ticket={given}")
        assert reply.headers["Cache-Control"] == "no-store"
        assert reply.json["events"] == party.call("GET", "/events", token).json["events"]


def test_who_gets_a_ticket(party: Party) -> None:
    """A seat and the host do; nobody else has anything to hand on."""
    assert party.call("POST", "/tickets").status_code == 401
    assert party.call("POST", "/tickets", "host.wrong").status_code == 401


def test_there_is_nothing_to_say_about_a_ticket(party: Party) -> None:
    """A body is not needed, and one with anything in it is refused, as everywhere."""
    assert party.call("POST", "/tickets", party.host, json={}).status_code == 200
    assert refused(party, "POST", "/tickets", party.host, '{"seconds": 90}')["faults"][0]["field"] == "seconds"
    assert refused(party, "POST", "/tickets", party.host, "[]")["code"] == "wrong-type"
    assert refused(party, "POST", "/tickets", party.host, "seconds")["code"] == "not-json"
    assert party.call("POST", "/tickets", party.host, data=b"{}", content_type="text/plain").status_code == 415


def test_a_ticket_that_is_of_no_use(front: Front, party: Party) -> None:
    """One of another table, one that was changed, one that is over, and one whose token is no longer good: 401."""
    own = ticket(party, party.seats[1])
    holder, generation, until, mac = own.split(".")
    other = three_at_a_table(front)
    strange = [
        ticket(other, other.seats[1]),
        f"p2.{generation}.{until}.{mac}",
        f"{holder}.2.{until}.{mac}",
        f"{holder}.{generation}.{int(until) + 1}.{mac}",
        f"{own}x",
        party.seats[1],
        "",
    ]
    for given in strange:
        for kind in (SSE, "*/*"):
            reply = follow(party, kind, query=f"?ticket={given}")
            assert (reply.status_code, reply.json["code"]) == (401, "bad-token"), given
    party.call("DELETE", "/seats/1", party.seats[1])
    assert follow(party, SSE, query=f"?ticket={own}").status_code == 401


def test_a_ticket_is_good_for_a_minute(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    """To open a stream; one that is open stays open."""
    own = ticket(party, party.seats[1])
    stream = follow(party, NDJSON, query=f"?ticket={own}")
    told = (data for kind, _, data in said(stream) if kind != "presence")
    next(told)
    clock = party.front.app.extensions["service"]._desk.clock
    now = clock.now()
    monkeypatch.setattr(clock, "now", lambda: now + 61)
    assert follow(party, SSE, query=f"?ticket={own}").status_code == 401
    party.call("PATCH", "", party.host, json={"name": "Later"})
    assert next(told)["kind"] == "settings"
    stream.close()


def test_a_ticket_is_no_token(party: Party) -> None:
    """It opens streams and nothing else."""
    own = ticket(party, party.seats[1])
    assert party.call("GET", "", own).status_code == 401
    assert party.call("GET", f"?ticket={own}").status_code == 422
    assert party.call("DELETE", "/seats/1", own).status_code == 401
