"""Game: one poker game as a value.

A game is one file under `games/`: its options and three small functions of what the dealer announced.  The
engine, the views and the HTTP layer never ask which game they are serving.
"""

from collections.abc import Callable
from functools import lru_cache

from msgspec import Struct

from api.rules.options import Announced, Option
from api.rules.script import Bet, Step


class Row(Struct, frozen=True):
    """A pile that makes a five-card hand, the shares it competes for, and whether its exposed cards can open the
    betting where the best exposed hand acts first."""

    pile: str
    shares: tuple[str, ...]
    leads: bool = True


class Share(Struct, frozen=True):
    """A part of the pot by name, and the ranking system that decides it; the parts are equal."""

    name: str
    ranking: str


class Game(Struct, frozen=True, eq=False):
    """What distinguishes one game from another.

    `rows` lists a player's hands in the order in which odd chips go to them (article 2.6a).
    """

    id: str
    name: str
    text: str
    seats_max: int
    options: tuple[Option, ...]
    script: Callable[[Announced], tuple[Step, ...]]
    rows: Callable[[Announced], tuple[Row, ...]]
    shares: Callable[[Announced], tuple[Share, ...]]
    # Which cards may make a hand where it is not simply a row: how many units of each pile, own or of the board.
    patterns: tuple[tuple[tuple[str, int], ...], ...] = ()
    seats_min: int = 2


@lru_cache(maxsize=512)
def script_of(game: Game, announced: Announced) -> tuple[Step, ...]:
    """The game's script under these options, built once."""
    return game.script(announced)


@lru_cache(maxsize=512)
def betting_rounds(game: Game, announced: Announced) -> int:
    """How many betting rounds the script has."""
    return sum(isinstance(step, Bet) for step in script_of(game, announced))
