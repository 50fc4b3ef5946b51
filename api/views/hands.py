"""What a seat's own rows make so far, in words: for that seat's view and for its drafts."""

from collections.abc import Callable, Sequence

from api.rules.holding import Holding
from api.rules.questions import Made, Makes
from api.views.common import Json

# Who knows the words: an answer for each question, or nothing while they cannot be had.
Say = Callable[[Sequence[Makes]], Sequence[Made] | None]


def unsaid(questions: Sequence[Makes]) -> None:
    """Nobody is asked for words."""


def hands_view(holdings: Sequence[Holding], say: Say) -> list[Json] | None:
    """What each holding makes: a list of `HandSoFar`; None while nobody can say."""
    if not holdings:
        return []
    made = say([holding.question for holding in holdings])
    if made is None:
        return None
    return [_hand(holding, what) for holding, what in zip(holdings, made, strict=True)]


def _hand(holding: Holding, made: Made) -> Json:
    return {
        "row": holding.row,
        "share": holding.share,
        "text": made.text,
        "category": made.category,
        "cards": list(made.cards),
        "rank": made.rank,
        "of": made.of,
    }
