"""Ten-Card Regrets: right hands for high, left hands for low."""

from __future__ import annotations

from typing import Any

from bots.outlook import Stake, filled, live, row


def stakes(view: dict[str, Any]) -> list[Stake]:
    """Two contests, each among the hands of one side."""
    sides = (("high", "high", "right"), ("low", view["options"]["low_ranking"], "left"))
    return [
        Stake({share: ranking}, {(seat["seat"], 1): {"own": filled(row(seat, side))} for seat in live(view)})
        for share, ranking, side in sides
    ]
