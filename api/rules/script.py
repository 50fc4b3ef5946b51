"""The steps a game's script is made of.

A script is a tuple of these values; `play.py` walks it.  A step says what happens, never whose turn it is.
"""

from collections.abc import Callable, Mapping

from msgspec import Struct

# The pile in which dealt cards wait until they are placed.
NEW = "new"


class Ante(Struct, frozen=True):
    """Everybody dealt in pays the announced ante, or all that is left."""

    text: str = "Antes"


class Deal(Struct, frozen=True):
    """`cards` to each live seat's `pile`, `at_a_time` clockwise from the dealer's left; the first `up` of the pile
    then lie face up."""

    pile: str
    cards: int
    at_a_time: int = 1
    up: int = 0
    text: str = "Deal"


class Space(Struct, frozen=True):
    """A pile that cards may be placed in, how many it holds in the end, and whether they lie face up."""

    pile: str
    size: int
    face_up: bool = True


class Place(Struct, frozen=True):
    """Each live seat moves its cards from `pile` into `spaces`.

    All decide secretly and turn their cards together, or, `in_turn`, one after the other from the dealer's left.
    `default` is what the clock would answer: the new cards and the room of each space in, a space for each card out.
    """

    pile: str
    spaces: tuple[Space, ...]
    default: Callable[[tuple[str, ...], Mapping[str, int]], tuple[str, ...]]
    in_turn: bool = False
    text: str = "Place your cards"


class Turn(Struct, frozen=True):
    """The first `up` cards of each live seat's `pile` lie face up."""

    pile: str
    up: int
    text: str = "Cards are turned"


class Bet(Struct, frozen=True):
    """A betting round."""

    text: str = "Betting round"


class Showdown(Struct, frozen=True):
    """The rows of the live seats are shown and compared."""

    text: str = "Showdown"


Step = Ante | Deal | Place | Turn | Bet | Showdown
