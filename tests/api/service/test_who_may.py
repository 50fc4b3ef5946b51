"""Who may do what at a table, and what everybody else is told."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from api.denied import BadToken, Forbidden, NoSuchTable, NoToken
from api.rules.refusals import NoSuchSeat, NotYours, Refused
from api.tokens import HOST, Tokens, player_holder
from tests.wiring import SECRET, Guest, Host, House, Person

Act = Callable[[Person], object]

# Each is tried at a table where Ann, who deals next, Bob and Cy sit in seats 1, 2 and 3; Bob's seat is acted upon.
CHANGES: dict[str, tuple[Act, set[str]]] = {
    "pause": (lambda by: by.change(paused=True), {"host"}),
    "resume": (lambda by: by.change(paused=False), {"host"}),
    "rename": (lambda by: by.change(name="Other"), {"host"}),
    "set options": (lambda by: by.change(options={"ante": 2}), {"host"}),
    "close": (lambda by: by.change(closed=True), {"host"}),
    "deal": (lambda by: by.deal(), {"host", "Ann"}),
    "sit Bob out": (lambda by: by.change_seat(2, sitting_out=True), {"host", "Bob"}),
    "bring Bob back": (lambda by: by.change_seat(2, sitting_out=False), {"host", "Bob"}),
    "buy Bob chips": (lambda by: by.change_seat(2, rebuy_to=200), {"Bob"}),
    "buy Bob chips and sit out": (lambda by: by.change_seat(2, rebuy_to=200, sitting_out=True), {"Bob"}),
    "send Bob away": (lambda by: by.leave(2), {"host", "Bob"}),
    "ban Bob": (lambda by: by.leave(2, ban=True), {"host"}),
    "let Bob go after the hand": (lambda by: by.change_seat(2, leaving=True), {"Bob"}),
    "buy Bob chips by themselves": (lambda by: by.change_seat(2, auto_rebuy_to=None), {"Bob"}),
    "renew Bob's token": (lambda by: by.renew_token(2, "drawn-at-random-1"), {"host", "Bob"}),
    "make the table private": (lambda by: by.change(private=True, spectators=False), {"host"}),
    "hand the table to Cy": (lambda by: by.change(host=3), {"host"}),
    "ban names": (lambda by: by.change(banned=["Bob"]), {"host"}),
    "talk": (lambda by: by.say("Hello"), {"host", "Ann", "Bob", "Cy"}),
}


def callers(house: House, host: Host, three: tuple[Guest, Guest, Guest]) -> dict[str, tuple[Person, type[Refused]]]:
    """Everybody who may try, with what they are told where they may not."""
    ann, bob, cy = three
    elsewhere = house.open()
    gone = host.sit("Dan")
    gone.leave(4)
    return {
        "host": (host, Forbidden),
        "Ann": (ann, Forbidden),
        "Bob": (bob, Forbidden),
        "Cy": (cy, Forbidden),
        "nobody": (host.anyone(), NoToken),
        "another table's host": (host.anyone(elsewhere.token), BadToken),
        "another table's player": (host.anyone(elsewhere.sit("Bob").token), BadToken),
        "who has left": (host.anyone(gone.token), BadToken),
        "a forger": (host.anyone(f"{HOST}.forged"), BadToken),
    }


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_is_for_those_it_belongs_to(
    house: House, host: Host, three: tuple[Guest, Guest, Guest], change: str
) -> None:
    """The host runs the table, a seat runs itself, the next dealer deals; a refusal changes nothing."""
    act, may = CHANGES[change]
    everybody = callers(house, host, three)
    before = house.table(host.table)
    for name in everybody.keys() - may:
        by, refusal = everybody[name]
        with pytest.raises(refusal) as told:
            act(by)
        assert type(told.value) is refusal, name
    assert house.table(host.table) == before
    for name in may:
        fresh = house.open()
        seated = [fresh.sit(guest) for guest in ("Ann", "Bob", "Cy")]
        act(dict(zip(("host", "Ann", "Bob", "Cy"), (fresh, *seated), strict=True))[name])
        house.check(fresh.table)


def test_the_next_dealer_is_the_seat_the_button_comes_to(host: Host, three: tuple[Guest, Guest, Guest]) -> None:
    """The marker moves one seat clockwise after each hand (2.2), and with it the right to deal."""
    ann, bob, _ = three
    ann.deal()
    for guest in (bob, three[2]):
        for decision in guest.decisions():
            guest.answer(decision["decision"], decision["default"])
    host.leave(1)
    for guest in (bob, three[2]):
        for decision in guest.decisions():
            guest.answer(decision["decision"], {"type": "fold"})
    assert host.view()["next_dealer"] == 2
    with pytest.raises(Forbidden):
        three[2].deal()
    bob.deal()


def test_a_decision_is_for_the_seat_it_was_put_to(house: House, host: Host, three: tuple[Guest, Guest, Guest]) -> None:
    """Whose decision it is comes from the token; no token speaks for another seat, not even the host's."""
    host.deal()
    everybody = callers(house, host, three)
    (decision,) = three[1].decisions()
    told: dict[str, type[Refused]] = {"host": Forbidden, "Ann": NotYours, "Cy": NotYours, "nobody": NoToken}
    before = house.table(host.table)
    for name in everybody.keys() - {"Bob"}:
        refusal = told.get(name, BadToken)
        with pytest.raises(refusal) as raised:
            everybody[name][0].answer(decision["decision"], decision["default"])
        assert type(raised.value) is refusal, name
    assert house.table(host.table) == before
    three[1].answer(decision["decision"], decision["default"])


def test_somebody_elses_answer_is_not_confirmed(host: Host, three: tuple[Guest, Guest, Guest]) -> None:
    """Whoever repeats another seat's answer learns nothing about it, open or closed (2.7)."""
    host.deal()
    ann, bob, cy = three
    (decision,) = bob.decisions()
    bob.answer(decision["decision"], decision["default"])
    for _ in range(2):
        with pytest.raises(NotYours):
            ann.answer(decision["decision"], decision["default"])
        for guest in (ann, cy):
            for other in guest.decisions():
                if other["type"] == "place":
                    guest.answer(other["decision"], other["default"])


def test_anybody_may_look(host: Host, three: tuple[Guest, Guest, Guest]) -> None:
    """A table and its events are there for all, each seeing what a viewer may see."""
    for person, you in (
        (host, {"seat": None, "player": None, "waiting": None, "host": True, "hands": []}),
        (three[1], {"seat": 2, "player": 2, "waiting": None, "host": False, "hands": []}),
        (host.anyone(), {"seat": None, "player": None, "waiting": None, "host": False, "hands": []}),
    ):
        assert person.view()["you"] == you
        assert len(person.events()["events"]) == 4


FORGED: dict[str, Callable[[str], str]] = {
    "nothing": lambda table: "",
    "a holder alone": lambda table: HOST,
    "no signature": lambda table: f"{HOST}.",
    "a number alone": lambda table: "p1",
    "no letters at all": lambda table: "\N{SNOWMAN}.\udcff",
    "another secret": lambda table: Tokens(b"x" * 32).mint(table, HOST, 1),
    "another table": lambda table: Tokens(SECRET).mint(table + "x", HOST, 1),
    "another generation": lambda table: Tokens(SECRET).mint(table, HOST, 2),
    "a player to come": lambda table: Tokens(SECRET).mint(table, player_holder(9), 1),
}


@pytest.mark.parametrize("forged", FORGED)
def test_a_forged_token_is_nobodys(host: Host, three: tuple[Guest, Guest, Guest], forged: str) -> None:
    """A token that this table did not give out is refused, also for looking; it is never taken for no token."""
    stranger = host.anyone(FORGED[forged](host.table))
    for act in (stranger.view, stranger.events, stranger.deal, lambda: stranger.leave(1)):
        with pytest.raises(BadToken):
            act()


def test_a_token_cannot_be_bent_to_another_holder(host: Host, three: tuple[Guest, Guest, Guest]) -> None:
    """The signature covers table, holder and generation, so no part of a token fits another's."""
    signature = str(three[1].token).partition(".")[2]
    bent = [f"{HOST}.{signature}", f"p1.{signature}", f"p2.{signature[:-1]}", f"p2.{signature}=", f" p2.{signature}"]
    other_secret = Tokens(b"y" * 32).mint(host.table, player_holder(2), 1)
    for token in (*bent, other_secret, str(three[1].token).upper()):
        with pytest.raises(BadToken):
            host.anyone(token).view()


def test_the_next_in_a_chair_gets_a_token_of_their_own(host: Host, three: tuple[Guest, Guest, Guest]) -> None:
    """Tokens belong to players, not chairs: the last occupant's opens nothing."""
    three[1].leave(2)
    eve = host.sit("Eve", seat=2)
    assert eve.token != three[1].token
    assert eve.view()["you"]["seat"] == 2
    with pytest.raises(BadToken):
        three[1].view()


def test_a_table_or_seat_that_is_not_there(house: House, host: Host, three: tuple[Guest, Guest, Guest]) -> None:
    """No such table and no such seat are said as such."""
    nowhere = Person(house, "nowhere", host.token)
    for act in (nowhere.view, nowhere.events, nowhere.deal, lambda: nowhere.change(paused=True)):
        with pytest.raises(NoSuchTable):
            act()
    with pytest.raises(NoSuchTable):
        house.service.sit("nowhere", None, {"name": "Ann", "buy_in": 10})
    for seat in (0, 4, 6, -1):
        with pytest.raises(NoSuchSeat):
            host.leave(seat)
        with pytest.raises(NoSuchSeat):
            host.change_seat(seat, sitting_out=True)
