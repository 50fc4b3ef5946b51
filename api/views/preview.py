"""What a draft would make, as the seat that drafts it may see it."""

from api.rules.actions import Declare, Draft
from api.rules.game import Game
from api.rules.hand import Hand, Player
from api.rules.holding import Holding, holdings
from api.rules.layout import layout
from api.views.common import Json
from api.views.hands import Say, hands_view


def preview_view(game: Game, hand: Hand, player: Player, draft: Draft, say: Say) -> Json | None:
    """The rows of `player`, who has them as the draft would: `Preview`; None while nobody can say."""
    told = hands_view(_of_draft(holdings(game, hand, player), draft), say)
    if told is None:
        return None
    return {
        "rows": [
            {
                "name": lies.pile,
                "cards": list(player.pile(lies.pile).cards),
                "hands": [one for one in told if one["row"] == lies.pile],
            }
            for lies in layout(game, hand.options)
        ]
    }


def _of_draft(held: tuple[Holding, ...], draft: Draft) -> list[Holding]:
    """A declaration for one share speaks of that alone; one for several is of no share by name."""
    way = draft.way if isinstance(draft, Declare) else None
    shares = {holding.share for holding in held}
    return [holding for holding in held if way not in shares or holding.share == way]
