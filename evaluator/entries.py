"""Reads the hands of a showdown: rows given outright, or groups under combination rules.

Either way a player's hands become entries, one for each share that a row plays for.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import comb
from typing import Any

from evaluator.cards import parse_cards, require_count, require_distinct
from evaluator.combining import Frozen, cards_of, freeze, layout_of
from evaluator.declaring import Entry
from evaluator.hands import LEAST_CARDS, MOST_CARDS
from evaluator.limits import COST_OF_A_HAND, Work
from evaluator.qualifying import worst_qualifying
from evaluator.refusals import Contradiction, MissingField, Refusal, UnknownName
from evaluator.showdown import Share
from evaluator.tables import best_choice, best_five
from evaluator.units import Given, Groups, read_groups, together

Body = Mapping[str, Any]


def read_entries(
    body: Body, shares: Sequence[Share], live: Collection[str], contested: Collection[str], work: Work
) -> dict[str, tuple[Entry, ...]]:
    """Return the entries of live players, by the share they play for.

    Every player in a contested pot must show a hand. Raises a Refusal that names the field.
    """
    shared = read_groups(body["shared"], "shared")
    _require_one_way(body, shared)
    reader = _Reader(shares, freeze(body["patterns"]), shared, Given() if body["distinct_cards"] else None, work)
    if reader.given:
        reader.given.take(shared, "shared")
    for player_id in sorted(set(contested) - {player["id"] for player in body["players"]}):
        raise MissingField(f"'{player_id}' is in a contested pot and is not among the players", "players")
    entries: dict[str, list[Entry]] = {share.name: [] for share in shares}
    for i, player in enumerate(body["players"]):
        found = reader.read(player, f"players.{i}")
        if player["id"] in contested and not (player["rows"] or "groups" in player):
            raise MissingField("this player is in a contested pot and shows no hand", f"players.{i}.rows")
        for share_name, entry in found if player["id"] in live else ():
            entries[share_name].append(entry)
    return {name: tuple(rows) for name, rows in entries.items()}


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads one player after another; what they have in common, and where each card was given, where that matters."""

    shares: Sequence[Share]
    patterns: Frozen
    shared: Groups
    given: Given | None
    work: Work

    def read(self, player: Body, field: str) -> list[tuple[str, Entry]]:
        """Return a player's entries, each with the name of its share."""
        found = []
        if "groups" in player:
            found += self._from_groups(player["id"], player["groups"], f"{field}.groups")
        for number, row in enumerate(player["rows"]):
            found += self._from_row(player["id"], number, row, f"{field}.rows.{number}")
        return found

    def _from_row(self, player: str, number: int, row: Body, field: str) -> list[tuple[str, Entry]]:
        """Return the entries of a row given outright."""
        try:
            cards = parse_cards(row["cards"])
            require_count(cards, LEAST_CARDS, MOST_CARDS)
            require_distinct(cards)
        except Refusal as fault:
            raise fault.under(f"{field}.cards") from None
        if self.given:
            self.given.take_cards(cards, f"{field}.cards")
        plays = row.get("shares", [share.name for share in self.shares])
        _require_shares(plays, self.shares, f"{field}.shares")
        self.work.rank(comb(len(cards), 5) * len(plays))
        made = [(share, *best_five(cards, share.ranking)) for share in self.shares if share.name in plays]
        return [(s.name, Entry(player, number + 1, rank, five)) for s, rank, five in made if _plays(s, rank)]

    def _from_groups(self, player: str, given: Mapping[str, Any], field: str) -> list[tuple[str, Entry]]:
        """Return the entries of a player's groups: the best that the patterns permit for each share."""
        own = read_groups(given, field)
        groups = together(own, self.shared, field)
        cards = cards_of(groups)
        if self.given:
            self.given.take(own, field)
        fives = self.work.choices(self.patterns, layout_of(groups))
        self.work.rank((COST_OF_A_HAND + fives.shape[1]) * len(self.shares))
        made = [(share, *best_choice(cards, share.ranking, fives)) for share in self.shares]
        return [(s.name, Entry(player, 1, rank, five)) for s, rank, five in made if _plays(s, rank)]


def _plays(share: Share, rank: int) -> bool:
    """Say whether a hand qualifies for a share."""
    qualifier = share.qualifier
    return not qualifier or not share.ranking.lowest_wins or rank <= worst_qualifying(share.ranking, qualifier)


def _require_one_way(body: Body, shared: Groups) -> None:
    """Refuse hands given both outright and as groups, and groups without patterns or the other way round."""
    grouped = [i for i, player in enumerate(body["players"]) if "groups" in player]
    for i in grouped:
        if body["players"][i]["rows"]:
            raise Contradiction("give rows, or groups, not both", f"players.{i}.groups")
    if grouped and not body["patterns"]:
        raise MissingField("groups make hands only under patterns", "patterns")
    if not grouped and (body["patterns"] or shared):
        field = "patterns" if body["patterns"] else "shared"
        raise Contradiction("no player has groups for the patterns", field)


def _require_shares(names: Sequence[str], shares: Sequence[Share], field: str) -> None:
    allowed = [share.name for share in shares]
    for name in names:
        if name not in allowed:
            detail = f"'{name}' is no share of this showdown; there are {', '.join(allowed)}"
            raise UnknownName(detail, field, name=name, allowed=allowed)
