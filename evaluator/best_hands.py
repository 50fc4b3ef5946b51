"""The best hands that combination rules permit: many hands at once, shared cards given once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from evaluator.combining import Layout, Pattern, best_fives, cards_of, freeze, layout_of
from evaluator.hands import describe
from evaluator.limits import Work
from evaluator.qualifying import strike
from evaluator.rankings import Ranking, ranking_named
from evaluator.tables import Ids, Ranks
from evaluator.units import Groups, read_groups, together

MOST_WORK = 50_000_000
"""How many fives one request may have ranked."""

Body = Mapping[str, Any]


def answer_best_hands(body: Body) -> dict[str, Any]:
    """Answer a request for best hands whose shape has been checked. Raises a Refusal that names the field."""
    rankings = [ranking_named(name) for name in dict.fromkeys(body["rankings"])]
    shared = read_groups(body["shared"], "shared")
    hands = [together(read_groups(own, f"hands.{i}"), shared, f"hands.{i}") for i, own in enumerate(body["hands"])]
    best = best_hands(hands, body["patterns"], rankings)
    for ranking, (ranks, _) in zip(rankings, best, strict=True):
        strike(ranks, ranking, body.get("qualifier"))
    if body["detail"] == "ranks":
        return {"ranks": {r.name: ranks.tolist() for r, (ranks, _) in zip(rankings, best, strict=True)}}
    results: list[dict[str, Any]] = [{} for _ in hands]
    for ranking, (ranks, fives) in zip(rankings, best, strict=True):
        for result, rank, five in zip(results, ranks.tolist(), fives.T.tolist(), strict=True):
            result[ranking.name] = describe(rank, five, ranking) if rank else None
    return {"results": results}


def best_hands(
    hands: Sequence[Groups], patterns: Sequence[Pattern], rankings: Sequence[Ranking]
) -> list[tuple[Ranks, Ids]]:
    """Find each hand's best five in each ranking.

    A hand is its groups of units of card numbers. Returns, for each ranking, n classes and the (5, n)
    cards that make them. Raises a Refusal for a hand that no pattern fits, and OutOfRange for more work
    than one request may be.
    """
    by_layout: dict[Layout, list[tuple[int, tuple[int, ...]]]] = {}
    for i, groups in enumerate(hands):
        by_layout.setdefault(layout_of(groups), []).append((i, cards_of(groups)))
    frozen = freeze(patterns)
    work = Work(MOST_WORK, "hands")
    permitted = {layout: work.choices(frozen, layout) for layout in by_layout}
    work.rank(sum(len(alike) * permitted[layout].shape[1] * len(rankings) for layout, alike in by_layout.items()))
    best = [(np.empty(len(hands), np.uint16), np.empty((5, len(hands)), np.uint8)) for _ in rankings]
    for layout, alike in by_layout.items():
        where = np.array([i for i, _ in alike])
        columns = np.array([cards for _, cards in alike], dtype=np.uint8).T.copy()
        for ranking, (ranks, fives) in zip(rankings, best, strict=True):
            ranks[where], fives[:, where] = best_fives(columns, ranking, permitted[layout])
    return best
