"""The service under many callers at once: the answers are those that one caller gets."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

from flask.testing import FlaskClient

from evaluator import CODES, sevens
from evaluator.app import create_app
from tests.evaluator.deals import deal

CALLERS = 64


def test_64_callers_get_the_answers_of_one() -> None:
    """Nothing is shared but tables that never change; also while they are being built."""
    app = create_app()
    bodies = []
    for seed in range(CALLERS):
        size, hands = 5 + seed % 3, 3 if seed % 8 else 5_000
        texts = ["".join(CODES[card] for card in hand) for hand in deal(hands, size, seed).tolist()]
        detail = "full" if seed % 5 == 0 else "ranks"
        bodies.append(json.dumps({"hands": texts, "rankings": ["high", "ace-to-six"], "detail": detail}).encode())

    def ask(body: bytes) -> bytes:
        # A plain client: holding each reply against the document would take longer than the callers do.
        reply = FlaskClient(app, app.response_class).post("/v1/evaluations", data=body, content_type="application/json")
        assert reply.status_code == 200
        return reply.data

    sevens._table.cache_clear()
    with ThreadPoolExecutor(CALLERS) as callers:
        together = list(callers.map(ask, bodies))
    assert together == [ask(body) for body in bodies]
