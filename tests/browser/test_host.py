"""What a host does on the page: change the table, say what chips are worth, rule, make new links, show free seats."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.people import PHONE, AtTable, Player, Watched, link_in
from tests.servers import wait_until
from tests.whole.people import NotOk, Person

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


def agree(asked: Locator, name: str) -> None:
    """Press a button that asks first; nothing is done until the question is answered."""
    asked.get_by_role("button", name=name, exact=True).click()
    expect(asked.get_by_role("button", name="Rather not")).to_be_focused()
    asked.locator(".sure").get_by_role("button", name=name, exact=True).click()


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
    told = page.locator(".note")
    expect(told).to_have_text([re.compile("from the next hand on, all else now")])
    table.host.change(ruling={"text": "Misdeal", "void": True})
    expect(form).not_to_contain_text("sent when this hand is over")
    expect(told.last).to_have_text("It holds from the next hand on.")
    assert patches(visitor)[1:] == [{"options": {"ante": 5, "decision_seconds": 0}}]
    expect(form.get_by_label("Ante", exact=True)).to_have_value("5")
    form.get_by_label("Name of the table").fill("Sunday")
    form.get_by_label("Ante", exact=True).fill("6")
    form.get_by_role("button", name="Save").click()
    expect(told.last).to_have_text(re.compile("all else now"))
    form.get_by_label("Big bet").fill("3")
    form.get_by_role("button", name="Save").press("Enter")
    wrong = form.get_by_label("Big bet")
    expect(wrong).to_have_attribute("aria-invalid", "true")
    expect(wrong).to_be_focused()
    expect(form.locator(".fault")).to_contain_text("From 12 to")
    assert table.host.view()["next_options"]["ante"] == 6


def test_options_are_changed_in_two_tabs(seats: Seats, visitor: Watched) -> None:
    """What waits in two tabs for a hand to end holds all of it, and the later one says what the other changed."""
    table = seats("Ann", "Ben", options={"ante": 3})
    table.host.deal()
    pages = [hosts(table, visitor), visitor.context.new_page()]
    pages[1].goto(f"{table.url}/?table={table.host.table}")
    pages[1].get_by_role("tab", name="Table").click()
    for page, label, value in zip(pages, ("Ante", "Raises a round"), ("5", "7"), strict=True):
        form = settings(page)
        form.locator("summary").click()
        form.get_by_label(label, exact=True).fill(value)
        form.get_by_role("button", name="Save").click()
        expect(form).to_contain_text("sent when this hand is over")
    table.host.change(ruling={"text": "Misdeal", "void": True})
    both = {"ante": 5, "raise_cap": 7, "decision_seconds": 0}
    wait_until(lambda: table.host.view()["next_options"] == both, "both changes", 5)
    told = [page.locator(".note", has_text="Meanwhile somebody else has changed") for page in pages]
    for page in pages:
        expect(page.locator(".note", has_text="It holds from the next hand on.")).to_be_visible()
    assert sum(one.count() for one in told) == 1
    table.host.change(options=both | {"ante": 9})
    for page in pages:
        expect(page.locator(".note.bad")).to_contain_text("Ante")


def test_an_option_that_is_a_set(seats: Seats, visitor: Watched) -> None:
    """It is shown as numbers, and may be written in the words that stand under it, or as other numbers."""
    table = seats("Ann", game="seven-card-regrets", options={"betting_after": [3, 7]})
    page = hosts(table, visitor)
    form = settings(page)
    form.locator("summary").click()
    field = form.get_by_label("Betting after")
    expect(field).to_have_value("3, 7")
    for words, value in (("the last card only", "last_only"), ("4, 5 7", [4, 5, 7])):
        field.fill(words)
        form.get_by_role("button", name="Save").click()
        expect(page.locator(".note", has_text="from the next hand on").last).to_be_visible()
        wait_until(lambda value=value: table.host.view()["next_options"]["betting_after"] == value, "the option", 5)  # type: ignore[misc]


def test_what_chips_are_worth(visitor: Watched) -> None:
    """It is said when a table is opened and changed later, and the ledger then shows money; nothing is said of money
    where it is left blank; who loses everything may buy again without being asked."""
    page = visitor.go("/?open")
    page.get_by_label("Chips", exact=True).fill("100")
    page.get_by_label("Cents").fill("50")
    page.get_by_label("Currency").fill("eur")
    page.get_by_label("Who loses everything").check()
    page.get_by_label("Seats", exact=True).fill("3")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("join-panel .facts")).to_contain_text("100 chips are worth 50 cents (EUR)")
    expect(page.get_by_role("button", name="Take seat")).to_have_count(3)
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


def test_a_new_link_ends_the_old_one(seats: Seats, visitor: Watched) -> None:
    """The host is asked once; the old link lets nobody in, the new one is shown, and who sits there stays."""
    table = seats("Ann")
    table.host.change(private=True)
    page = hosts(table, visitor)
    ann = table.browse("Ann").page
    link = page.get_by_label("Send this link")
    old = link_in(link)
    renew = page.locator("invitation-link ask-first")
    renew.get_by_role("button", name="Make a new link").click()
    page.keyboard.press("Escape")
    expect(renew.locator(".sure")).to_be_hidden()
    assert patches(visitor) == []
    agree(renew, "Make a new link")
    expect(link).not_to_have_value(old)
    before, after = (
        Person(table.url, table.host.table, one.partition("#guest=")[2]) for one in (old, link.input_value())
    )
    with pytest.raises(NotOk):
        before.view()
    assert after.view()["name"] == "Table"
    ann.get_by_role("tab", name="Table").click()
    expect(ann.locator("invitation-link")).to_contain_text("Ask for it")


def test_the_host_rules(seats: Seats, visitor: Watched) -> None:
    """A pause, a ruling in words, a void hand, somebody sent away for good and let in again: each says what it does,
    and asks before what cannot be undone."""
    table = seats("Ann", "Ben", "Cy")
    table.host.deal()
    page = hosts(table, visitor)
    ann = table.browse("Ann").page
    page.get_by_role("button", name="Pause", exact=True).click()
    expect(ann.locator(".phase, .state", has_text="Paused by the host").first).to_be_visible()
    page.get_by_role("button", name="Go on", exact=True).click()
    page.get_by_text("Rule on a hand").click()
    page.get_by_label("Your ruling on hand 1").fill("A card was seen")
    agree(page.locator("host-rulings ask-first"), "Void the hand")
    expect(ann.locator("showdown-panel")).to_contain_text("A card was seen")
    assert patches(visitor)[2:] == [{"ruling": {"text": "A card was seen", "void": True, "hand": 1}}]
    assert [seat["chips"] for seat in table.host.view()["seats"]] == [200, 200, 200]
    ben = page.locator("person-line", has_text="Ben")
    ben.locator("summary").click()
    agree(ben, "Send away for good")
    expect(ann.locator("seat-box .who", has_text="Ben")).to_have_count(0)
    with pytest.raises(NotOk, match="name-banned"):
        table.host.sit("Ben", 200)
    page.get_by_role("button", name="Let in again").click()
    expect(page.get_by_text("Who is kept out")).to_be_hidden()
    table.host.sit("Ben", 200)


def test_another_host(seats: Seats, visitor: Watched) -> None:
    """Who hands the table over is asked first, and then is the host no more; the player in that seat is."""
    table = seats("Ann", "Ben")
    page = hosts(table, visitor)
    ann = table.browse("Ann").page
    ann.get_by_role("tab", name="Table").click()
    expect(ann.locator("host-panel")).to_be_hidden()
    line = page.locator("person-line", has_text="Ann")
    line.locator("summary").click()
    agree(line, "Make host")
    expect(page.locator("host-panel")).to_be_hidden()
    expect(ann.locator("host-panel")).to_be_visible()
    ann.get_by_role("button", name="Pause", exact=True).click()
    expect(page.locator(".phase, .state", has_text="Paused by the host").first).to_be_visible()


def test_a_free_seat_is_chosen(seats: Seats, visitor: Watched) -> None:
    """The free seats stand around the table, and one of them is taken by a press, on a phone and by the keyboard; who
    sits there already only sees them."""
    table = seats("Ann", "Ben", seats=5)
    ann = table.browse("Ann").page
    expect(ann.get_by_role("img", name="is free")).to_have_count(3)
    visitor.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page = visitor.go(f"/?table={table.host.table}")
    chair = page.get_by_role("button", name="Take seat 4")
    chair.press("Enter")
    expect(chair).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_label("Your name")).to_be_focused()
    page.keyboard.type("Cy")
    page.keyboard.press("Enter")
    expect(page.locator("own-hand .who")).to_have_text("Cy")
    assert [seat["seat"] for seat in table.host.view()["seats"] if seat["name"] == "Cy"] == [4]
    expect(ann.get_by_role("img", name="is free")).to_have_count(2)
    expect(page.get_by_role("button", name="Take seat")).to_have_count(0)


def test_a_lost_phone(seats: Seats, visitor: Watched, chromium: Browser) -> None:
    """The host makes a new link to the seat, after which the lost phone sees it no more; a player makes one too, for
    another device, and the first one goes on."""
    table = seats("Ann", "Ben", game="ten-card-regrets")
    lost = table.browse("Ann").page
    page = hosts(table, visitor)
    line = page.locator("person-line", has_text="Ann")
    line.locator("summary").click()
    agree(line, "New link to this seat")
    found = Player(chromium, table.url, {})
    table.pages.append(found)
    found.page.goto(link_in(line.get_by_label("Send this to Ann alone")))
    expect(found.page.locator("own-hand .who")).to_have_text("Ann")
    expect(lost.locator("own-hand")).to_be_hidden()
    found.page.get_by_role("tab", name="Table").click()
    agree(found.page.locator("people-panel ask-first", has_text="another device"), "Play on another device")
    lost.goto(link_in(found.page.get_by_label("Open this link on your other device")))
    for one in (lost, found.page):
        expect(one.locator("own-hand .who")).to_have_text("Ann")
        expect(one.locator(".banner")).to_be_hidden()
