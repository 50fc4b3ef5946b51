"""A game that exists only in the tests: five cards down, two of them turned, two betting rounds, best high hand.

It is dealt, played, viewed and settled by the same code as the games that ship.
"""

from api.rules.game import Game, Row, Share
from api.rules.house_options import BETTING_OPTIONS, CLOCK_OPTIONS, first_to_act
from api.rules.options import Announced
from api.rules.script import Ante, Bet, Deal, Showdown, Step, Turn


def script(announced: Announced) -> tuple[Step, ...]:
    return (
        Ante(),
        Deal("hand", 5, text="Five cards down"),
        Bet(text="First betting round"),
        Turn(("hand",), 2, text="Two cards are turned"),
        Bet(text="Last betting round"),
        Showdown(),
    )


PEEK = Game(
    id="peek",
    name="Peek",
    text="Five cards down, two of them turned.",
    seats_max=7,
    options=(*BETTING_OPTIONS, *CLOCK_OPTIONS, first_to_act("left_of_dealer", "-")),
    script=script,
    rows=lambda announced: (Row("hand", ("high",)),),
    shares=lambda announced: (Share("high", "high"),),
)
