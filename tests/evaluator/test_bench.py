"""The benchmark's own parts: a figure is one line with its ratio, both rates and its floor."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bench import evaluator_rounds
from bench.evaluator_rounds import Figure

Takes = Callable[[float], Callable[[], None]]


@pytest.fixture
def takes(monkeypatch: pytest.MonkeyPatch) -> Takes:
    """A clock that stands still but for calls which take their time, to the moment."""
    now = 0.0

    def call(seconds: float) -> Callable[[], None]:
        def passes() -> None:
            nonlocal now
            now += seconds

        return passes

    monkeypatch.setattr(evaluator_rounds, "perf_counter", lambda: now)
    return call


def test_a_figure_gives_the_ratio_of_rates(takes: Takes) -> None:
    """A peer that takes ten times as long for the same hands is ten times slower."""
    line = Figure("f", takes(0.001), takes(0.01), hands=100, floor=10).measure()
    assert set(line) == {"figure", "ratio", "ours", "peer", "unit", "at_least", "held"}
    assert (line["held"], line["ratio"], line["ours"], line["peer"]) == (True, 10, 100_000, 10_000)


def test_a_slow_peer_may_do_fewer_hands(takes: Takes) -> None:
    """A peer that scores a tenth of the hands in the same time is ten times slower."""
    line = Figure("f", takes(0.005), takes(0.005), hands=100, floor=10.5, peer_hands=10).measure()
    assert (line["held"], line["ratio"]) == (False, 10)


def test_a_ratio_of_times_has_a_ceiling(takes: Takes) -> None:
    """With `at_most`, the ratio is of our time to the peer's."""
    line = Figure("f", takes(0.01), takes(0.001), hands=1, floor=1.4, at_most=True).measure()
    assert (line["held"], line["ratio"]) == (False, 10)


def test_a_slow_first_call_does_not_make_short_rounds(takes: Takes) -> None:
    """A call that first waits for a server to start is as warm in its rounds as any other."""
    quick, slow, calls = takes(0.001), takes(0.5), 0

    def starts() -> None:
        nonlocal calls
        calls += 1
        (slow if calls == 1 else quick)()

    Figure("f", starts, takes(0.02), hands=1, floor=1).measure()
    rounds = calls - evaluator_rounds.WARM_UP_CALLS
    assert rounds == evaluator_rounds.ROUNDS * evaluator_rounds.SHORTEST_ROUND_SECONDS / 0.001
