"""Scores a whole batch of hands: as arrays of classes, or in full detail as the JSON that is sent.

A full answer says the same few thousand phrases over and over. Each class's phrase is written once,
the cards are written with numpy, and the answer is one join of both.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import msgspec
import numpy as np

from evaluator.batches import Batch
from evaluator.cards import CODES
from evaluator.combining import best_fives, rank_hands
from evaluator.hands import Hand, describe
from evaluator.qualifying import DOES_NOT_QUALIFY, strike, worst_qualifying
from evaluator.rankings import Ranking, classes
from evaluator.tables import Ids, Ranks, best_five

FEW_HANDS: Final = 25
"""Up to so many hands are scored sooner one by one."""
_QUOTED: Final = np.array([list(f'"{code}",'.encode()) for code in CODES], dtype=np.uint8)
_CARD_BITS: Final = 6
_DIGITS: Final = np.array([f"{rank}" for rank in range(10_000)], dtype="S4").view(np.uint32)
"""The digits of each rank, read as one number; short ones end in noughts, which no text has."""
_RANK_AND_COMMA: Final = np.dtype([("digits", np.uint32), ("comma", np.uint8)])


def rank_batch(batch: Batch, rankings: Sequence[Ranking], qualifier: str | None = None) -> list[Ranks]:
    """Return the class of each hand in each ranking, in the order given; 0 for a low that does not qualify."""
    if len(batch.groups) == 1:
        # Hands of one size stand in the order in which they were given.
        ranked = rank_hands(batch.groups[0][1], rankings)
    else:
        ranked = [np.empty(batch.count, dtype=np.uint16) for _ in rankings]
        for where, columns in batch.groups:
            for ranks, made in zip(ranked, rank_hands(columns, rankings), strict=True):
                ranks[where] = made
    for ranking, ranks in zip(rankings, ranked, strict=True):
        strike(ranks, ranking, qualifier)
    return ranked


def write_ranks(ranks: Ranks) -> bytes:
    """Write ranks as a JSON list: each is cut out of a table, and what is too wide for a short one is taken away."""
    rows = np.empty(len(ranks), dtype=_RANK_AND_COMMA)
    rows["digits"], rows["comma"] = _DIGITS.take(ranks), ord(",")
    return b"[" + rows.tobytes().replace(b"\0", b"")[:-1] + b"]"


def describe_few(
    hands: Sequence[tuple[int, ...]], rankings: Sequence[Ranking], qualifier: str | None = None
) -> list[dict[str, Hand | None]]:
    """Describe a few hands without numpy's overhead; None for a low that does not qualify."""
    results: list[dict[str, Hand | None]] = [{} for _ in hands]
    for ranking in rankings:
        worst = worst_qualifying(ranking, qualifier) if qualifier and ranking.lowest_wins else len(classes(ranking))
        for result, cards in zip(results, hands, strict=True):
            rank, five = best_five(cards, ranking)
            result[ranking.name] = describe(rank, five, ranking) if rank <= worst else None
    return results


def describe_batch(batch: Batch, rankings: Sequence[Ranking], qualifier: str | None = None) -> bytes:
    """Return the JSON list of what each hand makes: an object with a `Hand`, or null, for each ranking."""
    width = 2 * len(rankings)
    pieces = [b""] * (batch.count * width)
    for number, ranking in enumerate(rankings):
        ranks, fives = np.empty(batch.count, np.uint16), np.empty((5, batch.count), np.uint8)
        for where, columns in batch.groups:
            ranks[where], fives[:, where] = best_fives(columns, ranking)
        cards = _write_cards(in_reading_order(ranks, fives, ranking))
        strike(ranks, ranking, qualifier)
        for hand in np.flatnonzero(ranks == DOES_NOT_QUALIFY).tolist():
            cards[hand] = b""
        opening = "{" if number == 0 else ","
        pieces[2 * number :: width] = [_phrase(ranking, rank, opening) for rank in ranks.tolist()]
        pieces[2 * number + 1 :: width] = cards
    pieces[width - 1 :: width] = [piece + b"}," for piece in pieces[width - 1 :: width]]
    return b"[" + b"".join(pieces)[:-1] + b"]"


def in_reading_order(ranks: Ranks, fives: Ids, ranking: Ranking) -> Ids:
    """Put each hand's five cards in the order in which its class is said: (5, n) in, (n, 5) out."""
    said = _place_when_said(ranking)[ranks, fives >> np.uint8(2)].astype(np.uint16)
    given = np.arange(5, dtype=np.uint16)[:, None]
    keys = ((said * np.uint16(5) + given) << np.uint16(_CARD_BITS)) | fives
    keys = keys.T.copy()
    keys.sort(axis=1)
    cards: Ids = (keys & np.uint16((1 << _CARD_BITS) - 1)).astype(np.uint8)
    return cards


@cache
def _place_when_said(ranking: Ranking) -> Ids:
    """Return, for each class and rank, how soon that rank is said: shape (classes + 1, 13)."""
    places = np.zeros((len(classes(ranking)) + 1, 13), dtype=np.uint8)
    for rank, hand_class in enumerate(classes(ranking), start=1):
        for place, card_rank in enumerate(hand_class.ranks):
            places[rank, card_rank] = place
    return places


def _write_cards(fives: Ids) -> list[bytes]:
    """Write each hand's cards, and what closes the hand, as JSON: `"Kh","Kd","9s","9h","Qc"]}`."""
    written = np.empty((len(fives), 26), dtype=np.uint8)
    written[:, :24] = _QUOTED.take(fives, axis=0).reshape(-1, 25)[:, :24]
    written[:, 24:] = np.frombuffer(b"]}", dtype=np.uint8)
    texts: list[bytes] = written.view("S26")[:, 0].tolist()
    return texts


@cache
def _phrase(ranking: Ranking, rank: int, opening: str) -> bytes:
    """Write all of a hand's JSON that its class decides: everything before the cards."""
    if rank == DOES_NOT_QUALIFY:
        return f'{opening}"{ranking.name}":null'.encode()
    hand: dict[str, Any] = describe(rank, (), ranking).as_json()
    hand["cards"] = hand.pop("cards")
    return f'{opening}"{ranking.name}":'.encode() + msgspec.json.encode(hand).removesuffix(b"]}")
