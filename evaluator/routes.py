"""The paths of the service: each reads a request, calls one function, and writes the answer."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request

from evaluator import exchange, schemas
from evaluator.answers import answer_equities, answer_showdowns
from evaluator.batches import Batch, read_bytes, read_few, read_hands, read_lines
from evaluator.best_hands import answer_best_hands
from evaluator.decoding import decode_hands
from evaluator.exchange import BYTES, JSON, TEXT
from evaluator.exposed import order_exposed, show
from evaluator.qualifying import QUALIFIERS, require_a_low
from evaluator.rankings import RANKINGS, Ranking, classes, ranking_named
from evaluator.scoring import FEW_HANDS, describe_batch, describe_few, rank_batch, write_ranks

MEBIBYTE = 1024 * 1024
MAX_BODY_BYTES = 16 * MEBIBYTE

blueprint = Blueprint("evaluator", __name__)

_EVALUATIONS = schemas.EvaluationsRequest()
_BEST_HANDS = schemas.BestHandsRequest()
_EXPOSED_HANDS = schemas.ExposedHandsRequest()
_SHOWDOWNS = schemas.ShowdownsRequest()
_EQUITIES = schemas.EquitiesRequest()


@blueprint.get("/v1/rankings")
def get_rankings() -> Response:
    """Describe the ranking systems."""
    exchange.require_accept(JSON)
    return exchange.answer({
        "rankings": [
            {
                "name": ranking.name, "text": ranking.text, "lowest_wins": ranking.lowest_wins,
                "ace": ranking.ace, "straights_and_flushes": ranking.straights_and_flushes,
                "best": ranking.best, "worst": ranking.worst, "classes": len(classes(ranking)),
            }
            for ranking in RANKINGS.values()
        ]
    })  # fmt: skip


@blueprint.post("/v1/evaluations")
def post_evaluations() -> Response:
    """Score hands of five to ten cards: JSON in full or as ranks, text and bytes as ranks."""
    match exchange.require_type(JSON, TEXT, BYTES):
        case exchange.TEXT:
            exchange.require_accept(JSON)
            ranking, options = _query()
            batch = read_lines(exchange.sent(MAX_BODY_BYTES))
            return exchange.written(write_ranks(_ranks(batch, ranking, options)))
        case exchange.BYTES:
            exchange.require_accept(BYTES)
            ranking, options = _query()
            batch = read_bytes(exchange.sent(MAX_BODY_BYTES), options.get("cards", 5))
            return exchange.written(_ranks(batch, ranking, options).astype("<u2").tobytes(), BYTES)
        case _:
            exchange.require_accept(JSON)
            return _evaluate(exchange.body(_EVALUATIONS, MAX_BODY_BYTES, decode_hands))


def _evaluate(body: dict[str, Any]) -> Response:
    """Answer a JSON request: a few hands one by one, more of them at once."""
    rankings = [ranking_named(name) for name in dict.fromkeys(body["rankings"])]
    qualifier = body.get("qualifier")
    require_a_low(rankings, qualifier)
    if len(body["hands"]) <= FEW_HANDS and body["detail"] == "full":
        return exchange.answer({"results": describe_few(read_few(body["hands"]), rankings, qualifier)})
    batch = read_hands(body["hands"])
    if body["detail"] == "full":
        return exchange.written(b'{"results":' + describe_batch(batch, rankings, qualifier) + b"}")
    ranks = rank_batch(batch, rankings, qualifier)
    lists = [b'"%b":%b' % (r.name.encode(), write_ranks(ranked)) for r, ranked in zip(rankings, ranks, strict=True)]
    return exchange.written(b'{"ranks":{' + b",".join(lists) + b"}}")


def _query() -> tuple[Ranking, dict[str, Any]]:
    """Read the query of the text and byte forms."""
    options = exchange.query(
        {"ranking": tuple(RANKINGS), "qualifier": tuple(QUALIFIERS)},
        {"cards": (5, 10)} if request.mimetype == BYTES else {},
    )
    ranking = ranking_named(options.get("ranking", "high"))
    require_a_low([ranking], options.get("qualifier"))
    return ranking, options


def _ranks(batch: Batch, ranking: Ranking, options: dict[str, Any]) -> Any:
    return rank_batch(batch, [ranking], options.get("qualifier"))[0]


@blueprint.post("/v1/best-hands")
def post_best_hands() -> Response:
    """Find the best hands that combination rules permit."""
    exchange.require_accept(JSON)
    body = exchange.body(_BEST_HANDS, 4 * MEBIBYTE)
    require_a_low([ranking_named(name) for name in body["rankings"]], body.get("qualifier"))
    return exchange.answer(answer_best_hands(body))


@blueprint.post("/v1/exposed-hands")
def post_exposed_hands() -> Response:
    """Put incomplete hands in order, for who acts first, and say what each is so far."""
    exchange.require_accept(JSON)
    body = exchange.body(_EXPOSED_HANDS, MEBIBYTE)
    hands, ranking = read_few(body["hands"], 0, 5), ranking_named(body["ranking"])
    order, places = order_exposed(hands, ranking)
    answer: dict[str, Any] = {"order": order, "places": places}
    if body["detail"] == "full":
        answer["hands"] = [shown and shown.as_json() for shown in (show(hand, ranking) for hand in hands)]
    return exchange.answer(answer)


@blueprint.post("/v1/showdowns")
def post_showdowns() -> Response:
    """Settle showdowns."""
    exchange.require_accept(JSON)
    showdowns = exchange.body(_SHOWDOWNS, 4 * MEBIBYTE)["showdowns"]
    return exchange.answer({"results": answer_showdowns(showdowns)})


@blueprint.post("/v1/equities")
def post_equities() -> Response:
    """Find what share of the pot each player can expect."""
    exchange.require_accept(JSON)
    return exchange.answer(answer_equities(exchange.body(_EQUITIES, MEBIBYTE)))


@blueprint.get("/healthz")
def get_healthz() -> Response:
    """Say that the process is alive."""
    return exchange.answer({"status": "ok"})


@blueprint.get("/readyz")
def get_readyz() -> Response:
    """Say that the tables are built and requests are taken."""
    return exchange.answer({"status": "ready"})
