"""The games, one file each.  A file added here is a game added everywhere: nothing else lists them."""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules

from api.rules.game import Game


def _found() -> Mapping[str, Game]:
    modules = (import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__))
    games: list[Game] = [module.GAME for module in modules]
    return {game.id: game for game in sorted(games, key=lambda game: game.id)}


GAMES: Mapping[str, Game] = _found()
