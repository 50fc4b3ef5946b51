"""`/v1/tables/{table}/bots`: programs for empty seats."""

from __future__ import annotations

from flask import Blueprint, Response

from api.bots.service import Bots
from api.http import schemas
from api.http.guards import for_bearer, guarded
from api.http.reading import bearer, json_body, keyed
from api.http.replies import made_reply
from api.http.shapes import load

_ADD = schemas.AddBot()


def bots(bots: Bots) -> Blueprint:
    """The route of adding a bot; it leaves as any seat does."""
    routes = guarded("bots")
    routes.after_request(for_bearer)

    @routes.post("/v1/tables/<table>/bots")
    def add_bot(table: str) -> Response:
        body = json_body()
        added = bots.add(table, bearer(), load(_ADD, body), keyed(body))
        told = {"table": added.view, "seat": added.seat}
        return made_reply(told, f"/v1/tables/{table}/seats/{added.seat}", added.again)

    return routes
