"""Who may come and look: private tables, invitations, tables without spectators."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from api.denied import BadToken, NoSpectators, NoSuchTable, NotAnInvitation
from api.tokens import GUEST, Tokens, player_holder
from tests.wiring import SECRET, Host, House, Person

ACTS: dict[str, Callable[[Person], object]] = {
    "look": lambda by: by.view(),
    "follow": lambda by: by.events(),
    "read messages": lambda by: by.messages(),
    "sit": lambda by: by.sit("Eve"),
    "wait": lambda by: by.wait("Eve"),
    "talk": lambda by: by.say("Hello"),
    "deal": lambda by: by.deal(),
    "answer": lambda by: by.answer(1, {"type": "fold"}),
    "change": lambda by: by.change(paused=True),
    "hand over": lambda by: by.change(host=1),
    "sit somebody out": lambda by: by.change_seat(1, sitting_out=True),
    "send somebody away": lambda by: by.leave(1),
    "stop somebody waiting": lambda by: by.stop_waiting(1),
    "renew a token": lambda by: by.renew_token(1, "w" * 16),
}


@pytest.fixture
def private(house: House) -> Host:
    """A private table with Ann in seat 1."""
    host = house.open(private=True)
    host.sit("Ann")
    return host


def test_a_private_table_is_not_in_the_lobby(house: House, private: Host) -> None:
    """It appears there as soon as it is private no more, and goes when it is again."""
    for public in (False, True, False):
        private.change(private=not public)
        assert [entry["id"] for entry in house.service.lobby(None, 10)["tables"]] == [private.table] * public


@pytest.mark.parametrize("act", ACTS)
def test_strangers_are_not_told_that_a_private_table_is_there(house: House, private: Host, act: str) -> None:
    """Without a token, and with any that never was one of this table, it is as if there were no such table."""
    elsewhere = house.open()
    forged = Tokens(b"x" * 32).mint(private.table, GUEST, 1)
    for token in (None, elsewhere.token, elsewhere.invitation, elsewhere.sit("Ann").token, forged, "nonsense"):
        for table in (private.table, "nowhere"):
            with pytest.raises(NoSuchTable) as told:
                ACTS[act](Person(house, table, token))
            assert told.value.detail == "there is no such table"


def test_the_invited_look_and_sit(house: House, private: Host) -> None:
    """Everybody with the invitation; a member's token does as well."""
    guest = private.anyone(private.invitation)
    assert guest.view()["you"] == {"seat": None, "player": None, "waiting": None, "host": False, "hands": []}
    assert len(guest.events()["events"]) == 2
    bob = guest.sit("Bob")
    assert bob.view()["seats"][1]["name"] == "Bob"
    assert (private.sit("Cy").seat, bob.sit("Di").seat) == (3, 4)
    house.check(private.table)


def test_the_invitation_is_the_host_s_to_give(private: Host) -> None:
    """Nobody else is shown it, wherever they sit."""
    assert private.view()["invitation"] == private.invitation
    for person in (private.anyone(private.invitation), private.anyone(private.invitation).sit("Bob")):
        assert person.view()["invitation"] is None


def test_a_replaced_invitation_lets_nobody_in(house: House, private: Host) -> None:
    """Who came with it stays; sent again, the request makes no third one."""
    bob = private.anyone(private.invitation).sit("Bob")
    for _ in range(2):
        new = private.change(replace_invitation=private.invitation)["invitation"]
        assert new == private.view()["invitation"] != private.invitation
    assert bob.view()["you"]["seat"] == 2
    for act in ("look", "sit"):
        with pytest.raises(BadToken):
            ACTS[act](private.anyone(private.invitation))
    assert private.anyone(new).sit("Cy").seat == 3
    house.check(private.table)


@pytest.mark.parametrize("token", ["guest." + "x" * 43, "host." + "x" * 43])
def test_only_an_invitation_is_replaced(private: Host, token: str) -> None:
    """Another text is refused, the host's own token too."""
    for given in (token, str(private.token)):
        with pytest.raises(NotAnInvitation):
            private.change(replace_invitation=given)


def test_a_token_that_was_good_once_is_told_so(private: Host) -> None:
    """Its bearer knows of the table anyhow: 401 lets a client say that the seat is gone, and not that the table is."""
    bob = private.anyone(private.invitation).sit("Bob")
    bob.leave(2)
    with pytest.raises(BadToken):
        bob.view()
    with pytest.raises(BadToken):
        private.anyone(Tokens(SECRET).mint(private.table, player_holder(1), 2)).view()


def test_a_public_table_takes_the_invitation_too(house: House) -> None:
    """It is nobody's token otherwise; one that is replaced is refused there as well."""
    host = house.open()
    assert host.anyone(host.invitation).sit("Ann").seat == 1
    host.change(replace_invitation=host.invitation)
    with pytest.raises(BadToken):
        host.anyone(host.invitation).view()
    assert host.anyone().sit("Bob").seat == 2


def test_a_table_without_spectators(house: House) -> None:
    """Members and the host see it; others may sit down, or wait, and then see it too."""
    host = house.open(spectators=False, seats=2)
    for stranger in (host.anyone(), host.anyone(host.invitation)):
        for act in ("look", "follow", "read messages"):
            with pytest.raises(NoSpectators):
                ACTS[act](stranger)
    ann, bob = host.anyone().sit("Ann"), host.anyone(host.invitation).sit("Bob")
    cy = host.anyone().wait("Cy")
    for person in (host, ann, bob, cy):
        assert len(person.view()["seats"]) == 2
        assert person.events()["events"]
    assert house.service.lobby(None, 10)["tables"][0]["spectators"] is False


def test_spectators_may_be_sent_out_and_let_in(host: Host) -> None:
    """As the host says, at any time."""
    host.sit("Ann")
    for spectators in (True, False, True):
        host.change(spectators=spectators)
        if spectators:
            assert host.anyone().view()["spectators"] is True
        else:
            with pytest.raises(NoSpectators):
                host.anyone().view()


def test_what_is_settled_is_told(host: Host) -> None:
    """Views and the `settings` event hold all of it; the same again is no event."""
    wish = {"private": True, "spectators": False, "auto_rebuy": True, "deal_after_seconds": 20}
    before = host.view()
    assert {name: before[name] for name in wish} == {
        "private": False,
        "spectators": True,
        "auto_rebuy": False,
        "deal_after_seconds": None,
    }
    for _ in range(2):
        assert {name: value for name, value in host.change(**wish).items() if name in wish} == wish
    told = host.events()["events"]
    assert [event["kind"] for event in told] == ["opened", "settings"]
    assert {name: told[-1][name] for name in wish} == wish
    host.change(deal_after_seconds=None)
    assert host.view()["deal_after_seconds"] is None
