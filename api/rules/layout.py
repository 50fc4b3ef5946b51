"""How a player's cards come to lie: the rows of a game by name, how many cards each holds in the end, and which shares
it plays.  All of it is read off the game's script and rows."""

from functools import lru_cache

from msgspec import Struct

from api.rules.game import Game, script_of
from api.rules.options import Announced
from api.rules.script import NEW, Arrange, Deal, Place


class Lies(Struct, frozen=True):
    """One row: `size` cards in the end; a row that makes no hand, as of discards, plays no share."""

    pile: str
    size: int
    shares: tuple[str, ...] = ()


@lru_cache(maxsize=512)
def layout(game: Game, announced: Announced) -> tuple[Lies, ...]:
    """The rows that make hands, in the game's order, then the others in that of the script."""
    sizes = _sizes(game, announced)
    hands = [Lies(row.pile, sizes[row.pile], row.shares) for row in game.rows(announced)]
    making = {row.pile for row in hands}
    return (*hands, *(Lies(pile, size) for pile, size in sizes.items() if pile not in making))


def _sizes(game: Game, announced: Announced) -> dict[str, int]:
    sizes: dict[str, int] = {}
    for step in script_of(game, announced):
        match step:
            case Deal(pile=pile, cards=cards) if pile != NEW:
                sizes[pile] = sizes.get(pile, 0) + cards
            case Place(spaces=spaces):
                sizes |= {space.pile: space.size for space in spaces}
            case Arrange(rows=rows, size=size):
                sizes |= dict.fromkeys(rows, size)
            case _:
                pass
    return sizes
