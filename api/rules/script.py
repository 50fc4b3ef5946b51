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
    With `verbs` a single card is asked about, and each verb names the space that it puts the card in.
    """

    pile: str
    spaces: tuple[Space, ...]
    default: Callable[[tuple[str, ...], Mapping[str, int]], tuple[str, ...]]
    in_turn: bool = False
    verbs: tuple[tuple[str, str], ...] = ()
    text: str = "Place your cards"


class Arrange(Struct, frozen=True):
    """Each live seat sets the cards of `pile` face down in `rows` of `size`, in the order in which they will turn.

    An arrangement may be withdrawn until everybody has given one.  Unless `order` is `free`, each row is sorted,
    `ascending` or `descending`.  It takes `times` as long as another decision.
    """

    pile: str
    rows: tuple[str, ...]
    size: int
    order: str = "free"
    times: int = 2
    text: str = "Arrange your cards"


class Declare(Struct, frozen=True):
    """Each live seat says, secretly and all at once, which way it plays; `default` is what the clock would say."""

    ways: tuple[str, ...]
    default: str
    text: str = "Declare"


class Turn(Struct, frozen=True):
    """The first `up` cards of these piles of each live seat lie face up, of all seats at the same time."""

    piles: tuple[str, ...]
    up: int
    text: str = "Cards are turned"


class Lay(Struct, frozen=True):
    """`units` of `size` cards each, face down, to a pile of the board."""

    pile: str
    units: int
    size: int = 1
    text: str = "The board is laid out"


class TurnBoard(Struct, frozen=True):
    """The first `up` units of these piles of the board lie face up."""

    piles: tuple[str, ...]
    up: int
    text: str = "The board is turned"


class Bet(Struct, frozen=True):
    """A betting round."""

    text: str = "Betting round"


class Showdown(Struct, frozen=True):
    """The rows of the live seats are shown and compared."""

    text: str = "Showdown"


Choice = Place | Arrange | Declare
Step = Ante | Deal | Lay | Place | Arrange | Declare | Turn | TurnBoard | Bet | Showdown
