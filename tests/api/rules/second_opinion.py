"""A second opinion on a showdown: ranks by the evaluator's tables, the money by the plain implementation.

`tests/evaluator/plain_showdown.py` was written from the rules alone; here the core's question is put to it.
"""

from collections.abc import Iterator
from itertools import combinations, product
from math import inf

from api.rules.hand import Hand, winnings
from api.rules.questions import Contender, WhoWins, Wins
from evaluator.cards import parse_cards
from evaluator.rankings import RANKINGS
from evaluator.tables import best_five
from tests.evaluator.plain_showdown import Case, settle

PLAIN = {
    "both_tie": "tie_ok",
    "both_beaten_by": "any_declarer",
    "all_failed": "by_cards",
    "both_scope": "per_pot",
    "no_declarer_half": "other_way",
    "tie_share": "per_hand",
    "odd_chip_half": "high",
}


def agrees(hand: Hand, question: WhoWins, verdict: Wins) -> None:
    """Hold a verdict of the evaluator against the second opinion: the chips of each, and what is carried."""
    order = [str(player.seat) for player in hand.players]
    live = {str(contender.seat): contender for contender in question.contenders}
    declares = any(contender.declared for contender in question.contenders)
    case = Case(
        paid={str(player.seat): player.paid for player in hand.players},
        folded={seat for seat in order if seat not in live},
        order=order,
        rows={seat: _ranks(question, contender) for seat, contender in live.items()},
        declared={seat: contender.declared or "" for seat, contender in live.items()} if declares else None,
        options={**PLAIN, **dict(question.options)},
        carried_in=sum(owed.chips for owed in hand.carried),
    )
    settle(case)
    won = winnings(verdict.awards)
    assert {seat: won.get(int(seat), 0) for seat in order} == case.chips, "the second opinion pays otherwise"
    assert sum(award.carried for award in verdict.awards) == case.carried


def _ranks(question: WhoWins, contender: Contender) -> list[tuple[int | None, int | None]]:
    """Each row's class for high and for low, None where it does not play that way."""
    rankings = {share.name: share.ranking for share in question.shares}
    rows = []
    for row in contender.rows:
        hands = list(_hands(question, contender)) if question.patterns else [row.cards]
        high, low = (
            _best(hands, rankings[share]) if share in row.shares and share in rankings else None
            for share in ("high", "low")
        )
        rows.append((high, low))
    return rows


def _best(hands: list[tuple[str, ...]], ranking: str) -> int:
    best: float = inf
    for cards in hands:
        best = min(best, best_five(parse_cards(list(cards)), RANKINGS[ranking])[0])
    return int(best)


def _hands(question: WhoWins, contender: Contender) -> Iterator[tuple[str, ...]]:
    """Every five cards that the patterns allow, unit by unit."""
    units = dict(question.shared) | {row.pile: row.cards for row in contender.rows}
    for pattern in question.patterns:
        for chosen in product(*(combinations(units[pile], count) for pile, count in pattern)):
            text = "".join(unit for units_of_pile in chosen for unit in units_of_pile)
            yield tuple(text[at : at + 2] for at in range(0, len(text), 2))
