"""What every refusal over HTTP has, and the calls that take a body."""

from __future__ import annotations

from typing import Any

from werkzeug.test import TestResponse

POSTS = ["/v1/evaluations", "/v1/best-hands", "/v1/exposed-hands", "/v1/showdowns", "/v1/equities"]


def refused(reply: TestResponse, status: int, code: str) -> dict[str, Any]:
    """Check that a reply is a problem document with this status and code, open to any origin; return it."""
    assert reply.status_code == status, reply.get_data(as_text=True)
    assert reply.content_type == "application/problem+json"
    assert reply.headers["Access-Control-Allow-Origin"] == "*"
    problem = reply.get_json()
    assert (problem["status"], problem["code"]) == (status, code), problem
    return problem
