"""Turns a showdown as callers write it into the values that `showdown.py` settles.

The shape has been checked by `schemas.py`; here the parts are checked against each other: names that
must be known, cards that must be distinct, fields that cannot both be meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evaluator.declaring import BOTH, Options
from evaluator.entries import read_entries
from evaluator.limits import Work
from evaluator.pots import Pot, build_pots
from evaluator.rankings import ranking_named
from evaluator.refusals import (
    Contradiction,
    DuplicateName,
    MissingField,
    UnknownName,
)
from evaluator.showdown import Share, Showdown

Body = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Question:
    """A showdown to settle, and what its answer needs besides: names to say, chips returned, chips in."""

    showdown: Showdown
    names: Mapping[str, str]
    returned: Mapping[str, int]
    chips_in: int | None
    """What was paid and carried in; None where only the winners are asked for."""


def read_showdown(body: Body, work: Work) -> Question:
    """Check and read one showdown. Raises a Refusal that names the field."""
    shares = read_shares(body["shares"])
    players = body["players"]
    require_unique([player["id"] for player in players], "players", "player")
    order = _read_order(body)
    pots, returned, chips_in = _read_pots(body, order)
    live = _live(body, pots)
    contested = frozenset(player for pot in pots if len(pot.eligible) > 1 for player in pot.eligible)
    declared = _read_declarations(body, shares, contested)
    entries = read_entries(body, shares, live, contested, work)
    options = _read_options(body["options"], shares)
    return Question(
        Showdown(shares, pots, entries, order, live, declared, options),
        {player["id"]: player.get("name", player["id"]) for player in players}
        | {player: player for player in order if player not in {p["id"] for p in players}},
        returned,
        chips_in,
    )


def read_shares(shares: Sequence[Body]) -> tuple[Share, ...]:
    """Read the shares of a pot. Raises DuplicateName."""
    require_unique([share["name"] for share in shares], "shares", "share")
    return tuple(Share(share["name"], ranking_named(share["ranking"]), share.get("qualifier")) for share in shares)


def _read_order(body: Body) -> dict[str, int]:
    """Return each player's place from the dealer's left; without `order`, the order of `players`.

    Who has folded needs no place, for no odd chip goes there, and is put last.
    """
    ids = [player["id"] for player in body["players"]]
    paid, folded = body.get("paid", ()), set(body["folded"])
    given = body.get("order")
    order = ids if given is None else given
    require_unique(order, "order", "player")
    order = [*order, *(p for p in dict.fromkeys([*ids, *paid]) if p not in order and (given is None or p in folded))]
    place = {player: i for i, player in enumerate(order)}
    for player in (*ids, *paid):
        if player not in place:
            raise UnknownName(f"'{player}' has no place in the order", "order", player=player)
    return place


def _read_pots(body: Body, order: Mapping[str, int]) -> tuple[tuple[Pot, ...], dict[str, int], int | None]:
    """Return the pots, the chips returned and the chips that went in."""
    ids = [player["id"] for player in body["players"]]
    carried: int = body["carried"]
    folded = _known(body["folded"], order, "folded")
    if "pots" in body:
        if "paid" in body:
            raise Contradiction("give the pots, or what each player paid, not both", "pots")
        pots = _given_pots(body["pots"], ids, carried)
        for player in body["folded"]:
            if any(player in pot.eligible for pot in pots):
                raise Contradiction(f"'{player}' has folded, and is eligible for a pot", "folded")
        return pots, {}, sum(pot.amount for pot in pots)
    live = [player for player in ids if player not in folded]
    if "paid" not in body:
        if carried:
            raise Contradiction("chips are carried into a pot; give pots, or what each player paid", "carried")
        if not live:
            raise MissingField("nobody is left to win: every player has folded", "players")
        return (Pot(0, tuple(live)),), {}, None
    paid = {player: body["paid"].get(player, 0) for player in order if player in body["paid"] or player in ids}
    if not any(player not in folded for player in paid):
        raise MissingField("nobody is left to win: everyone who paid has folded", "paid")
    built, returned = build_pots(paid, folded, carried)
    return built, returned, sum(paid.values()) + carried


def _live(body: Body, pots: Sequence[Pot]) -> frozenset[str]:
    """Return who has not folded; where pots are given, who can win any of them."""
    if "pots" in body:
        return frozenset(player for pot in pots for player in pot.eligible)
    return frozenset(player["id"] for player in body["players"]) - set(body["folded"])


def _given_pots(pots: Sequence[Body], ids: Sequence[str], carried: int) -> tuple[Pot, ...]:
    if carried and not pots:
        raise Contradiction("chips are carried into the first pot, and there is none", "carried")
    for i, pot in enumerate(pots):
        field = f"pots.{i}.eligible"
        require_unique(pot["eligible"], field, "player")
        _known(pot["eligible"], ids, field)
    amounts = [pot["amount"] + (carried if i == 0 else 0) for i, pot in enumerate(pots)]
    return tuple(Pot(amount, tuple(pot["eligible"])) for amount, pot in zip(amounts, pots, strict=True))


def _read_declarations(body: Body, shares: Sequence[Share], contested: Iterable[str]) -> dict[str, str] | None:
    """Return what each player declared, or None where nothing is declared."""
    players = body["players"]
    if not body["declaration"]:
        for i, player in enumerate(players):
            if "declared" in player:
                detail = "a way is declared, but `declaration` is not true"
                raise Contradiction(detail, f"players.{i}.declared")
        return None
    if len(shares) != 2 or any(share.name == BOTH for share in shares):
        raise Contradiction(f"a declaration needs exactly two shares, neither named '{BOTH}'", "declaration")
    ways = [*(share.name for share in shares), BOTH]
    declared: dict[str, str] = {}
    for i, player in enumerate(players):
        field = f"players.{i}.declared"
        if "declared" in player:
            declared[player["id"]] = _known([player["declared"]], ways, field, "way to declare").pop()
        elif player["id"] in set(contested):
            raise MissingField(f"'{player['id']}' must declare one of {', '.join(ways)}", field, allowed=ways)
    return declared


def _read_options(options: Body, shares: Sequence[Share]) -> Options:
    """Return the options; the odd chip goes to the share that ranks high, unless another is named."""
    names = [share.name for share in shares]
    high = next((share.name for share in shares if not share.ranking.lowest_wins), names[0])
    odd = options.get("odd_chip_half", high)
    _known([odd], names, "options.odd_chip_half", "share")
    return Options(**{**options, "odd_chip_half": odd})


def _known(names: Sequence[str], among: Iterable[str], field: str, what: str = "player") -> set[str]:
    """Return the names as a set, or refuse the first that is not known."""
    allowed = list(among)
    for name in names:
        if name not in allowed:
            raise UnknownName(
                f"'{name}' is no {what} of this showdown; there are {', '.join(allowed)}", field,
                name=name, allowed=allowed,
            )  # fmt: skip
    return set(names)


def require_unique(names: Sequence[str], field: str, what: str) -> None:
    """Raise DuplicateName for a name given twice."""
    for i, name in enumerate(names):
        if name in names[:i]:
            raise DuplicateName(f"{what} '{name}' is named twice", field, name=name)
