"""Real Poker: five own cards, and a board of pairs and singles."""

from __future__ import annotations

from typing import Any

from bots.outlook import UNKNOWN, Stake, live, row

PATTERNS = ({"own": 5}, {"own": 4, "singles": 1}, {"own": 3, "pairs": 1}, {"own": 2, "pairs": 1, "singles": 1})


def stakes(view: dict[str, Any]) -> list[Stake]:
    """One contest for both halves; the board is the same for all."""
    board = {
        name: ["".join(unit["cards"]) for unit in view["board"] if unit["group"] == name]
        for name in ("pairs", "singles")
    }
    hands = {(seat["seat"], 1): {"own": row(seat, "own") or [UNKNOWN] * 5} for seat in live(view)}
    return [Stake({"high": "high", "low": "ace-to-six"}, hands, PATTERNS, board)]
