"""How a player says a hand: "full house, jacks over sixes", "seven low, 7-5-4-3-2"."""

from __future__ import annotations

from functools import cache

from evaluator.cards import RANK_NAMES, RANK_PLURALS, RANKS
from evaluator.rankings import Ranking, classes


@cache
def say(ranking: Ranking, rank: int) -> str:
    """Say a whole hand, with every card that can decide: "two pair, kings and nines, queen"."""
    hand_class = classes(ranking)[rank - 1]
    ranks, short = hand_class.ranks, say_short(ranking, rank)
    match hand_class.category:
        case 0 | 5:
            return f"{short}, {'-'.join(RANKS[r] for r in ranks)}"
        case 1:
            return f"{short}, {_kickers(ranks[2:])}"
        case 2 | 7:
            return f"{short}, {_kickers(ranks[4:])}"
        case 3:
            return f"{short}, {_kickers(ranks[3:])}"
        case _:
            return short


@cache
def say_short(ranking: Ranking, rank: int) -> str:
    """Say a hand without the cards that seldom decide: "two pair, kings and nines"."""
    category, ranks, _ = classes(ranking)[rank - 1]
    top, top_plural = RANK_NAMES[ranks[0]], RANK_PLURALS[ranks[0]]
    last_plural = RANK_PLURALS[ranks[3]]
    return (
        f"{top} low" if ranking.lowest_wins else f"{top} high",
        f"pair of {top_plural}",
        f"two pair, {top_plural} and {RANK_PLURALS[ranks[2]]}",
        f"three of a kind, {top_plural}",
        f"straight, {top} high",
        f"flush, {top} high",
        f"full house, {top_plural} over {last_plural}",
        f"four of a kind, {top_plural}",
        f"straight flush, {top} high",
        "royal flush",
    )[category]


def say_so_far(ranking: Ranking, category: int, ranks: tuple[int, ...]) -> str:
    """Say one to four cards, with their ranks in reading order: "pair of kings, nine", "ace high, A-9", "7-5-4 so far".

    They have no class of their own. What equal ranks make is said as in a whole hand; without any, of a low
    hand only its cards are named, for what it will be is still open.
    """
    top = RANK_PLURALS[ranks[0]]
    match category:
        case 0 if ranking.lowest_wins:
            return f"{'-'.join(RANKS[rank] for rank in ranks)} so far"
        case 0:
            listed = f", {'-'.join(RANKS[rank] for rank in ranks)}" if len(ranks) > 1 else ""
            return f"{RANK_NAMES[ranks[0]]} high{listed}"
        case 2:
            return f"two pair, {top} and {RANK_PLURALS[ranks[2]]}"
        case _:
            size = ranks.count(ranks[0])
            group = {2: "pair of ", 3: "three of a kind, ", 4: "four of a kind, "}[size]
            return ", ".join((f"{group}{top}", *(RANK_NAMES[rank] for rank in ranks[size:])))


def with_article(said: str) -> str:
    """Put "a" or "an" before a hand where English wants one: "an eight low", but "two pair"."""
    if said.startswith(("two pair", "three of a kind", "four of a kind")):
        return said
    return f"{'an' if said[0] in 'ae' else 'a'} {said}"


def join_and(names: list[str]) -> str:
    """Join names as in speech: "A", "A and B", "A, B and C"."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _kickers(ranks: tuple[int, ...]) -> str:
    return ", ".join(RANK_NAMES[rank] for rank in ranks)
