"""Buckets: a quota that comes back evenly, kept for a bounded number of callers."""

from __future__ import annotations

from threading import Barrier, Thread

from hypothesis import given
from hypothesis import strategies as st

from api.http.buckets import Buckets, Policy

TEN_A_MINUTE = Policy("test", 10, 60)


def test_a_quota_may_be_used_at_once_and_comes_back_evenly() -> None:
    """Ten at once, then one every six seconds, and ten at once again after a minute of silence."""
    buckets = Buckets(TEN_A_MINUTE)
    assert [buckets.take(b"ann", 100.0).left for _ in range(10)] == list(range(9, -1, -1))
    refused = buckets.take(b"ann", 100.0)
    assert (refused.left, refused.wait_seconds, refused.full_seconds) == (0, 6, 60)
    assert buckets.take(b"ann", 105.9).wait_seconds == 1
    assert buckets.take(b"ann", 106.0).wait_seconds == 0
    assert buckets.take(b"ann", 106.0).wait_seconds == 6
    assert buckets.look(b"ann", 166.0).left == 10


def test_what_is_refused_uses_nothing_up() -> None:
    """Asking again too early does not make the wait longer."""
    buckets = Buckets(TEN_A_MINUTE)
    for _ in range(10):
        buckets.take(b"ann", 0.0)
    assert {buckets.take(b"ann", 0.0).wait_seconds for _ in range(100)} == {6}


def test_what_was_done_is_charged_no_further_than_to_the_end() -> None:
    """Nobody gets into debt: six seconds later there is one again."""
    buckets = Buckets(TEN_A_MINUTE)
    assert buckets.charge(b"ann", 0.0, 500).left == 0
    assert buckets.take(b"ann", 6.0).wait_seconds == 0


def test_callers_have_buckets_of_their_own() -> None:
    """One who is too fast is in nobody's way."""
    buckets = Buckets(TEN_A_MINUTE)
    buckets.charge(b"ann", 0.0, 10)
    assert buckets.take(b"ben", 0.0).left == 9


def test_callers_are_bounded() -> None:
    """However many come, so many are kept: those who came last."""
    buckets = Buckets(TEN_A_MINUTE, most_callers=100)
    buckets.charge(b"busy", 0.0, 10)
    for number in range(10_000):
        buckets.take(b"%d" % number, 0.0)
        assert buckets.take(b"busy", 0.0).wait_seconds
        buckets.charge(b"busy", 0.0, 0)
    assert len(buckets) == 100


@given(st.lists(st.floats(0, 20), max_size=200), st.integers(1, 50), st.integers(1, 120))
def test_no_window_lets_more_through_than_two_quotas(pauses: list[float], quota: int, window: int) -> None:
    """A full bucket and what flows in meanwhile; and whoever waits as long as is said gets through."""
    buckets, now, taken = Buckets(Policy("test", quota, window)), 0.0, []
    for pause in pauses:
        now += pause
        level = buckets.take(b"ann", now)
        assert 0 <= level.left <= quota and level.full_seconds <= window
        if level.wait_seconds:
            assert not buckets.look(b"ann", now + level.wait_seconds).wait_seconds
        else:
            taken.append(now)
    for moment in taken:
        assert sum(moment - window < other <= moment for other in taken) <= 2 * quota


def test_threads_share_a_bucket_exactly() -> None:
    """Of many that come at the same moment, as many get through as there was room for."""
    buckets, start, through = Buckets(Policy("test", 500, 60)), Barrier(8), []

    def ask() -> None:
        start.wait()
        through.extend(1 for _ in range(200) if not buckets.take(b"ann", 0.0).wait_seconds)

    threads = [Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(through) == 500
