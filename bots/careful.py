"""A careful player: looks at what each answer would leave it to expect, and pays for what that is worth."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import combinations
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from bots.games import stakes
from bots.outlook import expected, live, own, seen
from bots.strategy import arrangement, placings
from evaluator import ranks

Json = dict[str, Any]


class Style(Struct, frozen=True):
    """How much better than the price a call must be, and how much better than the field a raise."""

    margin: float
    boldness: float


STYLES: Mapping[str, Style] = {"tight": Style(0.06, 1.7), "loose": Style(-0.04, 1.35)}


class Careful:
    """Plays by expectation; `rng` breaks ties and hides the pattern a little."""

    def __init__(self, style: Style, rng: random.Random) -> None:
        self._style = style
        self._rng = rng

    def answer(self, view: Json, decision: Json) -> Json:
        legal = {entry["type"]: entry for entry in decision["legal"]}
        match decision["type"]:
            case "bet":
                return self._bet(view, legal)
            case "place":
                options = [list(rows) for rows in placings(legal["place"])]
                best = max(options, key=lambda rows: self._worth(placed(view, legal["place"]["cards"], rows)))
                return {"type": "place", "rows": best}
            case "keep":
                return self._keep(view, legal)
            case "arrange":
                return arranged(view, legal["arrange"])
            case "declare":
                return {"type": "declare", "way": self._way(view, legal["declare"]["ways"])}
            case _:
                default: Json = decision["default"]
                return default

    def _shares(self, view: Json) -> dict[str, float]:
        return expected(stakes(view), view["you"]["seat"], seen(view), self._rng.randrange(2**32))

    def _worth(self, view: Json) -> float:
        """The part of the pot to be expected, 0 to 1."""
        shares = self._shares(view)
        return sum(shares.values()) / len(shares)

    def _bet(self, view: Json, legal: Mapping[str, Json]) -> Json:
        worth = self._worth(view)
        fair = 1 / max(len(live(view)), 1)
        opening = legal.get("raise") or legal.get("bet")
        if opening and worth > self._style.boldness * fair and self._rng.random() < 0.85:
            return {"type": opening["type"], "to": opening["suggested"][0]}
        if "call" in legal:
            cost = legal["call"]["adds"]
            price = cost / (view["pot_total"] + cost)
            return {"type": "call" if worth >= price + self._style.margin else "fold"}
        return {"type": next(kind for kind in ("check", "bring-in", "fold") if kind in legal)}

    def _keep(self, view: Json, legal: Mapping[str, Json]) -> Json:
        """Keep what is better than an unknown card in its place."""
        if len(legal) == 1:
            return {"type": next(iter(legal))}
        card = own(view)["new_cards"]
        kept = self._worth(placed(view, card, ["kept"] * len(card)))
        return {"type": "keep" if kept >= self._worth(placed(view, card, [""] * len(card))) else "discard"}

    def _way(self, view: Json, ways: list[str]) -> str:
        """The way that promises most; both only where neither is in doubt."""
        shares = {way: worth for way, worth in self._shares(view).items() if way in ways}
        if not shares:
            return ways[0]
        if "both" in ways and len(shares) > 1 and min(shares.values()) > 0.8:
            return "both"
        return max(shares, key=lambda way: shares[way])


def placed(view: Json, cards: list[str], rows: list[str]) -> Json:
    """The view as it would be with the viewer's new cards in these rows; a row without a name is the muck."""
    mine = own(view)
    into: dict[str, list[str]] = {}
    for card, name in zip(cards, rows, strict=True):
        into.setdefault(name, []).append(card)
    named = [one["name"] for one in mine["rows"]]
    grown = [{**one, "cards": [*one["cards"], *into.get(one["name"], [])]} for one in mine["rows"]]
    grown += [{"name": name, "cards": new} for name, new in into.items() if name and name not in named]
    seat = {**mine, "rows": grown, "new_cards": into.get("", [])}
    return {**view, "seats": [seat if one["seat"] == mine["seat"] else one for one in view["seats"]]}


def arranged(view: Json, entry: Json) -> Json:
    """The split whose best high and best low row beat most; the better-looking cards are turned last."""
    cards = entry["cards"]
    size = next(iter(entry["rows"].values()))["size"]
    firsts = [chosen for chosen in combinations(range(len(cards)), size) if 0 in chosen]
    splits = [
        [[cards[at] for at in chosen], [c for at, c in enumerate(cards) if at not in chosen]] for chosen in firsts
    ]
    rows = [split[number] for number in (0, 1) for split in splits]
    low = view["options"].get("low_ranking", "ace-to-five")
    best = [by_rank(rows, ranking).reshape(2, -1).max(axis=0) for ranking in ("high", low)]
    chosen = splits[int(np.argmax(best[0] + best[1]))]
    return arrangement(entry, [card for row in chosen for card in row])


def by_rank(rows: list[list[str]], ranking: str) -> NDArray[np.float64]:
    """How good rows are among each other, 1 the best."""
    ranked: NDArray[np.float64] = ranks(rows, ranking).astype(np.float64)
    good: NDArray[np.float64] = 1 - ranked / ranked.max()
    return good
