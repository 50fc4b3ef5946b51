"""The sentences of a showdown: who won which part of which pot, and with what over what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from evaluator.declaring import Entry, Failure
from evaluator.rankings import Ranking
from evaluator.showdown import Award, Winner
from evaluator.words import join_and, say, say_short, with_article

Names = Mapping[str, str]


def award_text(award: Award, ranking: Ranking | None, shares: int, names: Names, amounts: bool) -> str:
    """Say one award: "High half of pot 1, 65: Ann, two pair, kings and nines, over Bob's pair of aces".

    `shares` is how many shares the pot has; `amounts` is False where no chips are at stake.
    """
    lead = _lead(award, shares) + (f", {award.part}" if amounts else "")
    if award.unclaimed:
        lead += f", nobody being in for {join_and(list(award.unclaimed))}"
    match award.how:
        case "uncontested":
            return f"{lead}: {names[award.winners[0].player]}, uncontested"
        case "carried":
            return f"{lead}: carried to the next hand, nobody having won it"
        case "equal":
            each = _each(award.winners, names, amounts)
            return f"{lead}: shared by {_who(award.winners, names)}, all having failed both ways{each}"
        case "best":
            assert ranking is not None, "a share that is won has a ranking"
            return f"{lead}: {_won(award, ranking, names, amounts)}"


def failure_text(failure: Failure, ranking: Ranking, names: Names) -> str:
    """Say why a both-declarer is out: "Bob declared both and is out: beaten for low by Ann's seven low"."""
    by = f"{names[failure.by.player]}'s {say(ranking, failure.by.rank)}"
    return f"{names[failure.player]} declared both and is out: {failure.how} for {failure.share} by {by}"


def _lead(award: Award, shares: int) -> str:
    if shares == 1 or award.share is None:
        return f"Pot {award.pot}"
    if award.unclaimed and award.part == award.amount:
        return f"All of pot {award.pot} for {award.share}"
    half = "half" if shares == 2 else "share"
    return f"{award.share.capitalize()} {half} of pot {award.pot}"


def _won(award: Award, ranking: Ranking, names: Names, amounts: bool) -> str:
    """Say the winning hand and the best that it beat, with as many cards as it takes to tell them apart."""
    rank = _entry(award.winners[0]).rank
    said = say(ranking, rank)
    over = ", unopposed"
    if award.beaten:
        loser = award.beaten[0]
        losing = say(ranking, loser.rank)
        if say_short(ranking, rank) != say_short(ranking, loser.rank):
            said, losing = say_short(ranking, rank), say_short(ranking, loser.rank)
        over = f", over {names[loser.player]}'s {losing}"
    if len({winner.player for winner in award.winners}) == 1:
        return f"{_who(award.winners, names)}, {said}{over}"
    over = over if award.beaten else ""
    tie = f"{_who(award.winners, names)} tie with {with_article(said)}{over}"
    return tie + _each(award.winners, names, amounts)


def _who(winners: Sequence[Winner], names: Names) -> str:
    """Name the winners once each: "Ann (rows 1 and 2) and Bob"."""
    rows: dict[str, list[str]] = {}
    for winner in winners:
        rows.setdefault(winner.player, []).append(str(winner.row))
    return join_and([
        f"{names[player]} (rows {join_and(held)})" if len(held) > 1 else names[player]
        for player, held in rows.items()
    ])  # fmt: skip


def _each(winners: Sequence[Winner], names: Names, amounts: bool) -> str:
    """Say what each of several winners gets."""
    if not amounts:
        return ""
    chips: dict[str, int] = {}
    for winner in winners:
        chips[winner.player] = chips.get(winner.player, 0) + winner.chips
    return "; " + ", ".join(f"{names[player]} {got}" for player, got in chips.items())


def _entry(winner: Winner) -> Entry:
    assert winner.entry is not None, "a winner by cards has a hand"
    return winner.entry
