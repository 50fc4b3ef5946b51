"""Who declared both ways and failed: the rules of Real Poker's declaration, and their house rules.

A player who declared both ways must win or tie in both, or takes no part of the pot. All are judged
at once against every declared hand, so that the order of judging never matters. Source: the rules, 7.2,
7.3 and 7.5.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

BOTH = "both"


class Entry(NamedTuple):
    """A row that plays for a share: its class in the share's ranking, 1 the best, and its five cards."""

    player: str
    row: int
    rank: int
    cards: tuple[int, ...]


class Failure(NamedTuple):
    """A both-declarer who is out: in which share, and the hand that beat or tied him there."""

    player: str
    share: str
    by: Entry
    how: Literal["beaten", "tied"]


@dataclass(frozen=True, slots=True)
class Options:
    """House rules of a showdown, named as in the rules, 2.1, 6.2 and 7.2."""

    both_tie: Literal["tie_ok", "must_win_outright"] = "tie_ok"
    both_beaten_by: Literal["any_declarer", "single_way_only", "staged"] = "any_declarer"
    all_failed: Literal["by_cards", "carry", "equal"] = "by_cards"
    both_scope: Literal["per_pot", "global"] = "per_pot"
    no_declarer_half: Literal["other_way", "carry"] = "other_way"
    tie_share: Literal["per_hand", "per_player"] = "per_hand"
    odd_chip_half: str = ""


PLAIN_RULES: Final = Options()


Field = Mapping[str, Sequence[Entry]]
Declared = Mapping[str, str]


def judge(players: Collection[str], field: Field, declared: Declared, options: Options) -> list[Failure]:
    """Return the failures of every both-declarer among some players, judged against the hands in `field`.

    `field` gives, for each share, the rows of these players whose owner declared that way or both. A
    both-declarer may have none there, where no hand of theirs qualifies, and is beaten by any.
    """
    both = [player for player in players if declared.get(player) == BOTH]
    if options.both_beaten_by == "any_declarer":
        return _judge_against(both, field, field, options)
    one_way = {share: [e for e in entries if declared[e.player] == share] for share, entries in field.items()}
    failures = _judge_against(both, field, one_way, options)
    if options.both_beaten_by == "staged":
        failed = {failure.player for failure in failures}
        rest = without(field, failed)
        failures += _judge_against([player for player in both if player not in failed], rest, rest, options)
    return failures


def without(field: Field, players: Collection[str]) -> dict[str, list[Entry]]:
    """Return the field with some players' rows taken out."""
    return {share: [e for e in entries if e.player not in players] for share, entries in field.items()}


def _judge_against(both: Sequence[str], field: Field, rivals: Field, options: Options) -> list[Failure]:
    """Judge both-declarers, whose rows are in `field`, against the rows in `rivals`."""
    found: list[Failure] = []
    for player in both:
        for share, entries in field.items():
            others = [entry for entry in rivals[share] if entry.player != player]
            if not others:
                continue
            best_rival = min(others, key=lambda entry: entry.rank)
            mine = min((e.rank for e in entries if e.player == player), default=best_rival.rank + 1)
            if best_rival.rank < mine:
                found.append(Failure(player, share, best_rival, "beaten"))
            elif best_rival.rank == mine and options.both_tie == "must_win_outright":
                found.append(Failure(player, share, best_rival, "tied"))
    return found
