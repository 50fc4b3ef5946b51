"""A full table at which something happens ten times a second: little is drawn at a time, and nothing jumps."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.people import DRAWN, AtTable
from tests.browser.smoothness import SEATS, begin, play_on

# Cards of one seat and the sentences of a showdown; all seats at once were 240.
MOST_AT_ONCE = 100
MARK = "() => document.querySelectorAll('main *').forEach((one) => { one.marked = true })"
# What may not be made anew while a hand goes on, or focus, scroll and selection would be lost.
MADE_ANEW = """() => [...document.querySelectorAll('main > *, seat-box, board-view .unit, own-hand, decision-area,'
  + 'side-panel, [role=tab], input')].filter((one) => !one.marked && !one.closest('decision-area, showdown-panel'))
  .map((one) => one.outerHTML.slice(0, 80))"""
# The most elements that came into the page in one go, which is what makes a task long.
COUNT = """() => {
  window.most = 0;
  const all = (node) => node.nodeType === 1 ? 1 + node.querySelectorAll('*').length : 0;
  new MutationObserver((changes) => {
    const added = new Set(changes.flatMap((one) => [...one.addedNodes]));
    const whole = [...added].filter((one) => one.isConnected && !added.has(one.parentNode));
    window.most = Math.max(window.most, whole.reduce((sum, one) => sum + all(one), 0));
  }).observe(document.body, { childList: true, subtree: true });
}"""


def test_eight_seats_and_ten_events_a_second(seats: Callable[..., AtTable]) -> None:
    """To the showdown: no draw makes many elements, what stays is not made anew, and who types is not disturbed.

    How long a task takes depends on the machine, and is measured by `python -m tests.browser.smoothness`.
    """
    table = seats(*SEATS, game="real-poker")
    page = table.browse(SEATS[0]).page
    begin(table, page)
    page.evaluate(MARK)
    page.evaluate(COUNT)
    typed = play_on(table, page)
    assert len(typed) > 20
    expect(page.locator("showdown-panel .awards li").first).to_be_visible()
    page.wait_for_function(DRAWN)
    assert 0 < page.evaluate("() => window.most") <= MOST_AT_ONCE
    assert page.evaluate(MADE_ANEW) == []
    expect(page.locator("talk-panel input")).to_be_focused()
    expect(page.locator("talk-panel input")).to_have_value(typed)
