"""What a seat asks for later: to leave when the hand ends, and to have its chips bought again."""

from __future__ import annotations

import pytest

from api.denied import BadToken, Forbidden
from api.rules.refusals import BuyInOutOfBounds, NoAutoRebuy, SeatLeaving
from tests.acting import calm, play_on
from tests.wiring import Guest, Host, House, Json

Three = tuple[Guest, Guest, Guest]


def all_in(decision: Json) -> Json:
    """Bet everything, or call it."""
    if decision["type"] == "place":
        return calm(decision)
    for entry in decision["legal"]:
        if entry["type"] in ("bet", "raise"):
            return {"type": entry["type"], "to": entry["max_to"]}
    return calm(decision)


def test_who_leaves_after_the_hand_plays_it_to_its_end(house: House, host: Host, three: Three) -> None:
    """The seat decides as before, everybody sees that it is its last hand, and then it has left with its chips."""
    host.deal()
    for _ in range(2):
        assert three[1].change_seat(2, leaving=True)["seats"][1]["leaving"]
    assert [(seat["status"], seat["leaving"]) for seat in host.view()["seats"]] == [
        ("in", False),
        ("in", True),
        ("in", False),
    ]
    assert host.view()["next_dealer"] == 3
    assert three[1].decisions()
    assert play_on(three) > 10
    assert [chair.name for chair in house.check(host.table).chairs] == ["Ann", "Cy"]
    kinds = [event["kind"] for event in host.events()["events"]]
    assert (kinds.count("last-hand"), kinds.count("leaving"), kinds[-1]) == (1, 0, "left")
    with pytest.raises(BadToken):
        three[1].view()


def test_who_thinks_better_of_it_stays(house: House, host: Host, three: Three) -> None:
    """As long as the hand runs."""
    host.deal()
    three[1].change_seat(2, leaving=True)
    for _ in range(2):
        three[1].change_seat(2, leaving=False)
    play_on(three)
    assert len(house.check(host.table).chairs) == 3
    assert [event["leaving"] for event in host.events()["events"] if event["kind"] == "last-hand"] == [True, False]


def test_without_a_hand_who_leaves_after_it_leaves_now(host: Host, three: Three) -> None:
    """Between hands, and who joined late; to stay is no wish then."""
    three[1].change_seat(2, leaving=False)
    assert three[1].change_seat(2, leaving=True)["you"]["seat"] is None
    host.deal()
    late = host.sit("Di", seat=2)
    late.change_seat(2, leaving=True)
    assert [seat["name"] for seat in host.view()["seats"]] == ["Ann", "Cy"]


def test_who_has_said_goodbye_cannot_take_it_back(host: Host, three: Three) -> None:
    """Leaving at once goes before leaving after the hand."""
    host.deal()
    three[1].change_seat(2, leaving=True)
    three[1].leave(2)
    assert three[1].own()["status"] == "leaving"
    three[1].change_seat(2, leaving=True)
    with pytest.raises(SeatLeaving):
        three[1].change_seat(2, leaving=False)


def test_only_the_seat_itself_wishes(host: Host, three: Three) -> None:
    """The host may sit it out, or send it away."""
    for wish in ({"leaving": True}, {"auto_rebuy_to": 100}, {"auto_rebuy_to": None}):
        for person in (host, three[0]):
            with pytest.raises(Forbidden):
                person.change_seat(2, **wish)


def test_lost_chips_are_bought_again_with_the_end_of_the_hand(house: House) -> None:
    """Nobody is ever seen without chips, and who has some left buys none."""
    host = house.open(options={"limit": "none"}, auto_rebuy=True, max_buy_in=200)
    guests = [host.sit(name, 50) for name in ("Ann", "Bob")]
    for guest in guests:
        for _ in range(2):
            guest.change_seat(guest.seat, auto_rebuy_to=80)
    assert [[seat["auto_rebuy_to"] for seat in guest.view()["seats"]] for guest in guests] == [[80, None], [None, 80]]
    for hand in range(1, 6):
        host.deal()
        play_on(guests, all_in)
        table = house.check(host.table)
        assert table.hands == hand and all(chair.chips for chair in table.chairs)
        bought = [event for event in host.events()["events"] if event["kind"] == "rebought"]
        if bought:
            assert {event["adds"] for event in bought} == {80}
            return
    raise AssertionError("nobody has lost everything")


def test_what_is_wished_is_told_to_the_seat_alone(house: House, host: Host) -> None:
    """Others see that it has changed something."""
    host.change(auto_rebuy=True)
    ann = host.sit("Ann")
    ann.change_seat(1, auto_rebuy_to=80)
    last = [person.events()["events"][-1] for person in (ann, host)]
    assert [(event["kind"], event["to"]) for event in last] == [("auto-rebuy", 80), ("auto-rebuy", None)]


def test_chips_are_bought_by_themselves_only_where_the_table_allows(house: House, host: Host) -> None:
    """Within its bounds; the wish may always be taken back."""
    ann = host.sit("Ann")
    with pytest.raises(NoAutoRebuy):
        ann.change_seat(1, auto_rebuy_to=80)
    host.change(auto_rebuy=True)
    with pytest.raises(BuyInOutOfBounds) as told:
        ann.change_seat(1, auto_rebuy_to=1_000_001)
    assert told.value.facts["field"] == "auto_rebuy_to"
    ann.change_seat(1, auto_rebuy_to=80)
    host.change(auto_rebuy=False)
    ann.change_seat(1, auto_rebuy_to=None)
    assert ann.own()["auto_rebuy_to"] is None


def test_who_has_nothing_and_wishes_now_buys_now(house: House) -> None:
    """But not while sitting out: coming back buys, and so does the host's allowing it."""
    host = house.open(options={"limit": "none"})
    guests = [host.sit(name, 5) for name in ("Ann", "Bob")]
    while all(guest.own()["chips"] for guest in guests):
        host.deal()
        play_on(guests, all_in)
    (broke,) = [guest for guest in guests if not guest.own()["chips"]]
    host.change(auto_rebuy=True)
    broke.change_seat(broke.seat, sitting_out=True)
    broke.change_seat(broke.seat, auto_rebuy_to=30)
    assert broke.own()["chips"] == 0
    broke.change_seat(broke.seat, sitting_out=False)
    assert broke.own()["chips"] == 30
    house.check(host.table)
