"""Every kind of decision is answered by single taps alone and by the keyboard alone; dragging is in `test_answers`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from api.rules.games import GAMES
from tests.browser.people import ANSWERS, DRAWN, PHONE, AtTable, Player, answer_calmly, by_keys, reach, settled, tap
from tests.servers import wait_until

Seats = Callable[..., AtTable]
# A table at which each kind of decision comes soon.
TABLES: dict[str, dict[str, Any]] = {
    "bet": {"game": "real-poker"},
    "place": {"game": "ten-card-regrets"},
    "keep": {"game": "seven-card-regrets"},
    "arrange": {"game": "henway"},
    "declare": {"game": "real-poker"},
    "announce": {"game": None, "games": ["henway", "real-poker"], "choice": "dealer"},
}
FOCUSED = "() => document.activeElement !== document.body && document.activeElement.checkVisibility()"


def asked(seats: Seats, kind: str, **how: Any) -> tuple[AtTable, Player]:
    """Somebody with a browser is asked this, and nothing has been sent from there."""
    table = seats("Ann", "Ben", **TABLES[kind])
    table.host.deal()
    player = table.browse(table.asked(kind), **how)
    expect(player.page.locator("table-screen")).to_have_attribute("data-turn", "")
    return table, player


def test_every_kind_has_a_table() -> None:
    """The page answers no kind of decision that is not tried here."""
    assert len(TABLES) == len(ANSWERS)


@pytest.mark.parametrize("kind", TABLES)
def test_single_taps_answer(seats: Seats, kind: str) -> None:
    """On a phone, with nothing but single taps, one answer of that kind goes out, and the page asks it no more."""
    _, player = asked(seats, kind, viewport=PHONE, has_touch=True)
    player.press = tap
    assert player.act()
    (sent,) = player.answers()
    assert sent.post_data_json["type"] in ("check", "call", "discard", kind)


@pytest.mark.parametrize("kind", TABLES)
def test_keys_answer(seats: Seats, kind: str) -> None:
    """With Tab and Enter alone one answer goes out; the controls vanish, and the focus is not lost with them."""
    _, player = asked(seats, kind)
    player.press = by_keys
    assert player.act()
    (sent,) = player.answers()
    assert sent.post_data_json["type"] in ("check", "call", "discard", kind)
    assert player.page.evaluate(FOCUSED)


def raising(seats: Seats, **how: Any) -> tuple[AtTable, Player]:
    """Somebody may bet any amount from 4 on."""
    table = seats("Ann", "Ben", game="real-poker", options={"limit": "none", "min_bet": 4})
    table.host.deal()
    player = table.browse(table.asked("bet"), **how)
    settled(player.page.locator("bet-bar .passive"))
    return table, player


def sent_amount(player: Player) -> int:
    """What the one answer that was sent is worth."""
    player.page.wait_for_function(DRAWN)
    (answer,) = player.answers()
    return int(answer.post_data_json["to"])


def test_an_amount_by_taps(seats: Seats) -> None:
    """Amounts to choose from, and one step more or less, are taps; the button that sends names what was chosen."""
    _, player = raising(seats, viewport=PHONE, has_touch=True)
    bar = player.page.locator("bet-bar")
    bar.locator(".open").tap()
    bar.locator(".preset").first.tap()
    expect(bar.locator(".confirm")).to_have_text("Bet 4")
    bar.locator(".step").last.tap()
    expect(bar.locator(".confirm")).to_have_text("Bet 8")
    bar.locator(".step").first.tap()
    bar.locator(".confirm").tap()
    assert sent_amount(player) == 4


AMOUNTS: dict[str, Callable[[Page], None]] = {
    "preset": lambda page: by_keys(page.locator("bet-bar .preset").nth(1)),
    "slider": lambda page: (reach(page.locator("bet-bar [type=range]")), page.keyboard.press("ArrowRight"))[-1],
    "number": lambda page: (reach(page.locator("bet-bar [type=number]")), page.keyboard.type("5"))[-1],
}


@pytest.mark.parametrize("way", AMOUNTS)
def test_an_amount_by_keys(seats: Seats, way: str) -> None:
    """Presets, the slider and the number are each set by keys; what the button names is what is sent."""
    _, player = raising(seats)
    page = player.page
    by_keys(page.locator("bet-bar .open"))
    AMOUNTS[way](page)
    confirm = page.locator("bet-bar .confirm")
    reach(confirm)
    expect(confirm).not_to_have_text("Bet 4")
    named = int(confirm.inner_text().split()[-1])
    page.keyboard.press("Space")
    assert sent_amount(player) == named


def test_a_game_is_chosen_by_keys(seats: Seats) -> None:
    """The arrows choose the game that is announced."""
    table, player = asked(seats, "announce")
    choice = player.page.locator("announce-game select").first
    settled(player.page.locator("announce-game .confirm"))
    expect(choice.locator("option")).to_have_count(2)
    before = choice.input_value()
    reach(choice)
    player.page.keyboard.press("ArrowDown" if before == "henway" else "ArrowUp")
    by_keys(player.page.locator("announce-game .confirm"))
    player.page.wait_for_function(DRAWN)
    assert table.host.view()["game"] != before


def test_rows_are_arranged_by_keys(seats: Seats) -> None:
    """Shift and an arrow move a card along its row and across, and the focus goes with it."""
    _, player = asked(seats, "arrange")
    page = player.page
    first = page.locator("arrange-cards .take").first
    card = first.get_attribute("data-card")
    reach(first)
    for key, place in (("ArrowRight", 1), ("ArrowDown", 6), ("ArrowLeft", 5)):
        page.keyboard.press(f"Shift+{key}")
        assert page.locator("arrange-cards .take").nth(place).get_attribute("data-card") == card
        assert page.evaluate("() => document.activeElement.dataset.card") == card


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_by_keys_alone(seats: Seats, game: str) -> None:
    """From the first decision to the showdown; after each answer the focus is on something that is seen."""
    table = seats("Ann", "Ben", game=game)
    table.host.deal()
    ann = table.browse("Ann")
    ann.press = by_keys
    given = 0

    def over() -> bool:
        nonlocal given
        if ann.act():
            given += 1
            assert ann.page.evaluate(FOCUSED)
        for decision in table.guests["Ben"].decisions():
            if decision["required"]:
                answer_calmly(table.guests["Ben"], decision)
        return table.host.view()["result"] is not None

    wait_until(over, "the showdown", 60)
    assert given == len(ann.answers()) > 1
    expect(ann.page.locator("showdown-panel .awards li").first).to_be_visible()
    assert ann.page.evaluate(FOCUSED)
