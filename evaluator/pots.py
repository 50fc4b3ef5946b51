"""Pots, computed from what each player has paid; and the split of an amount among tied hands.

Source: the rules, 2.5 and 2.6. Amounts are whole chips.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple


class Pot(NamedTuple):
    """An amount, and the players who can win it."""

    amount: int
    eligible: tuple[str, ...]


class Tied(NamedTuple):
    """A row that takes part in a split."""

    player: str
    row: int


def build_pots(
    paid: Mapping[str, int], folded: Collection[str], carried: int = 0
) -> tuple[tuple[Pot, ...], dict[str, int]]:
    """Return the pots, main pot first, and the uncalled chips returned.

    A pot is a layer of equal payments. Folded chips stay in the layers they reached; those above the
    highest live player join the last pot. Chips carried from an earlier hand join the first. Somebody
    must be live.
    """
    returned = _uncalled(paid, folded)
    standing = {player: chips - returned.get(player, 0) for player, chips in paid.items()}
    live = [player for player in paid if player not in folded]
    pots: list[Pot] = []
    below = 0
    for level in sorted({0, *(standing[player] for player in live)}):
        amount = sum(min(chips, level) - min(chips, below) for chips in standing.values())
        eligible = tuple(player for player in live if standing[player] >= level)
        if pots and pots[-1].eligible == eligible:
            pots[-1] = Pot(pots[-1].amount + amount, eligible)
        else:
            pots.append(Pot(amount, eligible))
        below = level
    above = sum(max(0, chips - below) for chips in standing.values())
    pots[-1] = pots[-1]._replace(amount=pots[-1].amount + above)
    pots[0] = pots[0]._replace(amount=pots[0].amount + carried)
    return tuple(pot for pot in pots if pot.amount), returned


def _uncalled(paid: Mapping[str, int], folded: Collection[str]) -> dict[str, int]:
    """Return the excess of the one live player who paid the most over the second largest payment."""
    most = sorted(paid.values(), reverse=True)
    if not most:
        return {}
    second = most[1] if len(most) > 1 else 0
    return {
        player: chips - second for player, chips in paid.items() if chips == most[0] > second and player not in folded
    }


def parts(amount: int, shares: Sequence[str], larger: str) -> dict[str, int]:
    """Split a pot into equal parts, one a share; odd units go to `larger` first, then in order."""
    each, odd = divmod(amount, len(shares))
    first_to_last = sorted(shares, key=lambda share: share != larger)
    return {share: each + (i < odd) for i, share in enumerate(first_to_last)}


def split(
    amount: int, tied: Sequence[Tied], order: Mapping[str, int], odd_units: Counter[str]
) -> dict[Tied, tuple[int, int]]:
    """Split an amount among tied rows; return each row's chips and how many odd units are among them.

    The units that do not divide go one by one to the player who has had fewest odd units of this pot,
    then nearest the dealer's left, then to the lower row. `odd_units` counts them for the pot, and
    is added to. Source: 2.6.
    """
    each, odd = divmod(amount, len(tied))
    waiting = list(tied)
    luckier = set()
    for _ in range(odd):
        row = min(waiting, key=lambda row: (odd_units[row.player], order[row.player], row.row))
        waiting.remove(row)
        luckier.add(row)
        odd_units[row.player] += 1
    return {row: (each + (row in luckier), int(row in luckier)) for row in tied}
