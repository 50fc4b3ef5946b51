"""What a player holds so far: for each row and each share that it plays, the question of what it makes.

Nothing goes into a question but the player's own cards and what the board shows, so whatever is answered may be told
to that player, and to nobody else.
"""

from msgspec import Struct

from api.rules.game import Game, Row
from api.rules.hand import Hand, Player
from api.rules.questions import Makes, RowMakes, UnitsMake

# The evaluator takes no more for one row.
MOST_CARDS = 10
Units = tuple[tuple[str, tuple[str, ...]], ...]


class Holding(Struct, frozen=True, gc=False):
    """One row, a share that it plays, and what is to be asked."""

    row: str
    share: str
    question: Makes


def holdings(game: Game, hand: Hand, player: Player) -> tuple[Holding, ...]:
    """Everything that the player may want to know, rows in the game's order; nothing for who has folded."""
    if not player.live:
        return ()
    rankings = {share.name: share.ranking for share in game.shares(hand.options)}
    return tuple(
        Holding(row.pile, share, question)
        for row in game.rows(hand.options)
        for share in row.shares
        if (question := _question(game, hand, player, row, rankings[share])) is not None
    )


def _question(game: Game, hand: Hand, player: Player, row: Row, ranking: str) -> Makes | None:
    """The best of what the patterns permit or, where they permit nothing yet, the row alone."""
    own: Units = tuple((one.pile, _in_order(player.pile(one.pile).cards)) for one in game.rows(hand.options))
    shared: Units = tuple((pile.name, pile.cards[: pile.up]) for pile in hand.board)
    if _permitted(game, {name: len(units) for name, units in (*own, *shared)}):
        return UnitsMake(ranking, game.patterns, own, shared)
    cards = dict(own)[row.pile]
    return RowMakes(ranking, cards) if 1 <= len(cards) <= MOST_CARDS else None


def _permitted(game: Game, units: dict[str, int]) -> bool:
    return any(all(units.get(name, 0) >= count for name, count in pattern) for pattern in game.patterns)


def _in_order(cards: tuple[str, ...]) -> tuple[str, ...]:
    """The order in which cards lie changes nothing of what they make; one order is one question."""
    return tuple(sorted(cards))
