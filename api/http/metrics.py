"""Counters of this process in Prometheus' text form, each with the process that counted it: any of them may answer."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable
from threading import Lock
from time import perf_counter

from flask import Flask, Response, g, request

_HOLE = re.compile(r"<(?:[^:<>]+:)?([^<>]+)>")
Labels = tuple[str, str, int]


class Metrics:
    """How many requests were answered, and how long they took, by method, route and status."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._requests: Counter[Labels] = Counter()
        self._seconds: dict[Labels, float] = {}
        self.gauges: dict[str, Callable[[], int]] = {}
        """What is counted elsewhere, at the moment of asking."""

    def count(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count one answered request."""
        labels = (method, route, status)
        with self._lock:
            self._requests[labels] += 1
            self._seconds[labels] = self._seconds.get(labels, 0.0) + seconds

    def text(self) -> str:
        """All counters as Prometheus reads them."""
        with self._lock:
            requests, seconds = dict(self._requests), dict(self._seconds)
        lines = ["# TYPE regrets_requests_total counter"]
        lines += [f"regrets_requests_total{_labels(labels)} {count}" for labels, count in sorted(requests.items())]
        lines.append("# TYPE regrets_request_seconds_total counter")
        lines += [f"regrets_request_seconds_total{_labels(key)} {took:.6f}" for key, took in sorted(seconds.items())]
        for name, gauge in self.gauges.items():
            lines += [f"# TYPE {name} gauge", f'{name}{{worker="{os.getpid()}"}} {gauge()}']
        return "\n".join(lines) + "\n"


def _labels(labels: Labels) -> str:
    method, route, status = labels
    return f'{{method="{method}",route="{route}",status="{status}",worker="{os.getpid()}"}}'


def template(rule: str) -> str:
    """A route as `openapi.yaml` writes it."""
    return _HOLE.sub(r"{\1}", rule)


def register(app: Flask, metrics: Metrics) -> None:
    """Count every request of the app, and show the counters at `/metrics`."""

    @app.before_request
    def start() -> None:
        g.started = perf_counter()

    @app.after_request
    def count(made: Response) -> Response:
        rule = request.url_rule
        route = template(rule.rule) if rule is not None else "none"
        method = request.method if rule is not None else "any"
        metrics.count(method, route, made.status_code, perf_counter() - g.get("started", perf_counter()))
        return made

    @app.get("/metrics")
    def show() -> Response:
        return Response(metrics.text(), mimetype="text/plain")
