"""Waiting for the store, as the log tells it."""

from __future__ import annotations

import logging

import pytest

from api.absence import Absence
from api.store import StoreAway


def test_an_outage_is_two_lines(caplog: pytest.LogCaptureFixture) -> None:
    """One when it begins and one when it is over, however often was asked; the next outage is told anew."""
    moments = iter([100.0, 107.25, 200.0, 200.5])
    absence = Absence(logging.getLogger("tests"), "the ticker", now=lambda: next(moments))
    for _ in range(2):
        for away in (False, True, True, True, False, False):
            with absence.told():
                if away:
                    raise StoreAway("nobody answers", "no")
    assert [(record.levelname, record.getMessage()) for record in caplog.records] == [
        ("WARNING", "the ticker waits for the store: nobody answers"),
        ("WARNING", "the ticker goes on; the store was away for 7.2 s"),
        ("WARNING", "the ticker waits for the store: nobody answers"),
        ("WARNING", "the ticker goes on; the store was away for 0.5 s"),
    ]


def test_other_faults_are_left_to_whoever_asks(caplog: pytest.LogCaptureFixture) -> None:
    """They are no absence, and neither its beginning nor its end."""
    absence = Absence(logging.getLogger("tests"), "the ticker")
    absence.met(StoreAway("nobody answers", "no"))
    with pytest.raises(RuntimeError), absence.told():
        raise RuntimeError("worse")
    assert len(caplog.records) == 1
