"""The HTTP form of every refusal: RFC 9457 problem documents with a stable code.

Refusals of `refusals.py` are 422, or 413 for more hands or showdowns than a request may hold, and list
their faults; what HTTP itself refuses (no such path, wrong method, type or size) has a code of its own.
Whatever else is raised is a fault of ours: 500, logged.
"""

from __future__ import annotations

import json
import logging
from http import HTTPStatus
from typing import Any

from flask import Flask, Response
from werkzeug.exceptions import HTTPException

from evaluator.refusals import Refusal, TooMany, all_of

log = logging.getLogger("evaluator")

CODES = {
    400: "bad-request",
    404: "not-found",
    405: "method-not-allowed",
    406: "not-acceptable",
    408: "request-timeout",
    411: "length-required",
    413: "too-large",
    414: "uri-too-long",
    415: "unsupported-media-type",
    422: "refused",
    431: "headers-too-large",
    500: "internal-error",
    503: "busy",
}


class HttpRefusal(Exception):
    """A refusal that HTTP has a status for: 400, 406, 413, 415, 503."""

    def __init__(self, status: int, detail: str, headers: dict[str, str] | None = None, **facts: Any) -> None:
        super().__init__(detail)
        self.status, self.detail, self.headers, self.facts = status, detail, headers or {}, facts


def problem(status: int, code: str, detail: str, headers: dict[str, str] | None = None, **members: Any) -> Response:
    """Build a problem document. `members` are extension members such as `field` and `faults`."""
    body = {
        "type": "about:blank", "title": HTTPStatus(status).phrase, "status": status,
        "code": code, "detail": detail, **members,
    }  # fmt: skip
    return Response(json.dumps(body), status, {"Content-Type": "application/problem+json", **(headers or {})})


def register(app: Flask) -> None:
    """Answer every refusal of an app as a problem document."""
    app.register_error_handler(Refusal, _refused)
    app.register_error_handler(HttpRefusal, _http_refused)
    app.register_error_handler(HTTPException, _http_exception)
    app.register_error_handler(Exception, _unexpected)


def _refused(refusal: Refusal) -> Response:
    found = all_of(refusal)
    first = next((fault for fault in found if isinstance(fault, TooMany)), found[0])
    more: dict[str, Any] = {"field": first.field, "faults": [_as_json(fault) for fault in found]}
    if isinstance(first, TooMany):
        return problem(413, first.code, str(first), limit=first.facts["bounds"]["max"], **more)
    return problem(422, first.code, str(first), **more)


def _as_json(fault: Refusal) -> dict[str, Any]:
    return {"code": fault.code, "field": fault.field, "detail": fault.detail, **fault.facts}


def _http_refused(refusal: HttpRefusal) -> Response:
    code = refusal.facts.pop("code", CODES[refusal.status])
    return problem(refusal.status, code, refusal.detail, refusal.headers, **refusal.facts)


def _http_exception(error: HTTPException) -> Response:
    status = error.code or 500
    headers = {name: value for name, value in error.get_headers() if name.lower() in ("allow", "retry-after")}
    return problem(status, CODES.get(status, "refused"), error.description or "", headers)


def _unexpected(error: Exception) -> Response:
    log.exception("unexpected error", exc_info=error)
    return problem(500, CODES[500], "The service failed; the fault is ours and has been logged.")
