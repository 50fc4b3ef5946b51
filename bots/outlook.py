"""What a seat can expect of the pot, from what it sees: the evaluator's equities, asked in this process.

A game says how a view becomes hands: for each share of the pot, what every live seat has towards it, with `??` for
cards that are hidden or to come. Cards seen anywhere else count as out of play.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from evaluator import equities

Json = dict[str, Any]
UNKNOWN = "??"
SAMPLES = 600


class Stake(Struct, frozen=True):
    """One contest: its shares and their rankings, what may make a hand, and who has what.

    `hands` maps a seat's number, and a row's where it has several, to units by group.
    """

    shares: Mapping[str, str]
    hands: Mapping[tuple[int, int], Mapping[str, Sequence[str]]]
    patterns: Sequence[Mapping[str, int]] = ({"own": 5},)
    shared: Mapping[str, Sequence[str]] = {}


def expected(stakes: Iterable[Stake], seat: int, seen: Iterable[str], seed: int) -> dict[str, float]:
    """The part of each share, 0 to 1, that the seat can expect, by the share's name."""
    everything = set(seen) - {UNKNOWN}
    found: dict[str, float] = {}
    for stake in stakes:
        held = {card for groups in stake.hands.values() for units in groups.values() for card in cards_in(units)}
        held |= {card for units in stake.shared.values() for card in cards_in(units)}
        answer = equities(
            {
                "shares": [{"name": name, "ranking": ranking} for name, ranking in stake.shares.items()],
                "patterns": [dict(pattern) for pattern in stake.patterns],
                "shared": {name: list(units) for name, units in stake.shared.items()},
                "players": [
                    {"id": f"{number}.{row}", "groups": {name: list(units) for name, units in groups.items()}}
                    for (number, row), groups in stake.hands.items()
                ],
                "dead": sorted(everything - held),
                "samples": SAMPLES,
                "seed": seed,
            }
        )
        mine = [one["by_share"] for one in answer["equities"] if one["id"].split(".")[0] == str(seat)]
        for name in stake.shares:
            found[name] = len(stake.shares) * sum(by_share[name] for by_share in mine)
    return found


def cards_in(units: Iterable[str]) -> set[str]:
    """The known cards of some units."""
    cards = {unit[at : at + 2] for unit in units for at in range(0, len(unit), 2)}
    return cards - {UNKNOWN}


def filled(cards: Sequence[str], size: int = 5) -> list[str]:
    """Cards, and unknown ones up to a size."""
    return [*cards[:size], *[UNKNOWN] * (size - len(cards))]


def live(view: Json) -> list[Json]:
    """The seats that can still win."""
    return [seat for seat in view["seats"] if seat["in_hand"]]


def own(view: Json) -> Json:
    """The viewer's own seat."""
    seat: Json = next(seat for seat in view["seats"] if seat["seat"] == view["you"]["seat"])
    return seat


def row(seat: Json, name: str) -> list[str]:
    """The cards of one of a seat's rows."""
    cards: list[str] = next((one["cards"] for one in seat["rows"] if one["name"] == name), [])
    return cards


def seen(view: Json) -> set[str]:
    """Every card that the view shows."""
    cards = {card for seat in view["seats"] for one in seat["rows"] for card in one["cards"]}
    cards |= {card for seat in view["seats"] for card in seat["new_cards"]}
    cards |= {card for unit in view["board"] for card in unit["cards"]}
    return cards - {UNKNOWN}
