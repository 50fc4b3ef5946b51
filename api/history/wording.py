"""The words of amounts, limits, options, cards and moments in a text history."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from api.history import values as v
from api.rules.game import Game
from api.rules.options import announce

LIMITS: Mapping[str, str] = {"fixed": "fixed limit", "spread": "spread limit", "pot": "pot limit", "none": "no limit"}
BETS: Mapping[str, tuple[str, ...]] = {"fixed": ("small_bet", "big_bet"), "spread": ("spread_min", "spread_max")}
# These stand in the header.
STAKES = ("ante", "limit", "small_bet", "big_bet", "spread_min", "spread_max", "min_bet")


def plural(count: int, word: str) -> str:
    """A number of things."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def listed(things: Sequence[str]) -> str:
    """Things in a row of words."""
    return " and ".join(filter(None, (", ".join(things[:-1]), things[-1])))


def bracketed(cards: Iterable[str]) -> str:
    """Cards as they stand in a line."""
    return f"[{' '.join(cards)}]"


def moment(time: str) -> str:
    """An RFC 3339 time in UTC, to the second."""
    return f"{time[:10]} {time[11:19]} UTC"


def limit_phrase(options: Mapping[str, Any]) -> str:
    """The limit with its bets, and the ante."""
    kind = str(options.get("limit"))
    amounts = [str(options[name]) for name in BETS.get(kind, ("min_bet",)) if name in options]
    joined = f" {'/'.join(amounts)}" if kind in BETS else f", bets from {amounts[0]}" if amounts else ""
    ante = f"ante {options['ante']}" if "ante" in options else ""
    return ", ".join(filter(None, (LIMITS.get(kind, "") + joined, ante)))


def announced(options: Mapping[str, Any], game: Game | None) -> str:
    """The options that are not as they usually are under these stakes."""
    if game is None:
        return ""
    known = {option.name for option in game.options}
    stakes = {name: options[name] for name in STAKES if name in options and name in known}
    usual = dict(announce(game.options, stakes).pairs)
    return ", ".join(
        f"{name.replace('_', ' ')} {_value(value)}"
        for name, value in options.items()
        if name in usual and name not in STAKES and _kept(value) != usual[name]
    )


def _kept(value: Any) -> Any:
    """A list as the tuple that the rules keep."""
    return tuple(value) if isinstance(value, list) else value


def _value(value: Any) -> str:
    if isinstance(value, list | tuple):
        return " ".join(map(str, value))
    return str(value).replace("_", " ")


def action_phrase(move: v.Acted) -> str:
    """An action with its amounts."""
    all_in = " and is all-in" if move.all_in else ""
    match move.action:
        case "fold":
            return "folds"
        case "check":
            return "checks"
        case "call":
            return f"calls {move.adds}{all_in}"
        case "bet":
            return f"bets {move.to}{all_in}"
        case "raise":
            return f"raises to {move.to}{all_in}"
        case "bring-in":
            return f"brings in {move.to}{all_in}"
        case other:
            return other
