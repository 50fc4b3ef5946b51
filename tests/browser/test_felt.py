"""How the others sit around the felt on a laptop: all of them in sight, in their order, with the free seats between."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import DRAWN, PHONE, AtTable, Player, first_to_act

Seats = Callable[..., AtTable]
# Seats that are not wholly to be seen: cut off by the frame that scrolls, or covered by what lies below it.
CUT_OFF = """() => {
  const frame = document.querySelector('.round').getBoundingClientRect();
  return [...document.querySelectorAll('seat-box')].filter((one) => {
    const box = one.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.bottom - 4];
    return box.bottom > frame.bottom + 1 || box.top < frame.top - 1 || !one.contains(document.elementFromPoint(x, y));
  }).map((one) => one.textContent);
}"""


def all_in_sight(page: Page) -> None:
    """Nobody's seat is cut off."""
    page.wait_for_function(DRAWN)
    assert page.evaluate(CUT_OFF) == []


@pytest.mark.parametrize("size", [(1200, 800), (1440, 900), (1280, 720), (1024, 640)])
def test_the_others_are_in_sight_while_cards_are_placed(seats: Seats, size: tuple[int, int]) -> None:
    """Laying out cards covers nobody's, neither before nor after they are put into rows."""
    table = seats("Ann", "Ben", "Cy", "Dee", "Eve", game="ten-card-regrets")
    table.host.deal()
    table.advance(lambda view: bool(view["phase"]["code"] == "place" and view["phase"]["round"] == 4))
    page = table.browse(first_to_act(table), viewport=dict(zip(("width", "height"), size, strict=True))).page
    expect(page.locator("place-cards .tray .take")).to_have_count(2)
    all_in_sight(page)
    for _ in range(2):
        page.locator("place-cards .here:not([aria-disabled])").first.click()
    expect(page.locator("place-cards .words:not(:empty)").first).to_be_visible()
    all_in_sight(page)


@pytest.mark.parametrize("size", [(1200, 800), (1440, 900), (1280, 720)])
def test_the_others_are_in_sight_while_a_card_is_kept(seats: Seats, size: tuple[int, int]) -> None:
    """So it is where a card is kept or discarded, with everybody whom that game takes."""
    table = seats("Ann", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus", game="seven-card-regrets")
    table.host.deal()
    table.advance(lambda view: bool(view["phase"]["code"] == "keep" and view["phase"]["round"] == 4))
    page = table.browse(first_to_act(table), viewport=dict(zip(("width", "height"), size, strict=True))).page
    expect(page.locator("keep-or-discard .choice-button")).to_have_count(2)
    all_in_sight(page)


def test_what_was_done_in_another_round_is_not_told(seats: Seats) -> None:
    """A seat says what its player does in this betting round, and nothing of an earlier one."""
    table = seats("Ann", "Ben", "Cy", game="ten-card-regrets")
    page = table.browse("Ann").page
    table.host.deal()
    table.advance(lambda view: bool(view["phase"]["code"] == "bet"))
    acted = next(name for name in ("Ben", "Cy", "Ann") if name == first_to_act(table))
    table.guests[acted].play(type="bet", to=2)
    following = first_to_act(table)
    table.guests[following].play(type="raise", to=4)
    other = next(name for name in (following, acted) if name != "Ann")
    seat = page.locator("seat-box", has_text=other)
    expect(seat.locator(".status")).to_have_text("raises" if other == following else "bets")
    expect(seat.locator(".bet")).to_have_text("4" if other == following else "2")
    table.advance(lambda view: bool(view["phase"]["code"] == "place"))
    expect(page.locator("place-cards")).to_be_visible()
    for name in ("Ben", "Cy"):
        expect(page.locator("seat-box", has_text=name).locator(".status")).to_have_text("Deciding…")
    table.advance(lambda view: bool(view["phase"]["code"] == "bet"))
    expect(page.locator("seat-box .status").filter(has_text="raises")).to_have_count(0)
    expect(page.locator("seat-box .status").filter(has_text="In")).not_to_have_count(0)


# The numbers of all seats but the viewer's own, clockwise from the near side of the felt, wherever they stand on it.
CLOCKWISE = """() => {
  const felt = document.querySelector('.felt').getBoundingClientRect();
  const middle = [felt.left + felt.width / 2, felt.top + felt.height / 2];
  const turned = (one) => {
    const box = one.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2 - middle[0], box.top + box.height / 2 - middle[1]];
    return (Math.atan2(-x, y) + 2 * Math.PI) % (2 * Math.PI);
  };
  return [...document.querySelectorAll('seat-box, .chair')]
    .map((one) => [turned(one), Number(one.dataset.key ?? one.textContent)])
    .sort((a, b) => a[0] - b[0]).map(([, seat]) => seat);
}"""
# Chairs that stand upon each other, on a player, or on the viewer's cards.
CROWDED = """() => {
  const all = [...document.querySelectorAll('.chair, seat-box, own-hand playing-card, board-view .unit')];
  const boxes = all.map((one) => [one, one.getBoundingClientRect()]);
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return boxes.filter(([one]) => one.matches('.chair'))
    .flatMap(([one, box]) => boxes.filter(([other, at]) => other !== one && meet(box, at))
    .map(([other]) => `${one.textContent} and ${other.localName} ${other.textContent}`));
}"""
LOWEST = "() => [...document.querySelectorAll('.chair')].map((one) => one.getBoundingClientRect().top)"


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
@pytest.mark.parametrize("taken", [[1], [1, 2], [1, 4, 5], [1, 3, 5, 7], [1, 2, 3, 6, 7, 8]])
def test_seats_go_clockwise_around_the_felt(seats: Seats, taken: list[int], direction: str) -> None:
    """Taken or free, in whatever direction one writes, the seats stand in their order, and none upon another."""
    table = seats(game="real-poker")
    for seat in taken:
        table.guests[f"P{seat}"] = table.host.sit(f"P{seat}", 200, seat=seat)
    page = table.browse("P1").page
    page.evaluate("(way) => { document.documentElement.dir = way }", direction)
    if len(taken) > 1:
        table.host.deal()
        expect(page.locator("board-view .unit").first).to_be_visible()
    for width, height in ((1200, 800), (1440, 900), (1024, 640)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(DRAWN)
        assert page.evaluate(CLOCKWISE) == list(range(2, 9)), (width, height)
        assert page.evaluate(CROWDED) == [], (width, height)


def test_many_free_seats_spread_along_the_rim(seats: Seats) -> None:
    """Around one player there are seven chairs to choose from, and they do not all stand in the lower corners."""
    table = seats(game="real-poker")
    table.host.sit("Ann", 200, seat=3)
    visitor = Player(table.browser, table.url, {"viewport": {"width": 1200, "height": 800}})
    table.pages.append(visitor)
    page = visitor.go(f"/?table={table.host.table}")
    expect(page.get_by_role("button", name="Take seat")).to_have_count(7)
    assert page.evaluate(CROWDED) == []
    around = page.evaluate(CLOCKWISE)
    first = around.index(1)
    assert around[first:] + around[:first] == list(range(1, 9))
    heights = sorted(page.evaluate(LOWEST))
    felt = page.locator(".felt").bounding_box()
    assert felt
    assert heights[-1] - heights[0] > felt["height"] / 3


def test_the_only_row_with_cards_is_named(seats: Seats) -> None:
    """Of a seat that has put all of its cards into one of two rows, one sees into which; it stands where it did."""
    table = seats("Ann", "Ben", "Cy", "Dee", game="ten-card-regrets")
    page = table.browse("Ann").page
    table.host.deal()
    for guest in table.guests.values():
        (decision,) = guest.decisions()
        guest.answer(decision["decision"], {"type": "place", "rows": ["left", "left"]})
    expect(page.locator("seat-box .row .label:visible")).to_have_text(["Left"] * 3)
    table.advance(lambda _view: bool(table.guests["Cy"].decisions()))
    table.guests["Cy"].play(type="fold")
    table.advance(lambda view: bool(view["phase"]["code"] == "place"))
    expect(page.locator("place-cards")).to_be_visible()
    expect(page.locator("seat-box", has_text="Cy").locator(".row")).to_have_count(1)
    all_in_sight(page)
    tops = page.locator("seat-box").evaluate_all("all => all.map((one) => one.getBoundingClientRect().top)")
    assert len(set(tops)) == 1


def test_a_narrow_screen_in_german(seats: Seats) -> None:
    """No word of a button sticks out of it, and the step of the hand stands in the top bar."""
    table = seats("Ann", "Ben", game="ten-card-regrets", name="A table with a rather long name")
    table.host.deal()
    table.advance(lambda view: bool(view["phase"]["code"] == "bet"))
    page = table.browse(first_to_act(table), viewport=PHONE, has_touch=True, locale="de-DE").page
    buttons = page.locator("bet-bar > .buttons > button, .bet-bar > .buttons > button")
    expect(buttons).to_have_count(3)
    assert buttons.evaluate_all("all => all.filter((one) => one.scrollWidth > one.clientWidth).length") == 0
    phase = page.locator(".top .phase")
    expect(phase).to_have_text("Setzrunde 1")
    assert phase.evaluate("(one) => one.scrollWidth <= one.clientWidth")
    expect(page.get_by_role("heading", name="A table with a rather long name")).to_be_attached()


def test_the_dealer_sees_who_deals(seats: Seats) -> None:
    """The button stands on one plate: on one's own where one deals, and else on another's."""
    table = seats("Ann", "Ben", game="real-poker")
    table.host.deal()
    dealer = table.host.view()["dealer"]
    for name, guest in table.guests.items():
        page = table.browse(name).page
        page.wait_for_function(DRAWN)
        deals = guest.seat == dealer
        own = page.locator("own-hand .plate .button")
        assert own.is_visible() == deals
        assert page.locator("seat-box .plate .button").is_visible() == (not deals)
        expect(own).to_have_text("DDealer")


# What of the line that says whom the table waits for is covered or cut off.
UNREAD = """() => [...document.querySelectorAll('.middle > .line > *')].filter((one) => {
  const box = one.getBoundingClientRect();
  const points = [box.top + 2, box.bottom - 2].map((y) => document.elementFromPoint(box.left + box.width / 2, y));
  return !box.width || points.some((at) => !one.contains(at));
}).map((one) => one.outerHTML)"""


@pytest.mark.parametrize("people", [2, 5, 8])
@pytest.mark.parametrize("size", [(1280, 720), (1366, 768), (1280, 800)])
def test_whom_one_waits_for_is_read_while_one_declares(seats: Seats, size: tuple[int, int], people: int) -> None:
    """Neither the viewer's own cards nor the frame hide the line, or its clock."""
    names = ("Ann", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")[:people]
    table = seats(*names, game="real-poker", options={"decision_seconds": 600})
    table.host.deal()
    who = table.asked("declare")
    page = table.browse(who, viewport=dict(zip(("width", "height"), size, strict=True))).page
    expect(page.locator("declare-way .choice-button").first).to_be_visible()
    expect(page.locator(".state")).to_contain_text("Waiting for")
    page.wait_for_function(DRAWN)
    page.wait_for_function(f"() => ({UNREAD})().length === 0")
