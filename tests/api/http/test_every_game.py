"""Every game over HTTP, by a client that knows no rule: it reads `decisions` and answers one of the legal ones.

Each reply is held against the document on the way.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from api.rules.games import GAMES
from tests.front import Front, Json, Party


def answer_of(rng: random.Random, legal: Json) -> Json:
    """An answer of the kind that a legal entry offers, made of the entry alone."""
    kind = {"type": legal["type"]}
    match legal:
        case {"min_to": least, "max_to": most}:
            return {**kind, "to": rng.randint(least, most)}
        case {"type": "place", "cards": cards, "rows": rows}:
            free = [row for row, room in rows.items() for _ in range(room["room"])]
            return {**kind, "rows": rng.sample(free, len(cards))}
        case {"type": "arrange", "cards": cards, "rows": rows}:
            drawn = iter(rng.sample(cards, len(cards)))
            return {**kind, "rows": [[next(drawn) for _ in range(row["size"])] for row in rows.values()]}
        case {"type": "declare", "ways": ways}:
            return {**kind, "way": rng.choice(ways)}
        case {"type": "announce", "games": games}:
            return {**kind, "game": rng.choice(games)}
        case _:
            return kind


def play_hand(party: Party, rng: random.Random) -> Json:
    """Deal, and answer until nobody is asked; the table as it then stands."""
    party.deal()
    while decisions := [one for one in party.asked() if one["required"] or rng.random() < 0.2]:
        decision = rng.choice(decisions)
        legal = [one for one in decision["legal"] if one["type"] != "fold" or rng.random() < 0.1]
        reply = party.answer(decision, answer_of(rng, rng.choice(legal or decision["legal"])))
        assert reply.status_code == 200, reply.text
        if not any(one["required"] for one in party.asked()):
            break
    return party.view()


def announced(rng: random.Random, game: str) -> dict[str, Any]:
    """Some of the game's options at values that the game itself offers."""
    with_words = [option for option in GAMES[game].options if option.values]
    return {option.name: rng.choice(option.values) for option in rng.sample(with_words, 4)}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", GAMES)
def test_a_client_that_knows_no_rule_plays(tmp_path: Path, game: str, seed: int) -> None:
    """What a decision lists as legal is exactly what is taken: no front end needs to know a rule."""
    rng = random.Random(seed)
    front = Front(tmp_path)
    party = front.open(game=game, options=announced(rng, game))
    for number in range(rng.randint(2, GAMES[game].seats_max)):
        party.sit(f"P{number}", rng.choice([20, 100, 1000]))
    bought = sum(seat["chips"] for seat in party.view()["seats"])
    view = play_hand(party, rng)
    assert view["phase"]["code"] == "ended"
    assert sum(seat["chips"] for seat in view["seats"]) + view["carried"] == bought
    events = party.call("GET", "/events?limit=1000").json["events"]
    assert [event["event"] for event in events] == list(range(1, view["event"] + 1))
    front.close()


def test_dealers_choice(tmp_path: Path) -> None:
    """The dealer's seat names the game and its options; the announcement is public before anybody antes (2.1)."""
    front = Front(tmp_path)
    party = front.open(game=None, games=list(GAMES), choice="dealer", options={"limit": "none"})
    for name in ("Ann", "Ben", "Cy"):
        party.sit(name)
    party.deal()
    view = party.view()
    assert (view["state"], view["next_game"]) == ("announcing", None)
    (decision,) = party.asked()
    assert decision["legal"] == [{"type": "announce", "games": list(GAMES)}]
    assert decision["default"] == {"type": "announce", "game": next(iter(GAMES)), "options": {}}
    chosen = {"type": "announce", "game": "henway", "options": {"declare": "on", "ante": 7}}
    assert party.answer(decision, {**chosen, "game": "bridge"}).status_code == 409
    assert party.answer(decision, {**chosen, "options": {"discards": "shown"}}).json["code"] == "unknown-option"
    view = party.answer(decision, chosen).json
    for again in (chosen, {**chosen, "options": {"ante": 7, "declare": "on"}}):
        assert party.answer(decision, again).json["event"] == view["event"]
    assert (view["game"], view["options"]["ante"], view["options"]["limit"]) == ("henway", 7, "none")
    kinds = [event["kind"] for event in party.call("GET", "/events").json["events"]]
    assert kinds.index("announcing") < kinds.index("started") < kinds.index("anted")
    front.close()


def test_a_rotation_moves_on(tmp_path: Path) -> None:
    """A rotation plays its games in turn, each for the number of hands that was set."""
    rng = random.Random(5)
    front = Front(tmp_path)
    party = front.open(game=None, games=["real-poker", "henway"], choice="rotation", rotate_after=2)
    for name in ("Ann", "Ben"):
        party.sit(name, 10_000)
    played = [play_hand(party, rng)["game"] for _ in range(5)]
    assert played == ["real-poker", "real-poker", "henway", "henway", "real-poker"]
    front.close()


def test_a_set_of_cards_is_an_option_too(tmp_path: Path) -> None:
    """Betting rounds may follow any set of cards that holds the seventh (V-11)."""
    front = Front(tmp_path)
    party = front.open(game="seven-card-regrets", options={"betting_after": [7, 3]})
    assert party.view()["options"]["betting_after"] == [3, 7]
    for bad in ([3], [7, 7], [8, 7], [], ["7"], "sometimes"):
        body = {"game": "seven-card-regrets", "options": {"betting_after": bad}}
        assert front.call("POST", "/v1/tables", json=body).status_code == 422, bad
    front.close()


def test_a_ruling_gives_every_chip_back(tmp_path: Path) -> None:
    """Where any doubt remains, the host rules; a void hand gives every chip back to who paid it (2.6a)."""
    front = Front(tmp_path)
    party = front.open(game="real-poker", options={"ante": 25})
    for name in ("Ann", "Ben"):
        party.sit(name, 500)
    party.deal()
    ruling: Json = {"ruling": {"text": "A card was exposed in the deal.", "void": True}}
    assert party.call("PATCH", "", party.seats[1], json=ruling).status_code == 403
    view = party.call("PATCH", "", party.host, json=ruling).json
    assert [seat["chips"] for seat in view["seats"]] == [500, 500]
    assert (view["state"], view["result"]["void"]) == ("waiting", True)
    assert view["result"]["rulings"] == ["A card was exposed in the deal."]
    assert party.call("PATCH", "", party.host, json=ruling).json["event"] == view["event"]
    ruling["ruling"]["hand"] = 1
    assert party.call("PATCH", "", party.host, json=ruling).json["event"] == view["event"]
    event = party.deal()["event"]
    late = party.call("PATCH", "", party.host, json=ruling)
    assert (late.status_code, late.json["code"], party.view()["event"]) == (409, "no-hand", event)
    front.close()


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"game": "henway", "games": ["henway"]},
        {"games": ["henway", "henway"], "choice": "rotation"},
        {"games": ["henway", "real-poker"]},
        {"game": "henway", "choice": "dealer"},
        {"games": [], "choice": "dealer"},
        {"games": ["henway"], "choice": "vote"},
        {"games": ["henway"], "choice": "rotation", "rotate_after": -1},
        {"games": ["henway"], "choice": "rotation", "rotate_after": "month"},
        {"games": ["henway"], "choice": "rotation", "rotate_after": 1.5},
        {"games": ["henway", "real-poker"], "choice": "dealer", "seats": 6},
        {"games": ["henway"], "choice": "dealer", "options": {"both_feet": 1}},
    ],
)
def test_tables_that_cannot_be(tmp_path: Path, fields: Json) -> None:
    """A table names one game, or several and who chooses; it has no more chairs than each of them has cards for."""
    front = Front(tmp_path)
    reply = front.call("POST", "/v1/tables", json=fields)
    assert reply.status_code == 422, reply.text
    assert reply.json["faults"][0]["field"] is not None
    front.close()
