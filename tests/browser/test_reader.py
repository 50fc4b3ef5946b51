"""The reader at `/docs`: what it offers to try out can be tried out."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from tests.browser.people import Watched
from tests.serving import Served


@pytest.mark.parametrize(
    ("operation", "reply"), [("games/listGames", "seven-card-regrets"), ("evaluator/getRankings", "ace-to-five")]
)
def test_a_call_is_tried_out(served: Served, visitor: Watched, operation: str, reply: str) -> None:
    """At this server, whatever its port is, and at the evaluator, which is another origin."""

    def answer(route: Route) -> None:
        # The document names the usual port; this server's evaluator has another.
        told = route.request.url.replace("http://127.0.0.1:8001", served.evaluator)
        route.fulfill(response=route.fetch(url=told))

    visitor.page.route("http://127.0.0.1:8001/**", answer)
    page = visitor.go(f"/docs#/{operation}")
    asked = page.locator(f"[id='operations-{operation.replace('/', '-')}']")
    asked.get_by_role("button", name="Try it out").click()
    asked.get_by_role("button", name="Execute").click()
    answered = asked.locator(".live-responses-table")
    expect(answered.locator(".response-col_status").last).to_contain_text("200")
    expect(answered).to_contain_text(reply)
    if operation.startswith("evaluator"):
        visitor.faults.remove("asked elsewhere: http://127.0.0.1:8001/v1/rankings")
