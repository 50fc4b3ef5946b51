"""The forms that machines read: each is what its format asks for, and loses nothing of the hand."""

import json
import re
import tomllib
from collections import Counter
from typing import Any

import msgspec
import pytest

from api.history.ohh import to_ohh
from api.history.phh import to_phh, to_phhs, variant
from api.history.toml import toml_value
from api.history.values import HandHistory, Returned
from api.views import Viewer
from tests.api.history.hands import HANDS, played, told

EVERY_HAND = sorted(path.stem for path in HANDS.glob("*.hand"))
CARD = r"(?:[2-9TJQKA][cdhs]|\?\?)"
# The actions of PHH, and those that the dialect adds to them.
STANDARD = rf"(d dh p\d+ {CARD}+|d db {CARD}+|p\d+ (f|cc|pb|cbr \d+|sm {CARD}+))( # .*)?"
ADDED = rf"d lb [\w-]+ {CARD}+|d tu p\d+ [\w-]+ {CARD}|p\d+ ((pl|ar)( [\w-]+ {CARD}+)+|wd|de [\w-]+|rt \d+)|# .*"
OHH_ACTIONS = {
    "Dealt Cards",
    "Shows Cards",
    "Post Ante",
    "Post Extra Blind",
    "Fold",
    "Check",
    "Bet",
    "Raise",
    "Call",
}


def history(name: str) -> HandHistory:
    return told(played(name), Viewer())


def ohh(name: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(to_ohh(history(name), "1.2.3"))
    assert list(document) == ["ohh"]
    hand: dict[str, Any] = document["ohh"]
    return hand


@pytest.mark.parametrize("name", EVERY_HAND)
def test_json_is_the_history(name: str) -> None:
    """Read back, it is the same value."""
    text = msgspec.json.encode(history(name))
    assert msgspec.json.encode(msgspec.json.decode(text, type=HandHistory)) == text


@pytest.mark.parametrize("name", EVERY_HAND)
def test_open_hand_history(name: str) -> None:
    """Rounds from 0, actions numbered through, known action names, and only cards that are known."""
    hand = ohh(name)
    rounds = hand["rounds"]
    assert [one["id"] for one in rounds] == list(range(len(rounds))) and rounds[0]["street"] == "Preflop"
    assert {one["street"] for one in rounds} <= {"Preflop", "Flop", "Turn", "River", "Showdown"}
    actions = [action for one in rounds for action in one["actions"]]
    assert [action["action_number"] for action in actions] == list(range(1, len(actions) + 1))
    assert {action["action"] for action in actions} <= OHH_ACTIONS
    cards = [card for action in actions for card in action.get("cards", [])]
    cards += [card for one in rounds for card in one["cards"]]
    assert all(re.fullmatch("[2-9TJQKA][cdhs]", card) for card in cards)
    players = {player["id"] for player in hand["players"]}
    assert {action["player_id"] for action in actions} <= players
    numbers = {0, *(action["action_number"] for action in actions)}
    assert all(move["after"] in numbers and move["round"] < len(rounds) for move in hand["_moves"])


@pytest.mark.parametrize("name", EVERY_HAND)
def test_open_hand_history_adds_up(name: str) -> None:
    """What was paid and not taken back, with what was carried, is what the pots hold; wins and what is left empty
    them."""
    value, hand = history(name), ohh(name)
    paid = sum(action.get("amount", 0) for one in hand["rounds"] for action in one["actions"])
    back = sum(move.chips for one in value.sections for move in one.moves if isinstance(move, Returned))
    won = Counter({player.seat: player.won for player in value.players if player.won})
    assert paid - back + hand["_carried"] == value.pot
    if value.void:
        assert hand["pots"] == []
        return
    assert sum(pot["amount"] for pot in hand["pots"]) == value.pot == won.total() + hand["_left"]
    wins: Counter[int] = Counter()
    for pot in hand["pots"]:
        wins.update({win["player_id"]: win["win_amount"] for win in pot["player_wins"]})
    assert wins == won


@pytest.mark.parametrize("name", EVERY_HAND)
def test_phh_is_toml_of_the_dialect(name: str) -> None:
    """The fields of its limit, one entry a player in every list, and actions of the standard or the dialect."""
    value = history(name)
    hand = tomllib.loads(to_phh(value))
    count = len(value.players)
    for field in ("antes", "starting_stacks", "seats", "players", "finishing_stacks", "winnings"):
        assert len(hand[field]) == count, field
    bets = {"F": {"small_bet", "big_bet"}, "N": {"min_bet"}, "P": {"min_bet"}, "S": {"_spread_min", "_spread_max"}}
    assert hand["variant"] == variant(value) and bets[hand["variant"][0]] <= set(hand)
    for action in hand["actions"]:
        assert re.fullmatch(f"{STANDARD}|{ADDED}", action), action
    own = {field for field in hand if field.startswith("_")}
    assert {"_game", "_options", "_dealer", "_carried", "_left", "_void", "_rulings", "_awards", "_table_id"} <= own


def test_many_hands_are_one_file() -> None:
    """Each a table under its number."""
    value = history("side_pots")
    other = msgspec.structs.replace(value, hand=2)
    loaded = tomllib.loads(to_phhs(value) + "\n" + to_phhs(other))
    assert [loaded[number]["hand"] for number in ("1", "2")] == [1, 2]


@pytest.mark.parametrize(
    "value",
    [
        {"a": 'quote " and \\ and \n and \x7f and \x00 and 😀', "b": [1, "x", True], "c d": {"e": []}},
        {"table": "]\n[injected]\nx = 1", "none": {}},
    ],
)
def test_toml_says_what_was_said(value: dict[str, Any]) -> None:
    """Whatever a name holds, it comes back as it was, and adds no field."""
    assert tomllib.loads(f"v = {toml_value(value)}") == {"v": value}


def test_a_name_cannot_break_out_of_a_format() -> None:
    """Names stand in JSON and TOML strings, whatever they hold."""
    value = history("side_pots")
    bad = '"]\n# x = 1\n\\'
    players = tuple(msgspec.structs.replace(one, name=bad) for one in value.players)
    value = msgspec.structs.replace(value, players=players, table_name=bad)
    assert tomllib.loads(to_phh(value))["players"] == [bad] * 3
    assert {one["name"] for one in json.loads(to_ohh(value, "1"))["ohh"]["players"]} == {bad}
