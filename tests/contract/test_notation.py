"""One notation for cards: the document's, the game API's and the evaluator's."""

from __future__ import annotations

import re
from itertools import product

from api.http.schemas import CARD
from api.rules.deck import DECK, HIDDEN
from evaluator.app import create_app
from tests.contract import spec


def written() -> list[str]:
    """Every text of two characters that the document calls a card."""
    pattern = spec.document()["components"]["schemas"]["Card"]["pattern"]
    letters = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ?"
    return [a + b for a, b in product(letters, letters) if re.search(pattern, a + b)]


def test_the_document_has_52_cards() -> None:
    """Thirteen ranks in four suits, and nothing more or less."""
    assert len(written()) == 52
    assert re.search(spec.document()["components"]["schemas"]["Card"]["pattern"], "10h") is None


def test_the_game_api_deals_those_cards() -> None:
    """Its deck and its requests know the same 52 codes, and the code of a hidden card is none of them."""
    assert sorted(DECK) == sorted(written())
    assert spec.document()["components"]["schemas"]["Card"]["pattern"] == CARD
    assert HIDDEN not in DECK
    assert spec.faults({"$ref": "#/components/schemas/CardSeen"}, HIDDEN) == []


def test_the_evaluator_reads_and_writes_those_cards() -> None:
    """Every code is read, and comes back as it was written."""
    cards = written()
    hands = [cards[at : at + 5] for at in range(0, 50, 5)] + [cards[47:]]
    reply = create_app().test_client().post("/v1/evaluations", json={"hands": hands})
    assert [sorted(result["high"]["cards"]) for result in reply.json["results"]] == [sorted(hand) for hand in hands]
