"""The WSGI application: blueprint, problem documents, cross-origin headers, metrics."""

from __future__ import annotations

from time import perf_counter
from typing import Any

from flask import Flask, Request, Response, request

from evaluator import errors
from evaluator.metrics import Metrics
from evaluator.rankings import RANKINGS
from evaluator.routes import MAX_BODY_BYTES, blueprint
from evaluator.tables import tables_of


class TimedRequest(Request):
    """A request that knows when it came."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.started = perf_counter()


def create_app() -> Flask:
    """Build the service: its tables first, so that it is ready when it answers at all."""
    for ranking in RANKINGS.values():
        tables_of(ranking)
    app = Flask("evaluator", static_folder=None)
    app.request_class = TimedRequest
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY_BYTES
    app.url_map.merge_slashes = False
    app.before_request(_answer_preflight)
    metrics = Metrics()
    app.register_blueprint(blueprint)
    app.add_url_rule("/metrics", "metrics", lambda: Response(metrics.text(), mimetype="text/plain"))
    errors.register(app)

    @app.after_request
    def finish(response: Response) -> Response:
        rule = request.url_rule
        seconds = perf_counter() - request.started  # type: ignore[attr-defined]  # it is a TimedRequest
        metrics.count(request.method, rule.rule if rule else "none", response.status_code, seconds)
        return _allow_origins(response)

    return app


def _answer_preflight() -> Response | None:
    """Answer OPTIONS before anything else is looked at, for any path."""
    if request.method != "OPTIONS":
        return None
    asked = request.headers.get("Access-Control-Request-Headers", "Content-Type, Accept")
    return Response(status=204, headers={
        "Access-Control-Allow-Methods": "GET, HEAD, POST, OPTIONS",
        "Access-Control-Allow-Headers": asked,
        "Access-Control-Max-Age": "86400",
    })  # fmt: skip


def _allow_origins(response: Response) -> Response:
    """Let a page of any origin read the answer, an error too: nothing here belongs to a caller."""
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Access-Control-Expose-Headers"] = "Allow, Retry-After"
    return response
