"""Counters of this process in Prometheus' text form, each with the process that counted it: any of them may answer."""

from __future__ import annotations

import os
from collections import Counter
from threading import Lock


class Metrics:
    """How many requests were answered, and how long they took, by method, route and status."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._requests: Counter[tuple[str, str, int]] = Counter()
        self._seconds: Counter[tuple[str, str, int]] = Counter()

    def count(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count one answered request."""
        key = (method, route, status)
        with self._lock:
            self._requests[key] += 1
            self._seconds[key] += seconds  # type: ignore[assignment]

    def text(self) -> str:
        """Return all counters as Prometheus reads them."""
        with self._lock:
            requests, seconds = dict(self._requests), dict(self._seconds)
        lines = ["# TYPE evaluator_requests_total counter"]
        lines += [f"evaluator_requests_total{_labels(key)} {count}" for key, count in sorted(requests.items())]
        lines.append("# TYPE evaluator_request_seconds_total counter")
        lines += [f"evaluator_request_seconds_total{_labels(key)} {took:.6f}" for key, took in sorted(seconds.items())]
        return "\n".join(lines) + "\n"


def _labels(key: tuple[str, str, int]) -> str:
    method, route, status = key
    return f'{{method="{method}",route="{route}",status="{status}",worker="{os.getpid()}"}}'
