"""`/v1/tables/{table}/messages`: talk at the table."""

from __future__ import annotations

from flask import Blueprint, Response

from api.http import schemas
from api.http.guards import for_bearer, guarded
from api.http.reading import MOST_EXACT, bearer, json_body, keyed, takes, whole_parameter
from api.http.replies import made_reply, reply
from api.http.shapes import load
from api.talk import Talk

MESSAGES, MOST_MESSAGES = 50, 200
_SAY = schemas.Say()


def talk(talk: Talk) -> Blueprint:
    """The routes of talk."""
    routes = guarded("talk")
    routes.after_request(for_bearer)

    @routes.post("/v1/tables/<table>/messages")
    def say(table: str) -> Response:
        body = json_body()
        told = talk.say(table, bearer(), load(_SAY, body)["text"], keyed(body))
        at = f"/v1/tables/{table}/messages?since={told.said.event - 1}&limit=1"
        return made_reply({"message": told.said.message}, at, told.again)

    @routes.get("/v1/tables/<table>/messages")
    @takes("since", "limit")
    def messages(table: str) -> Response:
        since = whole_parameter("since", 0, 0, MOST_EXACT)
        limit = whole_parameter("limit", MESSAGES, 1, MOST_MESSAGES)
        return reply(talk.messages(table, bearer(), since, limit))

    return routes
