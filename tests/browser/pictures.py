"""`make pictures`: takes the README's pictures of the page, from a real server and a real browser."""

from __future__ import annotations

import random
import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from bots.careful import STYLES, Careful
from tests.browser.people import LAPTOP, PHONE, AtTable, open_table
from tests.serving import ROOT, Served

FOLDER = ROOT / "docs" / "pictures"
SEED = 4


def play(table: AtTable, until: str, round: int = 0) -> None:
    """Let programs answer for everybody until a decision of that type is asked, in that round or a later one."""
    strategy = Careful(STYLES["loose"], random.Random(SEED))
    while (view := table.host.view())["result"] is None:
        if view["phase"]["code"] == until and view["phase"]["round"] >= round:
            return
        asked = [(guest, one) for guest in table.guests.values() for one in guest.decisions() if one["required"]]
        guest, decision = asked[0]
        guest.answer(decision["decision"], strategy.answer(guest.view(), decision))


def take(browser: Browser, url: str, name: str, game: str, people: str, until: str, round: int, phone: bool) -> None:
    """One picture: a table, played so far, as the first who is asked sees it."""
    table = open_table(browser, url, people.split(), {"game": game, "name": "Friday night"})
    table.host.deal()
    play(table, until, round)
    asked = [who for who, guest in table.guests.items() if guest.decisions()]
    screen = {"viewport": PHONE, "has_touch": True, "is_mobile": True} if phone else {"viewport": LAPTOP}
    player = table.browse((asked or list(table.guests))[0], **screen, device_scale_factor=1)
    player.page.wait_for_timeout(1500)
    player.page.screenshot(path=FOLDER / f"{name}.png")
    table.close()
    print(f"docs/pictures/{name}.png")


def main() -> None:
    """Take them all."""
    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        Served(Path(folder), "--workers", "1") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        people = "Ann Ben Cat Dan"
        take(browser, server.api, "placing", "ten-card-regrets", people, "place", 3, phone=False)
        take(browser, server.api, "arranging", "henway", people, "arrange", 0, phone=True)
        take(browser, server.api, "showdown", "real-poker", people, "never", 0, phone=False)
        browser.close()


if __name__ == "__main__":
    main()
