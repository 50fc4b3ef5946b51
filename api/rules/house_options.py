"""The options that more than one game announces (article 2.1), each declared once; a game lists those it means."""

from collections.abc import Mapping
from functools import lru_cache

from api.rules.options import MOST_CHIPS, Announced, Option, Value, whole


def _twice_the_ante(earlier: Mapping[str, Value]) -> Value:
    return 2 * whole(earlier["ante"]) or 2


def _default_short_all_in(earlier: Mapping[str, Value]) -> Value:
    return "half" if earlier["limit"] == "fixed" else "full"


ANTE = Option("ante", "What every player puts into the pot before the deal.", "2.1", default=1, most=MOST_CHIPS // 100)
LIMIT = Option(
    "limit",
    "How much may be bet and raised.",
    "2.1",
    default="fixed",
    values=("fixed", "spread", "pot", "none"),
)
SMALL_BET = Option(
    "small_bet",
    "Fixed limit: the bet and raise of the first half of the betting rounds.",
    "2.1",
    default=_twice_the_ante,
    default_words="two antes; 2 where the ante is 0",
    least=1,
    most=MOST_CHIPS // 50,
)
BIG_BET = Option(
    "big_bet",
    "Fixed limit: the bet and raise of the later betting rounds.",
    "2.1",
    default=lambda earlier: 2 * whole(earlier["small_bet"]),
    default_words="two small bets",
    least=1,
    most=MOST_CHIPS // 25,
    at_least="small_bet",
)
SPREAD_MIN = Option(
    "spread_min",
    "Spread limit: the smallest bet.",
    "2.1",
    default=lambda earlier: earlier["small_bet"],
    default_words="the small bet",
    least=1,
)
SPREAD_MAX = Option(
    "spread_max",
    "Spread limit: the largest bet or raise.",
    "2.1",
    default=lambda earlier: max(whole(earlier["big_bet"]), whole(earlier["spread_min"])),
    default_words="the big bet, and no less than spread_min",
    least=1,
    at_least="spread_min",
)
MIN_BET = Option(
    "min_bet",
    "Pot limit and no limit: the smallest bet.",
    "2.1",
    default=lambda earlier: earlier["small_bet"],
    default_words="the small bet",
    least=1,
)
RAISE_CAP = Option(
    "raise_cap",
    "Fixed and spread limit: how many raises may follow the bet of a round; 0 for no cap. With only two players "
    "able to bet there is no cap, unless it was reached before the others folded.",
    "2.1",
    default=3,
    most=100,
)
SHORT_ALL_IN = Option(
    "short_allin",
    "Which short all-in counts as a full bet or raise: one of at least half of it, or only a full one.",
    "2.3",
    default=_default_short_all_in,
    default_words="half in fixed limit, full otherwise",
    values=("half", "full"),
)
CHECK_RAISE = Option(
    "check_raise",
    "Whether a player who has checked may raise later in the same round.",
    "2.1",
    default="on",
    values=("on", "off"),
)
ODD_CHIP_HALF = Option(
    "odd_chip_half", "Which half of an odd pot is the larger.", "2.6", default="high", values=("high", "low")
)


def first_to_act(default: str, article: str) -> Option:
    """Who opens the betting; each game has its own default."""
    return Option(
        "first_to_act",
        "Who acts first in a betting round: left of the dealer, the best exposed hand, or the last to bet or raise.",
        article,
        default=default,
        values=("left_of_dealer", "best_exposed", "last_aggressor"),
    )


BETTING_OPTIONS = (
    ANTE,
    LIMIT,
    SMALL_BET,
    BIG_BET,
    SPREAD_MIN,
    SPREAD_MAX,
    MIN_BET,
    RAISE_CAP,
    SHORT_ALL_IN,
    CHECK_RAISE,
)

LONGEST_SECONDS = 7 * 24 * 60 * 60
DECISION_SECONDS = Option(
    "decision_seconds",
    "How many seconds a player has for a decision, and twice as many to arrange ten cards; 0 for no clock.",
    "2.1",
    default=30,
    most=LONGEST_SECONDS,
)
TIME_BANK_SECONDS = Option(
    "time_bank_seconds",
    "How many seconds more a player has in all for decisions taken in turn; a tenth of them comes back with each hand.",
    "2.1",
    default=60,
    most=LONGEST_SECONDS,
)
CLOCK_OPTIONS = (DECISION_SECONDS, TIME_BANK_SECONDS)


@lru_cache(maxsize=512)
def decision_ms(options: Announced) -> int:
    """The milliseconds that a decision has; 0 where no clock runs, as in a game that has none."""
    return _milliseconds(options, DECISION_SECONDS)


@lru_cache(maxsize=512)
def full_bank_ms(options: Announced) -> int:
    """The milliseconds of a full time bank; 0 where there is none."""
    return _milliseconds(options, TIME_BANK_SECONDS)


def _milliseconds(options: Announced, option: Option) -> int:
    seconds = options.get(option.name)
    return 1000 * seconds if isinstance(seconds, int) else 0


LOW_RANKING = Option(
    "low_ranking",
    "How low hands rank.",
    "2.8",
    default="ace-to-five",
    values=("ace-to-five", "deuce-to-seven", "ace-to-six"),
)
TIE_SHARE = Option(
    "tie_share",
    "Whether each tied hand takes a share, or each player with a tied hand.",
    "W-11, W-13",
    default="per_hand",
    values=("per_hand", "per_player"),
)
BRING_IN = Option(
    "bring_in",
    "Whether the lowest or the highest card up must open the first betting round.",
    "2.1",
    default="none",
    values=("none", "low_card", "high_card"),
)
BRING_IN_AMOUNT = Option(
    "bring_in_amount",
    "What the bring-in comes to; it may be made a full bet at once.",
    "2.1",
    default=lambda earlier: max(whole(earlier["small_bet"]) // 2, 1),
    default_words="half a small bet, and at least 1",
    least=1,
    at_most="small_bet",
)
DECLARE_OPTIONS = (
    Option(
        "no_declarer_half",
        "Where a half goes for which nobody is in: to the other way, or into the next hand's pot.",
        "R-16",
        default="other_way",
        values=("other_way", "carry"),
    ),
    Option(
        "both_tie",
        "Whether a tie is enough for who declared both ways.",
        "R-14, R-15",
        default="tie_ok",
        values=("tie_ok", "must_win_outright"),
    ),
    Option(
        "both_beaten_by",
        "Who can beat a player who declared both ways; staged: first those who declared one way only.",
        "R-14",
        default="any_declarer",
        values=("any_declarer", "single_way_only", "staged"),
    ),
    Option(
        "all_failed",
        "What becomes of a pot when everybody declared both ways and failed.",
        "R-14",
        default="by_cards",
        values=("by_cards", "carry", "equal"),
    ),
    Option(
        "both_scope",
        "Whether who declared both ways is judged in each pot alone, or once for all pots.",
        "R-14",
        default="per_pot",
        values=("per_pot", "global"),
    ),
    Option(
        "timeout_declare",
        "What is declared for a seat that is away.",
        "R-13",
        default="low",
        values=("low", "high"),
    ),
)
