"""Seven-Card Regrets (OPR-712): seven cards one at a time, five kept in sight, two thrown away; the best high hand."""

from collections.abc import Mapping

from api.rules.game import Game, Row, Share
from api.rules.house_options import BETTING_OPTIONS, BRING_IN, BRING_IN_AMOUNT, CLOCK_OPTIONS, first_to_act
from api.rules.options import Announced, Option, Value
from api.rules.script import NEW, Ante, Bet, Deal, Place, Showdown, Space, Step

BETTING_AFTER = Option(
    "betting_after",
    "After which cards there is a betting round.",
    "V-11",
    default="every_card",
    values=("every_card", "from_second", "from_third", "last_only"),
    least=1,
    most=7,
    set_with=7,
)
DISCARDS = Option(
    "discards", "Whether discarded cards are seen.", "OPR-712, 2.3", default="hidden", values=("hidden", "shown")
)
DECIDING = Option(
    "deciding",
    "Whether all decide secretly and turn together, or one after the other in sight of all.",
    "OPR-712, 2.3",
    default="simultaneous",
    values=("simultaneous", "sequential"),
)
FIRST_ROUND = {"every_card": 1, "from_second": 2, "from_third": 3, "last_only": 7}
VERBS = (("keep", "kept"), ("discard", "discarded"))


def keep_if_legal(cards: tuple[str, ...], room: Mapping[str, int]) -> tuple[str, ...]:
    """Keep while there is room for it, else discard."""
    return ("kept" if room["kept"] else "discarded",)


def bets_after(card: int, rounds: Value) -> bool:
    """Whether a betting round follows that card, the first being 1."""
    return card in rounds if isinstance(rounds, tuple) else card >= FIRST_ROUND[str(rounds)]


def script(announced: Announced) -> tuple[Step, ...]:
    """A card, kept or discarded, seven times, with the announced betting rounds (2.3 to 3.1)."""
    spaces = (Space("kept", 5), Space("discarded", 2, face_up=announced["discards"] == "shown"))
    in_turn = announced["deciding"] == "sequential"
    steps: list[Step] = [Ante()]
    for card in range(1, 8):
        steps.append(Deal(NEW, 1, text=f"Card {card} of 7"))
        steps.append(Place(NEW, spaces, keep_if_legal, in_turn, VERBS, text=f"Card {card} of 7: keep or discard"))
        if bets_after(card, announced["betting_after"]):
            steps.append(Bet(text=f"Betting round after card {card}"))
    return (*steps, Showdown())


GAME = Game(
    id="seven-card-regrets",
    name="Seven-Card Regrets",
    text="Seven cards one at a time: five are kept in sight, two thrown away for good; the best high hand wins.",
    seats_max=7,
    options=(
        *(*BETTING_OPTIONS, *CLOCK_OPTIONS, BRING_IN, BRING_IN_AMOUNT, first_to_act("best_exposed", "V-12")),
        *(BETTING_AFTER, DISCARDS, DECIDING),
    ),
    script=script,
    rows=lambda announced: (Row("kept", ("high",)),),
    shares=lambda announced: (Share("high", "high"),),
)
