"""Real Poker: five own cards and a board of four pairs and four singles; declared high, low or both."""

from api.rules.game import Game, Row, Share
from api.rules.house_options import BETTING_OPTIONS, CLOCK_OPTIONS, DECLARE_OPTIONS, ODD_CHIP_HALF
from api.rules.options import Announced, Option
from api.rules.script import Ante, Bet, Deal, Declare, Lay, Showdown, Step, TurnBoard

BET_AFTER_DECLARE = Option(
    "bet_after_declare",
    "Whether a sixth betting round follows the declarations.",
    "R-7",
    default="off",
    values=("off", "on"),
)
BOARD = ("pairs", "singles")
# Article 4.1 (a) to (d): what a hand may be made of. A pair is used whole, and only one of each kind.
PATTERNS = (
    (("own", 5),),
    (("own", 4), ("singles", 1)),
    (("own", 3), ("pairs", 1)),
    (("own", 2), ("pairs", 1), ("singles", 1)),
)


def script(announced: Announced) -> tuple[Step, ...]:
    """Five cards and the board, five betting rounds, a pair and a single after each of the first four (R-5 to R-9)."""
    steps: list[Step] = [
        *(
            Ante(),
            Deal("own", 5, text="Five cards"),
            Lay("pairs", 4, size=2, text="Four pairs are laid out"),
            Lay("singles", 4, text="Four singles are laid out"),
        ),
        Bet(text="First betting round"),
    ]
    for turn, word in enumerate(("Second", "Third", "Fourth", "Fifth"), 1):
        steps += [TurnBoard(BOARD, turn, text="A pair and a single are turned"), Bet(text=f"{word} betting round")]
    steps.append(Declare(("high", "low", "both"), str(announced["timeout_declare"])))
    if announced["bet_after_declare"] == "on":
        steps.append(Bet(text="Betting round after the declarations"))
    return (*steps, Showdown())


GAME = Game(
    id="real-poker",
    name="Real Poker",
    text="Five own cards and twelve on the board, in pairs and singles; high and low are declared, and split the pot.",
    seats_max=8,
    options=(*BETTING_OPTIONS, *CLOCK_OPTIONS, ODD_CHIP_HALF, BET_AFTER_DECLARE, *DECLARE_OPTIONS),
    script=script,
    rows=lambda announced: (Row("own", ("high", "low"), leads=False),),
    shares=lambda announced: (Share("high", "high"), Share("low", "ace-to-six")),
    patterns=PATTERNS,
)
