"""The front end in one file, opened in a real Chromium from a disk and from another origin."""

from __future__ import annotations

import functools
import http.server
import threading
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page

from api.rules.games import GAMES
from tests.examples.hosting import Host, Person
from tests.servers import wait_until
from tests.serving import ROOT, Served

pytestmark = pytest.mark.needs("chromium")

EXAMPLES = ROOT / "examples"
FROM_DISK = (EXAMPLES / "one_file.html").as_uri()


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A window of its own; no script in it may fail."""
    faults: list[str] = []
    page = chromium.new_page()
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.set_default_timeout(15_000)
    yield page
    page.context.close()
    assert faults == []


@pytest.fixture
def elsewhere() -> Iterator[str]:
    """The same file from another origin than the API's."""
    handler = functools.partial(Quiet, directory=str(EXAMPLES))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}/one_file.html"
        server.shutdown()


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files and logs nothing."""

    def log_message(self, *_: object) -> None:
        pass


def sit(page: Page, address: str, host: Host, name: str = "Ann") -> None:
    """Open the file, and sit down as anybody would."""
    page.goto(address)
    page.get_by_label("The table's link").fill(host.link)
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Chips to buy").fill("100")
    page.get_by_role("button", name="Sit down").click()


def answers(page: Page) -> Locator:
    """The buttons that answer what is asked."""
    return page.locator("#actions:enabled button")


def click(page: Page) -> bool:
    """Click the last answer offered, which is the boldest; whether there was any."""
    if not page.locator("#actions:enabled button").count():
        return False
    answers(page).last.click()
    page.locator("#actions:enabled").wait_for(state="attached")
    return True


def play(page: Page, ben: Person) -> None:
    """Ann clicks and Ben answers as the clock would, until the awards are told."""
    awards = page.locator("#awards li")
    while not awards.count():
        wait_until(lambda: any([click(page), ben.answers(), awards.count()]), "an answer or the end of the hand")


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_hand_is_clicked(game: str, page: Page, served: Served) -> None:
    """From a disk; the awards are told, and what Ann paid and won is what her line says."""
    host = Host(served.api, game=game, private=True)
    ben = host.sit("Ben")
    sit(page, FROM_DISK, host)
    host.expects("Ann", "Ben")
    host.deal()
    play(page, ben)
    assert page.locator("#awards li").all_inner_texts() == host.awards()
    for seat in host.view()["seats"]:
        assert page.get_by_text(f"{seat['name']} {seat['chips']} chips").count() == 1


def test_from_another_origin(page: Page, elsewhere: str, served: Served) -> None:
    """Every origin may call the API, and read what it refuses; the seat stays through a reload."""
    host = Host(served.api, game="ten-card-regrets")
    ben = host.sit("Ben")
    sit(page, elsewhere, host, "ben")
    page.get_by_text(host.told("POST", "/seats", {"name": "ben", "buy_in": 100})).wait_for()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Sit down").click()
    host.expects("Ann", "Ben")
    host.deal()
    answers(page).first.wait_for()
    page.reload()
    answers(page).first.click()
    wait_until(lambda: host.events("chosen"), "the answer")
    ben.answers()
    wait_until(lambda: host.events("placed"), "the cards being placed")


def test_cards_are_arranged_by_tapping(page: Page, served: Served) -> None:
    """One card and then another change places; what is locked in is what lies there."""
    host = Host(served.api, game="henway")
    ben = host.sit("Ben")
    sit(page, FROM_DISK, host)
    host.expects("Ann", "Ben")
    host.deal()
    cards = page.locator("#actions .card")
    cards.nth(9).wait_for()
    before = cards.all_inner_texts()
    cards.nth(0).click()
    cards.nth(9).click()
    swapped = [before[9], *before[1:9], before[0]]
    assert cards.all_inner_texts() == swapped
    page.get_by_role("button", name="Lock in these rows").click()
    page.get_by_text("Chosen; the others still think.").wait_for()
    ben.answers()
    page.get_by_text("First betting round").wait_for()
    assert page.locator("#seats li", has_text="Ann").locator(".card").all_inner_texts() == swapped


def test_the_dealer_names_the_game(page: Page, served: Served) -> None:
    """Where the dealer chooses, every game is a button."""
    first, second = sorted(GAMES)[:2]
    host = Host(served.api, games=[first, second], choice="dealer")
    sit(page, FROM_DISK, host)
    host.expects("Ann")
    host.sit("Ben")
    host.deal()
    answers(page).last.wait_for()
    assert [text.lower() for text in answers(page).all_inner_texts()] == [first, second]
    answers(page).last.click()
    wait_until(lambda: host.view()["game"] == second, "the game")


def test_a_lost_connection(page: Page, served: Served) -> None:
    """It is said, nothing can be clicked meanwhile, and the page goes on by itself with what has happened since."""
    host = Host(served.api, game="ten-card-regrets")
    ben = host.sit("Ben")
    sit(page, FROM_DISK, host)
    host.expects("Ann", "Ben")
    host.deal()
    answers(page).last.wait_for()
    page.context.set_offline(True)
    page.get_by_text("The connection is lost. Trying again…").wait_for()
    assert answers(page).count() == 0
    ben.answers()
    page.context.set_offline(False)
    page.get_by_text("Back again.").wait_for()
    assert click(page)
    wait_until(lambda: host.events("placed"), "the cards being placed")


def test_coming_and_going(page: Page, served: Served) -> None:
    """A player who leaves has left, and one whose table is closed is told."""
    host = Host(served.api, game="henway")
    sit(page, FROM_DISK, host)
    host.expects("Ann")
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Leave the table").click()
    page.get_by_text("You have left.").wait_for()
    host.expects()
    page.get_by_role("button", name="Sit down").click()
    host.expects("Ann")
    host.close()
    page.get_by_text("The table is closed.").wait_for()


def test_nothing_serious_for_axe(page: Page, served: Served) -> None:
    """Neither in the form nor at a table, in light and dark; and on a phone nothing is scrolled sideways."""
    page.set_viewport_size({"width": 360, "height": 640})
    host = Host(served.api, game="henway")
    ben = host.sit("Ben")
    page.goto(FROM_DISK)
    assert serious(page) == []
    sit(page, FROM_DISK, host)
    host.expects("Ann", "Ben")
    host.deal()
    answers(page).last.wait_for()
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert click(page)
    ben.answers()
    page.get_by_text("First betting round").wait_for()
    page.emulate_media(color_scheme="dark")
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def serious(page: Page) -> list[str]:
    """What axe-core calls serious or critical."""
    found = Axe().run(page).response["violations"]
    return [one["help"] for one in found if one["impact"] in ("serious", "critical")]
