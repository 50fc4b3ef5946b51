"""A history tells its reader nothing that the hand did not: exchanging two cards the reader never saw changes no byte.

What a reader may know is counted from the rules (`tests/api/views/exchanging.py`); planted leaks are found.
"""

import os
import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from api.history.ohh import to_ohh
from api.history.phh import to_phh
from api.history.recording import recorded
from api.history.replaying import replayed
from api.history.text import to_text
from api.rules.deck import DECK
from api.views import Viewer, table_view
from api.views import event as event_views
from tests.api.history.hands import last_hand, told
from tests.api.views.exchanging import TEST_GAMES, Story, may_know, viewers
from tests.api.views.test_exchange import IDS, SETUPS
from tests.playing import NOW, Record

HANDS = int(os.environ.get("REGRETS_EXCHANGE_HANDS", "5"))
EXCHANGES = 4


def every_form(record: Record, viewer: Viewer) -> list[bytes]:
    """The last hand in every form in which the viewer can have it, the replay among them."""
    history = told(record, viewer, TEST_GAMES)
    game = TEST_GAMES[history.game]
    texts = (to_text(history, game), to_ohh(history, "1"), to_phh(history))
    stood = replayed(record.table, recorded(record.table), last_hand(record))
    views = [table_view(TEST_GAMES, table, viewer, NOW) for table in stood]
    return [msgspec.json.encode(history), *(text.encode() for text in texts), msgspec.json.encode(views)]


def leaks(story: Story, rng: random.Random) -> list[str]:
    """Every exchange that changed a byte of some form for somebody, in words."""
    found = []
    record = story.tell_again(len(story.told))
    for viewer in viewers(story):
        known = may_know(record, viewer)
        seen = {card for _, cards in known for card in cards}
        unseen = [card for card in DECK if card not in seen]
        assert record.table.hand is not None
        dealt = [card for card in story.deck[: record.table.hand.dealt] if card not in seen] or unseen
        for _ in range(EXCHANGES):
            one = rng.choice(dealt)
            other = rng.choice([card for card in unseen if card != one])
            again = story.tell_again(len(story.told), {one: other, other: one})
            if may_know(again, viewer) == known and every_form(again, viewer) != every_form(record, viewer):
                found.append(f"{viewer} can tell {one} from {other}")
    return found


@pytest.mark.parametrize(("game", "options"), SETUPS, ids=IDS)
@pytest.mark.parametrize("seed", range(HANDS))
def test_a_history_shows_nothing_unseen(seed: int, game: str, options: dict[str, Any]) -> None:
    """Mucked cards never, one's own always, others' only if they were shown (2.7)."""
    assert leaks(Story(seed, game, options), random.Random(seed)) == []


@pytest.mark.parametrize(("game", "options"), SETUPS, ids=IDS)
def test_a_history_shows_one_s_own_cards(game: str, options: dict[str, Any]) -> None:
    """Every card that a player was dealt, folded or not, stands in that player's history."""
    story = Story(2, game, options)
    record = story.tell_again(len(story.told))
    for viewer in viewers(story)[2:]:
        own = {card for where, cards in may_know(record, viewer) for card in cards}
        for form in every_form(record, viewer):
            assert {card for card in own if card.encode() not in form} == set()


def cards_shown_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_views, "cards_view", lambda pile, own: list(pile.cards))


def rows_shown_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        event_views,
        "_rows",
        lambda rows, player, viewer: [{"name": into.pile, "cards": list(into.cards)} for into in rows],
    )


def board_shown_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_views, "units_view", lambda pile: [{"group": pile.name, "cards": list(pile.cards)}])


@pytest.mark.parametrize(
    ("plant", "game"),
    [
        (cards_shown_to_all, "seven-card-regrets"),
        (cards_shown_to_all, "peek"),
        (rows_shown_to_all, "henway"),
        (rows_shown_to_all, "seven-card-regrets"),
        (board_shown_to_all, "real-poker"),
    ],
)
def test_a_planted_leak_is_found(
    plant: Callable[[pytest.MonkeyPatch], None], game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A search that cannot find a leak would prove nothing."""
    plant(monkeypatch)
    assert any(leaks(Story(seed, game, {}), random.Random(seed)) for seed in range(1, 9))
