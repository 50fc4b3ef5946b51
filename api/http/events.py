"""`/v1/tables/{table}/events`: follow a table."""

from __future__ import annotations

from flask import Blueprint, Response

from api.following import Following
from api.http.guards import for_bearer, guarded
from api.http.reading import MOST_EXACT, bearer, takes, whole_parameter
from api.http.replies import reply

EVENTS, MOST_EVENTS = 200, 1000


def events(following: Following) -> Blueprint:
    """The routes of following."""
    routes = guarded("events")
    routes.after_request(for_bearer)

    @routes.get("/v1/tables/<table>/events")
    @takes("since", "limit")
    def list_events(table: str) -> Response:
        since = whole_parameter("since", 0, 0, MOST_EXACT)
        return reply(following.events(table, bearer(), since, whole_parameter("limit", EVENTS, 1, MOST_EVENTS)))

    return routes
