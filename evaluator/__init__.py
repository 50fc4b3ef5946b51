"""Scores high and low poker hands and resolves showdowns; knows the name of no game.

As a service it is `evaluator.app.create_app`; as a library it is the names below.
"""

from evaluator.cards import CODES, parse_cards
from evaluator.hands import Hand
from evaluator.library import best_hand, best_ranks, equities, exposed_order, ranks, score, settle, showing
from evaluator.rankings import RANKINGS
from evaluator.refusals import Refusal

__all__ = [
    "CODES",
    "RANKINGS",
    "Hand",
    "Refusal",
    "best_hand",
    "best_ranks",
    "equities",
    "exposed_order",
    "parse_cards",
    "ranks",
    "score",
    "settle",
    "showing",
]
