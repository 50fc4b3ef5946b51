"""The shapes of requests: marshmallow checks the envelope, numpy and `cards.py` check the cards.

Objects are closed. Each schema is the component of `openapi.yaml` that bears its name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import Schema, ValidationError, fields

from evaluator.batches import MOST_HANDS
from evaluator.qualifying import QUALIFIERS
from evaluator.rankings import RANKINGS
from evaluator.refusals import MissingField, Refusal, Refusals, UnknownField, WrongType
from evaluator.shapes import Between, Cards, Counted, Flag, Hands, Listed, Sized, Whole

MOST_SHOWDOWNS = 1_000
MOST_BEST_HANDS = 10_000
MOST_SAMPLES = 1_000_000
MOST_CHIPS = 1_000_000_000_000


def _groups(**more: Any) -> fields.Dict:
    """Named groups of units, each a list of cards."""
    units = fields.List(Cards(), validate=Sized(0, 52))
    return fields.Dict(keys=_name(), values=units, validate=Sized(0, 10), **more)


def _patterns(**more: Any) -> fields.List[Any]:
    """Combination rules: how many units of each group make a hand."""
    pattern = fields.Dict(keys=_name(), values=Whole(validate=Between(0, 10)), validate=Sized(1, 10))
    return fields.List(pattern, **more)


def _qualifier() -> fields.String:
    return fields.String(validate=Listed(tuple(QUALIFIERS)))


def _chips() -> Whole:
    return Whole(validate=Between(0, MOST_CHIPS))


def _name(**more: Any) -> fields.String:
    return fields.String(validate=Sized(1, 64), **more)


def _choice(*values: str) -> fields.String:
    return fields.String(validate=Listed(values))


def _ranking(**more: Any) -> fields.String:
    return fields.String(validate=Listed(tuple(RANKINGS)), **more)


class EvaluationsRequest(Schema):
    rankings = fields.List(_ranking(), validate=Sized(1, len(RANKINGS)), load_default=["high"])
    hands = Hands(Cards(), required=True, validate=Counted(1, MOST_HANDS))
    detail = fields.String(validate=Listed(("full", "ranks")), load_default="full")
    qualifier = _qualifier()


class BestHandsRequest(Schema):
    rankings = fields.List(_ranking(), validate=Sized(1, len(RANKINGS)), load_default=["high"])
    patterns = _patterns(required=True, validate=Sized(1, 20))
    shared = _groups(load_default=dict)
    hands = fields.List(_groups(), required=True, validate=Counted(1, MOST_BEST_HANDS))
    detail = fields.String(validate=Listed(("full", "ranks")), load_default="full")
    qualifier = _qualifier()


class ExposedHandsRequest(Schema):
    hands = Hands(Cards(), required=True, validate=Counted(1, MOST_SHOWDOWNS))
    ranking = _ranking(load_default="high")
    detail = fields.String(validate=Listed(("full", "order")), load_default="order")


class ShareRequest(Schema):
    name = _name(required=True)
    ranking = _ranking(required=True)
    qualifier = _qualifier()


class PotRequest(Schema):
    amount = Whole(required=True, validate=Between(0, MOST_CHIPS))
    eligible = fields.List(_name(), required=True, validate=Sized(1, 64))


class RowRequest(Schema):
    cards = Cards(required=True)
    shares = fields.List(_name(), validate=Sized(1, 4))


class PlayerRequest(Schema):
    id = _name(required=True)
    name = _name()
    rows = fields.List(fields.Nested(RowRequest), validate=Sized(0, 10), load_default=list)
    groups = _groups()
    declared = _name()


class ShowdownOptions(Schema):
    both_tie = _choice("tie_ok", "must_win_outright")
    both_beaten_by = _choice("any_declarer", "single_way_only", "staged")
    all_failed = _choice("by_cards", "carry", "equal")
    both_scope = _choice("per_pot", "global")
    no_declarer_half = _choice("other_way", "carry")
    tie_share = _choice("per_hand", "per_player")
    odd_chip_half = _name()


class ShowdownRequest(Schema):
    shares = fields.List(fields.Nested(ShareRequest), required=True, validate=Sized(1, 4))
    order = fields.List(_name(), validate=Sized(1, 64))
    paid = fields.Dict(keys=_name(), values=_chips(), validate=Sized(1, 64))
    folded = fields.List(_name(), validate=Sized(0, 64), load_default=list)
    pots = fields.List(fields.Nested(PotRequest), validate=Sized(0, 64))
    carried = Whole(validate=Between(0, MOST_CHIPS), load_default=0)
    players = fields.List(fields.Nested(PlayerRequest), required=True, validate=Sized(1, 64))
    patterns = _patterns(validate=Sized(0, 20), load_default=list)
    shared = _groups(load_default=dict)
    declaration = Flag(load_default=False)
    options = fields.Nested(ShowdownOptions, load_default=dict)
    distinct_cards = Flag(load_default=False)


class ShowdownsRequest(Schema):
    showdowns = fields.List(fields.Nested(ShowdownRequest), required=True, validate=Counted(1, MOST_SHOWDOWNS))


class EquityPlayerRequest(Schema):
    id = _name(required=True)
    groups = _groups(required=True)


class EquitiesRequest(Schema):
    shares = fields.List(
        fields.Nested(ShareRequest),
        validate=Sized(1, 4),
        load_default=lambda: [{"name": "high", "ranking": "high"}],
    )
    patterns = _patterns(required=True, validate=Sized(1, 20))
    shared = _groups(load_default=dict)
    players = fields.List(fields.Nested(EquityPlayerRequest), required=True, validate=Sized(1, 23))
    dead = Cards(load_default=list)
    samples = Whole(validate=Between(1, MOST_SAMPLES))
    seed = Whole(validate=Between(0, 2**53), load_default=0)


def load(schema: Schema, body: Any) -> dict[str, Any]:
    """Check a decoded body against a schema. Raises Refusals with a dotted path for every fault."""
    if not isinstance(body, dict):
        raise WrongType("the body is one JSON object")
    try:
        loaded: dict[str, Any] = schema.load(body)
    except ValidationError as error:
        raise Refusals(list(_faults(error.messages, ""))) from None
    return loaded


def _faults(messages: Any, path: str) -> list[Refusal]:
    """Flatten marshmallow's nested messages into refusals, each under its field."""
    if isinstance(messages, Mapping):
        nested = (_faults(inner, _join(path, key)) for key, inner in messages.items())
        return [fault for faults in nested for fault in faults]
    faults = messages if isinstance(messages, list) else [messages]
    return [_fault(fault).under(path) for fault in faults]


def _join(path: str, key: Any) -> str:
    if key in ("_schema", "value", "key"):
        return path
    return f"{path}.{key}" if path else str(key)


def _fault(message: Any) -> Refusal:
    """Give a standard marshmallow message its class."""
    if isinstance(message, Refusal):
        return message
    match message:
        case "Missing data for required field.":
            return MissingField("this field is needed")
        case "Unknown field.":
            return UnknownField("there is no such field")
        case "Field may not be null.":
            return WrongType("null is not taken here")
        case _:
            return WrongType(str(message))
