"""Betting limits: how much a bet or raise may be (article 2.1), and whether it counts as a full one (2.3).

All amounts are totals for the betting round.  `current` is the bet to match, `full_at` the total at which the last
full bet or raise stood, `full` its size.
"""

from functools import lru_cache

from msgspec import Struct

from api.rules.options import Announced


class Limit(Struct, frozen=True, gc=False):
    """The limit of one betting round.

    `least` opens the betting; `most` is the largest bet or raise, None where the pot or the stack is the bound.
    """

    kind: str
    least: int
    most: int | None
    cap: int
    half_counts: bool
    check_raise: bool

    def full_to(self, current: int, full_at: int, full: int) -> int:
        """The total that makes the next full bet or raise.

        In fixed limit a short all-in is completed: 28 on a bet of 20 is raised to 40.
        """
        if current == 0:
            return self.least
        if self.kind == "fixed":
            completed = full_at + full
            return completed if completed > current else current + full
        return current + full

    def most_to(self, current: int, bet: int, pot: int) -> int | None:
        """The total that no bet or raise may pass, or None.  `pot` counts every chip paid, `bet` the seat's own."""
        if self.kind == "pot":
            return current + pot + (current - bet)
        return None if self.most is None else current + self.most

    def is_full(self, to: int, current: int, full_to: int, full: int) -> bool:
        """Whether a bet or raise to `to` counts as a full one, which `full_to` would be."""
        return to >= full_to or (self.half_counts and 2 * (to - current) >= full)


@lru_cache(maxsize=1024)
def limit_of(announced: Announced, betting_round: int, rounds: int) -> Limit:
    """The limit of the `betting_round`-th of `rounds`: in fixed limit the first half bets small, the rest big."""
    kind = str(announced["limit"])
    half_counts = announced["short_allin"] == "half"
    check_raise = announced["check_raise"] == "on"
    cap = announced.number("raise_cap") if kind in ("fixed", "spread") else 0
    least: int
    most: int | None = None
    match kind:
        case "fixed":
            least = announced.number("small_bet" if betting_round <= rounds // 2 else "big_bet")
            most = least
        case "spread":
            least = announced.number("spread_min")
            most = announced.number("spread_max")
        case _:
            least = announced.number("min_bet")
    return Limit(kind, least, most, cap, half_counts, check_raise)
