"""A full table at which something happens ten times a second; as a command, how long the page's longest task is.

The tests hold what does not depend on the machine; the time that a task takes is measured by
`python -m tests.browser.smoothness`, which prints one JSON line.
"""

from __future__ import annotations

import json
import shutil
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect, sync_playwright

from tests.browser.people import DRAWN, AtTable, answer_calmly, open_table
from tests.serving import Served

SEATS = "ABCDEFGH"
BETWEEN_EVENTS_SECONDS = 0.1
SLOWER = 4


def busy_ms(trace: bytes) -> list[float]:
    """How long the pages' main threads were busy with each task.

    That is time on a processor, not on the wall: a machine that has other things to do makes no task longer.
    """
    events: list[dict[str, Any]] = json.loads(trace)["traceEvents"]
    named = [event for event in events if event["name"] == "thread_name"]
    pages = {(one["pid"], one["tid"]) for one in named if one["args"]["name"] == "CrRendererMain"}
    tasks = [event for event in events if event["name"].endswith("RunTask") and (event["pid"], event["tid"]) in pages]
    return [task["tdur"] / 1_000 for task in tasks if "tdur" in task]


def play_on(table: AtTable, page: Page) -> str:
    """From the fourth betting round to the showdown, an event at a time, while somebody types; what was typed."""
    guests = {guest.seat: guest for guest in table.guests.values()}
    typed = ""
    while (view := table.host.view())["result"] is None:
        start = time.monotonic()
        guest = next(guests[seat["seat"]] for seat in view["seats"] if seat["deciding"])
        answer_calmly(guest, guest.decisions()[0])
        page.keyboard.type("a")
        typed += "a"
        page.wait_for_timeout(max(BETWEEN_EVENTS_SECONDS - (time.monotonic() - start), 0) * 1_000)
    page.wait_for_timeout(500)
    return typed


def begin(table: AtTable, page: Page) -> None:
    """Deal, play to the fourth betting round, and put the cursor where people talk."""
    table.host.deal()
    table.advance(lambda view: bool(view["phase"]["round"] == 4))
    page.locator("talk-panel input").focus()
    page.wait_for_function(DRAWN)


def measure() -> None:
    """Print the longest task of a hand in milliseconds, on a processor four times slower than this one."""
    with Served(Path(tempfile.mkdtemp()), "--workers", "1") as served, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        table = open_table(browser, served.api, SEATS, {"game": "real-poker"})
        page = table.browse(SEATS[0]).page
        begin(table, page)
        # What looks at the page takes its time on the page's own thread, so nothing looks while it is measured.
        browser.start_tracing(page=page, categories=["toplevel"])
        events = len(play_on(table, page))
        longest = max(busy_ms(browser.stop_tracing())) * SLOWER
        expect(page.locator("showdown-panel .awards li").first).to_be_visible()
        print(
            json.dumps({"measured": "page", "events": events, "slower": SLOWER, "longest_task_ms": round(longest, 1)})
        )
        browser.close()


if __name__ == "__main__":
    measure()
