"""`/v1/tables/{table}/hands` and below, read: finished hands, listed, downloaded, told again, replayed."""

from __future__ import annotations

from flask import Blueprint, Response, request

from api.http.forms import MANY, ONE, many_reply, one_reply
from api.http.guards import for_bearer, guarded
from api.http.reading import JSON, MOST_EXACT, accepted, bearer, flag_parameter, gives, takes, whole_parameter
from api.http.refusals import BadShape, Fault
from api.http.replies import reply, same_reply
from api.past import Past

PAGE, LONGEST_PAGE = 50, 200
# A list is paged; a download is bounded by numbers of hands.
OF_LISTS, OF_DOWNLOADS = ("cursor", "limit"), ("first", "last")


def past(hands: Past) -> Blueprint:
    """The routes of finished hands."""
    routes = guarded("past")
    routes.after_request(for_bearer)
    routes.after_request(_for_form)

    @routes.get("/v1/tables/<table>/hands")
    @takes(*OF_LISTS, *OF_DOWNLOADS)
    @gives(JSON, *MANY)
    def list_hands(table: str) -> Response:
        kind = accepted()
        if kind == JSON:
            _only(OF_LISTS, kind)
            before = whole_parameter("cursor", MOST_EXACT, 1, MOST_EXACT)
            return reply(hands.hands(table, bearer(), before, whole_parameter("limit", PAGE, 1, LONGEST_PAGE)))
        _only(OF_DOWNLOADS, kind)
        first, last = (whole_parameter(name, one, 1, MOST_EXACT) for name, one in (("first", 1), ("last", MOST_EXACT)))
        return many_reply(hands.night(table, bearer(), first, last), kind, table)

    @routes.get("/v1/tables/<table>/hands/<hand>")
    @gives(*ONE)
    def show_hand(table: str, hand: int) -> Response:
        return same_reply(one_reply(hands.hand(table, bearer(), hand), accepted()))

    @routes.get("/v1/tables/<table>/hands/<hand>/events")
    @takes("views")
    def replay(table: str, hand: int) -> Response:
        return same_reply(reply(hands.replay(table, bearer(), hand, flag_parameter("views"))))

    return routes


def _only(names: tuple[str, ...], kind: str) -> None:
    """Refuse parameters that the form asked for has no use for."""
    facts = {"allowed": list(names)}
    faults = [
        Fault("unknown-field", f"there is no such parameter as {kind}", name, facts)
        for name in request.args
        if name not in names
    ]
    if faults:
        raise BadShape(faults)


def _for_form(made: Response) -> Response:
    """Tell caches that the reply depends on the form asked for."""
    made.vary.add("Accept")
    return made
