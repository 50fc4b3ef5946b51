"""Holds every reply of the whole suite against the document: what test clients of either service get, and what
`requests` fetches from servers that a test has started.

`install` is called once, before the tests.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote, urlsplit

import requests
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.contract import spec

SERVICES = {"api": spec.API, "evaluator": spec.EVALUATOR}
WHOLE = ("application/json", "application/problem+json")
_addresses: dict[str, str] = {}
_send = requests.Session.send


def install() -> None:
    """From now on, check what clients get."""
    Flask.test_client_class = CheckedClient
    requests.Session.send = _checked_send  # type: ignore[method-assign]


def serves(address: str, service: str) -> None:
    """Say that a server which this process started, at this address, is that service."""
    _addresses[urlsplit(address).netloc] = service


class CheckedClient(FlaskClient):
    """A test client of either service that holds each reply against the document; other apps are left alone."""

    def open(self, *args: Any, **more: Any) -> TestResponse:
        reply = super().open(*args, **more)
        service = SERVICES.get(self.application.name)
        if service is not None:
            asked = reply.request
            # A file is left unread: it is not JSON, and the caller may want it as a stream.
            body = reply.get_data() if reply.is_json or reply.status_code in (204, 304) else b""
            sent = _json(json.dumps(more["json"])) if "json" in more else _json(more.get("data"))
            seen = spec.Reply(asked.method, asked.path, reply.status_code, _lower(reply.headers), body, sent)
            spec.check(service, seen)
        return reply


def _checked_send(session: requests.Session, request: requests.PreparedRequest, **more: Any) -> requests.Response:
    reply = _send(session, request, **more)
    address = urlsplit(str(request.url))
    service = _addresses.get(address.netloc)
    if service is not None:
        kind = reply.headers.get("Content-Type", "").partition(";")[0]
        seen = spec.Reply(
            str(request.method),
            unquote(address.path),
            reply.status_code,
            _lower(reply.headers),
            # What comes as a stream is left to whoever asked for one, but for JSON, which comes whole.
            reply.content if not more.get("stream") or kind in WHOLE else b"",
            _json(request.body),
        )
        spec.check(service, seen)
    return reply


def _lower(headers: Mapping[str, str]) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}


def _json(body: Any) -> Any:
    """What was sent, where it is JSON; None for anything else."""
    try:
        return json.loads(body)
    except (TypeError, ValueError, RecursionError):
        return None
