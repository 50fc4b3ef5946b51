"""How each game's view becomes contests for the parts of the pot; a game without a file here is played by its rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bots.games import henway, real_poker, seven_card_regrets, ten_card_regrets
from bots.outlook import Stake, filled, live, row

Json = dict[str, Any]
Reader = Callable[[Json], list[Stake]]

READERS: Mapping[str, Reader] = {
    "ten-card-regrets": ten_card_regrets.stakes,
    "seven-card-regrets": seven_card_regrets.stakes,
    "henway": henway.stakes,
    "real-poker": real_poker.stakes,
}


def stakes(view: Json) -> list[Stake]:
    """The contests of the hand that the view shows."""
    return READERS.get(view["game"], by_first_row)(view)


def by_first_row(view: Json) -> list[Stake]:
    """What little can be said of a game that is not known: the first row counts, high."""
    hands = {(seat["seat"], 1): {"own": filled(row(seat, seat["rows"][0]["name"]))} for seat in live(view)}
    return [Stake({"high": "high"}, hands)]
