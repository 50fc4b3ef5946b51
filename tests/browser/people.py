"""People with browsers: what they see, and how they play by clicking what the page offers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Request, expect

from tests.acting import calm
from tests.servers import wait_until
from tests.whole.people import Guest, Host

Json = dict[str, Any]
Press = Callable[[Locator], None]
LAPTOP = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 640}


# The element that asks something now.
ASKED = """(names) => document.querySelector('table-screen[data-turn]')
  && (names.find((name) => document.querySelector(name)?.checkVisibility()) ?? null)"""
# Nothing is under way, and the page shows what it knows.
DRAWN = """() => ((screen) => screen.table.sending === null && !screen.due && !screen.turning.size)(
  document.querySelector('table-screen'))"""


class Watched:
    """A browser of one person, in which nothing goes wrong unseen."""

    def __init__(self, browser: Browser, url: str, how: Mapping[str, Any]) -> None:
        self.url = url
        self.faults: list[str] = []
        self.asked: list[Request] = []
        self.context = browser.new_context(**{"viewport": LAPTOP} | dict(how))
        self.page: Page = self.context.new_page()
        self.page.on("pageerror", lambda fault: self.faults.append(f"error: {fault.message}\n{fault.stack}"))
        self.page.on("console", self._said)
        self.page.on("request", self._asks)

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

    def close(self) -> None:
        self.context.close()


def click(one: Locator) -> None:
    """Press it with a mouse."""
    one.click()


def tap(one: Locator) -> None:
    """Press it with a finger; the context needs `has_touch`."""
    one.tap()


def by_keys(one: Locator) -> None:
    """Press it as who has no pointer does: Tab or Shift+Tab to it, and Enter."""
    reach(one)
    one.page.keyboard.press("Enter")


# Where an element lies from what has the focus: 0 is there, 1 behind it, -1 before it.
FROM_FOCUS = """(one) => one === document.activeElement ? 0
  : document.activeElement.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING ? -1 : 1"""


def reach(one: Locator) -> None:
    """Bring the focus to it by Tab alone."""
    for _ in range(80):
        way = one.evaluate(FROM_FOCUS)
        if way == 0:
            return
        one.page.keyboard.press("Tab" if way > 0 else "Shift+Tab")
    raise AssertionError(f"the keyboard does not get to {one}")


class Player(Watched):
    """Somebody in a seat, who presses what the page offers in one way."""

    press: Press = staticmethod(click)

    def sits(self, table: str, token: str) -> Page:
        """Come by the seat's own link."""
        self.go(f"/?table={table}#seat={token}")
        expect(self.page.locator("own-hand")).to_be_visible()
        return self.page

    def turn(self) -> bool:
        """Whether the page asks for something."""
        return self.page.locator("table-screen[data-turn]").count() > 0

    def act(self) -> bool:
        """Answer what is asked, calmly; False if nothing is."""
        kind = self.page.evaluate(ASKED, list(ANSWERS))
        if kind is None:
            return False
        before = len(self.answers())
        ANSWERS[kind](self.page, self.press)
        self.page.wait_for_function(DRAWN)
        return len(self.answers()) > before


def settled(one: Locator) -> Locator:
    """The button, as soon as it is not inert any more because its meaning is fresh."""
    one.evaluate("(one) => new Promise((done) => setTimeout(done, Math.max(one.settledAt - performance.now() + 5, 0)))")
    return one


def link_in(field: Locator) -> str:
    """The link that a field shows, once it does."""
    expect(field).to_have_value(re.compile("#"))
    return field.input_value()


def bet(page: Page, press: Press) -> None:
    """Check or call."""
    press(settled(page.locator("bet-bar .passive")))


def place(page: Page, press: Press) -> None:
    """Put each new card into the first row that has room."""
    while (waiting := page.locator("place-cards .tray .take")).count():
        press(waiting.first)
        press(page.locator("place-cards .here:not([aria-disabled])").first)
    press(page.locator("place-cards .confirm"))


def keep(page: Page, press: Press) -> None:
    """Take the first choice."""
    press(page.locator("keep-or-discard .choice-button").first)
    press(page.locator("keep-or-discard .confirm"))


def arrange(page: Page, press: Press) -> None:
    """Exchange two cards, and lock the rows in."""
    cards = page.locator("arrange-cards .take")
    press(cards.nth(0))
    press(cards.nth(7))
    press(page.locator("arrange-cards .confirm"))


def declare(page: Page, press: Press) -> None:
    """Declare the first way."""
    press(page.locator("declare-way .choice-button").first)
    press(page.locator("declare-way .confirm"))


def announce(page: Page, press: Press) -> None:
    """Announce what stands there."""
    press(settled(page.locator("announce-game .confirm")))


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

    def browse(
        self, name: str, *, through: str | None = None, before: str = "", moved_clock: bool = False, **how: Any
    ) -> Player:
        """Give somebody a browser, at the table.

        It may go through another address, run a script before the page, or have a clock that the test moves on.
        """
        player = Player(self.browser, through or self.url, how)
        self.pages.append(player)
        player.context.add_init_script(before)
        if moved_clock:
            player.page.clock.install()
        player.sits(self.host.table, str(self.guests[name].token))
        return player

    def advance(self, wanted: Callable[[Json], bool]) -> None:
        """Let everybody check, call, and place as the clock would, until the host sees what is wanted."""

        def there() -> bool:
            if wanted(self.host.view()):
                return True
            asked = ((guest, decision) for guest in self.guests.values() for decision in guest.decisions())
            for guest, decision in asked:
                if decision["required"]:
                    answer_calmly(guest, decision)
                    break
            return False

        wait_until(there, "the hand getting there", 60)

    def asked(self, kind: str) -> str:
        """The name of the first one who has a decision of this kind, once somebody has."""

        def who() -> list[str]:
            held = ((name, one) for name, guest in self.guests.items() for one in guest.decisions())
            return [name for name, one in held if one["type"] == kind]

        self.advance(lambda _view: bool(who()))
        return who()[0]

    def close(self) -> None:
        for page in self.pages:
            page.close()


def answer_calmly(guest: Guest, decision: Json) -> None:
    """Check or call; whatever else is asked is answered as the clock would."""
    guest.answer(decision["decision"], calm(decision) if decision["type"] == "bet" else decision["default"])


def open_table(browser: Browser, url: str, names: Sequence[str], fields: Mapping[str, Any]) -> AtTable:
    """Open a table without clocks, and seat these people."""
    options = {"decision_seconds": 0, **fields.get("options", {})}
    given = {"game": "ten-card-regrets"} | dict(fields) | {"options": options}
    host = Host.opens(url, **{name: value for name, value in given.items() if value is not None})
    return AtTable(browser, url, host, names)


# What the page says to those who listen, from when it is loaded.
LISTEN = """
  window.said = [];
  document.addEventListener('DOMContentLoaded', () => new MutationObserver((changes) => {
    for (const { target } of changes) {
      const region = target.closest?.('.heard[role]');
      if (region?.textContent) window.said.push(region.textContent);
    }
  }).observe(document.body, { childList: true, characterData: true, subtree: true }));
"""


def listen(player: Player, *, clock: bool = False) -> Page:
    """Load the page anew, for somebody who listens, and whose clock may be moved."""
    page = player.page
    if clock:
        page.clock.install()
    page.add_init_script(LISTEN)
    page.reload()
    expect(page.locator("own-hand")).to_be_visible()
    return page


def said(page: Page, text: str) -> int:
    """How often something was said that holds this text."""
    return len([one for one in page.evaluate("() => window.said") if text in one])


def first_to_act(table: AtTable) -> str:
    """Whose turn it is."""
    return next(name for name, guest in table.guests.items() if guest.decisions())


BUY_INS = {"Ann": 200, "Ben": 203, "Cy": 61, "Dee": 200}


WAYS = {"Ann": "both", "Ben": "high", "Cy": "low"}


def shove(name: str, decision: Json) -> Json:
    """Dee folds, Ben bets all that he has, and the others call."""
    kinds = {entry["type"]: entry for entry in decision["legal"]}
    if decision["type"] == "declare":
        return {"type": "declare", "way": WAYS[name]}
    if name == "Dee":
        return {"type": "fold"}
    most = kinds.get("bet", kinds.get("raise"))
    if name == "Ben" and most:
        return {"type": most["type"], "to": most["max_to"]}
    return {"type": "call" if "call" in kinds else "check"}
