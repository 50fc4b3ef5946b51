"""`/v1/tables/{table}/events` and `/tickets`: follow a table, as a stream or by asking again and again."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Callable

from flask import Blueprint, Response, request

from api.following import LONGEST_WAIT_SECONDS, Following
from api.http import schemas
from api.http.guards import for_bearer, guarded
from api.http.reading import JSON, accepted, bearer, event_parameter, gives, json_body, takes, whole_parameter
from api.http.replies import reply
from api.http.shapes import load
from api.http.streams import NDJSON, SSE, quiet_reply, stream_reply

_TICKET = schemas.AskTicket()
EVENTS, MOST_EVENTS = 200, 1000


def events(following: Following) -> Blueprint:
    """The routes of following."""
    routes = guarded("events")
    routes.after_request(for_bearer)

    @routes.get("/v1/tables/<table>/events")
    @takes("since", "limit", "wait", "ticket")
    @gives(JSON, NDJSON, SSE)
    def list_events(table: str) -> Response:
        ticket = request.args.get("ticket")
        who = bearer() if ticket is None else following.redeem(table, ticket)
        cursor = event_parameter("since", "Last-Event-ID")
        limit = whole_parameter("limit", EVENTS, 1, MOST_EVENTS)
        wait = whole_parameter("wait", 0, 0, LONGEST_WAIT_SECONDS)
        kind = accepted()
        if kind == JSON:
            made = reply(following.poll(table, who, cursor or 0, limit, wait))
        elif request.method == "HEAD":
            following.poll(table, who, 0, 1)
            made = quiet_reply(Response(mimetype=kind))
        else:
            made = stream_reply(following.follow(table, who, cursor, _line()), kind)
        made.vary.add("Accept")
        if ticket is not None:
            made.headers["Cache-Control"] = "no-store"
        return made

    @routes.post("/v1/tables/<table>/tickets")
    def give_ticket(table: str) -> Response:
        load(_TICKET, json_body(optional=True))
        return reply(following.ticket(table, bearer()))

    return routes


def _line() -> Callable[[], None] | None:
    """What breaks the line to this caller, where the server says which it is."""
    line: socket.socket | None = request.environ.get("gunicorn.socket")
    if line is None:
        return None

    def cut() -> None:
        with contextlib.suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)

    return cut
