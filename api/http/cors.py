"""Cross-origin headers: a front end may live anywhere, so every reply carries them, errors too.

A preflight is answered before anybody asks who calls, for it can carry no token.
"""

from __future__ import annotations

from collections.abc import Sequence

from flask import Flask, Response, request
from flask.globals import request_ctx

EXPOSED = (
    "Allow, Content-Disposition, ETag, Idempotent-Replayed, Location, RateLimit, RateLimit-Policy, Retry-After, "
    "WWW-Authenticate"
)
ALLOWED = "Accept, Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID"
KEPT_SECONDS = 86_400
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")


def register(app: Flask, origins: Sequence[str]) -> None:
    """Answer preflights, and let pages of these origins read every reply; a star stands for all."""

    @app.before_request
    def preflight() -> Response | None:
        if request.method != "OPTIONS":
            return None
        adapter = request_ctx.url_adapter
        known = set(adapter.allowed_methods()) if adapter is not None else set()
        if not known:
            return None
        methods = ", ".join(method for method in METHODS if method in known)
        headers = {
            "Allow": f"{methods}, OPTIONS",
            "Access-Control-Allow-Methods": methods,
            "Access-Control-Allow-Headers": ALLOWED,
            "Access-Control-Max-Age": str(KEPT_SECONDS),
        }
        return Response(status=204, headers=headers)

    @app.after_request
    def allow(made: Response) -> Response:
        origin = request.headers.get("Origin", "")
        if "*" in origins:
            made.headers["Access-Control-Allow-Origin"] = "*"
        else:
            made.vary.add("Origin")
            if origin in origins:
                made.headers["Access-Control-Allow-Origin"] = origin
        made.headers["Access-Control-Expose-Headers"] = EXPOSED
        return made
