"""Chairs and chips: sit, sit out, come back, buy chips, before, during and after a hand."""

from __future__ import annotations

import pytest

from api.rules.refusals import (
    BuyInOutOfBounds,
    HandInProgress,
    NameTaken,
    NoSuchSeat,
    NotEnoughPlayers,
    SeatTaken,
    TableFull,
)
from tests.acting import calm, play_on
from tests.wiring import Guest, Host, House, Json

Three = tuple[Guest, Guest, Guest]


def test_a_guest_gets_the_lowest_free_seat_or_the_one_asked_for(host: Host) -> None:
    """Seats count from 1; a seat left by somebody is the lowest free one again."""
    assert [host.sit("Ann").seat, host.sit("Cy", seat=3).seat, host.sit("Bob").seat, host.sit("Di").seat] == [
        1,
        3,
        2,
        4,
    ]
    host.leave(2)
    assert host.sit("Eve").seat == 2


@pytest.mark.parametrize("seat", [0, 6, -1, 1_000_000_000])
def test_a_seat_that_the_table_does_not_have(host: Host, seat: int) -> None:
    """The refusal says which seats there are."""
    with pytest.raises(NoSuchSeat) as told:
        host.sit("Ann", seat=seat)
    assert told.value.facts == {"min": 1, "max": 5}


def test_a_seat_is_taken_once(house: House, host: Host, three: Three) -> None:
    """The refusal says which seats are free; nothing has changed."""
    before = house.table(host.table)
    with pytest.raises(SeatTaken) as told:
        host.sit("Di", seat=2)
    assert told.value.facts == {"free": (4, 5)}
    assert house.check(host.table) == before


@pytest.mark.parametrize("name", ["Bob", "bob", "BOB"])
def test_a_name_is_taken_once(host: Host, three: Three, name: str) -> None:
    """Two players of one name at a table would be confused; the name is free again when its player has left."""
    with pytest.raises(NameTaken):
        host.sit(name)
    host.leave(2)
    assert host.sit(name).seat == 2


def test_one_player_more_than_the_game_allows(host: Host, three: Three) -> None:
    """Ten cards for each of five players are 50; a sixth could not be dealt to (OPR-720, 1.1)."""
    host.sit("Di")
    host.sit("Eve")
    with pytest.raises(TableFull):
        host.sit("Fay")
    with pytest.raises(TableFull):
        host.sit("Fay", seat=2)


def test_a_smaller_table_is_full_sooner(house: House) -> None:
    """A host may open fewer chairs than the game allows."""
    host = house.open(seats=2)
    host.sit("Ann")
    host.sit("Bob")
    with pytest.raises(TableFull):
        host.sit("Cy")


@pytest.mark.parametrize(("chips", "fits"), [(39, False), (40, True), (200, True), (201, False)])
def test_a_buy_in_is_within_the_table_s_bounds(house: House, chips: int, fits: bool) -> None:
    """Both bounds are allowed, and the refusal names them."""
    host = house.open(min_buy_in=40, max_buy_in=200)
    if fits:
        assert host.sit("Ann", chips).own()["chips"] == chips
        return
    with pytest.raises(BuyInOutOfBounds) as told:
        host.sit("Ann", chips)
    assert told.value.facts == {"field": "buy_in", "min": 40, "max": 200}


def test_who_joins_during_a_hand_waits_for_the_next(house: House, host: Host, three: Three) -> None:
    """A late guest sees the table, is asked nothing, and is dealt into the next hand."""
    host.deal()
    late = host.sit("Di")
    assert (late.own()["status"], late.own()["in_hand"], late.own()["new_cards"]) == ("waiting", False, [])
    play_on(three)
    assert late.view()["phase"]["code"] == "ended"
    assert late.own()["chips"] == 100
    house.check(host.table)
    host.deal()
    assert (late.own()["status"], len(late.own()["new_cards"])) == ("in", 2)


def test_who_sits_out_is_dealt_no_hand_until_back(host: Host, three: Three) -> None:
    """Sitting out keeps chair and chips; both wishes are safe to repeat."""
    for _ in range(2):
        three[1].change_seat(2, sitting_out=True)
    last = host.view()["event"]
    three[1].change_seat(2, sitting_out=True)
    assert host.view()["event"] == last
    host.deal()
    assert (three[1].own()["status"], three[1].own()["in_hand"], three[1].own()["chips"]) == ("sitting-out", False, 100)
    for _ in range(2):
        three[1].change_seat(2, sitting_out=False)
    assert three[1].own()["status"] == "waiting"
    play_on(three)
    host.deal()
    assert three[1].own()["in_hand"]


def test_who_sits_out_during_a_hand_is_folded_at_the_next_betting_decision(
    house: House, host: Host, three: Three
) -> None:
    """Until then the card decisions are made by the clock's defaults, and the chips in the pot stay there (2.5)."""
    host.deal()
    three[2].change_seat(3, sitting_out=True)
    assert three[2].decisions() == []
    for guest in three[:2]:
        guest.answer(guest.decisions()[0]["decision"], guest.decisions()[0]["default"])
    assert three[2].own()["in_hand"]
    three[1].play(type="check")
    assert (three[2].own()["status"], three[2].own()["paid"]) == ("folded", 1)
    play_on(three)
    house.check(host.table)
    assert three[2].own()["status"] == "sitting-out"


def test_who_comes_back_in_time_is_not_folded(host: Host, three: Three) -> None:
    """Absence is told at the betting decision, not before (2.5)."""
    host.deal()
    three[2].change_seat(3, sitting_out=True)
    three[2].change_seat(3, sitting_out=False)
    for guest in three[:2]:
        guest.answer(guest.decisions()[0]["decision"], guest.decisions()[0]["default"])
    three[1].play(type="check")
    assert three[2].decisions()[0]["type"] == "bet"


def test_who_sits_out_at_the_turn_to_bet_is_folded_at_once(host: Host, three: Three) -> None:
    """It is that seat's betting decision already (2.5)."""
    host.deal()
    play_on(three, steps=3)
    (asked,) = [guest for guest in three if guest.decisions()]
    asked.change_seat(asked.seat, sitting_out=True)
    assert asked.own()["status"] == "folded"
    assert asked.decisions() == []


def test_chips_are_bought_between_hands(house: House, host: Host, three: Three) -> None:
    """`rebuy_to` is the stack afterwards, so the wish is safe to repeat; it never takes chips away."""
    for _ in range(3):
        three[0].change_seat(1, rebuy_to=250)
        assert three[0].own()["chips"] == 250
    house.check(host.table)
    for to in (249, 1, 1_000_001):
        with pytest.raises(BuyInOutOfBounds) as told:
            three[0].change_seat(1, rebuy_to=to)
        assert told.value.facts == {"field": "rebuy_to", "min": 250, "max": 1_000_000}
    host.deal()
    for to in (250, 249, 300):
        with pytest.raises(HandInProgress):
            three[0].change_seat(1, rebuy_to=to)
    play_on(three)
    three[0].change_seat(1, rebuy_to=1000)
    assert three[0].own()["chips"] == 1000
    house.check(host.table)


def test_who_waits_may_buy_chips_during_a_hand(host: Host, three: Three) -> None:
    """Only chips that are in play are fixed until the hand ends."""
    host.deal()
    late = host.sit("Di", 10)
    late.change_seat(4, rebuy_to=50)
    assert late.own()["chips"] == 50


def test_who_has_lost_all_keeps_the_chair_and_may_buy_in_again(house: House) -> None:
    """A broke seat is not dealt in; with chips it is."""
    host = house.open(options={"limit": "none"})
    ann, bob = host.sit("Ann", 5), host.sit("Bob", 5)
    while ann.own()["chips"] and bob.own()["chips"]:
        host.deal()
        play_on((ann, bob), _all_in)
    broke = ann if ann.own()["chips"] == 0 else bob
    with pytest.raises(NotEnoughPlayers) as told:
        host.deal()
    assert told.value.facts == {"ready": 1}
    broke.change_seat(broke.seat, rebuy_to=20)
    host.deal()
    assert broke.own()["in_hand"]
    house.check(host.table)


def _all_in(decision: Json) -> Json:
    if decision["type"] == "place":
        return calm(decision)
    biggest = [entry for entry in decision["legal"] if entry["type"] in ("bet", "raise")]
    return (
        {"type": biggest[0]["type"], "to": biggest[0]["max_to"]} if biggest else {"type": decision["legal"][1]["type"]}
    )
