"""Showdowns after a declaration: who fails, and who is in for a half."""

from __future__ import annotations

from typing import Any

from evaluator import settle
from tests.evaluator.showdowns import ACES, BOATS, HIGH, KINGS, LOW, player


def declared(*ways: str, **options: str) -> dict[str, Any]:
    """Return a showdown after a declaration: A has the best high, B the best low, C is second in both."""
    hands = [("AsAhAdKcKh", "8c7d4s3h2c"), ("Td9d5d4d2d", "6c4d3s2hAc"), ("QsQhQdJcJh", "7c4d3s2hAc")]
    players = [player(name, *hand, declared=way) for name, hand, way in zip("ABC", hands, ways, strict=False)]
    return settle({
        "shares": [HIGH, LOW], "players": players, "declaration": True, "options": options,
        "paid": dict.fromkeys("ABC"[: len(ways)], 40),
    })  # fmt: skip


def test_who_fails_is_told_with_the_hand_that_beat_them() -> None:
    """A both-declarer who is beaten is out of the pot, and the answer says by whom and with what (R-14)."""
    result = declared("both", "low", "high")
    (failure,) = result["failed"]
    assert failure["text"] == "A declared both and is out: beaten for low by B's six low, 6-4-3-2-A"
    assert (failure["id"], failure["share"], failure["beaten_by"], failure["how"]) == ("A", "low", "B", "beaten")
    assert failure["hand"]["cards"] == ["6c", "4d", "3s", "2h", "Ac"]
    assert result["chips"] == {"A": 0, "B": 60, "C": 60}


def test_nobody_in_for_a_share_is_told() -> None:
    """One way takes the whole pot as one amount, or its own half, as was announced (R-16)."""
    (award,) = declared("high", "high", "high")["awards"]
    assert award["text"].startswith("All of pot 1 for high, 120, nobody being in for low: A, full house")
    result = declared("high", "high", "high", no_declarer_half="carry")
    assert result["carried"] == 60
    assert result["awards"][1]["text"] == "Low half of pot 1, 60: carried to the next hand, nobody having won it"


def test_everyone_failing_is_told() -> None:
    """All declared both and failed: by cards, carried, or shared equally (7.3)."""
    assert declared("both", "both", "both")["chips"] == {"A": 60, "B": 60, "C": 0}
    carried = declared("both", "both", "both", all_failed="carry")
    assert (carried["carried"], carried["awards"][0]["winners"]) == (120, [])
    equal = declared("both", "both", "both", all_failed="equal")
    assert (
        equal["awards"][0]["text"] == "Pot 1, 120: shared by A, B and C, all having failed both ways; A 40, B 40, C 40"
    )


def test_a_player_alone_in_a_pot_need_not_have_declared() -> None:
    """Judging everyone in the hand passes over a player who is in no contested pot (2.5, `both_scope`)."""
    players = [player("A", KINGS, "7h5d4c3s2d", declared="both"), player("B", BOATS, "8c6d4s3h2c", declared="low")]
    result = settle({
        "shares": [HIGH, LOW], "declaration": True, "options": {"both_scope": "global"},
        "players": [*players, player("C", ACES, "6c4d3s2hAc")],
        "pots": [{"amount": 40, "eligible": ["A", "B"]}, {"amount": 9, "eligible": ["C"]}],
    })  # fmt: skip
    assert result["chips"] == {"A": 40, "B": 0, "C": 9}


def test_a_both_declarer_with_no_hand_that_qualifies_fails() -> None:
    """Who declared both and may play neither way has not won or tied both, and is out as others are (7.5)."""
    low = {"name": "low", "ranking": "ace-to-five", "qualifier": "eight-or-better"}
    nine, eight = "9c6d4s3h2c", "8c6d4s3h2c"
    result = settle({
        "shares": [HIGH, low], "declaration": True, "options": {"both_scope": "global", "no_declarer_half": "carry"},
        "players": [player("A", low=nine, declared="both"), player("B", BOATS, eight, declared="low")],
        "pots": [{"amount": 40, "eligible": ["A", "B"]}],
    })  # fmt: skip
    assert [(failure["id"], failure["share"], failure["how"]) for failure in result["failed"]] == [
        ("A", "low", "beaten")
    ]
    assert (result["chips"], result["carried"]) == ({"A": 0, "B": 40}, 0)


def test_who_paid_nothing_and_has_not_folded_is_in_the_hand() -> None:
    """With `global`, a both-declarer is judged against every live declarer, whatever that one can win (7.5)."""
    players = [
        player("A", KINGS, "8c6d4s3h2c", declared="both"),
        player("B", ACES, "7c6d4s3h2c", declared="high"),
        player("C", BOATS, "9c6d4s3h2c", declared="high"),
    ]
    played = {"shares": [HIGH, LOW], "declaration": True, "players": players, "paid": {"A": 5, "B": 5, "C": 0}}
    assert settle(played)["chips"] == {"A": 10, "B": 0, "C": 0}
    judged = settle(played | {"options": {"both_scope": "global"}})
    assert judged["chips"] == {"A": 0, "B": 10, "C": 0} and judged["failed"][0]["beaten_by"] == "C"
    folded = settle(played | {"options": {"both_scope": "global"}, "folded": ["C"]})
    assert folded["chips"] == {"A": 10, "B": 0, "C": 0}
