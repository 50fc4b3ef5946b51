"""A table that people come to and go from for years stays small, and keeps its chips."""

from __future__ import annotations

import random

from api.rules.apply_table import MOST_GONE, OTHERS
from api.rules.table import Table, to_text
from tests.acting import play_on
from tests.api.service.test_wishes import all_in
from tests.wiring import Host, House


def test_who_left_long_ago_shares_an_account(house: House) -> None:
    """The last hundred have one each; chips are conserved, and the ledger's sum is zero."""
    host = house.open(options={"limit": "none"})
    for number in range(30):
        guests = [host.sit(f"{letter}{number}", 10) for letter in "ABCDE"]
        host.deal()
        play_on(guests, all_in)
        for guest in guests:
            guest.leave(guest.seat)
    table = house.check(host.table)
    assert (len(table.accounts), table.accounts[0].player, table.chairs) == (MOST_GONE + 1, OTHERS.player, ())
    assert (
        sum(account.bought for account in table.accounts) == sum(account.cashed for account in table.accounts) == 1500
    )
    assert sum(account.hands for account in table.accounts) == 150
    names = [account.name for account in table.accounts[1:]]
    assert names[0] == "A10" and names[-1][1:] == "29"


def test_a_table_does_not_grow(house: House) -> None:
    """Whatever people do who come and go: its text after many of them is hardly longer than after some."""
    host = house.open(seats=2, options={"limit": "none"}, auto_rebuy=True)
    rng = random.Random(5)
    sizes = [len(to_text(an_evening(house, host, rng, start))) for start in range(0, 280, 70)]
    assert sizes[-1] < 1.3 * sizes[1] and sizes[-1] < 64 * 1024
    house.check(host.table)


def an_evening(house: House, host: Host, rng: random.Random, start: int) -> Table:
    """Seventy players come through the waiting list, play a hand, and leave with or without their chips."""
    for number in range(start, start + 70):
        seated = host.view()["seats"]
        if len(seated) < 2:
            guest = host.sit(f"P{number}", 10)
        else:
            guest = host.wait(f"P{number}", 10)  # type: ignore[assignment]
            host.leave(rng.choice(seated)["seat"])
        host.change(banned=[f"P{rng.randint(0, number)}"])
        guest.say("Hello")
    table = house.table(host.table)
    assert len(table.chairs) == 2 and not table.waiting
    return table
