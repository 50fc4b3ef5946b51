"""The host's right: handed over, passed on, taken back; and whom a host keeps out."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from api.denied import BadToken, Forbidden, NoToken
from api.rules import hosting
from api.rules.hosting import MOST_BANNED
from api.rules.refusals import BanListFull, NameBanned, NoSuchSeat, Refused, SeatLeaving, TableClosed
from tests.acting import play_on, together
from tests.wiring import Guest, Host, House

Three = tuple[Guest, Guest, Guest]


def told(host: Any, kind: str) -> list[Any]:
    return [event for event in host.events()["events"] if event["kind"] == kind]


def test_a_player_becomes_the_host(house: House, host: Host, three: Three) -> None:
    """With the seat's own token, which is a player's and the host's at once; the old host's is nobody's."""
    ann, bob, _ = three
    host.change(host=2)
    assert (bob.view()["you"]["seat"], bob.view()["you"]["host"]) == (2, True)
    assert [guest.view()["host_seat"] for guest in three] == [2] * 3
    assert told(ann, "host-changed")[0]["seat"] == 2
    for act in (host.view, lambda: host.change(paused=True), host.deal):
        with pytest.raises(BadToken):
            act()
    bob.change(name="Bob's", deal_after_seconds=None)
    bob.deal()
    assert bob.decisions() and ann.decisions()
    ann.change_seat(1, sitting_out=True)
    bob.change_seat(1, sitting_out=False)
    assert bob.view()["invitation"] == host.invitation
    with pytest.raises(Forbidden):
        ann.change(paused=True)
    house.check(host.table)


def test_a_host_who_plays_sees_no_more_cards_than_others(host: Host, three: Three) -> None:
    """The right to run the table is none to look."""
    host.change(host=1)
    three[0].deal()
    seats = three[0].view()["seats"]
    assert "??" not in seats[0]["new_cards"] and seats[1]["new_cards"] == ["??", "??"]
    with pytest.raises(Forbidden):
        three[0].change_seat(2, rebuy_to=500)


def test_handing_over_again_is_no_fault(house: House, host: Host, three: Three) -> None:
    """Sent again because the reply was lost, it is answered as long as the table is as it was wished: the host of
    before sees what all see, a player what the seat sees."""
    for _ in range(3):
        assert host.change(host=1)["you"]["host"] is False
    for _ in range(3):
        assert three[0].change(host=3)["you"] == {"seat": 1, "player": 1, "waiting": None, "host": False, "hands": []}
    with pytest.raises(BadToken):
        host.change(host=1)
    with pytest.raises(Forbidden):
        three[0].change(host=1)
    with pytest.raises(Forbidden):
        three[0].change(host=3, paused=True)
    assert len(told(three[0], "host-changed")) == 2
    house.check(host.table)


def test_only_who_sits_and_stays_becomes_the_host(host: Host, three: Three) -> None:
    """No empty chair, and nobody who has said goodbye."""
    with pytest.raises(NoSuchSeat):
        host.change(host=4)
    host.deal()
    three[1].leave(2)
    with pytest.raises(SeatLeaving):
        host.change(host=2)


def test_a_host_who_leaves_is_followed_by_who_has_sat_longest(house: House, host: Host, three: Three) -> None:
    """Not by the lowest seat; and at an empty table by who sits down first."""
    ann, bob, cy = three
    host.leave(1)
    di = host.sit("Di", seat=1)
    host.change(host=3)
    cy.leave(3)
    assert (bob.view()["you"]["host"], di.view()["host_seat"]) == (True, 2)
    di.leave(1)
    bob.leave(2)
    assert host.anyone().view()["host_seat"] is None
    eve = host.anyone().sit("Eve", seat=4)
    assert (eve.view()["you"]["host"], eve.view()["host_seat"]) == (True, 4)
    assert [event["seat"] for event in told(eve, "host-changed")] == [3, 2, 4]
    house.check(host.table)
    with pytest.raises(BadToken):
        ann.view()


def test_a_host_who_leaves_in_a_hand_is_host_until_it_ends(house: House, host: Host, three: Three) -> None:
    """Then the right passes on with the chair."""
    host.change(host=1)
    three[0].deal()
    three[0].leave(1)
    assert three[0].view()["you"]["host"]
    play_on(three)
    assert house.check(host.table).host_player == 2


def test_the_one_who_opened_the_table_keeps_it_without_a_seat(host: Host) -> None:
    """As long as nothing is handed over, seats may come and go."""
    host.sit("Ann").leave(1)
    host.sit("Bob").leave(1)
    assert (host.view()["you"]["host"], host.view()["host_seat"]) == (True, None)


def test_the_server_takes_a_table_back(house: House, host: Host, three: Three) -> None:
    """Whoever ran it, the next host token does, and no other."""
    host.change(host=1)
    run, _ = house.desk.play(host.table, hosting.take_back)
    assert not three[0].view()["you"]["host"]
    again = host.anyone(house.desk.callers.host_token(run.table))
    again.change(paused=True)
    with pytest.raises(BadToken):
        host.view()
    assert told(again, "host-changed")[-1]["seat"] is None
    house.check(host.table)


def test_two_hand_overs_at_once(house: House, second: House, host: Host, three: Three) -> None:
    """One of them is done, and there is one host."""
    results = together(
        *(partial(by.change, host=seat) for by, seat in ((host, 1), (host.elsewhere(second), 2), (host, 3)))
    )
    assert sorted(isinstance(result, Refused) for result in results) == [False, True, True]
    assert sum(guest.view()["you"]["host"] for guest in three) == 1
    house.check(host.table)


def test_a_banned_name_may_not_come_back(house: House, host: Host, three: Three) -> None:
    """In no spelling, to sit or to wait; others are told nothing but that the host has changed the list."""
    host.leave(2, ban=True)
    for name in ("Bob", "bob", "BOB"):
        with pytest.raises(NameBanned):
            host.anyone().sit(name)
    assert host.view()["banned"] == ["Bob"]
    assert (three[0].view()["banned"], told(three[0], "banned")[0]["names"]) == (None, None)
    assert told(host, "banned")[0]["names"] == ["Bob"]
    house.check(host.table)
    for _ in range(2):
        host.change(banned=[])
    assert host.anyone().sit("Bob").seat == 2
    assert len(told(host, "banned")) == 2


def test_a_ban_in_a_hand(house: House, host: Host, three: Three) -> None:
    """The seat is folded and leaves with the hand, as if it had left; sent again it is no second ban."""
    host.deal()
    for _ in range(2):
        host.leave(2, ban=True, player=2)
    assert three[1].own()["status"] == "leaving"
    play_on(three)
    table = house.check(host.table)
    assert (table.banned, [chair.name for chair in table.chairs]) == (("Bob",), ["Ann", "Cy"])


def test_a_ban_at_a_private_table_makes_a_new_invitation(house: House) -> None:
    """A name is easily changed; who was sent away cannot come back by the old link."""
    host = house.open(private=True)
    host.sit("Ann")
    view = host.leave(1, ban=True)
    assert view["invitation"] != host.invitation
    with pytest.raises(BadToken):
        host.anyone(host.invitation).sit("Anne")
    assert host.anyone(view["invitation"]).sit("Anne").seat == 1
    house.check(host.table)


def test_only_the_host_bans(host: Host, three: Three) -> None:
    """A seat may leave, and no more."""
    for person, refusal in ((three[1], Forbidden), (three[0], Forbidden), (host.anyone(), NoToken)):
        with pytest.raises(refusal):
            person.leave(2, ban=True)
    assert host.view()["banned"] == [] and len(host.view()["seats"]) == 3


def test_a_ban_is_of_who_comes(host: Host, three: Three) -> None:
    """Who sits is not sent away by a name on the list, and neither is who waits."""
    host.change(banned=["Ann", "ANN", "Zoe"])
    assert three[0].view()["you"]["seat"] == 1
    assert host.view()["banned"] == ["ANN", "Zoe"]
    last = host.view()["event"]
    host.change(banned=["zoe", "ann"])
    assert host.view()["event"] == last


def test_the_list_of_names_has_an_end(host: Host, three: Three) -> None:
    """Then a seat may be sent away, and its name not be banned."""
    host.change(banned=[f"N{number}" for number in range(MOST_BANNED)])
    with pytest.raises(BanListFull):
        host.leave(1, ban=True)
    host.leave(1)


def test_who_is_sent_away_is_named(host: Host, three: Three) -> None:
    """A request that names the player falls on nobody who sits there now."""
    host.leave(2, player=2)
    eve = host.sit("Eve", seat=2)
    for act in (
        lambda: host.leave(2, player=2),
        lambda: host.change_seat(2, sitting_out=True, player=2),
        lambda: host.renew_token(2, "w" * 20, player=2),
    ):
        with pytest.raises(NoSuchSeat):
            act()
    assert (eve.own()["status"], eve.own()["player"]) == ("waiting", 4)


def test_a_closed_table_is_nobody_s_to_change(host: Host, three: Three) -> None:
    """It has no host to hand it to, and nobody to keep out."""
    host.change(closed=True)
    with pytest.raises(TableClosed):
        host.change(banned=["Ann"])
    with pytest.raises(TableClosed):
        host.change(replace_invitation=host.invitation)
