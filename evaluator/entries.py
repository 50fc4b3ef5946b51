"""Reads the hands of a showdown: rows given outright, or groups under combination rules.

Either way a player's hands become entries, one for each share that a row plays for.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from evaluator.cards import code_of, parse_cards, require_count, require_distinct
from evaluator.combining import best_choice, cards_of, choices, freeze, layout_of
from evaluator.declaring import Entry
from evaluator.hands import LEAST_CARDS, MOST_CARDS
from evaluator.qualifying import worst_qualifying
from evaluator.refusals import Contradiction, DuplicateCard, MissingField, Refusal, UnknownName
from evaluator.showdown import Share
from evaluator.tables import best_five
from evaluator.units import Groups, read_groups, together

Body = Mapping[str, Any]
Found = list[tuple[str, Entry]]


def read_entries(
    body: Body, shares: Sequence[Share], live: Collection[str], contested: Collection[str]
) -> dict[str, tuple[Entry, ...]]:
    """Return the entries of live players, by the share they play for. Raises a Refusal that names the field.

    Every player in a contested pot must show a hand.
    """
    shared = read_groups(body["shared"], "shared")
    _require_one_way(body, shared)
    held = _Held() if body["distinct_cards"] else None
    if held:
        held.take(cards_of(shared), "shared", "shared")
    entries: dict[str, list[Entry]] = {share.name: [] for share in shares}
    for i, player in enumerate(body["players"]):
        field = f"players.{i}"
        found: Found = []
        if "groups" in player:
            found = _from_groups(player, body["patterns"], shared, shares, field, held)
        for j, row in enumerate(player["rows"]):
            found += _from_row(player["id"], j, row, shares, f"{field}.rows.{j}", held)
        if player["id"] in contested and not (player["rows"] or "groups" in player):
            raise MissingField("this player is in a contested pot and shows no hand", f"{field}.rows")
        for share_name, entry in found if player["id"] in live else ():
            entries[share_name].append(entry)
    return {name: tuple(rows) for name, rows in entries.items()}


def _from_row(player: str, number: int, row: Body, shares: Sequence[Share], field: str, held: _Held | None) -> Found:
    """Return the entries of a row given outright."""
    try:
        cards = parse_cards(row["cards"])
        require_count(cards, LEAST_CARDS, MOST_CARDS)
        require_distinct(cards)
    except Refusal as fault:
        raise fault.under(f"{field}.cards") from None
    if held:
        held.take(cards, f"'{player}'", f"{field}.cards")
    plays = row.get("shares", [share.name for share in shares])
    _require_shares(plays, shares, f"{field}.shares")
    made = [(share, *best_five(cards, share.ranking)) for share in shares if share.name in plays]
    return [(share.name, Entry(player, number + 1, rank, five)) for share, rank, five in made if _plays(share, rank)]


def _from_groups(
    player: Body, patterns: Sequence[Any], shared: Groups, shares: Sequence[Share], field: str, held: _Held | None
) -> Found:
    """Return the entries of a player's groups: the best that the patterns permit for each share."""
    own = read_groups(player["groups"], f"{field}.groups")
    groups = together(own, shared, f"{field}.groups")
    try:
        cards = cards_of(groups)
    except Refusal as fault:
        raise fault.under(f"{field}.groups") from None
    if held:
        held.take(cards_of(own), f"'{player['id']}'", f"{field}.groups")
    fives = choices(freeze(patterns), layout_of(groups))
    made = [(share, *best_choice(cards, share.ranking, fives)) for share in shares]
    return [(share.name, Entry(player["id"], 1, rank, five)) for share, rank, five in made if _plays(share, rank)]


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


class _Held:
    """Who holds which card, where no card may be held twice."""

    def __init__(self) -> None:
        self._holders: dict[int, tuple[str, str]] = {}

    def take(self, cards: Sequence[int], holder: str, field: str) -> None:
        """Note a holder's cards. Raises DuplicateCard, naming both places."""
        for card in cards:
            if card in self._holders:
                other, place = self._holders[card]
                raise DuplicateCard(
                    f"{code_of(card)} is held by {other} and by {holder}", field, card=code_of(card), other=place
                )
            self._holders[card] = (holder, field)
