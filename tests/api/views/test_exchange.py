"""What is hidden stays hidden, for every viewer, at every step.

A hand is played, and played again with one thing changed that a viewer may not know: two cards that lie unseen, or a
secret answer.  Every byte of the viewer's table and events must stay the same.  What a viewer may know is counted
here from the rules (section 4.4 and 2.7 of the rules), never read off a view; and leaks planted on purpose must be
found, or the test finds nothing.
"""

import os
import random
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from api.rules import events as e
from api.rules import play, seating
from api.rules.actions import Answer, Fold, LegalPlace, Place
from api.rules.deck import DECK
from api.rules.games import GAMES
from api.rules.hand import Decision
from api.rules.legal import legal
from api.rules.run import Games
from api.views import Viewer, event_view, table_view
from api.views import event as event_views
from api.views import table as table_views
from tests.fifth_game import PEEK
from tests.playing import NOW, Record, any_of, deal, open_table, placings, shuffled

HANDS = int(os.environ.get("REGRETS_EXCHANGE_HANDS", "8"))
TEST_GAMES: Games = {**GAMES, PEEK.id: PEEK}
SETUPS = [
    ("ten-card-regrets", {"placing": "simultaneous", "limit": "fixed"}),
    ("ten-card-regrets", {"placing": "sequential", "limit": "none"}),
    ("ten-card-regrets", {"first_to_act": "best_exposed", "limit": "pot", "either_hand": "free"}),
    ("peek", {"limit": "none"}),
]


class Told(Struct, frozen=True):
    """One thing that was done: an answer to a decision, or a player who goes."""

    player: int
    decision: int
    answer: Answer | None


class Story:
    """A hand that can be told again with another deck or another answer."""

    def __init__(self, seed: int, game: str, options: dict[str, Any]) -> None:
        rng = random.Random(seed)
        self.game, self.options = game, options
        self.stacks = [rng.choice([5, 30, 200]) for _ in range(rng.randint(2, 5))]
        self.deck = shuffled(rng)
        self.told: list[Told] = []
        record = self.begin(self.deck)
        while record.table.hand is not None and not record.table.hand.over:
            told = self._choose(record, rng)
            self.told.append(told)
            tell(record, told)

    def begin(self, deck: tuple[str, ...]) -> Record:
        record = open_table(self.stacks, self.options, self.game, TEST_GAMES)
        deal(record, deck)
        return record

    def tell_again(self, upto: int, deck: tuple[str, ...] | None = None, last: Told | None = None) -> Record:
        """The table after `upto` tellings, with another deck, or with the last telling replaced."""
        record = self.begin(deck or self.deck)
        told = self.told[:upto]
        for one in [*told[:-1], last] if last is not None else told:
            tell(record, one)
        return record

    @staticmethod
    def _choose(record: Record, rng: random.Random) -> Told:
        hand = record.table.hand
        assert hand is not None
        decision = rng.choice([one for one in hand.open if one.answer is None])
        if rng.random() < 0.02:
            return Told(decision.player, decision.number, None)
        return Told(decision.player, decision.number, any_of(rng, legal(record.games[hand.game], hand, decision)))


def tell(record: Record, told: Told) -> None:
    if told.answer is None:
        seat = next(chair.seat for chair in record.table.chairs if chair.player == told.player)
        record.act(lambda run: seating.leave(run, seat))
    else:
        record.act(lambda run: play.answer(run, told.player, told.decision, told.answer))


def seen_by(record: Record, viewer: Viewer) -> bytes:
    """Every byte that the viewer is sent: the table, and all events from the first."""
    table = table_view(record.games, record.table, viewer, NOW)
    events = [event_view(event, viewer) for event in record.events]
    return msgspec.json.encode([table, events])


def may_know(record: Record, viewer: Viewer) -> set[str]:
    """The cards a viewer may know, from the rules: what was dealt to the viewer, placed in a row, turned, or shown
    at the showdown (4.4, 2.7)."""
    known: set[str] = set()
    for stamped in record.events:
        match stamped.what:
            case e.Dealt(seats=dealt):
                known |= {card for to in dealt if to.player == viewer.player for card in to.cards}
            case e.Placed(seats=placed):
                known |= {card for by in placed for into in by.piles for card in into.cards}
            case e.Turned(seats=turned, up=up):
                known |= {card for to in turned for card in to.cards[:up]}
            case e.Counting(rows=rows):
                known |= {card for row in rows for card in row.cards}
            case _:
                pass
    return known


def viewers(story: Story) -> Iterator[Viewer]:
    yield Viewer()
    yield Viewer(host=True)
    yield from (Viewer(player=number + 1) for number in range(len(story.stacks)))


def leaks(story: Story, rng: random.Random) -> list[str]:
    """Every exchange that changed what somebody saw, in words."""
    found = []
    for upto in range(len(story.told) + 1):
        record = story.tell_again(upto)
        for viewer in viewers(story):
            found += _card_leaks(story, upto, record, viewer, rng)
            found += _answer_leaks(story, upto, record, viewer)
    return found


def _card_leaks(story: Story, upto: int, record: Record, viewer: Viewer, rng: random.Random) -> list[str]:
    known = may_know(record, viewer)
    unseen = [card for card in DECK if card not in known]
    hand = record.table.hand
    assert hand is not None
    dealt_unseen = [card for card in story.deck[: hand.dealt] if card not in known] or unseen
    one = rng.choice(dealt_unseen)
    other = rng.choice([card for card in unseen if card != one])
    swap = {one: other, other: one}
    deck = tuple(swap.get(card, card) for card in story.deck)
    if seen_by(story.tell_again(upto, deck), viewer) == seen_by(record, viewer):
        return []
    return [f"step {upto}: {viewer} can tell {one} from {other}"]


def _answer_leaks(story: Story, upto: int, record: Record, viewer: Viewer) -> list[str]:
    """The last secret answer, if its step is still open and it is somebody else's, exchanged for another legal one."""
    hand = record.table.hand
    if hand is None or not upto:
        return []
    last = story.told[upto - 1]
    kept = next((one for one in hand.open if one.number == last.decision and one.answer is not None), None)
    if kept is None or kept.player == viewer.player or last.answer is None:
        return []
    for answer in _others(story, upto, kept, last.answer):
        again = story.tell_again(upto, last=Told(last.player, last.decision, answer))
        if seen_by(again, viewer) != seen_by(record, viewer):
            return [f"step {upto}: {viewer} can tell {last.answer} from {answer}"]
    return []


def _others(story: Story, upto: int, decision: Decision, given: Answer) -> list[Place]:
    before = story.tell_again(upto - 1)
    hand = before.table.hand
    assert hand is not None
    asked = next(one for one in hand.open if one.number == decision.number)
    (entry,) = legal(before.games[hand.game], hand, asked)
    assert isinstance(entry, LegalPlace)
    return [answer for answer in placings(entry) if answer != given]


@pytest.mark.parametrize(("game", "options"), SETUPS)
@pytest.mark.parametrize("seed", range(HANDS))
def test_nothing_unseen_reaches_a_viewer(seed: int, game: str, options: dict[str, Any]) -> None:
    """New cards are seen by their owner only until they turn; placed cards by all; the deck by nobody (4.4, 2.7)."""
    assert leaks(Story(seed, game, options), random.Random(seed)) == []


def test_a_late_viewer_sees_no_more_of_a_finished_hand() -> None:
    """Folded and unturned cards are never shown, not even when the hand is over (2.7)."""
    record = open_table([100, 100, 100], {}, "peek", TEST_GAMES)
    deal(record, DECK)
    for _ in range(2):
        hand = record.table.hand
        assert hand is not None
        (decision,) = hand.open
        record.act(lambda run, decision=decision: play.answer(run, decision.player, decision.number, Fold()))
    view = table_view(TEST_GAMES, record.table, Viewer(), NOW)
    assert view["phase"]["code"] == "ended"
    assert {card for seat in view["seats"] for row in seat["rows"] for card in row["cards"]} == {"??"}


# Leaks planted on purpose: each must be found by the very search that finds none above.

Plant = Callable[[pytest.MonkeyPatch], None]


def _cards_shown_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (table_views, event_views):
        monkeypatch.setattr(module, "cards_view", lambda pile, own: list(pile.cards))


def _cards_in_rank_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Backs only, but the seats stand in the order of their hidden cards."""
    shown = table_views._seats

    def in_order(game: Any, table: Any, viewer: Viewer) -> Any:
        hidden = {player.seat: player.pile("new").cards for player in table.hand.players}
        return sorted(shown(game, table, viewer), key=lambda seat: hidden.get(seat["seat"], ()))

    monkeypatch.setattr(table_views, "_seats", in_order)


def _choices_shown_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    hidden = event_views._card_face

    def face(event: Any, viewer: Viewer) -> Any:
        shown = hidden(event, viewer)
        if isinstance(event, e.Chosen):
            shown = {**shown, "rows": event.answer.rows}
        return shown

    monkeypatch.setattr(event_views, "_card_face", face)


def _decisions_shown_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        table_views,
        "_decisions",
        lambda game, hand, viewer: [table_views._decision(game, hand, one) for one in hand.open],
    )


def _length_of_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not the answer, only how often its first row was chosen."""
    honest = table_views._seat

    def seat(game: Any, hand: Any, chair: Any, player: Any, viewer: Viewer, over: bool) -> Any:
        shown = honest(game, hand, chair, player, viewer, over)
        for one in hand.open:
            if one.seat == chair.seat and isinstance(one.answer, Place):
                shown["has_chosen"] = one.answer.rows.count("right")
        return shown

    monkeypatch.setattr(table_views, "_seat", seat)


@pytest.mark.parametrize(
    "plant",
    [
        _cards_shown_to_all,
        _cards_in_rank_order,
        _choices_shown_to_all,
        _decisions_shown_to_all,
        _length_of_the_answer,
    ],
)
def test_a_planted_leak_is_found(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that cannot find a leak would prove nothing."""
    story = Story(1, "ten-card-regrets", {})
    plant(monkeypatch)
    assert leaks(story, random.Random(1)) != []
