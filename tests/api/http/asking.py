"""How the tests of HTTP ask for what is refused."""

from __future__ import annotations

from typing import Any

from tests.front import Party


def refused(party: Party, method: str, path: str, token: str | None, body: str | bytes) -> dict[str, Any]:
    """Send a body that is refused; the problem, once nothing is seen to have changed."""
    before = party.front.tables.read(party.table)
    reply = party.call(method, path, token, data=body, content_type="application/json")
    assert 400 <= reply.status_code < 500, reply.text
    assert party.front.tables.read(party.table) == before
    problem: dict[str, Any] = reply.json
    assert problem["status"] == reply.status_code
    return problem
