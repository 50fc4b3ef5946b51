"""A second implementation of the award code, written slowly and plainly from the rules, 2.5, 2.6 and 7.5.

It shares nothing with the service: hands are bare numbers, the lower the better, and every step is
spelt out. `settle` here and there must agree on any pots, ties and declarations.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Case:
    """One showdown: what each paid, and each player's rows as (rank for high or None, rank for low or None)."""

    paid: dict[str, int]
    folded: set[str]
    order: list[str]
    rows: dict[str, list[tuple[int | None, int | None]]]
    declared: dict[str, str] | None
    options: dict[str, str]
    carried_in: int = 0
    chips: dict[str, int] = field(default_factory=dict)
    carried: int = 0


def settle(case: Case) -> None:
    """Fill in what each player receives, and what is carried."""
    case.chips = dict.fromkeys(case.paid, 0)
    paid = dict(case.paid)
    most = max(paid.values())
    at_most = [player for player in paid if paid[player] == most]
    if len(at_most) == 1 and at_most[0] not in case.folded:
        second = max([chips for player, chips in paid.items() if player != at_most[0]], default=0)
        case.chips[at_most[0]] += most - second
        paid[at_most[0]] = second
    for amount, eligible in pots_of(case, paid):
        award_pot(case, amount, eligible)


def pots_of(case: Case, paid: dict[str, int]) -> list[tuple[int, list[str]]]:
    """Go up chip by chip: every layer one chip high is a pot of its own, then equal neighbours are joined."""
    live = [player for player in paid if player not in case.folded]
    highest = max(paid[player] for player in live)
    layers: list[tuple[int, list[str]]] = []
    if case.carried_in:
        layers.append((case.carried_in, live))
    for chip in range(1, max(paid.values()) + 1):
        amount = sum(1 for player in paid if paid[player] >= chip)
        eligible = [player for player in live if paid[player] >= min(chip, highest)]
        if layers and (layers[-1][1] == eligible or chip > highest):
            layers[-1] = (layers[-1][0] + amount, layers[-1][1])
        else:
            layers.append((amount, eligible))
    return layers


def award_pot(case: Case, amount: int, eligible: list[str]) -> None:
    failed: set[str] = set()
    everyone = list(eligible)
    if case.declared is not None and case.options["both_scope"] == "global" and len(eligible) > 1:
        live = [player for player in case.paid if player not in case.folded]
        failed = failed_among(case, live) & set(eligible)
        eligible = [player for player in eligible if player not in failed]
    if len(eligible) == 1:
        case.chips[eligible[0]] += amount
        return
    if case.declared is not None:
        failed = failed | failed_among(case, eligible)
    high, low = rows_for(case, everyone, 0), rows_for(case, everyone, 1)
    if case.declared is not None:
        high_left = [row for row in high if row[0] not in failed]
        low_left = [row for row in low if row[0] not in failed]
        if not high_left and not low_left:
            if case.options["all_failed"] == "carry":
                case.carried += amount
                return
            if case.options["all_failed"] == "equal":
                share(case, amount, [(player, 0, 0) for player in everyone], {})
                return
        else:
            high, low = high_left, low_left
    larger, smaller = amount - amount // 2, amount // 2
    high_part, low_part = (larger, smaller) if case.options["odd_chip_half"] == "high" else (smaller, larger)
    odd: dict[str, int] = {}
    if high and low:
        share(case, high_part, best(high), odd)
        share(case, low_part, best(low), odd)
    elif case.options["no_declarer_half"] == "other_way":
        share(case, amount, best(high or low), odd)
    elif high:
        share(case, high_part, best(high), odd)
        case.carried += low_part
    else:
        share(case, low_part, best(low), odd)
        case.carried += high_part


def rows_for(case: Case, players: list[str], way: int) -> list[tuple[str, int, int]]:
    """Return (player, row number, rank) of the rows that play high (0) or low (1)."""
    found = []
    for player in players:
        if case.declared is not None and case.declared[player] not in (("high", "low")[way], "both"):
            continue
        for number, row in enumerate(case.rows[player], start=1):
            if row[way] is not None:
                found.append((player, number, row[way]))
    return found


def best(rows: list[tuple[str, int, int]]) -> list[tuple[str, int, int]]:
    return [row for row in rows if row[2] == min(other[2] for other in rows)]


def failed_among(case: Case, players: list[str]) -> set[str]:
    """Return the both-declarers among some players who fail against one another and the rest of them."""
    assert case.declared is not None
    rule = case.options["both_beaten_by"]
    if rule == "any_declarer":
        return judged(case, players, players, one_way=False)
    failed = judged(case, players, players, one_way=True)
    if rule == "staged":
        rest = [player for player in players if player not in failed]
        failed = failed | judged(case, rest, rest, one_way=False)
    return failed


def judged(case: Case, players: list[str], rivals: list[str], one_way: bool) -> set[str]:
    assert case.declared is not None
    failed = set()
    for player in players:
        if case.declared[player] != "both":
            continue
        for way in (0, 1):
            mine = [row[2] for row in rows_for(case, [player], way)]
            others = [
                row[2]
                for row in rows_for(case, [rival for rival in rivals if rival != player], way)
                if not one_way or case.declared[row[0]] == ("high", "low")[way]
            ]
            if any(not mine or other < min(mine) for other in others):
                failed.add(player)
            if case.options["both_tie"] == "must_win_outright" and mine and min(mine) in others:
                failed.add(player)
    return failed


def share(case: Case, amount: int, rows: list[tuple[str, int, int]], odd: dict[str, int]) -> None:
    """Give each row its part; what does not divide goes one by one, fewest odd units and nearest seat first."""
    if case.options["tie_share"] == "per_player":
        rows = [row for i, row in enumerate(rows) if row[0] not in [before[0] for before in rows[:i]]]
    for row in rows:
        case.chips[row[0]] += amount // len(rows)
    waiting = list(rows)
    for _ in range(amount % len(rows)):
        fewest = min(odd.get(row[0], 0) for row in waiting)
        candidates = [row for row in waiting if odd.get(row[0], 0) == fewest]
        nearest = min(case.order.index(row[0]) for row in candidates)
        lucky = min((row for row in candidates if case.order.index(row[0]) == nearest), key=lambda row: row[1])
        case.chips[lucky[0]] += 1
        odd[lucky[0]] = odd.get(lucky[0], 0) + 1
        waiting.remove(lucky)
