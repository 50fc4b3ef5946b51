"""A bad network, a reload, a clock that is wrong: the page goes on, and says what it does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import AtTable, Player, answer_calmly
from tests.servers import LossyLine, wait_until
from tests.serving import Served

Seats = Callable[..., AtTable]
FIVE_MINUTES_MS = 300_000


# The table as this viewer sees it: every word, and every card by its name.
SEEN = """() => [...document.querySelectorAll('.top, .play')].map((one) => one.innerText).concat(
  [...document.querySelectorAll('.play playing-card')].filter((one) => one.checkVisibility())
    .map((one) => one.getAttribute('aria-label')))"""

BETTING = "bet-bar:visible, seat-box.deciding"


def refused(player: Player, line: LossyLine) -> Callable[[], None]:
    """The browser has no network, and knows it; what is returned ends that."""
    player.context.set_offline(True)
    return lambda: player.context.set_offline(False)


def stalled(player: Player, line: LossyLine) -> Callable[[], None]:
    """Connections stand, requests arrive, and nothing comes back any more."""
    line.losing = line.hanging = True

    def again() -> None:
        line.losing = False

    return again


def pass_seconds(page: Page, seconds: int) -> None:
    """Let the page's clock run; between any two seconds its requests come to their ends."""
    for _ in range(seconds):
        page.clock.run_for(1_000)


@pytest.fixture
def line(served: Served) -> Iterator[LossyLine]:
    """A line to the server that may lose replies."""
    opened = LossyLine(urlsplit(served.api).port or 0)
    yield opened
    opened.close()


@pytest.mark.parametrize("cut", [refused, stalled])
def test_twenty_seconds_without_network(
    seats: Seats, line: LossyLine, cut: Callable[[Player, LossyLine], Callable[[], None]]
) -> None:
    """A banner, and no actions; then the same table as in a second browser, without a reload, and the banner gone."""
    table = seats("Ann", "Ben")
    table.host.deal()
    ann = table.browse("Ann", moved_clock=True, through=f"http://127.0.0.1:{line.port}")
    page = ann.page
    expect(page.locator("place-cards")).to_be_visible()
    page.evaluate("() => { window.loaded = 'once' }")
    mend = cut(ann, line)
    answer_calmly(table.guests["Ben"], table.guests["Ben"].decisions()[0])
    pass_seconds(page, 20)
    expect(page.locator(".banner")).to_be_visible()
    expect(page.locator("place-cards")).to_have_js_property("inert", True)
    assert page.locator("seat-box.chosen").count() == 0
    (mine,) = table.guests["Ann"].decisions()
    answer_calmly(table.guests["Ann"], mine)
    mend()

    def back() -> bool:
        page.clock.run_for(500)
        return page.locator(".banner").is_hidden() and page.locator(BETTING).count() > 0

    wait_until(back, "the page being back", 20)
    second = table.browse("Ann").page
    expect(second.locator(BETTING)).not_to_have_count(0)
    assert page.evaluate(SEEN) == second.evaluate(SEEN)
    assert page.evaluate("() => window.loaded") == "once"
    assert ann.answers() == []


def test_an_answer_whose_reply_is_lost(seats: Seats, line: LossyLine) -> None:
    """It is not waited for without end: the page says that nothing came, and what the table took as soon as it can."""
    table = seats("Ann", "Ben", game="seven-card-regrets")
    table.host.deal()
    ann = table.browse("Ann", moved_clock=True, through=f"http://127.0.0.1:{line.port}")
    page = ann.page
    page.locator("keep-or-discard .choice-button").first.click()
    mend = stalled(ann, line)
    page.locator("keep-or-discard .confirm").click()
    expect(page.locator("decision-area .sent")).to_be_visible()
    pass_seconds(page, 11)
    expect(page.locator("decision-area .sent")).to_be_hidden()
    expect(page.locator(".note.bad")).to_be_visible()
    mend()
    pass_seconds(page, 20)
    expect(page.locator("own-hand .status")).to_contain_text("You chose")
    assert len(ann.answers()) == 1


@pytest.mark.parametrize("status", [200, 502, 503])
def test_a_reply_that_is_not_the_servers(seats: Seats, status: int) -> None:
    """A view that breaks off, or is a proxy's page, is fetched again: the table does not stand still until it moves."""
    table = seats("Ann", "Ben")
    ann = table.browse("Ann")
    page = ann.page
    expect(page.get_by_role("button", name="Deal the first hand")).to_have_count(1)
    spoilt = f"**/v1/tables/{table.host.table}"
    page.route(spoilt, lambda route: route.fulfill(status=status, body="<html>"), times=2)
    table.host.deal()
    expect(page.locator("place-cards")).to_be_visible()


# Keeps what every reply brings, streams included, as it comes.
OVERHEAR = """window.traffic = '';
const asked = window.fetch;
window.fetch = async (...how) => {
  const reply = await asked(...how);
  const [mine, theirs] = reply.body.tee();
  mine.pipeThrough(new TextDecoderStream()).pipeTo(new WritableStream({ write(text) { window.traffic += text; } }))
    .catch(() => {});
  return new Response(theirs, { status: reply.status, headers: reply.headers });
};"""


def test_a_draft_outlives_a_reload(seats: Seats) -> None:
    """What was staged is staged again; what was sent is told as chosen, to nobody else before all have chosen."""
    table = seats("Ann", "Ben")
    table.host.deal()
    ann = table.browse("Ann")
    ben = table.browse("Ben", before=OVERHEAR)
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
    traffic = "() => window.traffic"
    assert not any(f'"{card}"' in ben.page.evaluate(traffic) for card in staged)
    ben.act()
    ben.page.wait_for_function(f"""() => window.traffic.includes('"{staged[0]}"')""")


@pytest.mark.parametrize("wrong_ms", [FIVE_MINUTES_MS, -FIVE_MINUTES_MS])
def test_the_timer_goes_by_the_servers_clock(seats: Seats, wrong_ms: int) -> None:
    """A device whose clock is five minutes wrong shows the seconds that are really left."""
    table = seats("Ann", "Ben", options={"decision_seconds": 60})
    table.host.deal()
    ann = table.browse("Ann")
    page = ann.page
    page.add_init_script(f"const real = Date.now; Date.now = () => real() + {wrong_ms};")
    page.reload()
    ring = page.locator("decision-area clock-ring .seconds")
    expect(ring).to_be_visible()

    def left() -> float:
        view = table.guests["Ann"].view()
        (deadline,) = (one["deadline"] for one in view["decisions"])
        return (datetime.fromisoformat(deadline) - datetime.fromisoformat(view["server_time"])).total_seconds()

    before = left()
    shown = int(ring.inner_text())
    # A second that has begun is shown whole, and the ring is drawn four times a second.
    assert left() <= shown <= before + 1.3
