"""A bad network, a reload, a clock that is wrong: the page goes on, and says what it does."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from playwright.sync_api import expect

from tests.browser.people import AtTable, Player
from tests.servers import wait_until

Seats = Callable[..., AtTable]
FIVE_MINUTES_MS = 300_000


def test_a_lost_network_comes_back(seats: Seats) -> None:
    """A banner, and no actions; then the same table as everybody sees, without a reload, and the banner gone."""
    table = seats("Ann", "Ben")
    table.host.deal()
    ann, ben = table.browse("Ann"), table.browse("Ben")
    expect(ann.page.locator("place-cards")).to_be_visible()
    ann.context.set_offline(True)
    expect(ann.page.locator(".banner")).to_be_visible(timeout=8_000)
    expect(ann.page.locator("place-cards")).to_have_js_property("inert", True)
    ben.act()
    ann.context.set_offline(False)
    expect(ann.page.locator(".banner")).to_be_hidden(timeout=15_000)
    expect(ann.page.locator("seat-box.chosen")).to_have_count(1)
    ann.act()
    wait_until(lambda: table.host.view()["phase"]["code"] == "bet", "the step closing", 10)


def streams(player: Player) -> int:
    """How many streams were opened."""
    return len([one for one in player.asked if one.headers.get("accept") == "application/x-ndjson"])


def test_a_silent_connection_is_given_up(seats: Seats) -> None:
    """A stream on which nothing comes any more, not even a sign of life, is opened anew."""
    table = seats("Ann", "Ben")
    ann = table.browse("Ann", base_url=table.url)
    page = ann.page
    page.clock.install()
    page.reload()
    expect(page.locator("own-hand")).to_be_visible()
    opened = streams(ann)
    page.clock.fast_forward(26_000)

    def again() -> bool:
        page.clock.fast_forward(500)
        page.wait_for_timeout(50)
        return streams(ann) > opened

    wait_until(again, "the stream being opened anew", 20)


def test_a_draft_outlives_a_reload(seats: Seats) -> None:
    """What was staged is staged again; what was sent is told as chosen, to nobody else."""
    table = seats("Ann", "Ben")
    table.host.deal()
    ann, ben = table.browse("Ann"), table.browse("Ben")
    page = ann.page
    page.locator(".tray .take").first.click()
    page.locator("place-cards .here").first.click()
    staged = page.locator("place-cards .rows .take").evaluate_all("all => all.map(one => one.dataset.card)")
    page.reload()
    expect(page.locator("place-cards .rows .take")).to_have_count(1)
    again = page.locator("place-cards .rows .take").evaluate_all("all => all.map(one => one.dataset.card)")
    assert again == staged
    ann.act()
    page.reload()
    expect(page.locator("own-hand .status")).to_contain_text("You chose")
    expect(ben.page.locator("seat-box .status")).to_have_text("Fist closed")
    shown = ben.page.locator("playing-card").evaluate_all("all => all.map(one => one.getAttribute('code'))")
    assert shown and not set(staged) & set(shown)
    heard = ben.heard()
    assert heard and not any(f'"{card}"' in text for card in staged for text in heard)


def test_the_timer_goes_by_the_servers_clock(seats: Seats) -> None:
    """A device that is five minutes slow shows the seconds that are really left."""
    table = seats("Ann", "Ben", options={"decision_seconds": 60})
    table.host.deal()
    ann = table.browse("Ann")
    page = ann.page
    page.add_init_script(f"const real = Date.now; Date.now = () => real() - {FIVE_MINUTES_MS};")
    page.reload()
    ring = page.locator("decision-area clock-ring .seconds")
    expect(ring).to_be_visible()
    (decision,) = table.guests["Ann"].decisions()
    view = table.guests["Ann"].view()
    shown = int(ring.inner_text())
    moments = [datetime.fromisoformat(text) for text in (decision["deadline"], view["server_time"])]
    left = (moments[0] - moments[1]).total_seconds()
    assert abs(shown - left) <= 1.5
