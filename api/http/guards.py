"""What every route of the API checks before its own work: the caller's `Accept`, the query, the path."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from flask import Blueprint, Response

from api.http.errors import FORMS, members
from api.http.reading import acceptable, known_parameters, path_values
from api.http.refusals import BadShape, Fault
from api.rules.refusals import NotFound


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


@contextmanager
def named_by(field: str, missing: type[NotFound]) -> Iterator[None]:
    """What a body names and is not there is a fault of the body (422); 404 speaks of the address."""
    try:
        yield
    except missing as refusal:
        fault = Fault(FORMS[missing].code, refusal.detail, field, members(refusal.facts))
        raise BadShape([fault]) from None
