"""Options: what a dealer announces before the deal, declared once.

One declaration gives an option its name, its values, its default, its words and its article.  Validation, the
announcement, `GET /v1/games/{game}` and the documentation all read it.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from api.rules.refusals import BadOption, UnknownOption

Value = int | str
MOST_CHIPS = 1_000_000_000


class Announced(Struct, frozen=True, gc=False, cache_hash=True):
    """The options of one hand, all of them, in the order the game lists them."""

    pairs: tuple[tuple[str, Value], ...] = ()

    def __getitem__(self, name: str) -> Value:
        for known, value in self.pairs:
            if known == name:
                return value
        raise KeyError(name)

    def number(self, name: str) -> int:
        """The value of an option that is a number."""
        value = self[name]
        assert isinstance(value, int), name
        return value

    def __contains__(self, name: str) -> bool:
        return any(known == name for known, _ in self.pairs)


class Option(Struct, frozen=True):
    """One announced option.

    `values` lists the words it takes; without any it takes whole numbers from `least` to `most`.  `default` is a
    value, or a function of the options listed before it, then described by `default_words`.
    """

    name: str
    words: str
    article: str
    default: Value | Callable[[Mapping[str, Value]], Value]
    default_words: str = ""
    values: tuple[str, ...] = ()
    least: int = 0
    most: int = MOST_CHIPS
    # The name of an earlier option whose value is the least this one may have.
    at_least: str = ""

    def checked(self, value: Any, earlier: Mapping[str, Value]) -> Value:
        """The value itself, or BadOption with what would have been allowed."""
        if self.values:
            if not isinstance(value, str) or value not in self.values:
                raise BadOption(
                    f"{self.name} is one of {', '.join(self.values)}",
                    field=f"options.{self.name}",
                    allowed=self.values,
                )
            return value
        least = max(self.least, int(earlier[self.at_least])) if self.at_least else self.least
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= self.most:
            raise BadOption(
                f"{self.name} is a whole number from {least} to {self.most}",
                field=f"options.{self.name}",
                min=least,
                max=self.most,
            )
        return value


def announce(options: tuple[Option, ...], given: Mapping[str, Any]) -> Announced:
    """Every option with the value given for it, or its default; refuses unknown names and values."""
    known = tuple(option.name for option in options)
    for name in given:
        if name not in known:
            raise UnknownOption(f"there is no option {name!r} in this game", field=f"options.{name}", allowed=known)
    values: dict[str, Value] = {}
    for option in options:
        if option.name in given:
            values[option.name] = option.checked(given[option.name], values)
        else:
            default = option.default
            values[option.name] = option.checked(default(values) if callable(default) else default, values)
    return Announced(tuple(values.items()))


def _twice_the_ante(earlier: Mapping[str, Value]) -> Value:
    return 2 * int(earlier["ante"]) or 2


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
    default=lambda earlier: 2 * int(earlier["small_bet"]),
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
    default=lambda earlier: max(int(earlier["big_bet"]), int(earlier["spread_min"])),
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
