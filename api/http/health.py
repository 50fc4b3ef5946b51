"""`/healthz` and `/readyz`: is the process alive, and does it take requests?"""

from __future__ import annotations

from flask import Blueprint, Response

from api.http.replies import reply
from api.judge import JudgeAway
from api.service import Service


def health(service: Service) -> Blueprint:
    """The routes of health."""
    routes = Blueprint("health", __name__)

    @routes.get("/healthz")
    def alive() -> Response:
        return reply({"status": "ok"})

    @routes.get("/readyz")
    def ready() -> Response:
        """Ready without the evaluator too: answers are taken, and hands wait for it only at their showdown."""
        try:
            service.ready()
        except JudgeAway:
            return reply({"status": "ready", "evaluator": "away"})
        return reply({"status": "ready", "evaluator": "here"})

    return routes
