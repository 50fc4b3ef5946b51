"""Replies: views as JSON, with what caches and browsers may do with them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from flask import Response, request

from api.service import Look


def reply(value: Any, status: int = 200, location: str | None = None) -> Response:
    """A value as JSON, in the order in which the views build it.

    What was asked with a token is for its bearer alone and is not kept; anything else may be kept and checked.
    """
    made = Response(json.dumps(value, ensure_ascii=False), status, mimetype="application/json")
    secret = status == 201 or "Authorization" in request.headers
    made.headers["Cache-Control"] = "no-store" if secret else "no-cache"
    if location is not None:
        made.headers["Location"] = location
    return made


def file_reply(body: str | Iterable[str], kind: str, name: str) -> Response:
    """A body that a browser saves under that name; without a name, one that is only read."""
    made = Response(body, mimetype=kind)
    made.headers["Cache-Control"] = "no-store" if "Authorization" in request.headers else "no-cache"
    if name:
        made.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return made


def made_reply(value: Any, location: str, again: bool) -> Response:
    """What was made, at its address; `again` says that it had been made already, by the same request."""
    made = reply(value, 201, location)
    if again:
        made.headers["Idempotent-Replayed"] = "true"
    return made


def view_reply(look: Look) -> Response:
    """A view with its ETag, or 304 for a caller who has it already."""
    return _tagged(reply(look.view), f"{look.event}-{look.viewer_key}", weak=True)


def same_reply(made: Response) -> Response:
    """What is the same as long as nobody rules on it, with a strong ETag, or 304 for a caller who has it already."""
    told = f"{made.content_type}\n".encode() + made.get_data()
    return _tagged(made, hashlib.blake2b(told, digest_size=16).hexdigest(), weak=False)


def _tagged(made: Response, tag: str, weak: bool) -> Response:
    if request.if_none_match.contains_weak(tag):
        made.status_code = 304
        made.set_data(b"")
        for name in ("Content-Type", "Content-Disposition"):
            made.headers.pop(name, None)
    made.set_etag(tag, weak=weak)
    return made
