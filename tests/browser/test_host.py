"""What a host does on the page: change the table, say what chips are worth, rule, make new links, show free seats."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.people import AtTable, Watched

Seats = Callable[..., AtTable]


def hosts(table: AtTable, visitor: Watched) -> Page:
    """The host's own browser, where the host's part is open."""
    page = visitor.go(f"/?table={table.host.table}#host={table.host.token}")
    page.get_by_role("tab", name="Table").click()
    expect(page.get_by_role("heading", name="You are the host")).to_be_visible()
    return page


def patches(watched: Watched) -> list[Any]:
    """What was sent to change the table."""
    return [json.loads(one.post_data or "") for one in watched.asked if one.method == "PATCH"]


def settings(page: Page) -> Locator:
    """The form that changes the table."""
    page.get_by_text("Change the table", exact=True).click()
    return page.locator("table-settings form")


def test_the_table_is_changed(seats: Seats, visitor: Watched) -> None:
    """The form shows what holds, and sends what was changed; stakes wait for the end of the hand; a fault is told at
    its field."""
    table = seats("Ann", "Ben", name="Friday", options={"ante": 3}, deal_after_seconds=900)
    table.host.deal()
    page = hosts(table, visitor)
    form = settings(page)
    expect(form.get_by_label("Name of the table")).to_have_value("Friday")
    expect(form.get_by_label("Seconds until the next hand")).to_have_value("900")
    form.locator("summary").click()
    expect(form.get_by_label("Ante", exact=True)).to_have_value("3")
    form.get_by_label("Name of the table").fill("Saturday")
    form.get_by_label("Ante", exact=True).fill("5")
    form.get_by_role("button", name="Save").click()
    expect(page.locator("table-screen h1")).to_have_text("Saturday")
    expect(form).to_contain_text("sent when this hand is over")
    assert patches(visitor) == [{"name": "Saturday"}]
    table.host.change(ruling={"text": "Misdeal", "void": True})
    expect(form).not_to_contain_text("sent when this hand is over")
    assert patches(visitor)[1:] == [{"options": {"ante": 5, "decision_seconds": 0}}]
    expect(form.get_by_label("Ante", exact=True)).to_have_value("5")
    form.get_by_label("Big bet").fill("3")
    form.get_by_role("button", name="Save").press("Enter")
    wrong = form.get_by_label("Big bet")
    expect(wrong).to_have_attribute("aria-invalid", "true")
    expect(wrong).to_be_focused()
    expect(form.locator(".fault")).to_contain_text("From 10 to")
    assert table.host.view()["next_options"]["ante"] == 5


def test_what_chips_are_worth(visitor: Watched) -> None:
    """It is said when a table is opened and changed later, and the ledger then shows money; nothing is said of money
    where it is left blank; who loses everything may buy again without being asked."""
    page = visitor.go("/?open")
    page.get_by_label("Chips", exact=True).fill("100")
    page.get_by_label("Cents").fill("50")
    page.get_by_label("Currency").fill("eur")
    page.get_by_label("Who loses everything").check()
    page.get_by_role("button", name="Open the table").click()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Sit down").click()
    page.get_by_role("tab", name="Ledger").click()
    expect(page.locator("ledger-panel caption")).to_have_text("In chips; 100 of them are worth €0.50")
    expect(page.locator("ledger-panel tbody tr").first).to_contain_text("€0.00")
    page.get_by_role("tab", name="Table").click()
    page.get_by_label("When all is lost").fill("150")
    page.get_by_role("button", name="Keep it so").click()
    expect(page.locator(".note", has_text="It is kept.")).to_be_visible()
    form = settings(page)
    expect(form.get_by_label("Currency")).to_have_value("EUR")
    for field in ("Chips", "Cents", "Currency"):
        form.get_by_label(field, exact=True).fill("")
    form.get_by_role("button", name="Save").click()
    expect(page.locator(".note", has_text="It holds now.")).to_be_visible()
    assert patches(visitor) == [{"auto_rebuy_to": 150}, {"chip_value": None}]
    page.get_by_role("tab", name="Ledger").click()
    expect(page.locator("ledger-panel caption")).to_have_text("In chips")
    expect(page.locator("ledger-panel")).not_to_contain_text("€")
