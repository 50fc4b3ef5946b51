"""How the page stands on a small screen, what it says to those who listen, and what it costs to load."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from werkzeug.serving import make_server

from api.rules.games import GAMES
from tests.browser.people import DRAWN, PHONE, AtTable, Player, Watched, open_table
from tests.fifth_game import PEEK
from tests.front import Front
from tests.servers import wait_until

Seats = Callable[..., AtTable]
FIRST_LOAD_BYTES = 250_000
# Of two boxes side by side, edges may share a pixel. What is scrolled out of sight overlaps nothing.
OVERLAP = """() => {
  const all = document.querySelectorAll('seat-box, board-view .unit, own-hand');
  const boxes = [...all].filter((one) => one.offsetParent);
  const frame = document.querySelector('.round').getBoundingClientRect();
  const around = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    if (!one.closest('.round')) return { left, right, top, bottom };
    return { left, right, top: Math.max(top, frame.top), bottom: Math.min(bottom, frame.bottom) };
  };
  const along = (a, b, from, to) => a[from] < b[to] - 1 && b[from] < a[to] - 1;
  const meet = (a, b) => along(a, b, 'left', 'right') && along(a, b, 'top', 'bottom');
  const named = (one) => `${one.localName}.${one.className}`;
  return boxes.flatMap((one, at) => boxes.slice(at + 1)
    .filter((other) => meet(around(one), around(other)))
    .map((other) => `${named(one)} and ${named(other)}`));
}"""
LISTEN = """() => {
  const alert = document.querySelector('[role=alert]');
  window.heard = [];
  const hear = () => alert.textContent && window.heard.push(alert.textContent);
  new MutationObserver(hear).observe(alert, { childList: true, characterData: true, subtree: true });
}"""
# Units of the board that are not wholly to be seen.
UNSEEN = """() => {
  const frame = document.querySelector('.round').getBoundingClientRect();
  const around = (one) => one.getBoundingClientRect();
  return [...document.querySelectorAll('board-view .unit')]
    .filter((one) => around(one).bottom > frame.bottom + 1 || around(one).top < frame.top - 1)
    .map((one) => one.textContent);
}"""
SIDEWAYS = """() => [...document.querySelectorAll('.play, .felt, .round, own-hand, decision-area, side-panel')]
  .filter((one) => one.offsetParent && one.scrollWidth > one.clientWidth + 1)
  .map((one) => `${one.localName}.${one.className}: ${one.scrollWidth} in ${one.clientWidth}`)"""
SMALL = """(least) => [...document.querySelectorAll('button, a[href], input, select')]
  .filter((one) => one.offsetParent && !one.closest('[inert]'))
  .map((one) => [one.getBoundingClientRect(), one.outerHTML.slice(0, 80)])
  .filter(([box]) => box.width && Math.min(box.width, box.height) < least)
  .map(([box, html]) => `${Math.round(box.width)}x${Math.round(box.height)} ${html}`)"""
# The viewer's own cards, and what answers.
ACTIONS = (
    "decision-area .buttons > button",
    "decision-area .confirm",
    ".choice-button",
    ".here",
    "own-hand playing-card",
    ".staged playing-card",
)


def holds_on(page: Page) -> None:
    """Nothing overlaps or sticks out; what is touched is large enough."""
    page.wait_for_function(DRAWN)
    assert page.evaluate("() => document.scrollingElement.scrollWidth <= innerWidth")
    assert page.evaluate(SIDEWAYS) == []
    assert page.evaluate(OVERLAP) == []
    assert page.evaluate(SMALL, 24) == []
    found = 0
    for main in ACTIONS:
        sizes = page.locator(f"{main} >> visible=true").evaluate_all(
            "all => all.map((one) => [one.getBoundingClientRect().width, one.getBoundingClientRect().height])"
        )
        assert all(min(size) >= 48 for size in sizes), (main, sizes)
        found += len(sizes)
    assert found > 0


def test_ten_cards_each_on_a_phone(seats: Seats) -> None:
    """Five seats with ten cards on 360 by 640."""
    table = seats("Ann", "Ben", "Cy", "Dee", "Eve", game="ten-card-regrets")
    table.host.deal()
    table.advance(lambda view: bool(view["phase"]["round"] == 5 and view["phase"]["code"] == "bet"))
    name = next(name for name, guest in table.guests.items() if guest.decisions())
    player = table.browse(name, viewport=PHONE, has_touch=True)
    expect(player.page.locator("bet-bar .passive")).to_be_visible()
    holds_on(player.page)
    player.page.locator("bet-bar .open").tap()
    holds_on(player.page)


def test_eight_seats_and_a_board_on_a_phone(seats: Seats) -> None:
    """Eight seats and twelve cards in the middle on 360 by 640, and as much on a large screen."""
    table = seats(*"ABCDEFGH", game="real-poker")
    table.host.deal()
    table.advance(lambda view: bool(view["phase"]["code"] == "declare"))
    player = table.browse("A", viewport=PHONE, has_touch=True)
    expect(player.page.locator("declare-way .choice-button")).to_have_count(3)
    for width, height in ((360, 640), (1024, 640), (3840, 2160)):
        player.page.set_viewport_size({"width": width, "height": height})
        holds_on(player.page)
        assert player.page.evaluate(UNSEEN) == [], (width, height)


@pytest.mark.parametrize("game", ["ten-card-regrets", "real-poker"])
def test_right_to_left(seats: Seats, game: str) -> None:
    """Written from the right, the page holds as it does from the left, and cards are read the same way."""
    table = seats("Ann", "Ben", "Cy", game=game)
    table.host.deal()
    table.advance(lambda view: bool(view["phase"]["code"] in ("place", "declare")))
    player = table.browse("Ann", viewport=PHONE, has_touch=True)
    expect(player.page.locator("decision-area .confirm")).to_be_visible()
    player.page.evaluate("() => { document.documentElement.dir = 'rtl' }")
    for width, height in ((360, 640), (1024, 640)):
        player.page.set_viewport_size({"width": width, "height": height})
        holds_on(player.page)
    card = player.page.locator(".felt playing-card:not(.back), .staged playing-card").first
    rank, large = card.locator(".rank").bounding_box(), card.locator(".large").bounding_box()
    assert rank and large and rank["x"] < large["x"] and rank["y"] < large["y"]


def test_at_twice_the_size(seats: Seats, visitor: Watched) -> None:
    """At 200 % zoom nothing sticks out, and what is asked can be reached by scrolling down alone (WCAG 1.4.10)."""
    zoomed = {"width": 640, "height": 400}
    table = seats("Ann", "Ben", "Cy", game="ten-card-regrets")
    table.host.deal()
    table.advance(lambda view: bool(view["phase"]["code"] == "place"))
    player = table.browse("Ann", viewport=zoomed)
    confirm = player.page.locator("place-cards .confirm")
    expect(confirm).to_be_visible()
    holds_on(player.page)
    confirm.scroll_into_view_if_needed()
    expect(confirm).to_be_in_viewport(ratio=1)
    visitor.page.set_viewport_size(zoomed)  # type: ignore[arg-type]
    for address in ("/", "/?open", f"/?table={table.host.table}"):
        visitor.go(address)
        expect(visitor.page.locator("h1, .banner").first).to_be_visible()
        assert visitor.page.evaluate("() => document.scrollingElement.scrollWidth <= innerWidth"), address


def test_a_turn_is_announced_once(seats: Seats) -> None:
    """Who listens hears that it is their turn, and what it costs, one time."""
    table = seats("Ann", "Ben", game="real-poker")
    table.host.deal()
    ann = table.browse("Ann")
    ann.page.evaluate(LISTEN)
    first = next(guest for guest in table.guests.values() if guest.decisions())
    first.play(type="check")
    if first.name == "Ann":
        table.guests["Ben"].play(type="bet", to=2)
    expect(ann.page.locator("bet-bar .passive")).to_be_visible()
    ann.page.wait_for_timeout(500)
    assert len(ann.page.evaluate("() => window.heard")) == 1


def test_the_first_load_is_small(visitor: Watched) -> None:
    """Everything that the page loads, the table's code included."""
    sizes: list[int] = []
    visitor.page.on("response", lambda reply: sizes.append(len(reply.body())) if "/v1/" not in reply.url else None)
    visitor.go()
    expect(visitor.page.locator("lobby-screen h1")).to_be_visible()
    visitor.page.wait_for_load_state("networkidle")
    assert 0 < sum(sizes) < FIRST_LOAD_BYTES


@pytest.fixture
def with_a_fifth_game(tmp_path: Path) -> Iterator[str]:
    """A server at which a game is played that exists only in the tests."""
    front = Front(tmp_path, games={**GAMES, PEEK.id: PEEK})
    server = make_server("127.0.0.1", 0, front.app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    thread.join(10)
    front.close()


def test_a_new_game_appears_by_itself(chromium: Browser, with_a_fifth_game: str) -> None:
    """A game that the page has never heard of is listed, played to the showdown, and told in sentences."""
    table = open_table(chromium, with_a_fifth_game, ["Ann", "Ben"], {"game": PEEK.id})
    ann, ben = table.browse("Ann"), table.browse("Ben")
    table.host.deal()

    def over() -> bool:
        moved: list[Player] = [one for one in (ann, ben) if one.act()]
        return not moved and table.host.view()["result"] is not None

    wait_until(over, "the showdown", 60)
    expect(ann.page.locator("showdown-panel .awards li").first).to_contain_text("takes the whole pot")
    ann.go("/?open")
    expect(ann.page.locator("open-screen")).to_contain_text(PEEK.name)
    assert ann.faults == ben.faults == []
    table.close()
