"""Whole hands by clicking: people with browsers, and bots in the other seats."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from api.rules.games import GAMES
from tests.browser.people import PHONE, AtTable, Player, settled
from tests.servers import wait_until
from tests.serving import ROOT


@contextmanager
def bots(table: AtTable, count: int) -> Iterator[None]:
    """Programs in so many more seats, until the block ends."""
    link = f"{table.url}/?table={table.host.table}"
    process = subprocess.Popen(
        [sys.executable, "-m", "bots", "--table", link, "--seats", str(count), "--chips", "200", "--seed", "1"],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
    )
    try:
        seated = len(table.guests) + count
        wait_until(lambda: len(table.host.view()["seats"]) == seated, "the bots sitting", 30)
        yield
    finally:
        process.terminate()
        process.wait(10)


def play_out(table: AtTable, players: list[Player]) -> None:
    """Let everybody with a browser answer until the hand is awarded."""

    def over() -> bool:
        if any(player.act() for player in players):
            return False
        # The bots and the server need the processor too.
        players[0].page.wait_for_timeout(50)
        return table.host.view()["result"] is not None

    wait_until(over, "the hand being awarded", 120)


@pytest.mark.parametrize("game", GAMES)
def test_two_people_and_two_bots_play_a_hand(seats: Callable[..., AtTable], game: str) -> None:
    """Every decision of every game is answered by clicking, and the showdown says who won in a sentence each."""
    table = seats("Ann", "Ben", game=game)
    players = [table.browse("Ann"), table.browse("Ben", viewport=PHONE, has_touch=True)]
    with bots(table, 2):
        table.host.deal()
        play_out(table, players)
    result = table.host.view()["result"]
    for player in players:
        lines = player.page.locator("showdown-panel .awards li")
        expect(player.page.locator("showdown-panel")).to_be_visible()
        expect(lines).to_have_count(len(result["awards"]) + len(result["failed"]) + len(result["returned"]))


def test_dealers_choice(seats: Callable[..., AtTable]) -> None:
    """The dealer names the game in the page, and the hand is dealt."""
    table = seats("Ann", "Ben", game=None, games=["henway", "real-poker"], choice="dealer")
    ann, ben = table.browse("Ann"), table.browse("Ben")
    table.host.deal()
    expect(ann.page.locator("announce-game")).to_be_visible()
    ann.page.locator("announce-game select").first.select_option("real-poker")
    settled(ann.page.locator("announce-game .confirm")).click()
    expect(ben.page.locator("board-view .pack")).to_have_count(4)
    assert table.host.view()["game"] == "real-poker"
