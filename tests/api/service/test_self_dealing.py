"""Tables that deal the next hand by themselves."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from tests.acting import play_on
from tests.api.service.test_clocks import later, told
from tests.wiring import Guest, Host, House, Json

Three = tuple[Guest, Guest, Guest]
pytestmark = pytest.mark.usefixtures("still")


def until_deal(view: Json) -> timedelta:
    return datetime.fromisoformat(view["deal_at"]) - datetime.fromisoformat(view["server_time"])


def seated(host: Host) -> Three:
    return host.sit("Ann"), host.sit("Bob"), host.sit("Cy")


@pytest.fixture
def dealing(house: House) -> Host:
    """A table that deals twenty seconds after each hand."""
    return house.open(deal_after_seconds=20)


def test_the_second_hand_comes_by_itself(house: House, second: House, dealing: Host) -> None:
    """At the moment that was told when the first one ended, and once, however many processes look."""
    guests = seated(dealing)
    later(3600, house)
    assert (dealing.view()["deal_at"], dealing.view()["hand"]) == (None, None)
    dealing.deal()
    assert dealing.view()["deal_at"] is None
    play_on(guests)
    assert until_deal(dealing.view()) == timedelta(seconds=20)
    assert [event["at"] for event in told(dealing, "next-hand")] == [dealing.view()["deal_at"]]
    later(19.5, house, second)
    assert dealing.view()["hand"] == 1
    later(0.5, house, second)
    view = dealing.view()
    assert (view["hand"], view["state"], view["deal_at"]) == (2, "playing", None)
    house.check(dealing.table)
    play_on(guests)
    later(20, second, house)
    assert dealing.view()["hand"] == 3
    play_on(guests)
    house.check(dealing.table)


def test_every_hand_has_a_deck_of_its_own(house: House, dealing: Host) -> None:
    """Shuffled for it, and kept beside the state until the next."""
    guests, decks = seated(dealing), []
    dealing.deal()
    for _ in range(3):
        stored = house.tables.read(dealing.table)
        assert stored is not None and stored.deck is not None
        decks.append(stored.deck)
        play_on(guests)
        later(20, house)
    assert len(set(decks)) == 3


def test_who_cannot_wait_deals(house: House, dealing: Host) -> None:
    """The moment is forgotten then."""
    guests = seated(dealing)
    dealing.deal()
    play_on(guests)
    dealing.deal()
    later(25, house)
    assert dealing.view()["hand"] == 2


def test_a_table_waits_for_two_who_can_play(house: House, dealing: Host) -> None:
    """And says so: no moment while there are fewer, a new one when somebody comes."""
    ann, bob, cy = seated(dealing)
    dealing.deal()
    play_on((ann, bob, cy))
    ann.change_seat(1, sitting_out=True)
    assert dealing.view()["deal_at"] is not None
    bob.leave(2)
    assert dealing.view()["deal_at"] is None
    later(100, house)
    assert dealing.view()["hand"] == 1
    ann.change_seat(1, sitting_out=False)
    assert until_deal(dealing.view()) == timedelta(seconds=20)
    later(20, house)
    assert dealing.view()["hand"] == 2
    assert [event["at"] is None for event in told(dealing, "next-hand")] == [False, True, False]
    house.check(dealing.table)


def test_a_paused_table_deals_nothing(house: House, dealing: Host) -> None:
    """Resumed, it waits as long as after a hand."""
    guests = seated(dealing)
    dealing.deal()
    play_on(guests)
    dealing.change(paused=True)
    assert dealing.view()["deal_at"] is None
    later(100, house)
    dealing.change(paused=False)
    assert (dealing.view()["hand"], until_deal(dealing.view())) == (1, timedelta(seconds=20))


def test_the_host_may_change_how_long(house: House, dealing: Host) -> None:
    """At once, for the hand that is to come; and take dealing into the hand again."""
    guests = seated(dealing)
    dealing.deal()
    play_on(guests)
    dealing.change(name="The same moment")
    assert len(told(dealing, "next-hand")) == 1
    assert until_deal(dealing.change(deal_after_seconds=60)) == timedelta(seconds=60)
    assert dealing.change(deal_after_seconds=None)["deal_at"] is None
    later(100, house)
    assert dealing.view()["hand"] == 1
    dealing.change(deal_after_seconds=5)
    later(5, house)
    assert dealing.view()["hand"] == 2
    house.check(dealing.table)


def test_a_closed_table_deals_nothing(house: House, dealing: Host) -> None:
    """There is nobody left."""
    guests = seated(dealing)
    dealing.deal()
    play_on(guests)
    assert dealing.change(closed=True)["deal_at"] is None
    later(100, house)
    assert dealing.view()["hand"] == 1


def test_where_the_dealer_chooses_the_dealer_is_asked_first(house: House) -> None:
    """In time; who does not answer has the first game dealt, and then sits down to it like the others."""
    host = house.open(games=["henway", "ten-card-regrets"], choice="dealer", deal_after_seconds=20)
    guests = seated(host)
    host.deal()
    guests[0].play(type="announce", game="ten-card-regrets", options=())
    play_on(guests)
    later(20, house)
    assert (host.view()["state"], host.view()["hand"]) == ("announcing", 1)
    guests[1].play(type="announce", game="ten-card-regrets", options=())
    assert (host.view()["hand"], host.view()["game"]) == (2, "ten-card-regrets")
    play_on(guests)
    later(20, house)
    assert host.view()["state"] == "announcing"
    for _ in range(2):
        later(100, house)
    assert (host.view()["hand"], host.view()["game"]) == (3, "henway")
    house.check(host.table)


def test_a_dealer_who_goes_is_followed_by_the_next(house: House) -> None:
    """A deal that is called off is timed anew."""
    host = house.open(games=["henway", "ten-card-regrets"], choice="dealer", deal_after_seconds=20)
    guests = seated(host)
    host.deal()
    guests[0].play(type="announce", game="ten-card-regrets", options=())
    play_on(guests)
    later(20, house)
    guests[1].leave(2)
    assert (host.view()["state"], until_deal(host.view())) == ("waiting", timedelta(seconds=20))
    later(20, house)
    assert (host.view()["state"], host.view()["next_dealer"]) == ("announcing", 3)
    house.check(host.table)


def test_games_in_rotation_follow_one_another(house: House) -> None:
    """As if somebody had dealt."""
    host = house.open(games=["ten-card-regrets", "peek"], choice="rotation", rotate_after=1, deal_after_seconds=1)
    guests = seated(host)
    host.deal()
    games = []
    for _ in range(3):
        games.append(host.view()["game"])
        play_on(guests)
        later(1, house)
    assert games == ["ten-card-regrets", "peek", "ten-card-regrets"]
    house.check(host.table)


def test_players_who_vanish_end_the_evening(house: House, dealing: Host) -> None:
    """The clock answers for them twice and sits them out; then nothing more is dealt."""
    seated(dealing)
    dealing.deal()
    for _ in range(200):
        later(30, house)
    view = dealing.view()
    assert (view["state"], view["deal_at"]) == ("waiting", None)
    assert sum(seat["status"] == "sitting-out" for seat in view["seats"]) >= 2
    house.check(dealing.table)


def test_a_clock_that_is_set_back_does_not_stop_the_dealing(house: House, dealing: Host) -> None:
    """Whatever happens at the table next times the hand anew."""
    guests = seated(dealing)
    dealing.deal()
    play_on(guests)
    house.time_passes(-3600)
    assert until_deal(dealing.view()) > timedelta(hours=1)
    dealing.change(name="Anything")
    assert until_deal(dealing.view()) == timedelta(seconds=20)
    later(20, house)
    assert dealing.view()["hand"] == 2
