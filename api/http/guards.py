"""What every route of the API checks before its own work: the caller's `Accept`, the query, the path."""

from __future__ import annotations

from flask import Blueprint, Response

from api.http.reading import acceptable, known_parameters, path_values


def guarded(name: str) -> Blueprint:
    """A blueprint whose routes refuse what the document does not list."""
    routes = Blueprint(name, __name__)
    routes.before_request(path_values)
    routes.before_request(acceptable)
    routes.before_request(known_parameters)
    return routes


def for_bearer(made: Response) -> Response:
    """Tell caches that the reply depends on who asks."""
    made.vary.add("Authorization")
    return made
