"""A new token for a seat: after a lost phone, by the seat itself or by the host."""

from __future__ import annotations

from functools import partial

import pytest

from api.denied import BadToken, Forbidden, NoToken
from api.rules.refusals import NoSuchSeat, Refused
from tests.acting import play_on, together
from tests.wiring import Guest, Host, House

Three = tuple[Guest, Guest, Guest]
WORD, OTHER = "drawn-at-random-1", "drawn-at-random-2"


def test_a_seat_renews_its_token(house: House, host: Host, three: Three) -> None:
    """The old one is nobody's from then on; the seat, its cards and its decisions are as they were."""
    host.deal()
    cards = three[1].own()["new_cards"]
    new = three[1].renew_token(2, WORD)
    assert new != three[1].token
    for act in (three[1].view, three[1].events, lambda: three[1].leave(2)):
        with pytest.raises(BadToken):
            act()
    bob = Guest(house, host.table, new, 2, "Bob")
    assert (bob.own()["new_cards"], bob.view()["you"]["seat"]) == (cards, 2)
    play_on((three[0], bob, three[2]))
    house.check(host.table)


def test_a_lost_reply_is_told_again(house: House, host: Host, three: Three) -> None:
    """With the same word, also under the token that was renewed; it is one new token."""
    tokens = {three[1].renew_token(2, WORD) for _ in range(3)}
    assert len(tokens) == 1
    assert host.anyone(tokens.pop()).renew_token(2, WORD) == host.renew_token(2, WORD)
    told = [event for event in host.events()["events"] if event["kind"] == "token-changed"]
    assert [event["seat"] for event in told] == [2]


def test_the_old_token_is_good_for_nothing_else(host: Host, three: Three) -> None:
    """Who found the phone does not know the word, and gets no token with another."""
    three[1].renew_token(2, WORD)
    for word in (OTHER, WORD + "x"):
        with pytest.raises(BadToken):
            three[1].renew_token(2, word)
    host.renew_token(2, OTHER)
    with pytest.raises(BadToken):
        three[1].renew_token(2, WORD)


def test_the_host_renews_a_seat_s_token_and_passes_it_on(host: Host, three: Three) -> None:
    """Nobody else does."""
    for person, refusal in ((three[0], Forbidden), (host.anyone(), NoToken)):
        with pytest.raises(refusal):
            person.renew_token(2, WORD)
    assert host.anyone(host.renew_token(2, WORD)).view()["you"]["seat"] == 2
    with pytest.raises(NoSuchSeat):
        host.renew_token(5, WORD)


def test_a_host_with_a_seat_renews_the_one_token(house: House, host: Host, three: Three) -> None:
    """The right to run the table goes with the seat."""
    host.change(host=1)
    new = host.anyone(three[0].renew_token(1, WORD))
    assert (new.view()["you"]["seat"], new.view()["you"]["host"]) == (1, True)
    new.change(paused=True)
    house.check(host.table)


def test_who_comes_next_has_another_token(host: Host, three: Three) -> None:
    """A renewed token dies with its player; the word of one seat is nothing to the next in the chair."""
    new = three[1].renew_token(2, WORD)
    host.leave(2)
    eve = host.sit("Eve", seat=2)
    for token in (new, three[1].token):
        with pytest.raises(BadToken):
            host.anyone(token).renew_token(2, WORD)
    assert eve.renew_token(2, WORD) not in (new, eve.token)


def test_a_waiting_token_is_renewed_once_it_is_a_seat_s(house: House) -> None:
    """It is the same player's all along."""
    host = house.open(seats=2)
    host.sit("Ann")
    host.sit("Bob")
    cy = host.wait("Cy")
    host.leave(1)
    assert host.anyone(cy.renew_token(1, WORD)).view()["you"] == {
        "seat": 1,
        "player": 3,
        "waiting": None,
        "host": False,
        "hands": [],
    }
    with pytest.raises(BadToken):
        cy.view()


def test_of_two_words_at_once_one_is_taken(house: House, second: House, host: Host, three: Three) -> None:
    """From two phones that both have the token: the other is nobody's by then."""
    both = (three[1], three[1].elsewhere(second))
    results = together(*(partial(by.renew_token, 2, word) for by, word in zip(both, (WORD, OTHER), strict=True)))
    assert sorted(isinstance(result, Refused) for result in results) == [False, True]
    results = together(*(partial(by.renew_token, 3, WORD) for by in (three[2], three[2].elsewhere(second)) * 3))
    assert len(set(results)) == 1
    house.check(host.table)
