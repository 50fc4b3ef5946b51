"""What a device holds of a table: links that are worth nothing, several tabs, and places that are lost."""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.people import AtTable, Player
from tests.browser.test_access import nothing_serious

Seats = Callable[..., AtTable]


def held(page: Page, table: str) -> dict[str, str]:
    """The tokens that this device keeps for the table."""
    kept: dict[str, str] = json.loads(page.evaluate(f"() => localStorage.getItem('regrets.table.{table}')") or "{}")
    return kept


def arrive(player: Player, address: str) -> Page:
    """Load the page anew at an address, of which perhaps only the fragment is another."""
    player.page.goto("about:blank")
    return player.go(address)


def test_a_worthless_link_costs_no_seat(seats: Seats) -> None:
    """Who holds a seat and opens an old or mangled link to it keeps the seat, and is told; a good link is taken."""
    table = seats("Ann", "Ben")
    ann = table.browse("Ann")
    here = f"/?table={table.host.table}"
    first = held(ann.page, table.host.table)["seat"]
    page = arrive(ann, f"{here}#seat=p1.mangled&constructor=x")
    expect(page.locator("own-hand .who")).to_have_text("Ann")
    expect(page.locator(".note.bad")).to_contain_text("That link is not valid")
    assert held(page, table.host.table) == {"seat": first}
    renewal = {"word": "a-word-of-its-own", "player": 1}
    second = table.host.call("PUT", "/seats/1/token", json=renewal)["seat_token"]
    expect(page.locator("own-hand .who")).to_be_hidden()
    for link in (second, first):
        page = arrive(ann, f"{here}#seat={link}")
        expect(page.locator("own-hand .who")).to_have_text("Ann")
        assert held(page, table.host.table) == {"seat": second}


def test_a_link_to_another_seat_is_asked_about(seats: Seats) -> None:
    """Who holds a seat and opens a good link to another one at the table is asked, by both names, which it shall be."""
    table = seats("Ann", "Ben")
    ann = table.browse("Ann")
    other = f"/?table={table.host.table}#seat={table.guests['Ben'].token}"
    first = held(ann.page, table.host.table)["seat"]
    page = arrive(ann, other)
    asked = page.locator("which-seat")
    expect(asked).to_contain_text("you play as Ann (seat 1). The link that you opened is for Ben (seat 2)")
    nothing_serious(page)
    expect(asked.get_by_role("button", name="Go on as Ann")).to_be_focused()
    asked.get_by_role("button", name="Go on as Ann").click()
    expect(page.locator("own-hand .who")).to_have_text("Ann")
    assert held(page, table.host.table) == {"seat": first}
    page = arrive(ann, other)
    asked.get_by_role("button", name="Change to Ben").click()
    expect(page.locator("own-hand .who")).to_have_text("Ben")
    assert held(page, table.host.table) == {"seat": table.guests["Ben"].token}
    table.guests["Ben"].leave(2)
    page = arrive(ann, f"/?table={table.host.table}#seat={first}")
    expect(page.locator("own-hand .who")).to_have_text("Ann")


def test_a_seat_is_renewed_in_one_of_two_tabs(seats: Seats) -> None:
    """The other tab is told that its token is void, finds the new one, and leaves it where it is."""
    table = seats("Ann", "Ben")
    ann = table.browse("Ann")
    page = ann.page
    other = ann.context.new_page()
    other.goto(f"{table.url}/?table={table.host.table}")
    expect(other.locator("own-hand .who")).to_have_text("Ann")
    first = held(page, table.host.table)["seat"]
    # The other tab asks again only after this one has kept the new token.
    other.route("**/v1/**", lambda route: route.abort())
    page.get_by_role("tab", name="Table").click()
    renew = page.locator("people-panel ask-first", has_text="Play on another device")
    renew.get_by_role("button", name="Play on another device").click()
    renew.locator(".sure .primary").click()
    expect(page.get_by_label("Open this link on your other device")).to_be_visible()
    second = held(page, table.host.table)["seat"]
    assert second != first
    other.unroute_all()
    for tab in (page, other):
        expect(tab.locator("own-hand .who")).to_have_text("Ann")
        tab.reload()
        expect(tab.locator("own-hand .who")).to_have_text("Ann")
    assert held(page, table.host.table) == {"seat": second}


def test_everything_held_is_void(seats: Seats) -> None:
    """Who is sent away from a private table whose invitation is another by now is told that there is no table."""
    table = seats("Ann", "Ben")
    invitation = table.host.change(private=True)["invitation"]
    ann = table.browse("Ann")
    here = f"/?table={table.host.table}#guest={invitation}"
    page = arrive(ann, here)
    expect(page.locator("own-hand .who")).to_have_text("Ann")
    seat = held(page, table.host.table)["seat"]
    table.host.change(replace_invitation=invitation)
    table.host.leave(1)
    expect(page.locator(".banner")).to_contain_text("no such table")
    # Longer than a lost line takes to be called one: nothing is tried any more, and nothing says so.
    page.wait_for_timeout(2_500)
    expect(page.locator(".banner")).to_contain_text("no such table")
    assert held(page, table.host.table) == {}
    page = arrive(ann, f"{here}&seat={seat}")
    expect(page.locator("no-table")).to_contain_text("no such table")


def test_a_link_that_was_mangled_on_its_way(seats: Seats) -> None:
    """What cannot be a token is told of and not kept: a table that anybody may see is seen."""
    table = seats("Ann", "Ben")
    stranger = Player(table.browser, table.url, {})
    table.pages.append(stranger)
    for token in ("guest.abc)", "guest.abc and come", "\u2603", "a" * 20_000):
        page = arrive(stranger, f"/?table={table.host.table}#guest={token}")
        expect(page.locator(".note.bad")).to_contain_text("That link is not valid")
        expect(page.locator("seat-box")).to_have_count(2)
        assert held(page, table.host.table) == {}
