"""The WSGI application: blueprint, problem documents, cross-origin headers, metrics."""

from __future__ import annotations

from time import perf_counter

from flask import Flask, Response, g, request

from evaluator import errors
from evaluator.metrics import Metrics
from evaluator.rankings import RANKINGS
from evaluator.routes import MAX_BODY_BYTES, blueprint
from evaluator.tables import tables_of


def create_app() -> Flask:
    """Build the service: its tables first, so that it is ready when it answers at all."""
    for ranking in RANKINGS.values():
        tables_of(ranking)
    app = Flask("evaluator", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY_BYTES
    app.url_map.merge_slashes = False
    app.before_request(_answer_preflight)
    metrics = Metrics()
    app.before_request(_start_clock)
    app.register_blueprint(blueprint)
    app.add_url_rule("/metrics", "metrics", lambda: Response(metrics.text(), mimetype="text/plain"))
    errors.register(app)

    @app.after_request
    def finish(response: Response) -> Response:
        route = request.url_rule.rule if request.url_rule else "none"
        metrics.count(request.method, route, response.status_code, perf_counter() - g.get("started", perf_counter()))
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


def _start_clock() -> None:
    g.started = perf_counter()


def _allow_origins(response: Response) -> Response:
    """Let a page of any origin read the answer, an error too: nothing here belongs to a caller."""
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Access-Control-Expose-Headers"] = "Allow, Retry-After"
    return response
