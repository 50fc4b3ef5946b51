"""What only the evaluator can answer.

The core asks by standing still: the question is read off the state, the shell brings the verdict, and `settle`
refuses a verdict that answers another question.
"""

from msgspec import Struct

from api.rules.game import Share
from api.rules.hand import Award, Failed
from api.rules.pots import Pot


class WhoLeads(Struct, frozen=True, gc=False):
    """Which of these exposed hands is the best; `seats` names the owner of each, clockwise from the dealer's left."""

    hand: int
    round: int
    seats: tuple[int, ...]
    exposed: tuple[tuple[str, ...], ...]


class RowInPlay(Struct, frozen=True, gc=False):
    """Five cards of one player and the shares they compete for."""

    pile: str
    cards: tuple[str, ...]
    shares: tuple[str, ...]


class Contender(Struct, frozen=True, gc=False):
    """A live player at the showdown; `declared` where the game declares."""

    seat: int
    name: str
    rows: tuple[RowInPlay, ...]
    declared: str | None = None


class WhoWins(Struct, frozen=True, gc=False):
    """Who is to receive what of each pot; contenders stand clockwise from the dealer's left."""

    hand: int
    shares: tuple[Share, ...]
    pots: tuple[Pot, ...]
    contenders: tuple[Contender, ...]
    options: tuple[tuple[str, str], ...] = ()
    # Where hands are made of units: how many of each pile, and the board's piles.
    patterns: tuple[tuple[tuple[str, int], ...], ...] = ()
    shared: tuple[tuple[str, tuple[str, ...]], ...] = ()


class Leads(Struct, frozen=True, gc=False):
    """The best place of each exposed hand: 1 for the best, equal hands share a place."""

    places: tuple[int, ...]


class Wins(Struct, frozen=True, gc=False):
    """The awards, and who declared both ways in vain."""

    awards: tuple[Award, ...]
    failed: tuple[Failed, ...] = ()


class RowMakes(Struct, frozen=True, gc=False):
    """What one to ten cards of a row make in a ranking."""

    ranking: str
    cards: tuple[str, ...]


class UnitsMake(Struct, frozen=True, gc=False):
    """The best that patterns permit of a player's own units and those of the board that lie face up."""

    ranking: str
    patterns: tuple[tuple[tuple[str, int], ...], ...]
    own: tuple[tuple[str, tuple[str, ...]], ...]
    shared: tuple[tuple[str, tuple[str, ...]], ...]


class Made(Struct, frozen=True, gc=False):
    """What cards make, in words; of fewer than five cards there is no rank yet."""

    category: str
    cards: tuple[str, ...]
    text: str
    rank: int | None = None
    of: int | None = None


# Asked for a player's comfort; no table stands still for these.
Makes = RowMakes | UnitsMake
Question = WhoLeads | WhoWins
Verdict = Leads | Wins


class WrongVerdict(ValueError):
    """The verdict answers another question, or does not add up."""
