"""How much work one request may be: fives ranked, and different layouts of groups prepared."""

from __future__ import annotations

from typing import Final

from evaluator.combining import Frozen, Layout, choices
from evaluator.refusals import OutOfRange
from evaluator.tables import Index

MOST_LAYOUTS: Final = 50
COST_OF_A_HAND: Final = 100
"""What a hand under patterns costs besides its fives, in fives."""


class Work:
    """What a request has used of its share. `field` is what its caller should give less of."""

    def __init__(self, most: int, field: str) -> None:
        self._most, self._used, self._field = most, 0, field
        self._layouts: set[tuple[Frozen, Layout]] = set()

    def rank(self, fives: int) -> None:
        """Count fives that are to be ranked. Raises OutOfRange."""
        self._used += fives
        if self._used > self._most:
            bounds = {"min": 1, "max": self._most}
            detail = f"this is too much work: more than {self._most} fives to rank; send less at once"
            raise OutOfRange(detail, self._field, bounds=bounds)

    def choices(self, patterns: Frozen, layout: Layout) -> Index:
        """Return what the patterns permit in a layout. Raises OutOfRange, and whatever patterns refuse."""
        self._layouts.add((patterns, layout))
        if len(self._layouts) > MOST_LAYOUTS:
            bounds = {"min": 1, "max": MOST_LAYOUTS}
            detail = f"more than {MOST_LAYOUTS} different layouts of groups in one request; send them apart"
            raise OutOfRange(detail, self._field, bounds=bounds)
        return choices(patterns, layout)
