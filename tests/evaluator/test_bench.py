"""The benchmark's own parts: a figure is one line with its ratio, both rates and its floor."""

from __future__ import annotations

from time import perf_counter

from bench.evaluator_rounds import Figure


def busy(seconds: float) -> None:
    end = perf_counter() + seconds
    while perf_counter() < end:
        pass


def test_a_figure_gives_the_ratio_of_rates() -> None:
    """A peer that takes ten times as long for the same hands is ten times slower."""
    line = Figure("f", lambda: busy(0.001), lambda: busy(0.01), hands=100, floor=2).measure()
    assert set(line) == {"figure", "ratio", "ours", "peer", "unit", "at_least", "held"}
    assert line["held"] and 2 < float(str(line["ratio"])) < 50


def test_a_slow_peer_may_do_fewer_hands() -> None:
    """A peer that scores a tenth of the hands in the same time is ten times slower."""
    line = Figure("f", lambda: busy(0.005), lambda: busy(0.005), hands=100, floor=4, peer_hands=10).measure()
    assert line["held"] and 4 < float(str(line["ratio"])) < 25


def test_a_ratio_of_times_has_a_ceiling() -> None:
    """With `at_most`, the ratio is of our time to the peer's."""
    line = Figure("f", lambda: busy(0.01), lambda: busy(0.001), hands=1, floor=1.4, at_most=True).measure()
    assert not line["held"] and float(str(line["ratio"])) > 1.4
