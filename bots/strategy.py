"""What a strategy is, and the simplest: any legal answer, drawn at random."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any, Protocol

Json = dict[str, Any]


class Strategy(Protocol):
    """How a bot plays."""

    def answer(self, view: Json, decision: Json) -> Json:
        """The answer to an open decision of the view; it must be among what the decision calls legal."""


class RandomPlayer:
    """Any legal answer; folding is drawn seldom, so that hands get somewhere."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def answer(self, view: Json, decision: Json) -> Json:
        entries = decision["legal"]
        staying = [entry for entry in entries if entry["type"] != "fold"]
        entry = self._rng.choice(staying if staying and self._rng.random() < 0.8 else entries)
        match entry["type"]:
            case "bet" | "raise":
                return {"type": entry["type"], "to": self._rng.choice(entry["suggested"])}
            case "place":
                return {"type": "place", "rows": list(self._rng.choice(placings(entry)))}
            case "arrange":
                cards = self._rng.sample(entry["cards"], len(entry["cards"]))
                return arrangement(entry, cards)
            case "declare":
                return {"type": "declare", "way": self._rng.choice(entry["ways"])}
            case "announce":
                return {"type": "announce", "game": self._rng.choice(entry["games"]), "options": {}}
            case kind:
                return {"type": kind}


def placings(entry: Json) -> list[tuple[str, ...]]:
    """Every placing that the entry allows: a row for each card, none more often than it has room."""
    chosen: list[tuple[str, ...]] = [()]
    for _ in entry["cards"]:
        chosen = [
            (*rows, row) for rows in chosen for row, free in entry["rows"].items() if rows.count(row) < free["room"]
        ]
    return chosen


def arrangement(entry: Json, cards: list[str]) -> Json:
    """These cards, in rows of the sizes that the entry asks for."""
    rest = iter(cards)
    return {"type": "arrange", "rows": [list(islice(rest, row["size"])) for row in entry["rows"].values()]}
