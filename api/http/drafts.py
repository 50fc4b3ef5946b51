"""`/v1/tables/{table}/decisions/{decision}/preview`: what a draft of an answer would make."""

from __future__ import annotations

from flask import Blueprint, Response

from api.http.answers import load_draft
from api.http.guards import for_bearer, guarded
from api.http.reading import bearer, json_body
from api.http.replies import reply
from api.previews import Previews


def drafts(previews: Previews) -> Blueprint:
    """The routes of drafts."""
    routes = guarded("drafts")
    routes.after_request(for_bearer)

    @routes.post("/v1/tables/<table>/decisions/<decision>/preview")
    def preview(table: str, decision: int) -> Response:
        return reply(previews.preview(table, bearer(), decision, load_draft(json_body())))

    return routes
