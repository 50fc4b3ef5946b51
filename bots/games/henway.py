"""Henway: every row competes both ways."""

from __future__ import annotations

from typing import Any

from bots.outlook import Stake, filled, live, row


def stakes(view: dict[str, Any]) -> list[Stake]:
    """One contest of all rows for both halves; what has not been turned is unknown."""
    hands = {
        (seat["seat"], number): {"own": filled(row(seat, str(number)))} for seat in live(view) for number in (1, 2)
    }
    return [Stake({"high": "high", "low": view["options"]["low_ranking"]}, hands)]
