"""Run: a table on its way through one request."""

from collections.abc import Mapping

from msgspec import Struct

from api.rules.apply import apply
from api.rules.events import Ended, Event, Stamped
from api.rules.game import Game, script_of
from api.rules.hand import Hand
from api.rules.script import Step
from api.rules.table import Table, running

Games = Mapping[str, Game]


class Moment(Struct, frozen=True, gc=False):
    """A moment in milliseconds since 1970, by which clocks run, and as RFC 3339, which is written down."""

    ms: int
    text: str


class Run:
    """The state as it now stands, and the events that led there.

    The one value here that changes; it lives as long as one request.  `now` is the time of its events, `deck` the 52
    cards of the running hand in dealing order, needed only where cards may be dealt.
    """

    def __init__(self, table: Table, games: Games, now: Moment, deck: tuple[str, ...] = ()) -> None:
        self.table = table
        self.games = games
        self.now = now
        self.deck = deck
        self.events: list[Stamped] = []
        # The table as the last hand to end in this request left it; the next may begin in the same one.
        self.finished: Table | None = None

    @property
    def hand(self) -> Hand:
        assert self.table.hand is not None, "no hand has been dealt"
        return self.table.hand

    @property
    def game(self) -> Game:
        return self.games[self.hand.game]

    @property
    def step(self) -> Step:
        """The step of the script that is walked next or waited in."""
        return script_of(self.game, self.hand.options)[self.hand.step]

    def emit(self, event: Event) -> None:
        """Let the event happen, and note it down."""
        before = running(self.table)
        self.table = apply(self.table, event)
        if isinstance(event, Ended):
            self.finished = self.table
        hand = before or running(self.table)
        self.events.append(Stamped(self.table.event, hand.number if hand else None, self.now.text, event))
