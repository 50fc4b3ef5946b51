"""Waiting for a seat: the list, its order, and the chair that frees."""

from __future__ import annotations

from functools import partial

import pytest

from api.denied import BadToken, Forbidden, NoToken
from api.rules.refusals import (
    BuyInOutOfBounds,
    NameTaken,
    NoSuchWaiter,
    SeatFree,
    TableClosed,
    TableFull,
    WaitingListFull,
)
from api.rules.waiting import MOST_WAITING
from tests.acting import play_on, together
from tests.wiring import Guest, Host, House, Waiting


@pytest.fixture
def full(house: House) -> Host:
    """A table with two chairs, of Ann and Bob."""
    host = house.open(seats=2, min_buy_in=10, max_buy_in=500)
    host.sit("Ann")
    host.sit("Bob")
    return host


def seated(waiting: Waiting) -> int:
    seat = waiting.view()["you"]["seat"]
    assert isinstance(seat, int)
    return seat


def test_everybody_sees_who_waits_in_their_order(full: Host) -> None:
    """Names and buy-ins for all; for who waits, their own place, which moves up."""
    cy, di = full.wait("Cy", 50), full.wait("Di", 60)
    for person in (full, full.anyone(), cy, di):
        names = [(one["player"], one["name"], one["buy_in"]) for one in person.view()["waiting"]]
        assert names == [(3, "Cy", 50), (4, "Di", 60)]
    assert (cy.view()["you"]["waiting"], di.view()["you"]["waiting"]) == (1, 2)
    cy.stop_waiting(cy.player)
    assert (di.view()["you"], full.view()["waiting"][0]["name"]) == (
        {"seat": None, "player": 4, "waiting": 1, "host": False, "hands": []},
        "Di",
    )
    with pytest.raises(BadToken):
        cy.view()


def test_a_chair_that_frees_is_taken_by_who_waited_longest(house: House, full: Host) -> None:
    """At once, with the buy-in named then, under the same token and player number."""
    cy, di = full.wait("Cy", 50), full.wait("Di", 60)
    full.leave(2)
    assert [(seat["seat"], seat["name"], seat["chips"]) for seat in full.view()["seats"]] == [
        (1, "Ann", 100),
        (2, "Cy", 50),
    ]
    assert (seated(cy), cy.view()["you"]["waiting"], di.view()["you"]["waiting"]) == (2, None, 1)
    kinds = [event["kind"] for event in full.events()["events"]]
    assert kinds == ["opened", "seated", "seated", "queued", "queued", "left", "seated"]
    assert full.events()["events"][-1]["player"] == cy.player
    house.check(full.table)


def test_a_chair_that_frees_with_the_hand_is_taken_in_the_same_step(house: House, full: Host) -> None:
    """Who says goodbye in a hand leaves when it ends, and the chair is never seen empty."""
    cy = full.wait("Cy")
    ann, bob = (Guest(house, full.table, token, seat, "") for seat, token in tokens(house, full).items())
    full.deal()
    full.leave(2)
    play_on((ann, bob))
    table = house.check(full.table)
    assert ([chair.name for chair in table.chairs], table.waiting) == (["Ann", "Cy"], ())
    assert cy.view()["seats"][1]["status"] == "waiting"
    full.deal()
    assert cy.view()["seats"][1]["in_hand"]


def tokens(house: House, host: Host) -> dict[int, str]:
    table = house.table(host.table)
    return {chair.seat: house.desk.callers.seat_token(table, chair) for chair in table.chairs}


def test_nobody_waits_at_a_table_with_a_free_seat(house: House) -> None:
    """They are told which seats are free."""
    host = house.open(seats=3)
    host.sit("Ann", seat=2)
    with pytest.raises(SeatFree) as told:
        host.wait("Bob")
    assert told.value.facts == {"free": (1, 3)}


def test_a_name_belongs_to_one_of_all_who_sit_or_wait(full: Host) -> None:
    """Whether they sit or wait, and in either spelling."""
    cy = full.wait("Cy")
    for name in ("Ann", "ann", "CY"):
        with pytest.raises(NameTaken):
            full.wait(name)
    full.leave(1)
    assert seated(cy) == 1
    with pytest.raises(NameTaken):
        full.wait("Cy")


def test_a_buy_in_on_the_list_is_within_the_table_s_bounds(full: Host) -> None:
    """It is what the player sits down with."""
    for chips in (9, 501):
        with pytest.raises(BuyInOutOfBounds):
            full.wait("Cy", chips)


def test_a_list_has_an_end(full: Host) -> None:
    """Or the table would grow without one."""
    for number in range(MOST_WAITING):
        full.wait(f"W{number}")
    with pytest.raises(WaitingListFull):
        full.wait("Late")


def test_only_the_host_takes_others_off_the_list(full: Host) -> None:
    """And who waits takes themselves off."""
    cy, di = full.wait("Cy"), full.wait("Di")
    for person, refusal in ((di, Forbidden), (full.anyone(), NoToken)):
        with pytest.raises(refusal):
            person.stop_waiting(cy.player)
    full.stop_waiting(cy.player)
    with pytest.raises(NoSuchWaiter):
        full.stop_waiting(cy.player)
    assert [one["name"] for one in full.view()["waiting"]] == ["Di"]


def test_who_has_been_seated_waits_no_more(full: Host) -> None:
    """Giving up the place is refused, and says which seat it has become."""
    cy = full.wait("Cy")
    full.leave(2)
    with pytest.raises(NoSuchWaiter, match="seat 2"):
        cy.stop_waiting(cy.player)


def test_nobody_waits_at_a_closed_table(full: Host) -> None:
    """Who waited is told by the closing, and has no token any more."""
    cy = full.wait("Cy")
    full.change(closed=True)
    assert full.view()["waiting"] == []
    with pytest.raises(BadToken):
        cy.view()
    with pytest.raises(TableClosed):
        full.wait("Di")


def test_a_chair_that_frees_is_given_once(house: House, second: House, full: Host) -> None:
    """Of a free chair's first in line and strangers who come at that moment, the first in line gets it."""
    for number in range(5):
        waiting = full.wait(f"W{number}")
        seat = number % 2 + 1
        strangers = [Host(home, full.table, None) for home in (house, second)]
        results = together(
            partial(full.leave, seat),
            *(partial(stranger.sit, f"S{number}{at}") for at, stranger in enumerate(strangers)),
        )
        assert [type(result) for result in results[1:]] == [TableFull] * 2
        assert seated(waiting) == seat
        house.check(full.table)


def test_all_wait_who_come_at_once(house: House, second: House, full: Host) -> None:
    """Each in a place of their own, with a token of their own."""
    people = [Host(home, full.table, None) for home in (house, second) * 4]
    waiting = together(*(partial(one.wait, f"W{at}") for at, one in enumerate(people)))
    assert sorted(one.view()["you"]["waiting"] for one in waiting) == list(range(1, 9))
    assert len({one.token for one in waiting}) == 8
    together(
        partial(full.leave, 1), partial(full.leave, 2), *(partial(one.stop_waiting, one.player) for one in waiting)
    )
    table = house.check(full.table)
    assert not table.waiting or len(table.chairs) == 2
