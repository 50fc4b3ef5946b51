"""Two servers on the same tables: what is right does not depend on which of them is asked."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from functools import partial

import pytest

from tests.acting import calm, together
from tests.serving import Served
from tests.whole.killing import served_in
from tests.whole.people import Guest, Host, NotOk, check_history


@pytest.fixture(scope="module")
def second(
    request: pytest.FixtureRequest, served: Served, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Served]:
    """Another server on the tables and with the secret of the first."""
    folder = tmp_path_factory.mktemp("second")
    data = served.log.parent / "data"
    flags = ["--data", str(data), "--workers", "1", "--evaluator-url", served.evaluator]
    if request.getfixturevalue("store") == "redis":
        flags += ["--redis-url", request.getfixturevalue("redis_of_servers").url]
    with served_in(folder, *flags) as server:
        yield server
    shutil.rmtree(folder)


def outcome(act: partial[object]) -> str:
    """`ok`, or the code of the problem."""
    try:
        act()
    except NotOk as told:
        return told.code
    return "ok"


def outcomes(*acts: partial[object]) -> list[str]:
    """What came of things done at the same moment."""
    return sorted(together(*(partial(outcome, act) for act in acts)))


def test_simultaneous_decisions_through_both(served: Served, second: Served) -> None:
    """Five seats answer at once, through either server: all are taken, none makes another stale."""
    host = Host.opens(served.api)
    seated = [host.sit(name) for name in ("Ann", "Bob", "Cy", "Di", "Eve")]
    guests = [guest.elsewhere(server.api) for guest, server in zip(seated, [served, second] * 3, strict=False)]
    host.deal()
    for _ in range(5):
        placing = [
            (guest, decision) for guest in guests for decision in guest.decisions() if decision["type"] == "place"
        ]
        acts = [partial(guest.answer, decision["decision"], decision["default"]) for guest, decision in placing]
        assert outcomes(*acts) == ["ok"] * len(placing)
        _bet_calmly(guests)
    assert host.view()["phase"]["code"] == "ended"
    check_history(host.elsewhere(second.api))


def _bet_calmly(guests: list[Guest]) -> None:
    """Everybody checks this round away, through whichever server."""
    while asked := [(guest, one) for guest in guests for one in guest.decisions() if one["type"] == "bet"]:
        guest, decision = asked[0]
        guest.answer(decision["decision"], calm(decision))


def test_one_decision_through_both(served: Served, second: Served) -> None:
    """Of two different answers one is taken; the other is told so with its own code."""
    host = Host.opens(served.api)
    ann, _ = host.sit("Ann"), host.sit("Bob")
    for _ in range(5):
        host.deal()
        (decision,) = ann.decisions()
        here, there = ({"type": "place", "rows": [row, row]} for row in ("left", "right"))
        acts = (
            partial(ann.answer, decision["decision"], here),
            partial(ann.elsewhere(second.api).answer, decision["decision"], there),
        )
        assert outcomes(*acts) == ["decision-answered-differently", "ok"]
        taken = ann.view()["decisions"][0]["answer"]
        for server in (served, second):
            assert outcome(partial(ann.elsewhere(server.api).answer, decision["decision"], taken)) == "ok"
        host.leave(2)
        ann.leave(1)
        ann, _ = host.sit("Ann"), host.sit("Bob")


def test_what_one_can_have_is_had_once(served: Served, second: Served) -> None:
    """One hand of two deals, one guest in a seat, one guest of a name."""
    host = Host.opens(served.api)
    both = (host, host.elsewhere(second.api))
    assert outcomes(*(partial(by.sit, name, seat=1) for by, name in zip(both, ("Ann", "Bob"), strict=True))) == [
        "ok",
        "seat-taken",
    ]
    assert outcomes(*(partial(by.sit, "Cy") for by in both)) == ["name-taken", "ok"]
    assert outcomes(*(partial(by.deal) for by in both)) == ["hand-in-progress", "ok"]
    assert host.view()["hand"] == 1
    check_history(host)


def test_a_token_of_one_is_good_at_the_other(served: Served, second: Served) -> None:
    """Both sign with one secret, and what was done through one is seen through the other at once."""
    host = Host.opens(served.api)
    ann = host.sit("Ann").elsewhere(second.api)
    assert ann.view()["you"]["seat"] == 1
    assert host.elsewhere(second.api).change(name="Other")["name"] == "Other"
    assert host.view()["name"] == "Other"
