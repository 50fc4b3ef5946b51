"""The table as its host runs it: opened, named, paused, resumed, closed, and listed in the lobby."""

from __future__ import annotations

import pytest

from api.denied import NoSuchGame
from api.rules.refusals import (
    BadOption,
    BuyInOutOfBounds,
    HandInProgress,
    NotEnoughPlayers,
    SeatsOutOfBounds,
    TableClosed,
    TablePaused,
    UnknownOption,
)
from tests.acting import play_on
from tests.wiring import Guest, Host, House

Three = tuple[Guest, Guest, Guest]


def test_a_table_is_opened_with_what_was_asked(house: House) -> None:
    """The view shows the options with their defaults, and as `next_options` what was given."""
    host = house.open(name="Fridays", options={"ante": 5}, seats=3, min_buy_in=10, max_buy_in=20)
    view = host.view()
    assert (view["name"], view["state"], view["hand"], view["dealer"]) == ("Fridays", "waiting", None, None)
    assert (view["options"]["ante"], view["options"]["small_bet"]) == (5, 10)
    assert view["next_options"] == {"ante": 5}
    assert (view["min_buy_in"], view["max_buy_in"], view["seats"], view["rigged"]) == (10, 20, [], False)
    house.check(host.table)


@pytest.mark.parametrize(
    ("fields", "refusal"),
    [
        ({"game": "chess"}, NoSuchGame),
        ({"options": {"colour": 1}}, UnknownOption),
        ({"options": {"ante": -1}}, BadOption),
        ({"options": {"ante": True}}, BadOption),
        ({"options": {"placing": "slow"}}, BadOption),
        ({"seats": 6}, SeatsOutOfBounds),
        ({"seats": 1}, SeatsOutOfBounds),
        ({"min_buy_in": 10, "max_buy_in": 9}, BuyInOutOfBounds),
    ],
)
def test_a_table_that_could_not_be_played_is_not_opened(
    house: House, fields: dict[str, object], refusal: type[Exception]
) -> None:
    """The refusal comes before anything is kept."""
    with pytest.raises(refusal):
        house.open(**fields)
    assert house.service.lobby(None, 10)["tables"] == []


def test_the_name_may_change_at_any_time(host: Host, three: Three) -> None:
    """Saying the same again changes nothing."""
    host.deal()
    for _ in range(2):
        assert host.change(name="Other")["name"] == "Other"
    assert [event["kind"] for event in host.events()["events"]].count("settings") == 1


def test_options_are_fixed_during_a_hand(house: House, host: Host, three: Three) -> None:
    """They are announced with the deal and cannot change until the hand ends (2.1)."""
    host.change(options={"ante": 3})
    host.deal(options={"limit": "none"})
    before = house.table(host.table)
    assert (host.view()["options"]["ante"], host.view()["options"]["limit"]) == (3, "none")
    with pytest.raises(HandInProgress):
        host.change(options={"ante": 1})
    with pytest.raises(HandInProgress):
        host.change(name="Other", options={"ante": 1})
    assert house.table(host.table) == before
    play_on(three)
    host.change(options={"ante": 1})
    assert host.deal()["options"]["limit"] == "fixed"


@pytest.mark.parametrize("given", [{"colour": 1}, {"ante": 1.5}, {"ante": "1"}, {"limit": "sky"}, {"small_bet": 0}])
def test_options_that_the_game_does_not_know(house: House, host: Host, three: Three, given: dict[str, object]) -> None:
    """They are refused for the table and for one hand alike, and the refusal names the field."""
    before = house.table(host.table)
    for act in (lambda: host.change(options=given), lambda: host.deal(options=given)):
        with pytest.raises((BadOption, UnknownOption)) as told:
            act()
        assert told.value.facts["field"] == f"options.{next(iter(given))}"
    assert house.check(host.table) == before


def test_nothing_moves_while_the_table_is_paused(house: House, host: Host, three: Three) -> None:
    """No decision is shown, no answer is taken, no hand is dealt; pausing twice is pausing once."""
    host.deal()
    (decision,) = three[0].decisions()
    host.change(paused=True)
    before = house.table(host.table)
    assert host.change(paused=True)["state"] == "paused"
    assert all(guest.view()["decisions"] == [] for guest in three)
    with pytest.raises(TablePaused):
        three[0].answer(decision["decision"], decision["default"])
    assert house.check(host.table) == before
    for _ in range(2):
        assert host.change(paused=False)["state"] == "playing"
    (again,) = three[0].decisions()
    assert {**again, "deadline": None} == {**decision, "deadline": None}
    assert again["deadline"] >= decision["deadline"]
    three[0].answer(decision["decision"], decision["default"])


def test_a_pause_between_hands_keeps_the_next_from_being_dealt(host: Host, three: Three) -> None:
    """Whoever deals is told why not."""
    host.change(paused=True)
    for dealer in (host, three[0]):
        with pytest.raises(TablePaused):
            dealer.deal()
    host.change(paused=False)
    host.deal()


def test_an_answer_given_before_a_pause_may_be_repeated_in_it(host: Host, three: Three) -> None:
    """It changes nothing, so there is nothing to refuse."""
    host.deal()
    (decision,) = three[0].decisions()
    three[0].answer(decision["decision"], decision["default"])
    event = host.change(paused=True)["event"]
    assert three[0].answer(decision["decision"], decision["default"])["event"] == event


def test_seats_come_and_go_during_a_pause(house: House, host: Host, three: Three) -> None:
    """A guest sits, a player leaves; the hand goes on from there when the table is resumed."""
    host.deal()
    play_on(three, steps=3)
    (asked,) = [guest for guest in three if guest.decisions()]
    host.change(paused=True)
    host.sit("Di")
    asked.leave(asked.seat)
    assert asked.own()["in_hand"]
    assert house.check(host.table).hand is not None
    host.change(paused=False)
    assert not asked.own()["in_hand"]
    play_on([guest for guest in three if guest is not asked])
    house.check(host.table)


def test_a_pause_that_everybody_but_one_uses_to_leave(house: House, host: Host, three: Three) -> None:
    """The hand ends when the table is resumed, and not before."""
    host.deal()
    host.change(paused=True)
    three[0].leave(1)
    three[1].leave(2)
    assert host.view()["phase"]["code"] == "place"
    host.change(paused=False)
    play_on(three[2:])
    assert [seat["chips"] for seat in host.view()["seats"]] == [102]
    house.check(host.table)


def test_a_table_is_closed_between_hands(house: House, host: Host, three: Three) -> None:
    """Everybody takes their chips along; closing again changes nothing; everything else is refused from then on."""
    host.deal()
    with pytest.raises(HandInProgress):
        host.change(closed=True)
    play_on(three)
    view = host.change(closed=True)
    assert (view["state"], view["seats"]) == ("closed", [])
    assert host.change(closed=True)["event"] == view["event"]
    house.check(host.table)
    acts = [
        lambda: host.sit("Di"),
        lambda: host.deal(),
        lambda: host.change(name="Other"),
        lambda: host.change(options={}),
        lambda: host.change(paused=True),
        lambda: host.change(paused=False),
    ]
    for act in acts:
        with pytest.raises(TableClosed):
            act()
    assert host.anyone().events()["events"][-1]["kind"] == "closed"


def test_a_paused_table_may_be_closed(house: House, host: Host, three: Three) -> None:
    """It is then closed, not paused."""
    assert host.change(paused=True, closed=True)["state"] == "closed"
    house.check(host.table)


def test_one_wish_that_cannot_be_met_refuses_the_whole_request(house: House, host: Host, three: Three) -> None:
    """Either all of a change happens or nothing of it."""
    host.deal()
    before = house.table(host.table)
    with pytest.raises(HandInProgress):
        host.change(name="Other", paused=True, closed=True)
    with pytest.raises(HandInProgress):
        three[0].change_seat(1, rebuy_to=500, sitting_out=True)
    assert house.table(host.table) == before


def test_a_table_alone_has_nobody_to_deal_to(host: Host) -> None:
    """Two seats with chips that do not sit out are needed."""
    ann = host.sit("Ann")
    for ready in (1, 1):
        with pytest.raises(NotEnoughPlayers) as told:
            host.deal()
        assert told.value.facts == {"ready": ready}
    host.sit("Bob")
    ann.change_seat(1, sitting_out=True)
    with pytest.raises(NotEnoughPlayers):
        host.deal()


def test_the_lobby_lists_open_tables_a_page_at_a_time(house: House) -> None:
    """By id; following pages repeat none and miss none; closed tables are gone, and nothing secret is told."""
    hosts = {host.table: host for host in (house.open(name=f"Table {number}") for number in range(7))}
    gone = hosts.pop(next(iter(hosts)))
    gone.change(closed=True)
    host = next(iter(hosts.values()))
    host.sit("Ann")
    host.sit("Bob")
    host.deal()
    listed, after = [], None
    while True:
        page = house.service.lobby(after, 4)
        listed += page["tables"]
        after = page["next"]
        if after is None:
            break
    assert [entry["id"] for entry in listed] == sorted(hosts)
    entry = next(entry for entry in listed if entry["id"] == host.table)
    assert (entry["state"], entry["seats"], entry["seats_taken"], entry["hand"]) == ("playing", 5, 2, 1)
    assert entry.keys() == {
        "id", "name", "game", "state", "seats", "seats_taken", "waiting", "spectators", "hand", "min_buy_in",
        "max_buy_in", "rigged",
    }  # fmt: skip


def test_a_page_that_ends_with_the_last_table_has_no_next(house: House) -> None:
    """Nobody is sent to an empty page."""
    for _ in range(4):
        house.open()
    assert house.service.lobby(None, 4)["next"] is None
    assert house.service.lobby(None, 3)["next"] is not None
