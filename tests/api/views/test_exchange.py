"""What is hidden stays hidden, for every viewer, at every step of every game.

The search is in `exchanging.py`; that it finds leaks is shown in `test_planted_leaks.py`.
"""

import os
import random
from typing import Any

import pytest

from api.rules import play
from api.rules.actions import Arrange, Fold, Keep, Withdraw
from api.rules.deck import DECK
from api.views import Viewer, table_view
from tests.api.views.exchanging import TEST_GAMES, Story, leaks, seen_by, viewers
from tests.playing import NOW, Record, deal, open_table

HANDS = int(os.environ.get("REGRETS_EXCHANGE_HANDS", "5"))
SETUPS: list[tuple[str, dict[str, Any]]] = [
    ("ten-card-regrets", {"placing": "simultaneous", "limit": "fixed"}),
    ("ten-card-regrets", {"placing": "sequential", "limit": "none"}),
    ("ten-card-regrets", {"first_to_act": "best_exposed", "limit": "pot", "either_hand": "free"}),
    ("seven-card-regrets", {"discards": "hidden", "betting_after": "from_third"}),
    ("seven-card-regrets", {"discards": "shown", "betting_after": [4, 7], "limit": "none"}),
    ("seven-card-regrets", {"deciding": "sequential", "bring_in": "low_card", "betting_after": "from_second"}),
    ("henway", {"limit": "none"}),
    ("henway", {"declare": "on", "first_to_act": "best_exposed"}),
    ("henway", {"showing_order": "ascending", "declare": "on"}),
    ("henway", {"showing_order": "descending", "fixed_hands": "on", "limit": "none"}),
    ("real-poker", {}),
    ("real-poker", {"bet_after_declare": "on", "limit": "none", "no_declarer_half": "carry"}),
    ("peek", {"limit": "none"}),
]
IDS = [f"{game}-{'-'.join(map(str, options.values()))}" for game, options in SETUPS]


@pytest.mark.parametrize(("game", "options"), SETUPS, ids=IDS)
@pytest.mark.parametrize("seed", range(HANDS))
def test_nothing_unseen_reaches_a_viewer(seed: int, game: str, options: dict[str, Any]) -> None:
    """New cards are their owner's until they turn, discards, unturned rows and own cards for good, the board's backs
    everybody's; secret answers are nobody else's until all are in (2.7; 4.4, 5.4, 6.4, 7.4)."""
    assert leaks(Story(seed, game, options), random.Random(seed)) == []


def test_eight_players_and_a_full_board() -> None:
    """With every card of the deck in play, none that is unseen can be told from another (7.4; C9)."""
    story = next(story for seed in range(99) if len((story := Story(seed, "real-poker", {}, most=8)).stacks) == 8)
    assert leaks(story, random.Random(1)) == []


def answered(record: Record, seat: int, *answers: Any) -> None:
    """The seat answers one decision after another."""
    for answer in answers:
        hand = record.table.hand
        assert hand is not None
        decision = next(one for one in hand.open if one.seat == seat and one.answer is None)
        record.act(lambda run, decision=decision, answer=answer: play.answer(run, seat, decision.number, answer))


def test_a_late_viewer_sees_no_more_of_a_finished_hand() -> None:
    """Folded and unturned cards are never shown, not even when the hand is over (2.7)."""
    record = open_table([100, 100, 100], {}, "peek", TEST_GAMES)
    deal(record, DECK)
    answered(record, 2, Fold())
    answered(record, 3, Fold())
    view = table_view(TEST_GAMES, record.table, Viewer(), NOW.text)
    assert view["phase"]["code"] == "ended"
    assert {card for seat in view["seats"] for row in seat["rows"] for card in row["cards"]} == {"??"}


@pytest.mark.parametrize("game", ["henway", "real-poker"])
def test_who_wins_uncontested_shows_nothing(game: str) -> None:
    """A player whom nobody contested shows no card, and the board's backs stay backs (2.3; 7.3)."""
    record = open_table([100, 100], {}, game, TEST_GAMES)
    deal(record, DECK)
    if game == "henway":
        for seat in (2, 1):
            hand = record.table.hand
            assert hand is not None
            cards = next(player for player in hand.players if player.seat == seat).pile("new").cards
            answered(record, seat, Arrange((cards[:5], cards[5:])))
    answered(record, 2, Fold())
    view = table_view(TEST_GAMES, record.table, Viewer(), NOW.text)
    up = [card for seat in view["seats"] for row in seat["rows"] for card in row["cards"] if card != "??"]
    assert view["phase"]["code"] == "ended" and len(up) == (4 if game == "henway" else 0)
    assert {card for unit in view["board"] for card in unit["cards"]} <= {"??"}


def withdrawn(first: tuple[int, ...]) -> Record:
    """Three players; seat 2 arranges its cards in some order, withdraws, and arranges them as dealt."""
    record = open_table([100, 100, 100], {}, "henway", TEST_GAMES)
    deal(record, DECK)
    cards = DECK[0:30:3]
    other = tuple(cards[at] for at in first)
    answered(record, 2, Arrange((other[:5], other[5:])), Withdraw(), Arrange((cards[:5], cards[5:])))
    return record


def test_a_withdrawn_arrangement_is_nobodys_business() -> None:
    """What was arranged before a withdrawal is never told, neither at once nor when all have arranged (6.3)."""
    one, other = withdrawn((9, 8, 7, 6, 5, 4, 3, 2, 1, 0)), withdrawn((1, 3, 5, 7, 9, 0, 2, 4, 6, 8))
    for record in (one, other):
        for seat, start in ((3, 1), (1, 2)):
            cards = DECK[start:30:3]
            answered(record, seat, Arrange((cards[:5], cards[5:])))
    for viewer in (Viewer(), Viewer(host=True), Viewer(player=1), Viewer(player=3)):
        assert seen_by(one, viewer) == seen_by(other, viewer)


def test_the_card_of_a_player_with_five_is_seen_by_that_player_only() -> None:
    """The sixth card of who has kept five goes unseen to the discards; its player sees it (5.3; C15)."""
    record = open_table([100, 100], {"betting_after": "last_only"}, "seven-card-regrets", TEST_GAMES)
    deal(record, DECK)
    for _ in range(5):
        answered(record, 2, Keep())
        answered(record, 1, Keep())
    forced = (DECK[10], DECK[12])
    for viewer, sees in ((Viewer(player=2), True), (Viewer(player=1), False), (Viewer(host=True), False)):
        text = seen_by(record, viewer).decode()
        assert [f'"{card}"' in text for card in forced] == [sees, sees]


def test_everybody_looks() -> None:
    """Spectators, the invited, the host and every player, also one who is the host, are among those who look."""
    story = Story(0, "real-poker", {})
    assert len(viewers(story)) == len(story.stacks) + 4
