"""One figure of the evaluator: ours and a peer, timed in turn in one run, as one line of JSON.

Each is called for a moment to warm up, then in rounds that alternate. The ratio is the median of the rounds' own: a
shared processor runs at one speed now and at half of it a moment later, and two calls that follow each other mostly
meet the same one. A short call is repeated within its round until that lasts about as long as a peer's: what is
compared is how many hands an hour of each would score, and not how either wakes up.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter

ROUNDS = 41
SHORTEST_ROUND_SECONDS = 0.02
WARM_UP_SECONDS, WARM_UP_CALLS = 0.2, 5

Call = Callable[[], object]


@dataclass(frozen=True)
class Figure:
    """What is measured. `hands` are scored by one call of ours; `floor` is the ratio of our rate to the peer's.

    A slow peer may score fewer hands a call, `peer_hands`. With `at_most` the ratio is of times, and may be
    no more than `floor`.
    """

    name: str
    ours: Call
    peer: Call
    hands: int
    floor: float
    at_most: bool = False
    peer_hands: int = 0
    unit: str = "hands a second"

    def measure(self) -> dict[str, object]:
        """Time both sides; return the line that is printed."""
        repeats = [_repeats(call) for call in (self.ours, self.peer)]
        times: tuple[list[float], list[float]] = ([], [])
        for _ in range(ROUNDS):
            for call, repeat, taken in zip((self.ours, self.peer), repeats, times, strict=True):
                taken.append(_seconds(call, repeat))
        ours, peer = (
            [hands / seconds for seconds in taken]
            for hands, taken in zip((self.hands, self.peer_hands or self.hands), times, strict=True)
        )
        ratio = median(b / a if self.at_most else a / b for a, b in zip(ours, peer, strict=True))
        return {
            "figure": self.name,
            "ratio": round(ratio, 2),
            "ours": round(median(ours)),
            "peer": round(median(peer)),
            "unit": self.unit,
            "at_most" if self.at_most else "at_least": self.floor,
            "held": ratio <= self.floor if self.at_most else ratio >= self.floor,
        }


def say(line: dict[str, object]) -> None:
    """Print one line of JSON."""
    print(json.dumps(line), flush=True)


def _repeats(call: Call) -> int:
    """Warm a call up; return how often a round repeats it. One slow call, such as the first, does not decide it."""
    end = perf_counter() + WARM_UP_SECONDS
    taken: list[float] = []
    while len(taken) < WARM_UP_CALLS or perf_counter() < end:
        taken.append(_seconds(call, 1))
    return max(1, round(SHORTEST_ROUND_SECONDS / median(taken)))


def _seconds(call: Call, repeats: int) -> float:
    begin = perf_counter()
    for _ in range(repeats):
        call()
    return (perf_counter() - begin) / repeats
