"""A host opens a table in the page, sends its link, and friends come: nobody types an address or a token."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from api.rules.games import GAMES
from tests.browser.people import PHONE, Watched, link_in
from tests.browser.test_access import nothing_serious
from tests.serving import Served
from tests.whole.people import Host


@pytest.fixture
def friend(chromium: Browser, visitor: Watched) -> Iterator[Watched]:
    """Somebody else, with a phone."""
    watched = Watched(chromium, visitor.url, {"viewport": PHONE, "has_touch": True})
    yield watched
    watched.close()
    assert watched.faults == []


def sit(page: Page, name: str) -> None:
    """Take any free seat."""
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator("own-hand .who")).to_have_text(name)


KEPT = "() => Object.entries(localStorage).filter(([name]) => name.includes('table.')).map(([, text]) => text)"


def secrets(page: Page) -> set[str]:
    """The tokens that this device holds."""
    return {token for text in page.evaluate(KEPT) for token in json.loads(text).values()}


def test_an_evening_begins(visitor: Watched, friend: Watched, served: Served) -> None:
    """Open, sit, send the link, and play; the link is the invitation to a private table, and leaves the address bar.

    No token is in an address that is asked for, nor in what the server prints.
    """
    page = visitor.go()
    page.get_by_role("link", name="Open a table").click()
    page.get_by_role("button", name="Open the table").click()
    sit(page, "Ann")
    wanted, theirs = page.locator("first-hand [role=status]"), friend.page
    expect(wanted).to_have_text("Send this link to your friends. Two players are needed.")
    link = link_in(page.locator("first-hand").get_by_label("Invitation link"))
    assert "#guest=" in link
    theirs.goto(link)
    expect(theirs.locator("first-hand [role=status]")).to_have_text("One more player is needed")
    sit(theirs, "Ben")
    assert not re.search("guest|seat=", theirs.url)
    expect(wanted).to_have_text("Press “Deal the first hand” to begin")
    expect(page.locator("first-hand link-field")).to_be_hidden()
    expect(theirs.locator("first-hand [role=status]")).to_have_text("The host deals the first hand")
    page.get_by_role("button", name="Deal the first hand").click()
    expect(theirs.locator("own-hand playing-card, .staged playing-card").first).to_be_visible()
    expect(page.locator("first-hand")).to_be_hidden()
    told = served.said() + page.url + theirs.url + " ".join(one.url for one in visitor.asked + friend.asked)
    held = secrets(page) | secrets(theirs)
    assert len(held) == 4 and not [token for token in held if token in told]
    theirs.get_by_role("link", name="Back to the lobby").click()
    expect(theirs.locator("own-tables h3")).to_have_text(["Friday night"])


def test_a_stranger_is_told_nothing(visitor: Watched, friend: Watched) -> None:
    """Without the link a private table is not there."""
    page = visitor.go("/?open")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("join-panel")).to_be_visible()
    friend.page.goto(page.url)
    expect(friend.page.locator("no-table")).to_contain_text("no such table")


def test_the_top_bar_before_the_first_hand(visitor: Watched, friend: Watched) -> None:
    """It says whether players are awaited, or who deals, and nothing of a next hand before there was one."""
    host = Host.opens(visitor.url, game="real-poker")
    here = f"/?table={host.table}"
    page, theirs = visitor.go(f"{here}#host={host.token}"), friend.go(here)
    for one in (page, theirs):
        expect(one.locator(".top .phase")).to_have_text("Players are awaited")
    host.sit("Ann")
    host.sit("Ben")
    expect(page.locator(".top .phase")).to_have_text("You deal the first hand")
    expect(theirs.locator(".top .phase")).to_have_text("The host deals the first hand")
    friend.go()
    listed = theirs.locator(f".tables li:has(a[href*='{host.table}'])")
    expect(theirs.locator(".tables li").first).to_be_visible()
    more = theirs.locator("lobby-screen section > .tables + button")
    while not listed.count() and more.is_visible():
        more.click()
        theirs.wait_for_load_state("networkidle")
    expect(listed).to_contain_text("2 of 8 seats taken. No hand is being played.")
    host.deal()
    expect(page.locator(".top .phase")).not_to_contain_text("hand")


PLACED = "(name) => document.querySelector(`[name='options.${name}']`).placeholder"
ASKED_WORDS = "async (option) => (await import(new URL('web/words.js', location))).optionWords(option)"


def test_options_are_said_in_the_language_of_the_page(chromium: Browser, visitor: Watched) -> None:
    """What an option is about, in German by its name; of one that the page does not know, as the API says it."""
    german = Watched(chromium, visitor.url, {"locale": "de-DE"})
    page = german.go("/?open")
    for name in GAMES:
        game = page.evaluate("async (name) => (await fetch(`v1/games/${name}`)).json()", name)
        page.get_by_role("radio", name=game["name"]).check()
        page.get_by_text("Einsätze, Uhren und Hausregeln").click()
        expect(page.locator("option-fields .field")).to_have_count(len(game["options"]))
        told = page.locator("option-fields small").all_inner_texts()
        assert len(told) == len(game["options"])
        assert [option["words"] for option in game["options"] if any(option["words"] in one for one in told)] == []
        page.get_by_text("Einsätze, Uhren und Hausregeln").click()
    assert page.evaluate(PLACED, "big_bet") == "Wie üblich: zwei kleine Einsätze"
    unheard = {"name": "unheard", "words": "What nobody has heard of.", "default_words": "", "default": 3}
    assert page.evaluate(ASKED_WORDS, unheard) == {"about": "What nobody has heard of.", "usual": "3"}
    german.close()
    assert german.faults == []


@pytest.mark.parametrize("table", ["nosuchtable1", "No+Table!", "../v1/tables"])
def test_a_link_to_no_table(visitor: Watched, table: str) -> None:
    """Who follows a link that leads nowhere reads what happened, and how to go on; no tab stands there empty."""
    page = visitor.go(f"/?table={table}")
    expect(page.get_by_role("heading", name="No table here")).to_be_visible()
    expect(page.locator("no-table")).to_contain_text("Ask whoever invited you for the link")
    expect(page.get_by_role("tab")).to_have_count(0)
    nothing_serious(page)
    page.get_by_role("link", name="Go to the lobby").click()
    expect(page.locator("lobby-screen h1")).to_be_visible()


def test_a_table_that_nobody_may_watch(visitor: Watched, friend: Watched) -> None:
    """Who is invited to a table without spectators sits down without having seen it, or waits for a seat."""
    host = Host.opens(visitor.url, game="real-poker", private=True, spectators=False, seats=2)
    invitation = host.view()["invitation"]
    host.call("POST", "/seats", json={"name": "Ann", "buy_in": 100})
    here = f"/?table={host.table}#guest={invitation}"
    page, theirs = visitor.go(here), friend.go(here)
    for one in (page, theirs):
        expect(one.locator("join-panel")).to_contain_text("Only who sits at this table sees it")
        expect(one.get_by_role("tab")).to_have_count(0)
    nothing_serious(page)
    sit(page, "Ben")
    expect(page.locator("own-hand .who")).to_have_text("Ben")
    expect(page.locator("seat-box")).to_contain_text("Ann")
    expect(page.get_by_role("tab")).to_have_count(5)
    theirs.get_by_label("Your name").fill("Cy")
    theirs.get_by_role("button", name="Sit down").click()
    expect(theirs.locator("join-panel h2")).to_have_text("All seats are taken")
    theirs.get_by_role("button", name="Wait for a seat").click()
    expect(theirs.locator("join-panel h2")).to_have_text("You are number 1 in line for a seat")


KEEP = """(held) => {
  for (const [table, token] of held) localStorage.setItem(`regrets.table.${table}`, JSON.stringify({ host: token }));
  localStorage.setItem('regrets.recent', JSON.stringify(held.map(([table]) => table)));
}"""


def test_own_tables_are_found_again(visitor: Watched) -> None:
    """The lobby lists the tables at which this device holds a token, closed ones last, and forgets what is no more."""
    hosts = [Host.opens(visitor.url, name=name, game="real-poker", private=True) for name in ("Saturday", "Friday")]
    hosts[0].change(closed=True)
    page = visitor.go()
    page.evaluate(KEEP, [["nosuchtable1", "x"], *[[host.table, host.token] for host in hosts]])
    page.reload()
    expect(page.locator("own-tables h3")).to_have_text(["Friday", "Saturday"])
    expect(page.locator("own-tables li").last).to_contain_text("Closed")
    assert page.evaluate("() => localStorage.getItem('regrets.table.nosuchtable1')") is None
    page.get_by_role("link", name="Go to Friday").click()
    expect(page.locator("table-screen h1")).to_have_text("Friday")


@pytest.mark.parametrize(
    ("language", "words"), [("en-GB", "works on this computer only"), ("de-DE", "geht nur auf diesem Computer")]
)
def test_a_link_that_works_here_only_says_so(chromium: Browser, served: Served, language: str, words: str) -> None:
    """Where the page was opened at the loopback address, it says how to reach others; else there is nothing to say."""
    table = Host.opens(served.api, game="henway")
    for address, warned in ((served.api, True), ("http://poker.example", False)):
        # The server stands as its own proxy, so that the browser has the page from another name.
        host = Watched(chromium, address, {"locale": language, "proxy": {"server": served.api}})
        page = host.go(f"/?table={table.table}#host={table.token}")
        first = page.locator("first-hand link-field")
        expect(first.locator("input")).to_have_value(re.compile(f"^{address}/"))
        expect(first.locator(".hint")).to_have_count(int(warned))
        if warned:
            expect(first.locator(".hint")).to_contain_text(words)
            expect(first.locator("input")).to_have_accessible_description(
                re.compile("make run ARGS=.--lan. .*serve --lan")
            )
        host.close()
        assert host.faults == []
