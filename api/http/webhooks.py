"""`/v1/tables/{table}/webhooks`: what happens at a table, posted to its host's own services."""

from __future__ import annotations

from flask import Blueprint, Response

from api.http import schemas
from api.http.guards import for_bearer, guarded
from api.http.reading import bearer, json_body, keyed
from api.http.replies import made_reply, reply
from api.http.shapes import load
from api.webhooks.service import Webhooks

_ADD, _REDELIVER = schemas.AddWebhook(), schemas.Redeliver()


def webhooks(webhooks: Webhooks) -> Blueprint:
    """The routes of webhooks."""
    routes = guarded("webhooks")
    routes.after_request(for_bearer)

    @routes.post("/v1/tables/<table>/webhooks")
    def add(table: str) -> Response:
        body = json_body()
        added = webhooks.add(table, bearer(), load(_ADD, body), keyed(body))
        told = {"webhook": added.view, "secret": added.secret}
        return made_reply(told, f"/v1/tables/{table}/webhooks/{added.view['id']}", added.again)

    @routes.get("/v1/tables/<table>/webhooks")
    def listed(table: str) -> Response:
        return reply(webhooks.listed(table, bearer()))

    @routes.delete("/v1/tables/<table>/webhooks/<webhook>")
    def remove(table: str, webhook: str) -> Response:
        return reply(webhooks.remove(table, bearer(), webhook))

    @routes.get("/v1/tables/<table>/webhooks/<webhook>/dead-letters")
    def dead_letters(table: str, webhook: str) -> Response:
        return reply(webhooks.dead_letters(table, bearer(), webhook))

    @routes.post("/v1/tables/<table>/webhooks/<webhook>/redeliver")
    def redeliver(table: str, webhook: str) -> Response:
        events = load(_REDELIVER, json_body(optional=True)).get("events")
        return reply(webhooks.redeliver(table, bearer(), webhook, events))

    return routes
