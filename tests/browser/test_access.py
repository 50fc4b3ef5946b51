"""Every screen by the rules of WCAG, as far as axe can tell, in light and dark; and side panels on a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.people import DRAWN, PHONE, AtTable, Watched
from tests.browser.test_decisions import TABLES, asked
from tests.browser.test_looks import SIDEWAYS, SMALL

Seats = Callable[..., AtTable]
# Colours alone differ between the palettes.
RULES = {
    "light": {"resultTypes": ["violations"]},
    "dark": {"resultTypes": ["violations"], "runOnly": {"type": "rule", "values": ["color-contrast"]}},
}
# What each side panel shows once it has heard from the server.
SIDES = ("talk-panel li", "person-line", "history-panel li", "ledger-panel tbody tr", "settings-panel select")
# What fades in has its colours once it is there.
STILL = "() => document.getAnimations().every((one) => one.playState !== 'running')"


def nothing_serious(page: Page) -> None:
    """Nothing serious or critical, in both palettes."""
    for scheme, rules in RULES.items():
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        page.wait_for_function(STILL)
        found = Axe().run(page, options=rules).response["violations"]
        serious = [one for one in found if one["impact"] in ("serious", "critical")]
        told = [(one["id"], [node["html"][:90] for node in one["nodes"]]) for one in serious]
        assert told == [], scheme


def test_the_screens_before_a_seat(seats: Seats, visitor: Watched) -> None:
    """The lobby, opening a table, and sitting down."""
    table = seats("Ann")
    for address, shows in (("/", "lobby-screen h1"), ("/?open", "open-screen form"), (None, "join-panel form")):
        page = visitor.go(address or f"/?table={table.host.table}")
        expect(page.locator(shows).first).to_be_visible()
        nothing_serious(page)


@pytest.mark.parametrize("kind", TABLES)
def test_every_decision(seats: Seats, kind: str) -> None:
    """Each kind of question, with what opens on it."""
    _, player = asked(seats, kind)
    page = player.page
    for opens in ("bet-bar .open", "place-cards .take", ".choice-button", "arrange-cards .take"):
        if (first := page.locator(f"{opens}:visible").first).count():
            first.click()
    page.wait_for_function(DRAWN)
    nothing_serious(page)


def test_the_showdown_and_the_side(seats: Seats, visitor: Watched) -> None:
    """How a hand was awarded, and each side panel as a host in a seat sees it; on a phone nothing there is small."""
    table = seats("Ann", "Ben", game="seven-card-regrets")
    table.host.deal()
    table.advance(lambda view: view["result"] is not None)
    page = visitor.go(f"/?table={table.host.table}#host={table.host.token}&seat={table.guests['Ann'].token}")
    expect(page.locator("showdown-panel li").first).to_be_visible()
    page.wait_for_function(DRAWN)
    nothing_serious(page)
    tabs = page.locator("side-panel [role=tab]")
    expect(tabs).to_have_count(len(SIDES))
    for number, holds in enumerate(SIDES):
        tabs.nth(number).click()
        expect(page.locator(holds).first).to_be_visible()
        nothing_serious(page)
    page.set_viewport_size(PHONE)
    page.locator(".top .icon[aria-expanded]").click()
    for number in range(len(SIDES)):
        tabs.nth(number).click()
        assert page.evaluate(SMALL, 24) == []
        assert page.evaluate(SIDEWAYS) == []
        assert page.evaluate("() => document.scrollingElement.scrollWidth <= innerWidth")
