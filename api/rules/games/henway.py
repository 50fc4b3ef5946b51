"""Henway: ten cards arranged into two hands face down, turned together card by card; every hand competes both ways."""

from api.rules.game import Game, Row, Share
from api.rules.house_options import (
    BETTING_OPTIONS,
    CLOCK_OPTIONS,
    DECLARE_OPTIONS,
    LOW_RANKING,
    ODD_CHIP_HALF,
    TIE_SHARE,
    first_to_act,
)
from api.rules.options import Announced, Option
from api.rules.script import NEW, Ante, Arrange, Bet, Deal, Declare, Showdown, Step, Turn

FIXED_HANDS = Option(
    "fixed_hands", "Whether row 1 plays high only and row 2 low only.", "W-14", default="off", values=("off", "on")
)
DECLARE = Option(
    "declare",
    "Whether players declare high, low or both before the last cards turn.",
    "W-15",
    default="off",
    values=("off", "on"),
)
SHOWING_ORDER = Option(
    "showing_order",
    "Whether players choose the turning order, or each row turns by rank, the ace high.",
    "W-15",
    default="free",
    values=("free", "ascending", "descending"),
)
ROWS = ("1", "2")


def script(announced: Announced) -> tuple[Step, ...]:
    """Ten cards, arranged; four turns, each with a betting round; the last turn without one (W-4 to W-10)."""
    steps: list[Step] = [
        Ante(),
        Deal(NEW, 10, text="Ten cards"),
        Arrange(NEW, ROWS, 5, str(announced["showing_order"])),
    ]
    for card, word in enumerate(("First", "Second", "Third", "Fourth"), 1):
        steps += [Turn(ROWS, card, text=f"{word} cards are turned"), Bet(text=f"{word} betting round")]
    if announced["declare"] == "on":
        steps.append(Declare(("high", "low", "both"), str(announced["timeout_declare"])))
    return (*steps, Turn(ROWS, 5, text="Last cards are turned"), Showdown())


def rows(announced: Announced) -> tuple[Row, ...]:
    """Every hand competes both ways (W-11), or row 1 for high and row 2 for low (W-14)."""
    if announced["fixed_hands"] == "on":
        return (Row("1", ("high",)), Row("2", ("low",)))
    return tuple(Row(row, ("high", "low")) for row in ROWS)


GAME = Game(
    id="henway",
    name="Henway",
    text="Ten cards make two hands, set face down and turned together; the highest and the lowest hand split the pot.",
    seats_max=5,
    options=(
        *(*BETTING_OPTIONS, *CLOCK_OPTIONS, first_to_act("left_of_dealer", "W-9"), ODD_CHIP_HALF, LOW_RANKING),
        *(FIXED_HANDS, DECLARE, SHOWING_ORDER, TIE_SHARE, *DECLARE_OPTIONS),
    ),
    script=script,
    rows=rows,
    shares=lambda announced: (Share("high", "high"), Share("low", str(announced["low_ranking"]))),
)
