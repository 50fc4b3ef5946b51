"""What bots are called, and the styles there are: light enough for whoever only wants to offer them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import count

STYLE_NAMES = ("tight", "loose", "random")
NAMES = ("Deuce", "Trey", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King", "Ace")


def free_names(taken: Collection[str], order: Sequence[str] = NAMES) -> Iterator[str]:
    """Names that nobody has yet, without an end: `Bot Trey`, and once all are taken `Bot Trey 2`."""
    here = {name.casefold() for name in taken}
    for number in count(1):
        for name in order:
            called = f"Bot {name}" if number == 1 else f"Bot {name} {number}"
            if called.casefold() not in here:
                yield called
