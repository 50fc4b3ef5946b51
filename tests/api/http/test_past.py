"""Finished hands over HTTP: the list, one hand in each of its forms, replays, and a night in one file."""

from __future__ import annotations

import json
import random
import tomllib
from pathlib import Path
from typing import Any

import pytest

from api.http.forms import MANY, NDJSON, OHH, OHH_MANY, ONE, PHH, PHH_MANY, TEXT
from api.rules.games import GAMES
from tests.acting import draw
from tests.contract.spec import LINES, faults
from tests.fifth_game import PEEK
from tests.front import Front, Party, three_at_a_table

EVERY_GAME = {**GAMES, PEEK.id: PEEK}


def play_hand(party: Party, seed: int = 0, **fields: Any) -> None:
    """Deal a hand and let everybody answer by chance until it is over."""
    rng = random.Random(seed)
    party.deal(**fields)
    while asked := [one for one in party.asked() if one["required"]]:
        decision = rng.choice(asked)
        assert party.answer(decision, draw(rng, decision)).status_code == 200


def fold_all(party: Party) -> None:
    """A short hand: everybody folds to the last."""
    party.deal()
    while asked := party.asked():
        bets = asked[0]["type"] == "bet"
        assert party.answer(asked[0], {"type": "fold"} if bets else asked[0]["default"]).status_code == 200


@pytest.fixture
def played(party: Party) -> Party:
    """A table with one finished hand."""
    play_hand(party)
    return party


def get(party: Party, path: str, accept: str = "application/json", seat: int | None = None) -> Any:
    reply = party.call("GET", path, party.seats.get(seat or 0), headers={"Accept": accept})
    assert (reply.status_code, reply.mimetype) == (200, accept)
    return reply


def test_hands_are_listed_by_pages(party: Party) -> None:
    """The newest first; `next` asks for the page after, and is null on the last."""
    for _ in range(5):
        fold_all(party)
    numbers, cursor = [], ""
    while True:
        page = get(party, f"/hands?limit=2{cursor}").json
        numbers.append([hand["hand"] for hand in page["hands"]])
        if page["next"] is None:
            break
        cursor = f"&cursor={page['next']}"
    assert numbers == [[5, 4], [3, 2], [1]]


def test_a_list_says_who_won_what(played: Party) -> None:
    """Names, nets that sum to nothing, and the awards in sentences; the same for everybody."""
    (hand,) = get(played, "/hands").json["hands"]
    assert {player["name"] for player in hand["players"]} == {"Ann", "Ben", "Cy"}
    assert sum(player["net"] for player in hand["players"]) == 0
    assert hand["awards"] and (hand["carried"], hand["left"], hand["void"], hand["rulings"]) == (0, 0, False, [])
    assert get(played, "/hands", seat=2).json["hands"] == [hand]


@pytest.mark.parametrize("game", sorted(EVERY_GAME))
@pytest.mark.parametrize("seat", [None, 2])
def test_every_game_in_every_form(tmp_path: Path, game: str, seat: int | None) -> None:
    """Each form can be read by what reads its kind, and a file of many hands holds them all."""
    front = Front(tmp_path, games=EVERY_GAME)
    party = three_at_a_table(front, game=game)
    for seed in range(2):
        play_hand(party, seed)
    for kind in ONE:
        reply = get(party, "/hands/2", kind, seat)
        assert ("Content-Disposition" in reply.headers) == (kind != "application/json")
    history = get(party, "/hands/2", seat=seat).json
    assert history["you"] == seat and history["hand"] == 2
    assert get(party, "/hands/2", OHH, seat).json["ohh"]["hero_player_id"] == seat
    assert tomllib.loads(get(party, "/hands/2", PHH, seat).text)["hand"] == 2
    text = get(party, "/hands/2", TEXT, seat).text
    assert text.startswith("Regrets hand #2: ")
    assert get(party, "/hands", TEXT, seat).text.endswith(f"\n\n{text}")
    lines = [json.loads(line) for line in get(party, "/hands", NDJSON, seat).text.splitlines()]
    assert [line["hand"] for line in lines] == [1, 2] and lines[1] == history
    assert [fault for line in lines for fault in faults(LINES["hands"], line)] == []
    assert list(tomllib.loads(get(party, "/hands", PHH_MANY, seat).text)) == ["1", "2"]
    objects = [json.loads(one) for one in get(party, "/hands", OHH_MANY, seat).text.split("\n\n")]
    assert [one["ohh"]["game_number"] for one in objects] == [f"{party.table}-1", f"{party.table}-2"]
    front.close()


@pytest.mark.parametrize("kind", [*ONE, *MANY])
def test_a_file_has_a_name_that_any_system_takes(played: Party, kind: str) -> None:
    """In ASCII, with the table and, of one hand, its number."""
    for path, kinds, name in (
        ("/hands/1", ONE, f"regrets-{played.table}-1"),
        ("/hands", MANY, f"regrets-{played.table}"),
    ):
        if kind in kinds and kind != "application/json":
            reply = get(played, path, kind)
            assert reply.headers["Content-Disposition"] == f'attachment; filename="{name}.{kinds[kind].ending}"'


def test_a_hand_is_each_reader_s_own(played: Party) -> None:
    """Whoever was dealt in sees their own cards from the start; nobody else's, and nothing without a token."""
    dealt = {seat: _dealt(get(played, "/hands/1", seat=seat).json) for seat in (None, 1, 2, 3)}
    assert all("??" in cards for cards in dealt[None].values())
    for seat in (1, 2, 3):
        assert {other for other, cards in dealt[seat].items() if "??" not in cards} == {seat}


def _dealt(history: dict[str, Any]) -> dict[int, list[str]]:
    moves = [move for section in history["sections"] for move in section["moves"]]
    return {move["seat"]: move["cards"] for move in reversed(moves) if move["type"] == "dealt"}


def test_what_a_token_shows_is_not_kept(played: Party) -> None:
    """Other forms and other readers have other bodies; caches are told."""
    for path, kind in (("/hands/1", TEXT), ("/hands", TEXT), ("/hands", "application/json"), ("/hands/1/events", "")):
        for seat, kept in ((1, "no-store"), (None, "no-cache")):
            headers = {"Accept": kind} if kind else {}
            reply = played.call("GET", path, played.seats.get(seat or 0), headers=headers)
            assert reply.headers["Cache-Control"] == kept
            assert {"Accept", "Authorization"} <= set(reply.headers["Vary"].split(", "))


def test_a_hand_that_is_known_is_304(played: Party) -> None:
    """Each reader and each form has an ETag of its own, a strong one; a ruling changes what tells of rulings."""
    asked = [("/hands/1", kind) for kind in ONE] + [
        (f"/hands/1/events{more}", "application/json") for more in ("", "?views=true")
    ]
    tags: dict[str, tuple[str, str, int | None]] = {}
    for path, kind in asked:
        for seat in (None, 1, 2):
            told = get(played, path, kind, seat)
            assert told.headers["ETag"] == get(played, path, kind, seat).headers["ETag"]
            tags[told.headers["ETag"]] = path, kind, seat
    assert len(tags) == 3 * len(asked)
    for tag, (path, kind, seat) in tags.items():
        token = played.seats.get(seat or 0)
        for known in (tag, f'"other", W/{tag}', "*"):
            same = played.call("GET", path, token, headers={"Accept": kind, "If-None-Match": known})
            assert (same.status_code, same.data, same.headers["ETag"]) == (304, b"", tag)
            assert same.headers["Cache-Control"] == ("no-cache" if seat is None else "no-store")
    played.call("PATCH", "", played.host, json={"ruling": {"text": "Well played."}})
    for kind in ("application/json", TEXT):
        known = next(tag for tag, asked in tags.items() if asked == ("/hands/1", kind, 1))
        told = played.call("GET", "/hands/1", played.seats[1], headers={"Accept": kind, "If-None-Match": known})
        assert told.status_code == 200 and "Well played." in told.text and told.headers["ETag"] not in tags


def test_a_hand_that_is_played_or_was_never_dealt(played: Party) -> None:
    """409 until it is over, 404 for a number never given out, whatever stands in the path."""
    played.deal()
    for path in ("/hands/2", "/hands/2/events"):
        reply = played.call("GET", path)
        assert (reply.status_code, reply.json["code"]) == (409, "hand-in-progress")
    for number in ("3", "999999999999999", "0", "01", "-1", "1.0", "x", "9" * 40):
        for path in (f"/hands/{number}", f"/hands/{number}/events"):
            reply = played.call("GET", path)
            assert (reply.status_code, reply.json["code"]) == (404, "no-such-hand")
    assert [hand["hand"] for hand in get(played, "/hands").json["hands"]] == [1]


@pytest.mark.parametrize(
    ("path", "accept"),
    [
        ("/hands/1", "text/html"),
        ("/hands/1", "application/x-ndjson"),
        ("/hands/1", PHH_MANY),
        ("/hands", PHH),
        ("/hands", OHH),
        ("/hands", "image/*"),
        ("/hands/1/events", "text/plain"),
        ("/hands/1", "application/json;q=0, */*;q=0"),
    ],
)
def test_a_form_that_there_is_not(played: Party, path: str, accept: str) -> None:
    """406, with the forms that there are."""
    reply = played.call("GET", path, headers={"Accept": accept})
    assert (reply.status_code, reply.json["code"]) == (406, "not-acceptable")
    assert "application/json" in reply.json["available"]


@pytest.mark.parametrize(
    ("accept", "kind"),
    [
        (None, "application/json"),
        ("*/*", "application/json"),
        ("text/*", TEXT),
        ("text/plain, application/json;q=0.9", TEXT),
        ("application/json;q=0.5, application/vnd.phh+toml", PHH),
        ("*/*;q=0.1, application/vnd.openhandhistory+json", OHH),
        ("text/html, */*;q=0.8", "application/json"),
    ],
)
def test_the_form_that_the_caller_takes_most_gladly(played: Party, accept: str | None, kind: str) -> None:
    """As RFC 9110 weighs them."""
    reply = played.call("GET", "/hands/1", headers={} if accept is None else {"Accept": accept})
    assert (reply.status_code, reply.mimetype) == (200, kind)


@pytest.mark.parametrize(
    ("query", "accept", "field"),
    [
        ("limit=0", "application/json", "limit"),
        ("limit=201", "application/json", "limit"),
        ("cursor=0", "application/json", "cursor"),
        ("cursor=x", "application/json", "cursor"),
        ("first=1", "application/json", "first"),
        ("last=1", "application/json", "last"),
        ("first=0", TEXT, "first"),
        ("last=-1", PHH_MANY, "last"),
        ("limit=5", TEXT, "limit"),
        ("cursor=5", NDJSON, "cursor"),
        ("page=5", TEXT, "page"),
    ],
)
def test_parameters_are_those_of_the_form(played: Party, query: str, accept: str, field: str) -> None:
    """A list is paged, a download has a first and a last hand; nothing else is passed over in silence."""
    reply = played.call("GET", f"/hands?{query}", headers={"Accept": accept})
    assert (reply.status_code, reply.json["field"]) == (422, field)


@pytest.mark.parametrize(
    ("query", "numbers"), [("first=2", [2, 3]), ("last=2", [1, 2]), ("first=2&last=2", [2]), ("first=9", [])]
)
def test_a_part_of_a_night(party: Party, query: str, numbers: list[int]) -> None:
    """From the first hand asked for to the last, in the order in which they were played."""
    for _ in range(3):
        fold_all(party)
    lines = get(party, f"/hands?{query}", NDJSON).text.splitlines()
    assert [json.loads(line)["hand"] for line in lines] == numbers


def test_a_ruling_stands_in_the_history(played: Party) -> None:
    """Also one that came after the end: a void hand has no awards, and everybody what they had."""
    text = "Rob is right"
    reply = played.call("PATCH", "", played.host, json={"ruling": {"text": text, "void": True}})
    assert reply.status_code == 200, reply.text
    history = get(played, "/hands/1").json
    assert history["void"] and history["awards"] == [] and len(history["rulings"]) == 1
    assert {player["chips"] == player["left_with"] for player in history["players"]} == {True}
    assert get(played, "/hands/1", TEXT).text.endswith(f"Ruling: {text}\n")


# What the table says of itself and not of the hand, and the words for a seat's own cards, which nobody is asked again.
UNLIKE = ("server_time", "next_options", "next_dealer", "you", "invitation", "waiting")


def of_the_hand(view: dict[str, Any]) -> dict[str, Any]:
    """What a view says of the hand; who is connected is of the moment."""
    shown = {name: one for name, one in view.items() if name not in UNLIKE}
    return shown | {"seats": [{**seat, "connected": None} for seat in view["seats"]]}


@pytest.mark.parametrize("game", sorted(EVERY_GAME))
@pytest.mark.parametrize("seed", range(2))
def test_a_replay_shows_what_was_shown(tmp_path: Path, game: str, seed: int) -> None:
    """After each event the table looks as it did to this viewer when the hand was played."""
    front = Front(tmp_path, games=EVERY_GAME)
    party = three_at_a_table(front, game=game)
    play_hand(party, seed)
    rng, live = random.Random(seed), {}
    party.deal()
    while asked := [one for one in party.asked() if one["required"]]:
        for seat in (None, 1):
            view = party.view(seat)
            live[seat, view["event"]] = view
        decision = rng.choice(asked)
        party.answer(decision, draw(rng, decision))
    for seat in (None, 1):
        replay = get(party, "/hands/2/events?views=true", seat=seat).json
        assert replay["start"] == replay["views"][0]
        assert [event["event"] for event in replay["events"]] == [view["event"] for view in replay["views"]]
        again = {view["event"]: view for view in replay["views"]}
        for (who, event), view in live.items():
            if who == seat:
                assert of_the_hand(again[event]) == of_the_hand(view)
        assert again[replay["events"][-1]["event"]]["phase"]["code"] == "ended"
    front.close()


def test_a_replay_is_what_followers_were_sent(played: Party) -> None:
    """The same events under the same numbers, for each viewer."""
    for seat in (None, 2):
        replay = get(played, "/hands/1/events", seat=seat).json
        events = get(played, "/events?limit=1000", seat=seat).json["events"]
        assert replay["events"] == [event for event in events if event["hand"] == 1]
        assert replay["views"] is None and replay["start"]["phase"]["code"] == "ante"


def test_who_comes_and_goes_beside_a_hand(party: Party) -> None:
    """Their events are told, and the replay goes on without them."""
    party.deal()
    party.sit("Dee")
    party.call("PATCH", "/seats/4", party.seats[4], json={"sitting_out": True})
    party.call("DELETE", "/seats/4", party.seats.pop(4))
    while asked := party.asked():
        party.answer(asked[0], {"type": "fold"} if asked[0]["type"] == "bet" else asked[0]["default"])
    replay = get(party, "/hands/1/events?views=true").json
    kinds = [event["kind"] for event in replay["events"]]
    assert {"seated", "sat-out", "left"} <= set(kinds)
    assert all(len(view["seats"]) == 3 for view in replay["views"])
    assert "Dee" not in get(party, "/hands/1", TEXT).text
    moves = [move for section in get(party, "/hands/1").json["sections"] for move in section["moves"]]
    assert 4 not in {move.get("seat") for move in moves}
