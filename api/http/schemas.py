"""The shapes of requests; each class is the component of `openapi.yaml` that bears its name.

A schema checks shape and bounds, and turns text into values. What is legal at the table it does not know.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from api.http.reading import MOST_EXACT
from api.http.refusals import Fault
from api.http.shapes import (
    MOST_CHIPS,
    Between,
    Flag,
    Like,
    Name,
    OneOf,
    Options,
    Request,
    Sized,
    Text,
    Whole,
    refuse,
)
from api.rules.hosting import MOST_BANNED
from api.webhooks.hooks import KINDS, MOST_DEAD
from api.webhooks.targets import MOST_URL
from bots.naming import STYLE_NAMES

MOST_SEATS = 26
LONGEST_DELAY_SECONDS = 86_400
CARD = r"^[2-9TJQKA][cdhs]$"
TOKEN = r"^[a-z0-9]+\.[A-Za-z0-9_-]{22,}$"
CURRENCY = r"^[A-Z]{3}$"
WORD = r"^[A-Za-z0-9_-]+$"
GAME_ID = r"^[a-z0-9]+(-[a-z0-9]+)*$"


def game_id(**more: Any) -> Text:
    return Text(validate=[Sized(0, 40), Like(GAME_ID, "a game's id is in lower case, its words joined by -")], **more)


def _buy_in(**more: Any) -> Whole:
    return Whole(validate=Between(1, MOST_CHIPS), **more)


def _player() -> Whole:
    return Whole(validate=Between(1, MOST_EXACT))


def _delay(**more: Any) -> Whole:
    return Whole(validate=Between(1, LONGEST_DELAY_SECONDS), allow_none=True, **more)


class ChipValue(Request):
    currency = Text(required=True, validate=[Sized(3, 3), Like(CURRENCY, "a currency is its code in ISO 4217: EUR")])
    minor = Whole(required=True, validate=Between(1, MOST_CHIPS))
    chips = Whole(required=True, validate=Between(1, MOST_CHIPS))


class OpenTable(Request):
    game = game_id()
    games = fields.List(game_id(), validate=Sized(1, 20))
    choice = Text(validate=OneOf(("fixed", "rotation", "dealer")), load_default="fixed")
    rotate_after = Whole(validate=Between(0, 1000), load_default=0)
    name = Name(60, load_default="Table")
    options = Options(load_default=dict)
    seats = Whole(validate=Between(2, MOST_SEATS))
    min_buy_in = _buy_in(load_default=1)
    max_buy_in = _buy_in(load_default=1_000_000)
    private = Flag(load_default=False)
    spectators = Flag(load_default=True)
    auto_rebuy = Flag(load_default=False)
    deal_after_seconds = _delay(load_default=None)
    chip_value = fields.Nested(ChipValue, allow_none=True, load_default=None)

    @validates_schema(skip_on_field_errors=True)
    def _games_named(self, data: Mapping[str, Any], **_: Any) -> None:
        """One game, or several to choose from."""
        if ("game" in data) == ("games" in data):
            code, which = ("not-allowed", "not both") if "game" in data else ("missing-field", "one of the two")
            raise refuse(code, f"name one `game`, or a list of `games`: {which}", allowed=["game", "games"])
        games = data.get("games", [])
        if len(set(games)) < len(games):
            raise ValidationError({"games": [Fault("not-allowed", "a game is listed twice")]})
        if "games" in data and data["choice"] == "fixed" and len(games) > 1:
            raise ValidationError({"choice": [Fault("not-allowed", "with several games, rotation or dealer")]})
        if "game" in data and data["choice"] != "fixed":
            raise ValidationError({"games": [Fault("missing-field", "list the games to choose from")]})


class Ruling(Request):
    text = Name(500, required=True)
    void = Flag(load_default=False)
    hand = Whole(validate=Between(1, MOST_EXACT))


class ChangeTable(Request):
    least_fields = 1

    name = Name(60)
    options = Options()
    private = Flag()
    spectators = Flag()
    auto_rebuy = Flag()
    deal_after_seconds = _delay()
    chip_value = fields.Nested(ChipValue, allow_none=True)
    host = Whole(validate=Between(1, MOST_SEATS))
    banned = fields.List(Name(30), validate=Sized(0, MOST_BANNED))
    replace_invitation = Text(validate=[Sized(0, 100), Like(TOKEN, "a token was told when the table was opened")])
    paused = Flag()
    closed = Flag(validate=validate.Equal(True, error="a closed table is not opened again"))
    ruling = fields.Nested(Ruling)


class Sit(Request):
    name = Name(30, required=True)
    buy_in = _buy_in(required=True)
    seat = Whole(validate=Between(1, MOST_SEATS))


class ChangeSeat(Request):
    least_fields = 1

    sitting_out = Flag()
    rebuy_to = _buy_in()
    auto_rebuy_to = _buy_in(allow_none=True)
    leaving = Flag()
    player = _player()


class AddBot(Request):
    style = Text(validate=OneOf(STYLE_NAMES), load_default="tight")
    buy_in = _buy_in()


class Wait(Request):
    name = Name(30, required=True)
    buy_in = _buy_in(required=True)


class RenewToken(Request):
    word = Text(required=True, validate=[Sized(16, 64), Like(WORD, "16 to 64 letters, digits, - and _")])
    player = _player()


class Say(Request):
    text = Name(300, required=True)


class Deal(Request):
    options = Options(load_default=dict)
    deck = fields.List(Text(validate=Like(CARD, "a card is a rank and a suit: Kh, Td")), validate=Sized(52, 52))


class AddWebhook(Request):
    url = Text(required=True, validate=Sized(1, MOST_URL))
    kinds = fields.List(Text(validate=OneOf(KINDS)), validate=Sized(0, len(KINDS)), load_default=list)


class AskTicket(Request):
    """There is nothing to say about a ticket."""


class Redeliver(Request):
    events = fields.List(Whole(validate=Between(1, MOST_EXACT)), validate=Sized(1, MOST_DEAD))
