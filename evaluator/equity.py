"""What share of the pot each player can expect, when some cards are not yet known.

Every way the unknown cards may fall is tried where they are few enough, else a sample of them. Shares
of the pot are equal; a share that nobody qualifies for goes to the others. There are no declarations
and no odd chips here: tied hands share exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from evaluator import run_outs
from evaluator.combining import ENOUGH_FOR_SEVENS, Pattern, choices, freeze, layout_of, rank_hands
from evaluator.qualifying import strike
from evaluator.refusals import Contradiction, OutOfRange, Refusal, WrongNumberOfCards
from evaluator.showdown import Share
from evaluator.tables import Ids, Index, every_five
from evaluator.units import UNKNOWN, Groups

MOST_RUN_OUTS: Final = 2_000_000
"""Up to so many run-outs are enumerated."""
MOST_WORK: Final = 100_000_000
"""How many fives one request may have ranked."""
SAMPLES: Final = 100_000
COST_OF_A_SEVEN: Final = 4
"""What ranking seven cards with their own table costs, in fives."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's hand: where its cards lie in the deal, and which fives it may make."""

    places: Index
    fives: Index


@dataclass(frozen=True, slots=True)
class Question:
    """A deal with unknown cards. `known` holds -1 where a card is not known; `sets` are the unknown places."""

    shares: tuple[Share, ...]
    known: tuple[int, ...]
    sets: tuple[tuple[int, ...], ...]
    unseen: tuple[int, ...]
    seats: tuple[Seat, ...]

    @property
    def ways(self) -> int:
        return run_outs.count(len(self.unseen), [len(places) for places in self.sets])

    @property
    def work_of_one(self) -> int:
        """How many fives are ranked, or work as much, for one run-out."""
        work = 0
        for seat in self.seats:
            sevens = len(seat.places) == 7 and seat.fives.shape[1] == every_five(7).shape[1]
            work += COST_OF_A_SEVEN if sevens and self.ways >= ENOUGH_FOR_SEVENS else seat.fives.shape[1]
        return work * len(self.shares)


@dataclass(frozen=True, slots=True)
class Equity:
    """What one player can expect, as parts of the whole pot.

    `wins_all` and `wins_part` are the parts of the run-outs in which the player takes the whole pot, and
    some of it. `standard_error` is that of `share`; 0 where every run-out was tried.
    """

    share: float
    standard_error: float
    wins_all: float
    wins_part: float
    by_share: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Equities:
    """Each player's equity, and how it was found. `seed` is None where every run-out was tried."""

    players: tuple[Equity, ...]
    method: str
    run_outs: int
    seed: int | None


def ask(
    shares: Sequence[Share],
    patterns: Sequence[Pattern],
    players: Sequence[Groups],
    shared: Groups,
    dead: Sequence[int] = (),
) -> Question:
    """Lay out a deal. Groups hold units of card numbers, -1 for a card not known; no card is there twice.

    Raises WrongNumberOfCards where too few cards are left, and whatever a pattern refuses.
    """
    if all(share.qualifier and share.ranking.lowest_wins for share in shares):
        raise Contradiction("one share must be open to every hand", "shares")
    known: list[int] = []
    sets: list[tuple[int, ...]] = []
    own_places = [_lay(groups, known, sets) for groups in players]
    shared_places = _lay(shared, known, sets)
    seen = {*known, *dead}
    unseen = tuple(card for card in range(52) if card not in seen)
    if sum(map(len, sets)) > len(unseen):
        raise WrongNumberOfCards(f"{sum(map(len, sets))} cards are to come, and {len(unseen)} are left", "players")
    frozen = freeze(patterns)
    seats = []
    for i, (groups, places) in enumerate(zip(players, own_places, strict=True)):
        try:
            fives = choices(frozen, layout_of({**groups, **shared}))
        except Refusal as fault:
            raise type(fault)(f"player {i}: {fault.detail}", fault.field, **fault.facts) from None
        seats.append(Seat(np.array([*places, *shared_places], dtype=np.intp), fives))
    return Question(tuple(shares), tuple(known), tuple(sets), unseen, tuple(seats))


def _lay(groups: Groups, known: list[int], sets: list[tuple[int, ...]]) -> list[int]:
    """Put the cards of some groups at the end of a deal; return their places, and note the unknown ones."""
    first = len(known)
    for units in groups.values():
        singles: list[int] = []
        for unit in units:
            unknown = [len(known) + i for i, card in enumerate(unit) if card == UNKNOWN]
            known += unit
            if len(unit) == 1:
                singles += unknown
            elif unknown:
                sets.append(tuple(unknown))
        if singles:
            sets.append(tuple(singles))
    return list(range(first, len(known)))


def equities(question: Question, samples: int | None = None, seed: int = 0) -> Equities:
    """Find every player's equity: exactly if it is not too much work and no sample is asked for.

    Raises OutOfRange, with the largest sample that may be asked for, for more work than a request may be.
    """
    ways, work = question.ways, question.work_of_one
    if samples is None and ways <= MOST_RUN_OUTS and ways * work <= MOST_WORK:
        sets = [len(places) for places in question.sets]
        total = _add_up(question, run_outs.all_of_them(question.unseen, sets))
        return Equities(_results(total, ways, exact=True), "exact", ways, None)
    most = MOST_WORK // work
    if samples is None:
        samples = max(1, min(SAMPLES, most))
    if samples > most:
        raise OutOfRange(
            f"{samples} samples are too much work; up to {most} are taken", "samples",
            given=samples, bounds={"min": 1, "max": most},
        )  # fmt: skip
    cards = sum(map(len, question.sets))
    total = _add_up(question, run_outs.sample(question.unseen, cards, samples, seed))
    return Equities(_results(total, samples, exact=False), "sampled", samples, seed)


@dataclass(slots=True)
class _Total:
    """Sums over run-outs: per player and share, and per player the squares and the counts of wins."""

    by_share: NDArray[np.float64]
    squares: NDArray[np.float64]
    all: NDArray[np.int64]
    part: NDArray[np.int64]


def _add_up(question: Question, blocks: Iterator[Ids]) -> _Total:
    """Rank every player's hand in every run-out, and add up what each takes."""
    seats, shares = len(question.seats), len(question.shares)
    total = _Total(np.zeros((seats, shares)), np.zeros(seats), np.zeros(seats, np.int64), np.zeros(seats, np.int64))
    unknown = [place for places in question.sets for place in places]
    known = np.array([max(card, 0) for card in question.known], dtype=np.uint8)[:, None]
    for block in blocks:
        deal = np.repeat(known, block.shape[1], axis=1)
        deal[unknown] = block
        taken = _taken(question, deal)
        whole = taken.sum(axis=1)
        total.by_share += taken.sum(axis=2)
        total.squares += (whole**2).sum(axis=1)
        total.all += (whole > 1 - 1e-9).sum(axis=1)
        total.part += ((whole > 0) & (whole <= 1 - 1e-9)).sum(axis=1)
    return total


def _taken(question: Question, deal: Ids) -> NDArray[np.float64]:
    """Return what each player takes by each share in each run-out, shape (players, shares, n)."""
    rankings = [share.ranking for share in question.shares]
    ranks = np.array([rank_hands(deal[seat.places], rankings, seat.fives) for seat in question.seats])
    for number, share in enumerate(question.shares):
        strike(ranks[:, number], share.ranking, share.qualifier)
    ranks[ranks == 0] = np.iinfo(np.uint16).max
    best = ranks.min(axis=0)
    claimed = best < np.iinfo(np.uint16).max
    wins = (ranks == best) & claimed
    parts: NDArray[np.float64] = wins / np.maximum(wins.sum(axis=0), 1) / claimed.sum(axis=0)
    return parts


def _results(total: _Total, run_outs: int, exact: bool) -> tuple[Equity, ...]:
    by_share = total.by_share / run_outs
    share = by_share.sum(axis=1)
    variance = np.maximum(total.squares / run_outs - share**2, 0)
    return tuple(
        Equity(
            share=float(share[i]),
            standard_error=0.0 if exact else sqrt(float(variance[i]) / run_outs),
            wins_all=float(total.all[i] / run_outs),
            wins_part=float(total.part[i] / run_outs),
            by_share=tuple(by_share[i].tolist()),
        )
        for i in range(len(share))
    )
