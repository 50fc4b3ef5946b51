"""Leaving the table: between hands, during one, and who sits in the chair afterwards."""

from __future__ import annotations

import pytest

from api.denied import BadToken
from api.rules.refusals import HandInProgress, NameTaken, NoSuchSeat, NotEnoughPlayers, SeatLeaving, SeatTaken
from tests.acting import act_only, play_on
from tests.wiring import Guest, Host, House

Three = tuple[Guest, Guest, Guest]


def test_who_leaves_between_hands_takes_the_chips(house: House, host: Host, three: Three) -> None:
    """The reply is what everybody sees, the chair is free at once, and the token is worth nothing more."""
    view = three[1].leave(2)
    assert [seat["name"] for seat in view["seats"]] == ["Ann", "Cy"]
    assert view["you"] == {"seat": None, "player": None, "waiting": None, "host": False, "hands": []}
    house.check(host.table)
    with pytest.raises(NoSuchSeat):
        host.leave(2)
    with pytest.raises(BadToken):
        three[1].leave(2)


def test_who_leaves_during_a_hand_goes_when_it_ends(house: House, host: Host, three: Three) -> None:
    """Folded at the next betting decision, chips in the pot stay there, and the chair frees with the end (2.5)."""
    host.deal()
    for _ in range(2):
        view = three[2].leave(3)
        assert [seat["status"] for seat in view["seats"]] == ["in", "in", "leaving"]
    with pytest.raises(SeatTaken):
        host.sit("Di", seat=3)
    with pytest.raises(NameTaken):
        host.sit("Cy")
    for wish in ({"sitting_out": False}, {"rebuy_to": 500}):
        with pytest.raises((SeatLeaving, HandInProgress)):
            three[2].change_seat(3, **wish)
    play_on(three[:2])
    table = house.check(host.table)
    assert [chair.seat for chair in table.chairs] == [1, 2]
    assert host.sit("Cy").seat == 3
    with pytest.raises(BadToken):
        three[2].view()


def test_the_last_but_one_to_leave_ends_the_hand(house: House, host: Host, three: Three) -> None:
    """Everybody else has gone or folded, so the pot has an owner (2.3); nobody waits for the absent."""
    host.deal()
    three[0].leave(1)
    three[1].leave(2)
    play_on(three[2:])
    table = house.check(host.table)
    assert table.hand is not None and table.hand.over
    assert [(chair.seat, chair.chips) for chair in table.chairs] == [(3, 102)]


def test_all_may_leave_during_a_hand(house: House, host: Host, three: Three) -> None:
    """Nobody is left to ask, and the hand still comes to its end with every chip accounted for."""
    host.deal()
    for guest in three:
        guest.leave(guest.seat)
    table = house.check(host.table)
    assert table.hand is not None and table.hand.over
    assert table.chairs == ()
    with pytest.raises(NotEnoughPlayers):
        host.deal()


def test_the_next_in_a_chair_sees_nothing_of_the_last_ones_hand(house: House) -> None:
    """Secrets belong to a player, not to a chair: cards that lay face down stay unseen for ever (2.7)."""
    host = house.open(game="peek")
    ann, bob = host.sit("Ann"), host.sit("Bob")
    host.deal()
    own = next(seat for seat in ann.view()["seats"] if seat["seat"] == 1)["rows"][0]["cards"]
    assert "??" not in own
    play_on((ann, bob), act_only({"type": "fold"}))
    ann.leave(1)
    eve = host.sit("Eve", seat=1)
    shown = str([eve.view(), eve.events()])
    assert not any(f"'{card}'" in shown for card in own)
    assert eve.own()["rows"] == [] and eve.own()["paid"] == 0 and eve.own()["last_action"] is None
    house.check(host.table)
