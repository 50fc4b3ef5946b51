"""The shapes of answers to decisions, and of drafts of them; each class is the component that bears its name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec
from marshmallow import fields, post_load

from api.http.reading import MOST_EXACT
from api.http.refusals import BadShape, Fault
from api.http.schemas import CARD, game_id
from api.http.shapes import Between, Like, Options, Request, Sized, Text, Whole, json_object, load
from api.rules import actions


class AnswerRequest(Request):
    """One kind of answer, or of draft; loads as a value of `api/rules/actions.py`."""

    value: ClassVar[type[actions.Answer | actions.Draft]]

    type = Text(required=True)

    @post_load
    def _as_value(self, data: dict[str, Any], **_: Any) -> actions.Answer | actions.Draft:
        if "options" in data:
            # By name: the members of a JSON object have no order, and the same answer must stay the same.
            data = {**data, "options": tuple(sorted(data["options"].items()))}
        return msgspec.convert(data, self.value)


def _card(**more: Any) -> Text:
    return Text(validate=Like(CARD, "a card is a rank and a suit: Kh, Td"), **more)


def _total() -> Whole:
    return Whole(required=True, validate=Between(1, MOST_EXACT))


class Fold(AnswerRequest):
    value = actions.Fold


class Check(AnswerRequest):
    value = actions.Check


class Call(AnswerRequest):
    value = actions.Call


class Bet(AnswerRequest):
    value = actions.Bet

    to = _total()


class Raise(AnswerRequest):
    value = actions.Raise

    to = _total()


class Place(AnswerRequest):
    value = actions.Place

    rows = fields.List(Text(validate=Sized(1, 40)), required=True, validate=Sized(1, 10))


class Keep(AnswerRequest):
    value = actions.Keep


class Discard(AnswerRequest):
    value = actions.Discard


class Arrange(AnswerRequest):
    value = actions.Arrange

    rows = fields.List(
        fields.List(_card(), validate=Sized(1, 10)),
        required=True,
        validate=Sized(1, 10),
    )


class Withdraw(AnswerRequest):
    value = actions.Withdraw


class Declare(AnswerRequest):
    value = actions.Declare

    way = Text(required=True, validate=Sized(1, 40))


class BringIn(AnswerRequest):
    value = actions.BringIn


class Announce(AnswerRequest):
    value = actions.Announce

    game = game_id(required=True)
    options = Options(load_default=dict)


ANSWERS: Mapping[str, AnswerRequest] = {
    "fold": Fold(),
    "check": Check(),
    "call": Call(),
    "bet": Bet(),
    "raise": Raise(),
    "place": Place(),
    "keep": Keep(),
    "discard": Discard(),
    "arrange": Arrange(),
    "withdraw": Withdraw(),
    "declare": Declare(),
    "bring-in": BringIn(),
    "announce": Announce(),
}


class DraftPlace(AnswerRequest):
    value = actions.DraftPlace

    rows = fields.List(Text(allow_none=True, validate=Sized(1, 40)), required=True, validate=Sized(0, 10))


class DraftArrange(AnswerRequest):
    value = actions.DraftArrange

    rows = fields.List(
        fields.List(_card(allow_none=True), validate=Sized(0, 10)),
        required=True,
        validate=Sized(0, 10),
    )


DRAFTS: Mapping[str, AnswerRequest] = {
    "place": DraftPlace(),
    "keep": ANSWERS["keep"],
    "discard": ANSWERS["discard"],
    "arrange": DraftArrange(),
    "declare": ANSWERS["declare"],
}


def load_answer(body: Any) -> actions.Answer:
    """A decoded body as the answer that its `type` names; raises BadShape."""
    answer: actions.Answer = _load_one(ANSWERS, body)
    return answer


def load_draft(body: Any) -> actions.Draft:
    """A decoded body as the draft that its `type` names; raises BadShape."""
    draft: actions.Draft = _load_one(DRAFTS, body)
    return draft


def _load_one(kinds: Mapping[str, AnswerRequest], body: Any) -> Any:
    given = json_object(body)
    kind = given.get("type")
    if not isinstance(kind, str) or kind not in kinds:
        code = "not-allowed" if isinstance(kind, str) else "wrong-type" if "type" in given else "missing-field"
        detail = f"the type is one of {', '.join(kinds)}"
        raise BadShape([Fault(code, detail, "type", {"allowed": list(kinds)})])
    return load(kinds[kind], given)
