"""Why the core says no.

Every refusal is a class, so that one table can give each its HTTP status and code::

    Refused
      ├─ BadRequestValue          right JSON, a value that no table would take
      │    ├─ UnknownOption        no option of that name in this game
      │    ├─ BadOption            a value that the option does not allow
      │    ├─ BadDeck              not the 52 cards, each once
      │    ├─ BuyInOutOfBounds     outside the table's buy-in limits
      │    └─ SeatsOutOfBounds     more chairs than the game has cards for
      ├─ NotFound
      │    ├─ NoSuchSeat           nobody sits there
      │    ├─ NoSuchWaiter         nobody waits under that number
      │    └─ NoSuchDecision       a number never given out
      ├─ NotYours                 the decision, or the seat, is somebody else's
      ├─ NameBanned               the host lets nobody of that name in
      └─ NotNow                   right shape, not legal as the table stands
           ├─ NotLegal             the answer is none of those that are legal
           ├─ DecisionClosed       the question was closed without this answer
           ├─ AnsweredDifferently  the question has had another answer
           ├─ SeatTaken, NameTaken, TableFull
           ├─ SeatFree, WaitingListFull
           ├─ NoAutoRebuy          the table does not buy chips by itself
           ├─ BanListFull
           ├─ HandInProgress, NotEnoughPlayers, SeatLeaving
           ├─ NoHand, CannotVoid    nothing to rule on; chips of the hand have gone
           └─ TablePaused, TableClosed
"""

from typing import Any


class Refused(Exception):
    """A request that changes nothing; `facts` are the numbers a client needs to do better."""

    def __init__(self, detail: str, **facts: Any) -> None:
        super().__init__(detail)
        self.detail = detail
        self.facts = facts


class BadRequestValue(Refused):
    """A value that no table would take."""


class UnknownOption(BadRequestValue):
    """The game has no option of that name."""


class BadOption(BadRequestValue):
    """The option does not allow that value."""


class BadDeck(BadRequestValue):
    """Not the 52 cards, each once."""


class BuyInOutOfBounds(BadRequestValue):
    """More or fewer chips than the table sells."""


class SeatsOutOfBounds(BadRequestValue):
    """More or fewer chairs than the game allows."""


class NotFound(Refused):
    """What the request names is not there."""


class NoSuchSeat(NotFound):
    """The table has no such chair, or nobody sits in it."""


class NoSuchWaiter(NotFound):
    """Nobody waits for a seat under that number."""


class NoSuchDecision(NotFound):
    """A decision number that was never given out."""


class NotYours(Refused):
    """The decision belongs to another player."""


class NameBanned(Refused):
    """The host lets nobody of that name in."""


class NotNow(Refused):
    """Right in shape, but not legal as the table stands."""


class NotLegal(NotNow):
    """None of the answers that the decision allows."""


class DecisionClosed(NotNow):
    """The decision was closed without this answer."""


class AnsweredDifferently(NotNow):
    """The decision has already had another answer."""


class SeatTaken(NotNow):
    """Somebody sits there."""


class NameTaken(NotNow):
    """Somebody at the table has that name."""


class TableFull(NotNow):
    """Every chair is taken."""


class SeatFree(NotNow):
    """Nobody waits while there is a free chair."""


class WaitingListFull(NotNow):
    """Too many wait already."""


class NoAutoRebuy(NotNow):
    """The table does not let chips be bought by themselves."""


class BanListFull(NotNow):
    """Too many names are banned already."""


class HandInProgress(NotNow):
    """Only possible between hands."""


class NotEnoughPlayers(NotNow):
    """A hand needs two seats with chips that are not sitting out."""


class SeatLeaving(NotNow):
    """The player has already said goodbye."""


class NoHand(NotNow):
    """No hand has been dealt yet."""


class CannotVoid(NotNow):
    """Chips of the hand have left the table."""


class TablePaused(NotNow):
    """Nothing moves until the host resumes."""


class TableClosed(NotNow):
    """The table is over."""
