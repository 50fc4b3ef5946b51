"""Hands, shares and players of which showdowns are made."""

from __future__ import annotations

from typing import Any

from evaluator import settle

HIGH = {"name": "high", "ranking": "high"}
LOW = {"name": "low", "ranking": "ace-to-five"}
BOATS = "JhJdJc6s6h"
KINGS = "KsKc9d9s4h"
ACES = "AsAhKd7s2c"


def player(name: str, high: str = "", low: str = "", **more: Any) -> dict[str, Any]:
    """Return a player with a row for each share for which cards are given."""
    rows = [{"cards": high, "shares": ["high"]}] if high else []
    rows += [{"cards": low, "shares": ["low"]}] if low else []
    return {"id": name, "rows": rows, **more}


def one_share(*hands: str, **more: Any) -> dict[str, Any]:
    """Return a showdown for high only, of players A, B, C … with one row each."""
    players = [{"id": name, "rows": [{"cards": cards}]} for name, cards in zip("ABCDEF", hands, strict=False)]
    return settle({"shares": [HIGH], "players": players, **more})
