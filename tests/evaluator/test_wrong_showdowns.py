"""Showdowns that are refused: each refusal has its code and names the field."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from evaluator import Refusal, settle
from tests.evaluator.showdowns import BOATS, HIGH, KINGS, LOW, one_share, player

GOOD: dict[str, Any] = {
    "shares": [HIGH, LOW],
    "order": ["A", "B"],
    "paid": {"A": 10, "B": 10},
    "players": [player("A", KINGS, "7h5d4c3s2d"), player("B", BOATS, "8c6d4s3h2c")],
}
BOTH = [player("A", KINGS, "7h5d4c3s2d", declared="both"), player("B", BOATS, "8c6d4s3h2c", declared="low")]
BOARD = {"board": ["2c", "7d", "8h", "Kd", "Qc"]}
HOLDERS = [{"id": "A", "groups": {"own": ["As", "Ah"]}}, {"id": "B", "groups": {"own": ["Js", "Jh"]}}]
PATTERNS = [{"own": 2, "board": 5}]


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"shares": []}, "out-of-range", "shares"),
        ({"shares": [HIGH, HIGH]}, "duplicate-name", "shares"),
        ({"shares": [HIGH | {"ranking": "badugi"}]}, "not-allowed", "shares.0.ranking"),
        ({"shares": [HIGH | {"part": 2}]}, "unknown-field", "shares.0.part"),
        ({"order": ["A"]}, "unknown-name", "order"),
        ({"order": ["A", "B", "A"]}, "duplicate-name", "order"),
        ({"players": [GOOD["players"][0]] * 2}, "duplicate-name", "players"),
        ({"players": []}, "out-of-range", "players"),
        ({"players": [player("A", KINGS), player("B")]}, "missing-field", "players.1.rows"),
        ({"players": [player("A", KINGS), {"id": 5}]}, "wrong-type", "players.1.id"),
        ({"players": [player("A", KINGS), {"id": "B", "rows": [{"cards": BOATS, "shares": ["mid"]}]}]},
         "unknown-name", "players.1.rows.0.shares"),
        ({"players": [player("A", KINGS), player("B", "KhKh2c3c4c")]}, "duplicate-card", "players.1.rows.0.cards"),
        ({"players": [player("A", KINGS), player("B", "KhQh2c3c")]}, "wrong-number-of-cards", "players.1.rows.0.cards"),
        ({"players": [player("A", KINGS), player("B", KINGS)], "distinct_cards": True},
         "duplicate-card", "players.1.rows.0.cards"),
        ({"paid": {"A": -1, "B": 1}}, "out-of-range", "paid.A"),
        ({"paid": {"A": 0.5, "B": 1}}, "wrong-type", "paid.A"),
        ({"paid": {"A": True, "B": 1}}, "wrong-type", "paid.A"),
        ({"paid": {"A": "5", "B": 1}}, "wrong-type", "paid.A"),
        ({"paid": {"A": 10**30, "B": 1}}, "out-of-range", "paid.A"),
        ({"folded": ["C"]}, "unknown-name", "folded"),
        ({"paid": {"A": 5, "B": 5, "C": 5}, "order": ["A", "B", "C"]}, "missing-field", "players"),
        ({"players": BOTH, "declaration": True, "shares": [HIGH | {"name": "both"}, LOW]},
         "contradiction", "declaration"),
        ({"folded": ["A", "B"]}, "missing-field", "paid"),
        ({"pots": [{"amount": 5, "eligible": ["A"]}]}, "contradiction", "pots"),
        ({"carried": -1}, "out-of-range", "carried"),
        ({"declaration": True}, "missing-field", "players.0.declared"),
        ({"declaration": "yes"}, "wrong-type", "declaration"),
        ({"players": BOTH}, "contradiction", "players.0.declared"),
        ({"players": BOTH, "declaration": True, "shares": [HIGH | {"name": "low"}]}, "contradiction", "declaration"),
        ({"players": [BOTH[0], BOTH[1] | {"declared": "mid"}], "declaration": True},
         "unknown-name", "players.1.declared"),
        ({"options": {"both_tie": "maybe"}}, "not-allowed", "options.both_tie"),
        ({"options": {"odd_chip_half": "middle"}}, "unknown-name", "options.odd_chip_half"),
        ({"options": {"rake": 5}}, "unknown-field", "options.rake"),
        ({"options": None}, "wrong-type", "options"),
        ({"game": "henway"}, "unknown-field", "game"),
        ({"players": HOLDERS, "shared": BOARD}, "missing-field", "patterns"),
        ({"patterns": PATTERNS}, "contradiction", "patterns"),
        ({"shared": BOARD}, "contradiction", "shared"),
        ({"players": [HOLDERS[0], GOOD["players"][1] | HOLDERS[1]], "shared": BOARD, "patterns": PATTERNS},
         "contradiction", "players.1.groups"),
        ({"players": [HOLDERS[0], {"id": "B", "groups": {"own": ["As", "Jh"]}}], "shared": BOARD,
          "patterns": PATTERNS, "distinct_cards": True}, "duplicate-card", "players.1.groups.own.0"),
        ({"players": [HOLDERS[0], {"id": "B", "groups": {"own": ["2c", "Jh"]}}], "shared": BOARD,
          "patterns": PATTERNS}, "duplicate-card", "players.1.groups.own.0"),
    ],
)  # fmt: skip
def test_a_wrong_showdown_is_refused(client: FlaskClient, change: dict[str, Any], code: str, field: str) -> None:
    """Each refusal has its code and names the field; nothing is ever 500."""
    reply = client.post("/v1/showdowns", json={"showdowns": [GOOD | change]})
    assert reply.status_code == 422, reply.text
    problem = reply.get_json()
    assert (problem["code"], problem["field"]) == (code, f"showdowns.0.{field}"), problem


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"pots": [{"amount": 5, "eligible": ["A", "C"]}]}, "pots.0.eligible"),
        ({"pots": [{"amount": 5, "eligible": ["A", "A"]}]}, "pots.0.eligible"),
        ({"pots": [{"amount": 5, "eligible": ["A", "B"]}], "folded": ["A"]}, "folded"),
        ({"pots": [], "carried": 5}, "carried"),
        ({"carried": 5}, "carried"),
        ({"folded": ["A", "B"]}, "players"),
    ],
)
def test_given_pots_are_checked(change: dict[str, Any], field: str) -> None:
    """Pots are for players of the showdown, and chips are carried only into a pot."""
    with pytest.raises(Refusal) as refused:
        settle({name: value for name, value in GOOD.items() if name != "paid"} | change)
    assert refused.value.field == field


def test_two_players_may_hold_one_card_unless_cards_are_distinct() -> None:
    """A shared board is in both hands (vectors); `distinct_cards` refuses it."""
    assert one_share(KINGS, KINGS, paid={"A": 5, "B": 6})["chips"] == {"A": 5, "B": 6}


@pytest.mark.parametrize(
    ("players", "more", "field", "other"),
    [
        ([player("A", KINGS), player("B", "KsQs2c3c4c")], {"distinct_cards": True},
         "players.1.rows.0.cards", "players.0.rows.0.cards"),
        ([player("A", KINGS, "Ks5d4c3s2d")], {"distinct_cards": True},
         "players.0.rows.1.cards", "players.0.rows.0.cards"),
        ([HOLDERS[0], {"id": "B", "groups": {"own": ["Js", "As"]}}],
         {"shared": BOARD, "patterns": PATTERNS, "distinct_cards": True},
         "players.1.groups.own.1", "players.0.groups.own.0"),
        ([HOLDERS[0], {"id": "B", "groups": {"own": ["Js", "2c"]}}], {"shared": BOARD, "patterns": PATTERNS},
         "players.1.groups.own.1", "shared.board.0"),
    ],
)  # fmt: skip
def test_a_card_held_twice_is_named_with_both_places(
    client: FlaskClient, players: list[Any], more: dict[str, Any], field: str, other: str
) -> None:
    """Both places are paths into the request."""
    good = {"shares": [HIGH, LOW], "players": [player("Z", KINGS)]}
    wrong = {"shares": [HIGH, LOW], "players": players, **more}
    problem = client.post("/v1/showdowns", json={"showdowns": [good, wrong]}).get_json()
    (fault,) = problem["faults"]
    assert (fault["field"], fault["other"]) == (f"showdowns.1.{field}", f"showdowns.1.{other}")


def test_more_work_than_a_request_may_be_is_refused(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many showdowns fit a body, they are settled within seconds or refused."""
    monkeypatch.setattr("evaluator.answers.MOST_WORK", 60_000)
    rows = [{"cards": "2c3c4c5c6d7d8d9dThJh"}] * 10
    one = {"shares": [HIGH, LOW], "players": [{"id": "A", "rows": rows}, {"id": "B", "rows": rows}]}
    refused = client.post("/v1/showdowns", json={"showdowns": [one] * 10}).get_json()
    assert refused["code"] == "out-of-range" and refused["field"].endswith(".players")
    named = [
        {
            "shares": [HIGH],
            "patterns": [{name: 5}],
            "players": [{"id": "A", "groups": {name: ["2c", "3c", "4c", "5c", "6d"]}}],
        }
        for name in map(str, range(60))
    ]
    refused = client.post("/v1/showdowns", json={"showdowns": named}).get_json()
    assert "different layouts" in refused["detail"]
