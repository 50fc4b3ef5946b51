"""`/v1/tables/{table}/hands` and `/decisions`: deal, and answer."""

from __future__ import annotations

from flask import Blueprint, Response

from api.http import schemas
from api.http.answers import load_answer
from api.http.guards import for_bearer, guarded
from api.http.reading import bearer, json_body, keyed
from api.http.replies import made_reply, reply
from api.http.shapes import load
from api.service import Service

_DEAL = schemas.Deal()


def hands(service: Service) -> Blueprint:
    """The routes of play."""
    routes = guarded("hands")
    routes.after_request(for_bearer)

    @routes.post("/v1/tables/<table>/hands")
    def deal(table: str) -> Response:
        body = json_body(optional=True)
        dealt = service.deal(table, bearer(), load(_DEAL, body), keyed(body))
        return made_reply(dealt.view, f"/v1/tables/{table}", dealt.again)

    @routes.put("/v1/tables/<table>/decisions/<decision>")
    def answer(table: str, decision: int) -> Response:
        return reply(service.answer(table, bearer(), decision, load_answer(json_body())))

    return routes
