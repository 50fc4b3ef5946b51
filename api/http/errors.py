"""The HTTP form of everything that is refused or goes wrong: RFC 9457 problem documents with a stable code.

One table gives every class of refusal its status and code. What HTTP itself refuses has codes of its own. Whatever
else is raised is a fault of ours: 500, logged, and loud.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from flask import Flask, Response, g, request
from msgspec import Struct, to_builtins
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from api import denied
from api.http import refusals as unreadable
from api.http.reading import MOST_BODY_BYTES
from api.rules import refusals as rules
from api.rules.table import UnknownFormat
from api.store import StoreAway

log = logging.getLogger(__name__)

RETRY_SECONDS = 1
OTHER_VERSION_SECONDS = 30


class Form(Struct, frozen=True):
    """How a refusal looks: its status, its code, and the field at fault where the refusal does not name it."""

    status: int
    code: str
    field: str = ""


FORMS: Mapping[type[rules.Refused], Form] = {
    unreadable.NotJson: Form(400, "not-json"),
    unreadable.MalformedHeader: Form(400, "malformed-header"),
    denied.NoToken: Form(401, "token-needed"),
    denied.BadToken: Form(401, "bad-token"),
    denied.Forbidden: Form(403, "forbidden"),
    denied.NoSpectators: Form(403, "no-spectators"),
    denied.BotsOff: Form(403, "bots-off"),
    denied.WebhooksOff: Form(403, "webhooks-off"),
    denied.DecksNotRigged: Form(403, "decks-not-rigged"),
    rules.NotYours: Form(403, "not-yours"),
    rules.NameBanned: Form(403, "name-banned"),
    denied.NoSuchTable: Form(404, "no-such-table"),
    denied.NoSuchGame: Form(404, "no-such-game"),
    denied.NoSuchWebhook: Form(404, "no-such-webhook"),
    denied.NoSuchLetter: Form(404, "no-such-dead-letter"),
    denied.NoSuchHand: Form(404, "no-such-hand"),
    rules.NoSuchSeat: Form(404, "no-such-seat"),
    rules.NoSuchWaiter: Form(404, "no-such-waiter"),
    rules.NoSuchDecision: Form(404, "no-such-decision"),
    unreadable.NotAcceptable: Form(406, "not-acceptable"),
    rules.NotLegal: Form(409, "not-legal"),
    rules.DecisionClosed: Form(409, "decision-closed"),
    rules.AnsweredDifferently: Form(409, "decision-answered-differently"),
    rules.SeatTaken: Form(409, "seat-taken"),
    rules.NameTaken: Form(409, "name-taken"),
    rules.TableFull: Form(409, "table-full"),
    rules.SeatFree: Form(409, "seat-free"),
    rules.WaitingListFull: Form(409, "waiting-list-full"),
    rules.NoAutoRebuy: Form(409, "no-auto-rebuy"),
    rules.BanListFull: Form(409, "ban-list-full"),
    denied.TooManyBots: Form(409, "too-many-bots"),
    rules.HandInProgress: Form(409, "hand-in-progress"),
    rules.NotEnoughPlayers: Form(409, "not-enough-players"),
    rules.SeatLeaving: Form(409, "seat-leaving"),
    rules.NoHand: Form(409, "no-hand"),
    rules.CannotVoid: Form(409, "cannot-void"),
    rules.TablePaused: Form(409, "table-paused"),
    rules.TableClosed: Form(409, "table-closed"),
    denied.HandForgotten: Form(410, "hand-forgotten"),
    unreadable.UnsupportedType: Form(415, "unsupported-media-type"),
    unreadable.BadShape: Form(422, "bad-shape"),
    rules.UnknownOption: Form(422, "unknown-option"),
    rules.BadOption: Form(422, "bad-option"),
    rules.BadDeck: Form(422, "bad-deck", "deck"),
    rules.BuyInOutOfBounds: Form(422, "buy-in-out-of-bounds"),
    rules.SeatsOutOfBounds: Form(422, "seats-out-of-bounds"),
    denied.TooManyWebhooks: Form(409, "too-many-webhooks"),
    denied.TokenVoid: Form(409, "token-void"),
    denied.UrlNotAllowed: Form(422, "url-not-allowed", "url"),
    denied.KeyReused: Form(422, "key-reused", "Idempotency-Key"),
    denied.TooFast: Form(429, "too-fast"),
    denied.NotAnInvitation: Form(422, "not-an-invitation"),
    denied.EvaluatorAway: Form(503, "evaluator-away"),
    denied.Contended: Form(503, "contended"),
    denied.TooManyStreams: Form(503, "too-many-streams"),
}

# What HTTP refuses before any of our code is asked.
HTTP_CODES = {404: "not-found", 405: "method-not-allowed", 408: "request-timeout", 413: "too-large"}


def problem(status: int, code: str, detail: str, **members: Any) -> Response:
    """A problem document; `members` are extension members such as `faults` and `legal`."""
    body = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "code": code}
    text = json.dumps({**body, "detail": detail, **members}, ensure_ascii=False)
    reply = Response(text, status, mimetype="application/problem+json")
    reply.headers["Cache-Control"] = "no-store"
    return reply


def register(app: Flask) -> None:
    """Answer everything that an app raises as a problem document."""
    app.register_error_handler(rules.Refused, refused)
    app.register_error_handler(StoreAway, store_away)
    app.register_error_handler(UnknownFormat, other_format)
    app.register_error_handler(HTTPException, http_refused)
    app.register_error_handler(Exception, broken)


def refused(refusal: rules.Refused) -> Response:
    """The problem document of a refusal."""
    g.refusal = refusal
    if isinstance(refusal, unreadable.BadShape):
        return _bad_shape(refusal)
    form = FORMS[type(refusal)]
    facts = members(refusal.facts)
    if form.status == 422:
        field = facts.pop("field", form.field)
        fault = {"code": form.code, "field": field, "detail": refusal.detail, **facts}
        return problem(422, form.code, refusal.detail, field=field, faults=[fault])
    if form.status == 503:
        return _retry(problem(503, form.code, refusal.detail, applied="no", **facts))
    reply = problem(form.status, form.code, refusal.detail, **facts)
    if form.status == 401:
        error = ', error="invalid_token"' if isinstance(refusal, denied.BadToken) else ""
        reply.headers["WWW-Authenticate"] = f'Bearer realm="regrets"{error}'
    if form.status == 415:
        reply.headers["Accept"] = "application/json"
    if isinstance(refusal, denied.TooFast):
        reply.headers["Retry-After"] = str(refusal.wait_seconds)
    return reply


def _bad_shape(refusal: unreadable.BadShape) -> Response:
    """Every fault of a request; the first one speaks for all."""
    faults = [
        {"code": fault.code, "field": fault.field, "detail": fault.detail, **fault.facts} for fault in refusal.faults
    ]
    first = refusal.faults[0]
    return problem(422, first.code, refusal.detail, field=first.field, faults=faults)


def members(facts: Mapping[str, Any]) -> dict[str, Any]:
    """A refusal's facts as JSON; a least and a most are together its bounds."""
    shown = {name: to_builtins(fact) for name, fact in facts.items() if name not in ("min", "max")}
    if "min" in facts:
        shown["bounds"] = {"min": facts["min"], "max": facts["max"]}
    return shown


def store_away(fault: StoreAway) -> Response:
    """The store cannot be reached: nothing was done, or nobody knows.

    The same request is safe to repeat, but for one that creates, may have done so, and has no Idempotency-Key.
    """
    log.warning("the store is away: %s", fault)
    known = "nothing was done" if fault.applied == "no" else "whether it was done is not known"
    creates = request.method == "POST" and fault.applied != "no"
    advice = "The same request is safe to send again."
    if creates and "Idempotency-Key" in request.headers:
        advice = "With the same Idempotency-Key it is safe to send again."
    elif creates:
        advice = "Look at the table before you send it again; with an Idempotency-Key it would be safe."
    detail = f"The tables cannot be reached just now; {known}. {advice}"
    return _retry(problem(503, "store-away", detail, applied=fault.applied))


def other_format(fault: UnknownFormat) -> Response:
    """The table was written by another version: while servers are being replaced, one that can read it may be next."""
    log.error("%s: %s; run the version of the server that wrote it, or a later one", request.path, fault)
    detail = "This table was written by a later version of the server, which must be run to go on with it."
    reply = problem(503, "table-format", detail, applied="no")
    reply.headers["Retry-After"] = str(OTHER_VERSION_SECONDS)
    return reply


def _retry(reply: Response) -> Response:
    reply.headers["Retry-After"] = str(RETRY_SECONDS)
    return reply


def http_refused(error: HTTPException) -> Response:
    """What Flask refuses: no such path, a wrong method, too large a body."""
    status = error.code or 500
    code = HTTP_CODES.get(status, "refused" if status < 500 else "internal-error")
    if isinstance(error, RequestEntityTooLarge):
        return problem(413, code, f"A body holds at most {MOST_BODY_BYTES} bytes.", limit=MOST_BODY_BYTES)
    reply = problem(status, code, error.description or "")
    for name, value in error.get_headers():
        if name == "Allow":
            reply.headers[name] = value
    return reply


def broken(error: Exception) -> Response:
    """A fault of ours."""
    log.error("a request broke the server", exc_info=error)
    return problem(500, "internal-error", "The server failed; the fault is ours and has been logged.")
