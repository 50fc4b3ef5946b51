"""A game that exists only in the tests, over HTTP: dealt, played, viewed and settled without a change anywhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from api.rules.deck import DECK
from api.rules.games import GAMES
from tests.fifth_game import PEEK
from tests.front import Front, Json, Party

# Ben is dealt to first, then Cy, then Ann, a card at a time.
BEN, CY, ANN = ["Ks", "Kd", "Qs", "2c", "3c"], ["Ac", "Ad", "4d", "5d", "9s"], ["7h", "8h", "9h", "Jd", "2s"]
DEALT = [card for cards in zip(BEN, CY, ANN, strict=True) for card in cards]
RIGGED = DEALT + [card for card in DECK if card not in DEALT]


@pytest.fixture
def party(tmp_path: Path) -> Iterator[Party]:
    """A table of that game with Ann, Ben and Cy in seats 1, 2 and 3."""
    front = Front(tmp_path, games={**GAMES, PEEK.id: PEEK}, rigged_decks=True)
    party = front.open(game=PEEK.id, options={"limit": "none", "ante": 5})
    for name in ("Ann", "Ben", "Cy"):
        party.sit(name, 100)
    yield party
    front.close()


def answer(party: Party, kind: str, **amount: int) -> Json:
    """The one seat that is asked answers."""
    (decision,) = party.asked()
    reply = party.answer(decision, {"type": kind, **amount})
    assert reply.status_code == 200, reply.text
    view: Json = reply.json
    return view


def cards(view: Json) -> list[list[str]]:
    return [seat["rows"][0]["cards"] for seat in view["seats"]]


def test_it_is_listed_and_described(party: Party) -> None:
    """The games, their options and their script are read from the game itself."""
    assert PEEK.id in [game["game"] for game in party.front.call("GET", "/v1/games").json["games"]]
    shown = party.front.call("GET", f"/v1/games/{PEEK.id}").json
    assert shown["seats"] == {"min": 2, "max": 7}
    assert "Two cards are turned" in shown["script"]
    assert [share["name"] for share in shown["shares"]] == ["high"]
    listed = party.front.call("GET", "/v1/tables").json["tables"]
    assert [(table["game"], table["seats"], table["seats_taken"]) for table in listed] == [(PEEK.id, 7, 3)]


def test_a_whole_hand(party: Party) -> None:
    """Antes, five cards down, a bet, two cards turned, a bet, the evaluator's award."""
    view = party.deal(deck=RIGGED)
    assert (view["game"], view["rigged"], view["pot_total"]) == (PEEK.id, True, 15)
    assert cards(party.view(2)) == [["??"] * 5, BEN, ["??"] * 5]
    assert cards(party.view()) == [["??"] * 5] * 3
    answer(party, "bet", to=20)
    answer(party, "call")
    view = answer(party, "fold")
    assert cards(party.view()) == [["??"] * 5, [*BEN[:2], *["??"] * 3], [*CY[:2], *["??"] * 3]]
    assert cards(party.view(1))[0] == ANN
    answer(party, "check")
    answer(party, "bet", to=75)
    view = answer(party, "call")
    (award,) = view["result"]["awards"]
    assert [(winner["seat"], winner["chips"], winner["hand"]["category"]) for winner in award["winners"]] == [
        (3, 205, "pair")
    ]
    assert [seat["chips"] for seat in view["seats"]] == [95, 0, 205]
    assert cards(party.view()) == [["??"] * 5, BEN, CY]


def test_its_history_is_told_like_any_other(party: Party) -> None:
    """Events and their kinds are the engine's, and each viewer is told what is his to know."""
    party.deal(deck=RIGGED)
    for kind in ("check", "check", "check", "fold", "fold"):
        answer(party, kind)
    kinds = [event["kind"] for event in party.call("GET", "/events").json["events"]]
    assert kinds[4:] == [
        *("started", "anted", "dealt", "round", "asked", "acted", "asked", "acted", "asked", "acted"),
        *("turned", "round", "asked", "acted", "asked", "acted", "awarded", "ended"),
    ]
    told = party.call("GET", "/events", party.seats[1]).json["events"]
    dealt = next(event for event in told if event["kind"] == "dealt")
    assert {seat["seat"]: seat["cards"] for seat in dealt["seats"]} == {1: ANN, 2: ["??"] * 5, 3: ["??"] * 5}


def test_the_next_hand_and_the_end(party: Party) -> None:
    """The button moves, options are announced anew, and the table is closed."""
    party.deal(deck=RIGGED)
    for _ in range(2):
        answer(party, "fold")
    view = party.deal(options={"ante": 1})
    assert (view["hand"], view["dealer"], view["pot_total"]) == (2, 2, 3)
    for _ in range(2):
        answer(party, "fold")
    assert party.call("PATCH", token=party.host, json={"closed": True}).json["state"] == "closed"
