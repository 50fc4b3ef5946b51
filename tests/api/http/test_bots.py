"""Adding a bot: who may, how many there may be, what the table says of it, and what a repeated request comes to."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.bots.keeper import LOOK_SECONDS
from api.bots.places import NAMED_WITHIN_SECONDS, Places, Seat
from api.http.schemas import AddBot
from bots.careful import STYLES
from bots.command import strategy
from bots.naming import NAMES, STYLE_NAMES
from tests.front import Front, Party, three_at_a_table

KEY = {"Idempotency-Key": "one-bot-and-no-other"}


@pytest.fixture
def front(tmp_path: Path) -> Iterator[Front]:
    front = Front(tmp_path, bots=2)
    yield front
    front.close()


def places(front: Front) -> list[str]:
    """What is noted in the data folder."""
    folder = front.app.extensions["bots"].places._folder
    return sorted(os.listdir(folder)) if folder.is_dir() else []


def refused(party: Party, token: str | None, status: int, **body: object) -> str:
    reply = party.call("POST", "/bots", token, json=body)
    assert reply.status_code == status, reply.text
    return str(reply.json["code"])


def test_the_host_adds_one(front: Front) -> None:
    """It has the lowest free seat, a name of its own, and the usual chips within what the table sells; all are told
    that it is a bot, and nobody its token."""
    party = front.open(min_buy_in=50, max_buy_in=120)
    party.sit("Ann", 60)
    reply = party.call("POST", "/bots", party.host, json={"style": "loose"})
    assert (reply.status_code, reply.json["seat"], set(reply.json)) == (201, 2, {"table", "seat"})
    assert reply.headers["Location"] == f"{party.path}/seats/2"
    assert reply.json["table"]["you"]["host"] is True
    ann, bot = party.view()["seats"]
    assert (ann["bot"], bot["bot"], bot["chips"]) == (None, "loose", 120)
    assert bot["name"].removeprefix("Bot ") in NAMES
    seated = [one for one in party.call("GET", "/events").json["events"] if one["kind"] == "seated"]
    assert [one["bot"] for one in seated] == [None, "loose"]
    assert places(front) == [f"{party.table}.2"]


def test_only_the_host(front: Front) -> None:
    """401 for nobody, 403 for a player; no seat is taken, and no place."""
    party = three_at_a_table(front)
    assert refused(party, None, 401) == "token-needed"
    assert refused(party, party.seats[1], 403) == "forbidden"
    assert len(party.view()["seats"]) == 3
    assert places(front) == []


def test_so_many_and_no_more(front: Front) -> None:
    """The server's number of bots is for all its tables together, and says so; a bot that has gone makes room."""
    party, other = front.open(), front.open()
    for at in (party, other):
        assert at.call("POST", "/bots", at.host, json={}).status_code == 201
    reply = party.call("POST", "/bots", party.host, json={})
    assert (reply.status_code, reply.json["code"], reply.json["limit"]) == (409, "too-many-bots", 2)
    assert party.call("DELETE", "/seats/1", party.host).status_code == 200
    bots = front.app.extensions["bots"]
    for place in bots.places.unplayed():
        if bots.order(place.seat) is None:
            bots.places.free(place)
    assert party.call("POST", "/bots", party.host, json={}).status_code == 201


def test_a_server_without_bots(tmp_path: Path) -> None:
    """403 `bots-off`, to the host too."""
    front = Front(tmp_path, bots=0)
    party = front.open()
    assert refused(party, party.host, 403) == "bots-off"
    front.close()


def test_what_is_refused_takes_no_place(front: Front) -> None:
    """A full table, chips that are not sold, a style that there is not."""
    party = three_at_a_table(front, seats=3, max_buy_in=1000)
    assert refused(party, party.host, 409) == "table-full"
    assert refused(party, party.host, 422, buy_in=1001) == "buy-in-out-of-bounds"
    assert refused(party, party.host, 422, style="reckless") == "not-allowed"
    assert places(front) == []


def test_sent_again_it_is_one_bot(front: Front) -> None:
    """The same key, the same seat; another request with it is refused."""
    party = front.open()
    replies = [party.call("POST", "/bots", party.host, json={"style": "tight"}, headers=KEY) for _ in range(3)]
    assert [(reply.status_code, reply.json["seat"]) for reply in replies] == [(201, 1)] * 3
    assert "Idempotent-Replayed" in replies[2].headers
    assert len(party.view()["seats"]) == len(places(front)) == 1
    assert party.call("POST", "/bots", party.host, json={"style": "loose"}, headers=KEY).status_code == 422


def test_no_name_twice_and_none_that_is_banned(tmp_path: Path) -> None:
    """A bot never has a name that somebody has or that the host keeps out."""
    front = Front(tmp_path, bots=9)
    party = front.open(game="real-poker", seats=8)
    front.call("PATCH", party.path, party.host, json={"banned": [f"Bot {name}" for name in NAMES[:9]]})
    for _ in range(5):
        assert party.call("POST", "/bots", party.host, json={}).status_code == 201
    names = [seat["name"] for seat in party.view()["seats"]]
    assert len(set(names)) == 5
    assert not {f"Bot {name}" for name in NAMES[:9]} & set(names)
    front.close()


def test_a_renewed_token_ends_the_bots_right(front: Front) -> None:
    """Who has the seat's token renewed takes the seat over; the server plays it no more."""
    party = front.open()
    party.call("POST", "/bots", party.host, json={})
    bots = front.app.extensions["bots"]
    assert bots.order(Seat(party.table, 1)).style == "tight"
    party.call("PUT", "/seats/1/token", party.host, json={"word": "a-word-of-sixteen-letters"})
    assert bots.order(Seat(party.table, 1)) is None
    assert bots.order(Seat("nosuchtable", 1)) is None


def test_a_place_is_one_players(tmp_path: Path) -> None:
    """What one process has locked, no other is offered; who dies while a bot sits down leaves no place behind."""
    first, second = Places(tmp_path, 5), Places(tmp_path, 5)
    first.name(first.take(), Seat("abcdefgh", 1), 70)
    assert [(place.seat.player, place.chips) for place in first.unplayed() for _ in [*second.unplayed(), None]] == [
        (1, 70)
    ]
    left = first.take()
    assert len(list(second.unplayed())) == 1
    assert left.exists()
    long_ago = time.time() - NAMED_WITHIN_SECONDS - LOOK_SECONDS
    os.utime(left, (long_ago, long_ago))
    assert len(list(second.unplayed())) == 1
    assert not left.exists()


def test_every_style_is_offered() -> None:
    """The styles of the document are those that can be played."""
    assert set(STYLE_NAMES) == {*STYLES, "random"}
    assert AddBot().load({})["style"] in STYLE_NAMES
    for style in STYLE_NAMES:
        assert strategy(style, random.Random(1)) is not None
