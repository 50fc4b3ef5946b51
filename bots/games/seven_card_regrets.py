"""Seven-Card Regrets: five kept cards, the best high hand takes all."""

from __future__ import annotations

from typing import Any

from bots.outlook import Stake, filled, live, row


def stakes(view: dict[str, Any]) -> list[Stake]:
    """One contest, of what everybody has kept so far."""
    return [Stake({"high": "high"}, {(seat["seat"], 1): {"own": filled(row(seat, "kept"))} for seat in live(view)})]
