"""The 52 card codes, and the check that a deck holds each of them once.

The notation's home is `openapi.yaml`; what cards are worth is the evaluator's to say.
"""

from collections.abc import Sequence

from api.rules.refusals import BadDeck

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK: tuple[str, ...] = tuple(rank + suit for rank in RANKS for suit in SUITS)
HIDDEN = "??"

_KNOWN = frozenset(DECK)
_ACE_LOW = {card: ("A" + RANKS).index(card[0]) for card in DECK}


def ace_low(card: str) -> int:
    """The place of a card's rank when the ace is the lowest: 0 for an ace, 12 for a king."""
    return _ACE_LOW[card]


def ace_high(card: str) -> int:
    """The place of a card in the deck's own order, the ace highest; suits only fix the order of equal ranks."""
    return DECK.index(card)


def check_deck(cards: Sequence[str]) -> tuple[str, ...]:
    """The deck as a tuple, once it is known to hold all 52 cards; raises BadDeck with the place of the fault."""
    seen: dict[str, int] = {}
    for place, card in enumerate(cards):
        if card not in _KNOWN:
            raise BadDeck(f"card {place + 1} of the deck, {card!r}, is not a card", position=place)
        if card in seen:
            raise BadDeck(
                f"{card} stands twice in the deck, as card {seen[card] + 1} and card {place + 1}",
                position=place,
            )
        seen[card] = place
    if len(cards) != len(DECK):
        raise BadDeck(f"a deck holds 52 cards, this one {len(cards)}", position=len(cards))
    return tuple(cards)
