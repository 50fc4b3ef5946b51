"""People with browsers: what they see, and how they play by clicking what the page offers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Page, Request, Response, expect

from tests.whole.people import Host

Json = dict[str, Any]
LAPTOP = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 640}


class Watched:
    """A browser of one person, in which nothing goes wrong unseen."""

    def __init__(self, browser: Browser, url: str, how: Mapping[str, Any]) -> None:
        self.url = url
        self.faults: list[str] = []
        self.asked: list[Request] = []
        self.replies: list[Response] = []
        self.context = browser.new_context(**{"viewport": LAPTOP} | dict(how))
        self.page: Page = self.context.new_page()
        self.page.on("pageerror", lambda fault: self.faults.append(f"error: {fault.message}\n{fault.stack}"))
        self.page.on("console", self._said)
        self.page.on("request", self._asks)
        self.page.on("response", lambda reply: self.replies.append(reply))

    def _said(self, message: ConsoleMessage) -> None:
        # What the network refuses or loses, tests provoke, and the page tells it to people.
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.faults.append(f"console: {message.text}")

    def _asks(self, request: Request) -> None:
        self.asked.append(request)
        if urlsplit(request.url).scheme not in ("data", "blob") and not request.url.startswith(self.url):
            self.faults.append(f"asked elsewhere: {request.url}")

    def go(self, address: str = "/") -> Page:
        """Load the page."""
        self.page.goto(self.url + address)
        return self.page

    def answers(self) -> list[Request]:
        """Every answer to a decision that was sent."""
        return [request for request in self.asked if request.method == "PUT" and "/decisions/" in request.url]

    def heard(self) -> list[str]:
        """Every reply in JSON since the page was loaded; a stream has no end to wait for."""
        json = [one for one in self.replies if one.ok and one.headers.get("content-type") == "application/json"]
        return [one.text() for one in json]

    def close(self) -> None:
        self.context.close()


class Player(Watched):
    """Somebody in a seat."""

    def sits(self, table: str, token: str) -> Page:
        """Come by the seat's own link."""
        self.go(f"/?table={table}#seat={token}")
        expect(self.page.locator("own-hand")).to_be_visible()
        return self.page

    def turn(self) -> bool:
        """Whether the page asks for something."""
        return self.page.locator("table-screen[data-turn]").count() > 0

    def act(self) -> bool:
        """Answer what is asked, calmly, by clicking; False if nothing is."""
        if not self.turn():
            return False
        before = len(self.answers())
        for name, answer in ANSWERS.items():
            if self.page.locator(name).is_visible():
                answer(self.page)
                self.page.wait_for_function("() => !document.querySelector('decision-area .sent:not([hidden])')")
                return len(self.answers()) > before
        return False


def bet(page: Page) -> None:
    """Check or call; the button is inert while its meaning is fresh."""
    page.wait_for_timeout(550)
    page.locator("bet-bar .passive").click()


def place(page: Page) -> None:
    """Put each new card into the first row that has room."""
    while (waiting := page.locator("place-cards .tray .take")).count():
        waiting.first.click()
        page.locator("place-cards .here:enabled").first.click()
    page.locator("place-cards .confirm").click()


def keep(page: Page) -> None:
    """Take the first choice."""
    page.locator("keep-or-discard .choice-button").first.click()
    page.locator("keep-or-discard .confirm").click()


def arrange(page: Page) -> None:
    """Exchange two cards, and lock the rows in."""
    cards = page.locator("arrange-cards .take")
    cards.nth(0).click()
    cards.nth(7).click()
    page.locator("arrange-cards .confirm").click()


def declare(page: Page) -> None:
    """Declare the first way."""
    page.locator("declare-way .choice-button").first.click()
    page.locator("declare-way .confirm").click()


def announce(page: Page) -> None:
    """Announce what stands there."""
    page.locator("announce-game .confirm").click()


ANSWERS = {
    "bet-bar": bet,
    "place-cards": place,
    "keep-or-discard": keep,
    "arrange-cards": arrange,
    "declare-way": declare,
    "announce-game": announce,
}


class AtTable:
    """A table, its host, and the people in its seats, of whom some have browsers."""

    def __init__(self, browser: Browser, url: str, host: Host, names: Sequence[str]) -> None:
        self.browser = browser
        self.url = url
        self.host = host
        self.guests = {name: host.sit(name, 200) for name in names}
        self.pages: list[Player] = []

    def browse(self, name: str, **how: Any) -> Player:
        """Give somebody a browser, at the table."""
        player = Player(self.browser, self.url, how)
        self.pages.append(player)
        player.sits(self.host.table, str(self.guests[name].token))
        return player

    def close(self) -> None:
        for page in self.pages:
            page.close()


def open_table(browser: Browser, url: str, names: Sequence[str], fields: Mapping[str, Any]) -> AtTable:
    """Open a table without clocks, and seat these people."""
    options = {"decision_seconds": 0, **fields.get("options", {})}
    given = {"game": "ten-card-regrets"} | dict(fields) | {"options": options}
    host = Host.opens(url, **{name: value for name, value in given.items() if value is not None})
    return AtTable(browser, url, host, names)
