"""Hand scoring beside its peers: one JSON line a figure, with its ratio, both rates, and its floor.

`python -m bench.evaluator [WORD]`: only the figures whose names have the word. Peers that are not installed
are left out, and the line says so; `make bench-evaluator` adds them first.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

from bench import evaluator_core as core
from bench import evaluator_http as http
from bench.evaluator_rounds import Figure, say


def main(word: str = "") -> None:
    """Measure everything whose name has the word, in process first, then over HTTP."""
    for figures in (core.with_phevaluator, core.with_pkrbot, core.with_poker_equity, core.with_pokerkit):
        _measure(figures, word)
    with http.serving("evaluator.app:create_app()") as server:
        _measure(lambda: http.with_phevaluator(server), word)
        _measure(lambda: http.with_treys(server), word)
        with http.serving("bench.evaluator_empty:app") as empty:
            _measure(lambda: iter([http.beside_an_empty_route(server, empty)]), word)
    for name, line in (
        ("peak_memory_of_100000_hands", http.memory),
        ("single_hand_p99_beside_requests_of_100000_hands", http.single_hands_beside_batches),
        ("start_up", http.start_up),
        ("core7_all_133784560_hands", core.all_sevens),
    ):
        if word in name:
            say(line())


def _measure(figures: Callable[[], Iterator[Figure]], word: str) -> None:
    """Measure some figures; where their peer is not installed, say how to add it."""
    try:
        for figure in figures():
            if word in figure.name:
                say(figure.measure())
    except ModuleNotFoundError as missing:
        say({"left_out": f"{missing.name} is not installed; `make bench-evaluator` adds it"})


if __name__ == "__main__":
    main(*sys.argv[1:2])
