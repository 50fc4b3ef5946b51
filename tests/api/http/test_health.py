"""What operators ask: is it alive, is it ready, what has it done?"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from api.judge import HttpJudge
from api.store import StoreAway
from tests.front import Front, Party
from tests.wiring import EvaluatorLine


def test_it_is_ready_while_its_parts_are_there(front: Front) -> None:
    """Store and evaluator both answer."""
    assert front.call("GET", "/healthz").json == {"status": "ok"}
    assert front.call("GET", "/readyz").json == {"status": "ready", "evaluator": "here"}


def test_it_is_ready_without_the_evaluator(tmp_path: Path) -> None:
    """Answers are taken all the same, and hands wait for it only at their showdown."""
    line = EvaluatorLine()
    alone = Front(tmp_path, judge=HttpJudge("http://evaluator", line.session()))
    line.cut = True
    assert alone.call("GET", "/readyz").json == {"status": "ready", "evaluator": "away"}
    alone.close()


def test_it_is_alive_but_not_ready_without_the_store(front: Front, monkeypatch: pytest.MonkeyPatch) -> None:
    """503, so that a balancer sends people elsewhere, and the process is not restarted for it."""

    def away() -> None:
        raise StoreAway("gone", "no")

    monkeypatch.setattr(front.tables, "ping", away)
    assert front.call("GET", "/readyz").status_code == 503
    assert front.call("GET", "/healthz").status_code == 200


def test_requests_are_counted_by_route(party: Party) -> None:
    """Under the address that the document writes: no table's id, and nothing that a stranger can make up."""
    party.call("GET")
    party.call("GET", "/nowhere")
    party.front.call("GET", "/made-up")
    party.front.call("BREW", "/v1/tables")
    text = party.front.call("GET", "/metrics").text.replace(f',worker="{os.getpid()}"', "")
    assert 'regrets_requests_total{method="GET",route="/v1/tables/{table}",status="200"} 1\n' in text
    assert 'regrets_requests_total{method="POST",route="/v1/tables/{table}/seats",status="201"} 3\n' in text
    assert 'regrets_requests_total{method="any",route="none",status="404"} 2\n' in text
    assert not {party.table, "made-up", "BREW"} & set(text.replace('"', " ").replace("/", " ").split())
