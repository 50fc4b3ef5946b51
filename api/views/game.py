"""A game as anybody may see it: players, script and options."""

from api.rules.game import Game, script_of
from api.rules.options import Option, Value, announce
from api.views.common import Json, shares_view


def game_summary(game: Game) -> Json:
    """A game in a line."""
    return {
        "game": game.id,
        "name": game.name,
        "text": game.text,
        "seats": {"min": game.seats_min, "max": game.seats_max},
    }


def game_view(game: Game) -> Json:
    """A game under its default options."""
    announced = announce(game.options, {})
    return {
        **game_summary(game),
        "shares": shares_view(game, announced),
        "script": [step.text for step in script_of(game, announced)],
        "options": [_option_view(option, announced[option.name]) for option in game.options],
    }


def _option_view(option: Option, default: Value) -> Json:
    bounds: Json = {"values": list(option.values)} if option.values else {}
    if not option.values or option.set_with is not None:
        bounds |= {"min": option.least, "max": option.most}
    if option.set_with is not None:
        bounds["must_hold"] = option.set_with
    return {
        "name": option.name,
        **bounds,
        "default": default,
        "default_words": option.default_words,
        "words": option.words,
        "article": option.article,
    }
