"""Showdowns: pots, hands and declarations in; awards out, each with its reason.

`settle` follows the award code of the rules, 7.5, pot by pot. It never asks which game is played: a
game is its shares, and the rows that play for them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal

from evaluator.declaring import BOTH, PLAIN_RULES, Entry, Failure, Options, judge, without
from evaluator.pots import Pot, Tied, parts, split
from evaluator.rankings import Ranking


@dataclass(frozen=True, slots=True)
class Share:
    """An equal part of every pot, and the ranking whose best hand wins it.

    With a qualifier, such as `eight-or-better`, only low hands that meet it play for the share.
    """

    name: str
    ranking: Ranking
    qualifier: str | None = None


@dataclass(frozen=True, slots=True)
class Showdown:
    """All that decides who is paid. `entries` hold the rows of live players, by the name of the share.

    `order` gives each player's place clockwise from the dealer's left. `declared` is None where no
    declaration was made. `live` are the players not folded.
    """

    shares: tuple[Share, ...]
    pots: tuple[Pot, ...]
    entries: Mapping[str, tuple[Entry, ...]]
    order: Mapping[str, int]
    live: frozenset[str]
    declared: Mapping[str, str] | None = None
    options: Options = PLAIN_RULES


@dataclass(frozen=True, slots=True)
class Winner:
    """A row that is paid; `entry` is None where no hand was compared. `odd` is the odd units among the chips."""

    player: str
    row: int | None
    chips: int
    odd: int
    entry: Entry | None = None


@dataclass(frozen=True, slots=True)
class Award:
    """What became of one share of one pot. `share` is None where the pot was not divided by shares.

    `unclaimed` are the shares that nobody plays for and whose part is in this one. Of `part`, what is
    not paid to winners is `carried` to the next hand.
    """

    pot: int
    amount: int
    share: str | None
    part: int
    how: Literal["best", "uncontested", "equal", "carried"]
    winners: tuple[Winner, ...] = ()
    beaten: tuple[Entry, ...] = ()
    unclaimed: tuple[str, ...] = ()
    carried: int = 0


@dataclass(frozen=True, slots=True)
class PotResult:
    awards: tuple[Award, ...]
    failed: tuple[Failure, ...] = ()


def settle(showdown: Showdown) -> tuple[PotResult, ...]:
    """Award every pot on its own. Awards and carried chips are equal to the pots, asserted here."""
    struck: list[Failure] = []
    if showdown.declared is not None and showdown.options.both_scope == "global":
        live = [player for player in showdown.order if player in showdown.live]
        struck = judge(live, _field(showdown, live), showdown.declared, showdown.options)
    results = tuple(_award_pot(showdown, number, pot, struck) for number, pot in enumerate(showdown.pots, start=1))
    for pot, result in zip(showdown.pots, results, strict=True):
        paid_out = sum(w.chips for award in result.awards for w in award.winners)
        carried = sum(award.carried for award in result.awards)
        assert paid_out + carried == pot.amount, "awards and carried chips must be equal to the pot"
    return results


def _field(showdown: Showdown, eligible: Collection[str]) -> dict[str, list[Entry]]:
    """Return the rows that compete for each share: of eligible players, in the ways they declared."""
    declared = showdown.declared
    return {
        share: [
            e for e in entries
            if e.player in eligible and (declared is None or declared.get(e.player) in (share, BOTH))
        ]
        for share, entries in showdown.entries.items()
    }  # fmt: skip


def _award_pot(showdown: Showdown, number: int, pot: Pot, struck: list[Failure]) -> PotResult:
    """Award one pot: the rules' `award_pot`."""
    if len(pot.eligible) == 1:
        return PotResult((_uncontested(number, pot, pot.eligible[0]),))
    failed = [failure for failure in struck if failure.player in pot.eligible]
    out = {failure.player for failure in failed}
    left = [player for player in pot.eligible if player not in out]
    if out and len(left) == 1:
        return PotResult((_uncontested(number, pot, left[0]),), tuple(failed))
    everyone = _field(showdown, pot.eligible)
    if showdown.declared is not None and left:
        judged = judge(left, without(everyone, out), showdown.declared, showdown.options)
        failed += judged
        out |= {failure.player for failure in judged}
    field = without(everyone, out)
    if out and not any(field.values()):
        return PotResult(_everyone_failed(showdown, number, pot, everyone), tuple(failed))
    return PotResult(_award_shares(showdown, number, pot, field), tuple(failed))


def _uncontested(number: int, pot: Pot, player: str) -> Award:
    """Give a pot to the only player who can win it, whatever he declared."""
    winner = Winner(player, None, pot.amount, 0)
    return Award(number, pot.amount, None, pot.amount, "uncontested", (winner,))


def _everyone_failed(
    showdown: Showdown, number: int, pot: Pot, everyone: Mapping[str, list[Entry]]
) -> tuple[Award, ...]:
    """Award a pot for which all declared both ways and failed, by the option `all_failed`."""
    match showdown.options.all_failed:
        case "by_cards":
            return _award_shares(showdown, number, pot, everyone)
        case "carry":
            return (Award(number, pot.amount, None, pot.amount, "carried", carried=pot.amount),)
        case "equal":
            tied = [Tied(player, 0) for player in pot.eligible]
            paid = split(pot.amount, tied, showdown.order, Counter())
            winners = tuple(Winner(row.player, None, chips, odd) for row, (chips, odd) in paid.items())
            return (Award(number, pot.amount, None, pot.amount, "equal", winners),)


def _award_shares(showdown: Showdown, number: int, pot: Pot, field: Mapping[str, list[Entry]]) -> tuple[Award, ...]:
    """Divide a pot among its shares, and each share among the best hands in `field`."""
    names = [share.name for share in showdown.shares]
    claimed = [name for name in names if field[name]]
    unclaimed = tuple(name for name in names if not field[name])
    carrying = showdown.options.no_declarer_half == "carry" or not claimed
    part = parts(pot.amount, names if carrying else claimed, showdown.options.odd_chip_half)
    odd_units: Counter[str] = Counter()
    awards = []
    for name in names:
        if name in claimed:
            winners, beaten = _best(showdown, field[name], part[name], odd_units)
            missing = () if carrying else unclaimed
            awards.append(Award(number, pot.amount, name, part[name], "best", winners, beaten, missing))
        elif carrying:
            awards.append(Award(number, pot.amount, name, part[name], "carried", carried=part[name]))
    return tuple(awards)


def _best(
    showdown: Showdown, entries: list[Entry], part: int, odd_units: Counter[str]
) -> tuple[tuple[Winner, ...], tuple[Entry, ...]]:
    """Split one share among the best rows; return the winners, and each other player's best row."""
    place = showdown.order
    in_order = sorted(entries, key=lambda e: (e.rank, place[e.player], e.row))
    best = [entry for entry in in_order if entry.rank == in_order[0].rank]
    if showdown.options.tie_share == "per_player":
        best = _one_a_player(best)
    by_row = {Tied(entry.player, entry.row): entry for entry in best}
    paid = split(part, list(by_row), place, odd_units)
    winners = tuple(Winner(row.player, row.row, *paid[row], entry) for row, entry in by_row.items())
    won = {winner.player for winner in winners}
    return winners, tuple(_one_a_player([entry for entry in in_order if entry.player not in won]))


def _one_a_player(entries: list[Entry]) -> list[Entry]:
    """Keep each player's first entry."""
    first: dict[str, Entry] = {}
    for entry in entries:
        first.setdefault(entry.player, entry)
    return list(first.values())
