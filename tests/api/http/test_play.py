"""Whole hands over HTTP by players who know no rule: they answer what their decisions list, and are never refused."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import api.app
from api.clock import Ticker
from api.rules.games import GAMES
from tests.acting import draw
from tests.fifth_game import PEEK
from tests.front import Front, Json, Party, three_at_a_table
from tests.wiring import ClockAhead

ALL_GAMES = {**GAMES, PEEK.id: PEEK}


@pytest.fixture
def front(tmp_path: Path) -> Iterator[Front]:
    """A server with a game that exists only in the tests."""
    made = Front(tmp_path, games=ALL_GAMES)
    yield made
    made.close()


def finish(party: Party, rng: random.Random) -> None:
    """Answer at random whatever is asked, until the hand is over; look now and then what a draft would make."""
    while asked := party.asked():
        decision = rng.choice(asked)
        answer = draw(rng, decision)
        for draft in drafts_of(rng, answer):
            look(party, decision, draft)
        reply = party.answer(decision, answer)
        assert reply.status_code == 200, reply.text


def drafts_of(rng: random.Random, answer: Json) -> list[Json]:
    """The answer itself, and the answer half made: some of its rows, or of its cards, left out."""
    match answer:
        case {"type": "place", "rows": rows}:
            half = [row if rng.random() < 0.5 else None for row in rows]
        case {"type": "arrange", "rows": rows}:
            half = [[card if rng.random() < 0.5 else None for card in row] for row in rows]
            half[-1] = half[-1][: rng.randint(0, len(half[-1]))]
        case {"type": "keep" | "discard" | "declare"}:
            return [answer]
        case _:
            return []
    return [answer, {**answer, "rows": half}, {**answer, "rows": half[: rng.randint(0, len(half))]}]


def look(party: Party, decision: Json, draft: Json) -> None:
    """Ask what a draft would make: whatever may be answered may be asked about, and every card has its words."""
    token = party.seats[decision["seat"]]
    reply = party.call("POST", f"/decisions/{decision['decision']}/preview", token, json=draft)
    assert reply.status_code == 200, reply.text
    (seat,) = (one for one in party.view(decision["seat"])["seats"] if one["seat"] == decision["seat"])
    shares = {row["name"]: row["shares"] for row in seat["rows"]}
    for row in reply.json["rows"]:
        if row["cards"] and draft["type"] != "declare":
            assert [hand["share"] for hand in row["hands"]] == shares[row["name"]]


@pytest.mark.parametrize("game", ALL_GAMES)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("limit", ["fixed", "none"])
def test_hands_are_played_from_what_the_decisions_list(front: Front, game: str, seed: int, limit: str) -> None:
    """Whatever is listed is taken; chips are conserved; the events tell the hand without a gap."""
    rng = random.Random(seed)
    party = front.open(game=game, options={"limit": limit, "ante": 3})
    for name, chips in (("Ann", 100), ("Ben", 37), ("Cy", 260)):
        party.sit(name, chips)
    for _ in range(2):
        if party.call("POST", "/hands", party.host).status_code == 409:
            break
        finish(party, rng)
        view = party.view()
        assert view["phase"]["code"] == "ended"
        assert view["result"]["awards"]
        assert sum(seat["chips"] for seat in view["seats"]) == 397
    check_events(party)


@pytest.mark.parametrize("game", ALL_GAMES)
def test_hands_are_played_from_what_the_decisions_list_while_clocks_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """Some players think too long, and the clock answers for them: what is listed afterwards is taken all the same."""
    clock = ClockAhead()
    monkeypatch.setattr(api.app, "Clock", lambda: clock)
    front = Front(tmp_path, games=ALL_GAMES)
    ticker = Ticker(front.app.extensions["service"], front.tables, clock)
    rng = random.Random(game)
    party = front.open(game=game, options={"limit": "none", "decision_seconds": 10, "time_bank_seconds": 5})
    for name, chips in (("Ann", 100), ("Ben", 37), ("Cy", 260)):
        party.sit(name, chips)
    party.deal()
    while asked := party.asked():
        decision = rng.choice(asked)
        reply = party.answer(decision, draw(rng, decision))
        assert reply.status_code == 200, reply.text
        for _ in range(rng.choice([0, 0, 3, 3, 9])):
            clock.ahead_seconds += 1.5
            ticker.tick()
    assert party.view()["phase"]["code"] == "ended"
    assert sum(seat["chips"] for seat in party.view()["seats"]) == 397
    check_events(party)
    front.close()


def check_events(party: Party) -> None:
    """Every viewer gets every number, and each event in the shape of its kind (the client checks)."""
    seen: list[Json] = []
    for token in (None, party.host, *party.seats.values()):
        page = party.call("GET", "/events?limit=1000", token).json
        seen = page["events"]
        assert [event["event"] for event in seen] == list(range(1, party.view()["event"] + 1))
    assert {"opened", "seated", "started", "anted", "dealt", "asked", "acted", "awarded", "ended"} <= {
        event["kind"] for event in seen
    }


def test_an_answer_may_be_sent_again(front: Front) -> None:
    """The same answer is safe, also after the decision has closed; a different one has its own code."""
    party = front.open()
    party.sit("Ann"), party.sit("Ben")
    party.deal()
    (first, second) = party.asked()
    once = party.answer(first, {"type": "place", "rows": ["right", "left"]})
    again = party.answer(first, {"type": "place", "rows": ["right", "left"]})
    assert (again.status_code, again.json["event"]) == (200, once.json["event"])
    other = party.answer(first, {"type": "place", "rows": ["left", "right"]})
    assert (other.status_code, other.json["code"]) == (409, "decision-answered-differently")
    party.answer(second, second["default"])
    assert party.answer(first, {"type": "place", "rows": ["right", "left"]}).status_code == 200


def test_a_chosen_deck_is_dealt_as_documented(tmp_path: Path) -> None:
    """Two cards to each live seat at a time, clockwise from the dealer's left, and every view says `rigged`."""
    rigged = Front(tmp_path, rigged_decks=True)
    party = three_at_a_table(rigged)
    deck = [rank + suit for rank in "AKQJT98765432" for suit in "shdc"]
    view = party.deal(deck=deck)
    assert (view["dealer"], view["rigged"]) == (1, True)
    new = {seat: party.view(seat)["seats"][seat - 1]["new_cards"] for seat in party.seats}
    assert [new[2], new[3], new[1]] == [deck[0:2], deck[2:4], deck[4:6]]
    party.place_all()
    finish_calmly(party)
    new = {seat: party.view(seat)["seats"][seat - 1]["new_cards"] for seat in party.seats}
    assert [new[2], new[3], new[1]] == [deck[6:8], deck[8:10], deck[10:12]]
    rigged.close()


def finish_calmly(party: Party) -> None:
    """Everybody checks until cards are dealt again."""
    while (asked := party.asked()) and asked[0]["type"] == "bet":
        party.answer(asked[0], {"type": "check"})
