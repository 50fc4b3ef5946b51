"""Qualifiers for low hands: `eight-or-better`, and the same with any other rank from five to king."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from evaluator.cards import RANK_NAMES
from evaluator.rankings import Ranking, classes
from evaluator.refusals import Contradiction, NotAllowed
from evaluator.tables import Ranks

DOES_NOT_QUALIFY: Final = 0
"""Stands for a class where a low hand does not qualify."""

QUALIFIERS: Final = {f"{name}-or-better": rank for rank, name in enumerate(RANK_NAMES) if 3 <= rank <= 11}


@cache
def worst_qualifying(ranking: Ranking, qualifier: str) -> int:
    """Return the worst class of a low ranking that qualifies: unpaired, no card above the bound.

    Where straights and flushes count against a hand, they do not qualify. 0 if no hand can. Raises
    NotAllowed, which lists the qualifiers.
    """
    if qualifier not in QUALIFIERS:
        allowed = list(QUALIFIERS)
        raise NotAllowed(f"'{str(qualifier)[:40]}' is not one of {', '.join(allowed)}", allowed=allowed)
    bound = QUALIFIERS[qualifier]
    return sum(
        hand_class.category == 0 and ranking.value_of(hand_class.ranks[0]) <= ranking.value_of(bound)
        for hand_class in classes(ranking)
    )


def require_a_low(rankings: Iterable[Ranking], qualifier: str | None) -> None:
    """Raise Contradiction for a qualifier where no ranking is a low one."""
    if qualifier and not any(ranking.lowest_wins for ranking in rankings):
        raise Contradiction("a qualifier is for low rankings, and none is asked for", "qualifier")


def strike(ranks: Ranks, ranking: Ranking, qualifier: str | None) -> None:
    """Put 0 for the lows that do not qualify, in place."""
    if qualifier and ranking.lowest_wins:
        ranks[ranks > worst_qualifying(ranking, qualifier)] = DOES_NOT_QUALIFY
