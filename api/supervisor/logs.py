"""What either service writes of its requests, where that is asked for: a line each, in the form of all other lines."""

from __future__ import annotations

import logging
from typing import Any

from gunicorn.glogging import Logger  # type: ignore[import-untyped]  # gunicorn says no types

# By this the supervisor is known when it asks, many times a second, whether a service has started.
PROBE = "regrets-supervisor"


class RequestLogger(Logger):  # type: ignore[misc]  # as above
    """gunicorn's logger, whose lines on requests have a time and a process too."""

    def setup(self, cfg: Any) -> None:
        """Prepare the handlers, now and whenever the configuration is read again."""
        super().setup(cfg)
        for handler in self.access_log.handlers:
            handler.setFormatter(logging.Formatter(self.error_fmt, self.datefmt))

    def access(self, resp: Any, req: Any, environ: Any, request_time: Any) -> None:
        """Write a request's line, unless it is the supervisor's question."""
        if environ.get("HTTP_USER_AGENT") == PROBE and environ.get("PATH_INFO") == "/healthz":
            return
        super().access(resp, req, environ, request_time)
