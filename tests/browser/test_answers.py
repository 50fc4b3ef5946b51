"""Answers are what was on the screen when the pointer went down, each sent once: by taps, by dragging, by keys."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.people import PHONE, AtTable, Player, reach, settled
from tests.servers import wait_until

Seats = Callable[..., AtTable]


def placing(seats: Seats, **how: object) -> tuple[AtTable, Player]:
    """Ann is asked to place two cards."""
    table = seats("Ann", "Ben")
    table.host.deal()
    ann = table.browse("Ann", **how)
    expect(ann.page.locator("place-cards .tray .take")).to_have_count(2)
    return table, ann


def arranging(seats: Seats) -> tuple[AtTable, Player]:
    """Ann is asked to arrange ten cards."""
    table = seats("Ann", "Ben", game="henway")
    table.host.deal()
    ann = table.browse("Ann")
    expect(ann.page.locator("arrange-cards .take")).to_have_count(10)
    return table, ann


def betting(seats: Seats) -> tuple[AtTable, Player]:
    """Whoever is asked to bet first has a browser."""
    table = seats("Ann", "Ben", game="real-poker")
    table.host.deal()
    name = next(name for name, guest in table.guests.items() if guest.decisions())
    player = table.browse(name)
    expect(player.page.locator("bet-bar .passive")).to_be_visible()
    settled(player.page.locator("bet-bar .passive"))
    return table, player


def codes(page: Page, within: str) -> list[str]:
    """The cards that lie there, in order."""
    found: list[str] = page.locator(f"{within} .take").evaluate_all("all => all.map(one => one.dataset.card)")
    return found


def lying(page: Page) -> list[object]:
    """Every card that can be taken, and where it is."""
    found: list[object] = page.locator("place-cards .take").evaluate_all(
        "all => all.map((one) => [one.dataset.card, one.getBoundingClientRect().x, one.getBoundingClientRect().y])"
    )
    return found


def middle(of: Locator) -> tuple[float, float]:
    """The point in the middle of an element."""
    box = of.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, card: Locator, to: tuple[float, float], drop: bool = True) -> None:
    """Take a card with the pointer and move it there; it is let go of, or still held."""
    page.mouse.move(*middle(card))
    page.mouse.down()
    page.mouse.move(*to, steps=6)
    if drop:
        page.mouse.up()


def test_placing_by_taps_alone(seats: Seats) -> None:
    """On a phone: a card, then a row; what is staged can be undone, and one button sends it."""
    table, ann = placing(seats, viewport=PHONE, has_touch=True)
    cards = codes(ann.page, ".tray")
    for row in (0, 1):
        ann.page.locator(".tray .take").first.tap()
        ann.page.locator("place-cards .here").nth(row).tap()
    assert codes(ann.page, "place-cards .rows") == cards
    ann.page.locator("place-cards .quiet").tap()
    assert codes(ann.page, ".tray") == cards
    for row in (1, 0):
        ann.page.locator(".tray .take").first.tap()
        ann.page.locator("place-cards .here").nth(row).tap()
    assert ann.answers() == []
    ann.page.locator("place-cards .confirm").tap()
    expect(ann.page.locator("place-cards")).to_be_hidden()
    names = [row["name"] for row in table.guests["Ann"].view()["seats"][0]["rows"]]
    assert ann.answers()[0].post_data_json == {"type": "place", "rows": [names[1], names[0]]}


def test_placing_by_dragging(seats: Seats) -> None:
    """A card goes where it is dropped; dropped back in the tray, it is unplaced again."""
    _, ann = placing(seats)
    card = codes(ann.page, ".tray")[0]
    drag(ann.page, ann.page.locator(f"[data-card='{card}']"), middle(ann.page.locator(".target").nth(1)))
    assert codes(ann.page, ".target:nth-child(2)") == [card]
    drag(ann.page, ann.page.locator(f"[data-card='{card}']"), middle(ann.page.locator(".tray")))
    assert card in codes(ann.page, ".tray")


def test_placing_by_keys_alone(seats: Seats) -> None:
    """Tab, Enter, and Shift with the arrows do all that a pointer does."""
    table, ann = placing(seats)
    page = ann.page
    reach(page.locator(".tray .take").first)
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator(".tray .take")).to_have_count(1)
    reach(page.locator(".tray .take").first)
    page.keyboard.press("Enter")
    reach(page.locator("place-cards .here:not([aria-disabled])").last)
    page.keyboard.press("Enter")
    reach(page.locator("place-cards .confirm"))
    page.keyboard.press("Enter")
    wait_until(lambda: table.guests["Ann"].decisions() == [], "the placing being taken", 10)


@pytest.mark.parametrize("end", ["escape", "outside"])
def test_a_drag_that_ends_nowhere_changes_nothing(seats: Seats, end: str) -> None:
    """Escape, and a drop outside every row, leave the cards as they were, and send nothing."""
    _, ann = placing(seats)
    before = lying(ann.page)
    target = (640.0, 60.0) if end == "outside" else middle(ann.page.locator(".target").first)
    drag(ann.page, ann.page.locator(".tray .take").first, target, drop=False)
    assert lying(ann.page) != before
    if end == "escape":
        ann.page.keyboard.press("Escape")
    ann.page.mouse.up()
    assert lying(ann.page) == before
    assert ann.answers() == []


@pytest.mark.parametrize("end", ["touchEnd", "touchCancel"])
def test_dragging_by_finger(seats: Seats, end: str) -> None:
    """It places a card; one that the system takes over, as when a call comes in, leaves all cards as they were."""
    _, ann = placing(seats, viewport=PHONE, has_touch=True)
    before = lying(ann.page)
    card, row = ann.page.locator(".tray .take").first, ann.page.locator(".target").first
    touches = ann.context.new_cdp_session(ann.page)
    (x, y), (to_x, to_y) = middle(card), middle(row)
    for step in (0.0, 0.3, 0.6, 1.0):
        point = {"x": x + (to_x - x) * step, "y": y + (to_y - y) * step}
        kind = "touchMove" if step else "touchStart"
        touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
    assert lying(ann.page) != before
    touches.send("Input.dispatchTouchEvent", {"type": end, "touchPoints": []})
    if end == "touchEnd":
        assert len(codes(ann.page, ".target:first-child")) == 1
    else:
        assert lying(ann.page) == before
    assert ann.answers() == []


def test_arranging_by_taps_by_dragging_and_by_keys(seats: Seats) -> None:
    """Two cards are exchanged by two taps, by dropping one on the other, and by Shift with an arrow."""
    table, ann = arranging(seats)
    page = ann.page
    dealt = codes(page, "arrange-cards")
    page.locator("arrange-cards .take").nth(0).click()
    page.locator("arrange-cards .take").nth(9).click()
    assert codes(page, "arrange-cards") == [dealt[9], *dealt[1:9], dealt[0]]
    drag(page, page.locator(f"[data-card='{dealt[0]}']"), middle(page.locator(f"[data-card='{dealt[9]}']")))
    assert codes(page, "arrange-cards") == dealt
    page.locator(f"[data-card='{dealt[0]}']").focus()
    page.keyboard.press("Shift+ArrowDown")
    assert codes(page, "arrange-cards") == [dealt[5], *dealt[1:5], dealt[0], *dealt[6:]]
    page.locator("arrange-cards .confirm").click()
    wait_until(lambda: table.guests["Ann"].decisions() == [] or ann.answers() != [], "the answer", 10)
    assert ann.answers()[0].post_data_json["rows"][0] == [dealt[5], *dealt[1:5]]


def test_a_decision_that_changes_under_the_finger_is_not_answered(seats: Seats) -> None:
    """The table moves on between down and up: nothing is sent, and the page says so."""
    table, ann = betting(seats)
    button = ann.page.locator("bet-bar .passive")
    ann.page.mouse.move(*middle(button))
    ann.page.mouse.down()
    seat = ann.page.evaluate("() => document.querySelector('table-screen').table.view.you.seat")
    guest = next(guest for guest in table.guests.values() if guest.seat == seat)
    other = next(guest for guest in table.guests.values() if guest.seat != seat)
    guest.play(type="check")
    other.play(type="bet", to=2)
    expect(button).to_have_text(re.compile("2"))
    ann.page.mouse.up()
    expect(ann.page.locator(".note")).to_contain_text("Nothing was sent")
    assert ann.answers() == []


def test_a_double_click_answers_once(seats: Seats) -> None:
    """The second click falls on nothing: neither the same decision gets it, nor the next one, however soon it comes."""
    table = seats("Ann", "Ben", game="real-poker")
    table.host.deal()
    name = table.asked("bet")
    player = table.browse(name, moved_clock=True)
    page = player.page
    button = page.locator("bet-bar .passive")
    expect(button).to_be_visible()
    page.clock.pause_at(page.evaluate("() => Date.now()") / 1_000 + 1)
    page.mouse.dblclick(*middle(button))
    (other,) = (guest for guest in table.guests.values() if guest.name != name)
    wait_until(other.decisions, "the answer being taken", 10)
    other.play(type="bet", to=2)

    def asked_again() -> bool:
        page.clock.run_for(20)
        return "2" in button.inner_text()

    wait_until(asked_again, "the next decision", 10)
    page.mouse.dblclick(*middle(button))
    page.clock.run_for(20)
    assert len(player.answers()) == 1
    page.clock.run_for(500)
    page.mouse.click(*middle(button))
    wait_until(lambda: not table.guests[name].decisions() or table.host.view()["phase"]["round"] > 1, "the call", 10)
    page.clock.run_for(20)
    assert len(player.answers()) == 2


def test_folding_for_nothing_is_asked_once(seats: Seats) -> None:
    """Where checking is free, the first press on fold only asks."""
    table, ann = betting(seats)
    fold = ann.page.locator("bet-bar .fold")
    fold.click()
    expect(fold).to_contain_text("free")
    assert ann.answers() == []
    fold.click()
    wait_until(lambda: table.host.view()["result"] is not None, "the hand being over", 10)


def test_a_raise_names_its_amount(seats: Seats) -> None:
    """The amounts come from the decision; the button that sends says how much, and what is typed stays as it is."""
    table = seats("Ann", "Ben", game="real-poker", options={"limit": "none", "min_bet": 4})
    table.host.deal()
    name = next(name for name, guest in table.guests.items() if guest.decisions())
    player = table.browse(name)
    expect(player.page.locator("bet-bar .open")).to_be_visible()
    player.page.locator("bet-bar .open").click()
    player.page.locator("bet-bar .preset").first.click()
    confirm = player.page.locator("bet-bar .confirm")
    expect(confirm).to_have_text("Bet 4")
    amount = player.page.locator("bet-bar input[type=number]")
    amount.fill("5")
    expect(confirm).to_have_text("Bet 5")
    amount.fill("")
    other = next(guest for guest in table.guests.values() if guest is not table.guests[name])
    other.call("POST", "/messages", json={"text": "Take your time"})
    expect(player.page.locator("talk-panel")).to_contain_text("Take your time")
    expect(amount).to_have_value("")
    amount.press_sequentially("50")
    expect(confirm).to_have_text("Bet 50")
    amount.press("Tab")
    expect(confirm).to_have_text("Bet 50")
    confirm.click()
    wait_until(lambda: player.answers() != [], "the answer", 10)
    assert player.answers()[0].post_data_json == {"type": "bet", "to": 50}
