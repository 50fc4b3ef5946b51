"""How the others sit around the felt on a laptop: all of them in sight, in their order, with the free seats between."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import DRAWN, AtTable, first_to_act

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
