"""The paths of the service: each reads a request, calls one function, and writes the answer."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Blueprint, Response, request
from marshmallow import Schema

from evaluator import schemas
from evaluator.answers import answer_showdown
from evaluator.cards import parse_cards, require_count, require_distinct
from evaluator.errors import HttpRefusal
from evaluator.exposed import order_exposed
from evaluator.hands import evaluate
from evaluator.rankings import RANKINGS, classes, ranking_named
from evaluator.refusals import FAULTS_LISTED, OutOfRange, Refusal, Refusals, WrongType, all_of

JSON = "application/json"

blueprint = Blueprint("evaluator", __name__)

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode

_EVALUATIONS = schemas.EvaluationsRequest()
_EXPOSED_HANDS = schemas.ExposedHandsRequest()
_SHOWDOWNS = schemas.ShowdownsRequest()


@blueprint.get("/v1/rankings")
def get_rankings() -> Response:
    """Describe the ranking systems."""
    _accept(JSON)
    return _json({
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
    """Score hands of five to ten cards in one or several rankings."""
    _accept(JSON)
    body = _body(_EVALUATIONS)
    if not isinstance(body["hands"], list):
        raise WrongType("hands are a list", "hands")
    if not 1 <= len(body["hands"]) <= schemas.MOST_HANDS:
        bounds = {"min": 1, "max": schemas.MOST_HANDS}
        raise OutOfRange(f"from 1 to {schemas.MOST_HANDS} hands are taken", "hands", bounds=bounds)
    rankings = [ranking_named(name) for name in dict.fromkeys(body["rankings"])]
    hands = _read_hands(body["hands"], 5, 10)
    results = [{ranking.name: evaluate(hand, ranking) for ranking in rankings} for hand in hands]
    if body["detail"] == "ranks":
        return _json({"ranks": {r.name: [result[r.name].rank for result in results] for r in rankings}})
    return _json({"results": results})


@blueprint.post("/v1/exposed-hands")
def post_exposed_hands() -> Response:
    """Put incomplete hands in order, for who acts first."""
    _accept(JSON)
    order, places = order_exposed(_read_hands(_body(_EXPOSED_HANDS)["hands"], 0, 5))
    return _json({"order": order, "places": places})


@blueprint.post("/v1/showdowns")
def post_showdowns() -> Response:
    """Settle showdowns."""
    _accept(JSON)
    results = []
    for i, showdown in enumerate(_body(_SHOWDOWNS)["showdowns"]):
        try:
            results.append(answer_showdown(showdown))
        except Refusal as fault:
            raise fault.under(f"showdowns.{i}") from None
    return _json({"results": results})


@blueprint.get("/healthz")
def get_healthz() -> Response:
    """Say that the process is alive."""
    return _json({"status": "ok"})


@blueprint.get("/readyz")
def get_readyz() -> Response:
    """Say that the tables are built and requests are taken."""
    return _json({"status": "ready"})


def _read_hands(hands: list[Any], least: int, most: int) -> list[tuple[int, ...]]:
    """Read every hand; a bad one refuses them all, and the first faults are listed."""
    read: list[tuple[int, ...]] = []
    faults: list[Refusal] = []
    for i, hand in enumerate(hands):
        try:
            cards = parse_cards(hand)
            require_count(cards, least, most)
            require_distinct(cards)
            read.append(cards)
        except Refusal as fault:
            faults.extend(all_of(fault.under(f"hands.{i}")))
            if len(faults) > FAULTS_LISTED:
                break
    if faults:
        raise Refusals(faults)
    return read


def _body(schema: Schema) -> dict[str, Any]:
    """Decode a JSON body and check its shape."""
    if request.mimetype != JSON:
        raise HttpRefusal(415, f"send the body as {JSON}", {"Accept": JSON})
    try:
        decoded = _decode(request.get_data(cache=False))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise HttpRefusal(400, f"the body is not JSON: {error}", code="not-json") from None
    return schemas.load(schema, decoded)


def _accept(*types: str) -> None:
    """Refuse a caller who takes none of the types that can be given."""
    if not request.accept_mimetypes or request.accept_mimetypes.best_match(types):
        return
    raise HttpRefusal(406, f"this answers as {' or '.join(types)}", available=list(types))


def _json(answer: Any) -> Response:
    return Response(_encode(answer), mimetype=JSON)
