"""A host without enough friends: bots from the page."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.people import AtTable, Watched

Seats = Callable[..., AtTable]


def test_the_host_adds_a_bot(seats: Seats, visitor: Watched) -> None:
    """One click, one bot; everybody reads what it is; the host can send it away; none without a free seat."""
    table = seats("Ann", seats=2)
    page = visitor.go(f"/?table={table.host.table}#host={table.host.token}")
    ann = table.browse("Ann").page
    page.locator("side-panel [role=tab]", has_text="Table").click()
    bots = page.locator("people-panel form.bots")
    bots.locator("select").select_option(label="bold bot")
    bots.locator("button").click()
    for seen in (page, ann):
        expect(seen.locator("seat-box .who", has_text="(bot)")).to_have_count(1)
    expect(page.locator("person-line", has_text="bold bot")).to_have_count(1)
    expect(bots.locator("button")).to_be_disabled()
    assert [seat["bot"] for seat in table.host.view()["seats"]] == [None, "loose"]
    bot = page.locator("person-line", has_text="bold bot")
    bot.locator("summary").click()
    bot.get_by_role("button", name="Send away", exact=True).click()
    expect(ann.locator("seat-box .who", has_text="(bot)")).to_have_count(0)
    expect(bots.locator("button")).to_be_enabled()
