"""Ten-Card Regrets (OPR-720): two cards at a time, each placed for good in a high hand or a low hand."""

from collections.abc import Mapping

from api.rules.deck import ace_low
from api.rules.game import Game, Row, Share
from api.rules.house_options import BETTING_OPTIONS, CLOCK_OPTIONS, LOW_RANKING, ODD_CHIP_HALF, first_to_act
from api.rules.options import Announced, Option
from api.rules.script import NEW, Ante, Bet, Deal, Place, Showdown, Space, Step

EITHER_HAND = Option(
    "either_hand",
    "free: both hands of every player compete for both halves of the pot.",
    "OPR-720, 4",
    default="off",
    values=("off", "free"),
)
PLACING = Option(
    "placing",
    "Whether all place secretly and turn together, or one after the other in sight of all.",
    "OPR-720, 2.2",
    default="simultaneous",
    values=("simultaneous", "sequential"),
)
HANDS = (Space("right", 5), Space("left", 5))


def lower_left(cards: tuple[str, ...], room: Mapping[str, int]) -> tuple[str, ...]:
    """The lower card (ace low) left, the higher right, as far as there is room; of equals the first dealt left."""
    lower_first = sorted(range(len(cards)), key=lambda at: ace_low(cards[at]))
    left = max(len(cards) - room["right"], min(room["left"], len(cards) // 2))
    return tuple("left" if lower_first.index(at) < left else "right" for at in range(len(cards)))


def script(announced: Announced) -> tuple[Step, ...]:
    """Two cards, placed, and a betting round, five times (OPR-720, 2.1 to 2.5)."""
    in_turn = announced["placing"] == "sequential"
    steps: list[Step] = [Ante()]
    for deal in ("First", "Second", "Third", "Fourth", "Fifth"):
        steps += [
            Deal(NEW, 2, at_a_time=2, text=f"{deal} deal"),
            Place(NEW, HANDS, lower_left, in_turn, text=f"{deal} deal: place two cards"),
            Bet(text=f"{deal} betting round"),
        ]
    return (*steps, Showdown())


def rows(announced: Announced) -> tuple[Row, ...]:
    """The right hand plays for high and the left for low (OPR-720, 3.1), or either for both (4)."""
    if announced["either_hand"] == "free":
        return (Row("right", ("high", "low")), Row("left", ("high", "low"), leads=False))
    return (Row("right", ("high",)), Row("left", ("low",), leads=False))


def shares(announced: Announced) -> tuple[Share, ...]:
    """Half to the highest, half to the lowest (OPR-720, 3.1)."""
    return (Share("high", "high"), Share("low", str(announced["low_ranking"])))


GAME = Game(
    id="ten-card-regrets",
    name="Ten-Card Regrets",
    text="Two five-card hands, built two cards at a time; the highest right and the lowest left hand split the pot.",
    seats_max=5,
    options=(
        *BETTING_OPTIONS,
        *CLOCK_OPTIONS,
        first_to_act("left_of_dealer", "OPR-720, 2.6"),
        ODD_CHIP_HALF,
        LOW_RANKING,
        EITHER_HAND,
        PLACING,
    ),
    script=script,
    rows=rows,
    shares=shares,
)
