"""`/v1/tables/{table}/ledger`: who owes whom, as JSON, as a table of values, or as text."""

from __future__ import annotations

from flask import Blueprint, Response, request

from api.history.wording import moment
from api.http.guards import for_bearer, guarded
from api.http.reading import JSON, accepted, bearer, gives, takes
from api.http.refusals import BadShape, Fault
from api.http.replies import file_reply, reply
from api.ledger.forms import to_csv, to_text
from api.reckonings import Reckonings
from api.views import ledger_view

CSV, TEXT = "text/csv", "text/plain"
PERSONS = ("player", "name")


def ledger(reckonings: Reckonings) -> Blueprint:
    """The route of the ledger."""
    routes = guarded("ledger")
    routes.after_request(for_bearer)

    @routes.get("/v1/tables/<table>/ledger")
    @takes("by")
    @gives(JSON, CSV, TEXT)
    def show_ledger(table: str) -> Response:
        kind = accepted()
        reckoned = reckonings.ledger(table, bearer(), _by() == "name")
        if kind == JSON:
            made = reply(ledger_view(reckoned.table, reckoned.ledger, reckoned.time))
        elif kind == CSV:
            made = file_reply(to_csv(reckoned.ledger), kind, f"regrets-{table}-ledger.csv")
        else:
            text = to_text(reckoned.ledger, reckoned.table.name, moment(reckoned.time))
            made = file_reply(text, kind, f"regrets-{table}-ledger.txt")
        made.vary.add("Accept")
        return made

    return routes


def _by() -> str:
    """What makes two chairs one person: the player's number, or the name."""
    given = request.args.get("by", PERSONS[0])
    if given not in PERSONS:
        raise BadShape([Fault("not-allowed", f"it is one of {', '.join(PERSONS)}", "by", {"allowed": list(PERSONS)})])
    return given
