"""The search for leaks: a hand is told again with one thing changed that a viewer may not know.

Two cards that lie unseen are exchanged, or a secret answer for another.  What a viewer may know is counted here from
the rules (2.7 and the tables 4.4, 5.4, 6.4 and 7.4), never read off a view.
"""

import random
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from api.rules import events as e
from api.rules import play, seating
from api.rules.actions import Answer, Arrange, Declare, Discard, Draft, Keep, LegalArrange, LegalDeclare, LegalPlace
from api.rules.deck import DECK
from api.rules.drafting import drafted
from api.rules.games import GAMES
from api.rules.hand import Decision, Pile
from api.rules.legal import default_answer, legal
from api.rules.run import Games
from api.views import Viewer, event_view, preview_view, table_view
from api.words import Words
from tests.api.rules.timing import due, passes
from tests.fifth_game import PEEK
from tests.judging import evaluator
from tests.playing import NOW, Record, any_of, arrangement, deal, open_table, placings, shuffled

TEST_GAMES: Games = {**GAMES, PEEK.id: PEEK}
# At one step of a hand so many of its viewers look, drawn anew for each step.
LOOKING = 3


class Told(Struct, frozen=True):
    """One thing that was done: an answer to a decision, a player who goes, or `TIME_RUNS_OUT`."""

    player: int
    decision: int
    answer: Answer | None


TIME_RUNS_OUT = Told(0, 0, None)


class Story:
    """A hand that can be told again with another deck or another answer."""

    def __init__(self, seed: int, game: str, options: dict[str, Any], most: int = 5) -> None:
        rng = random.Random(seed)
        self.game, self.options = game, options
        most = min(most, TEST_GAMES[game].seats_max)
        self.stacks = [rng.choice([5, 30, 200]) for _ in range(rng.randint(2, most))]
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

    def tell_again(self, upto: int, swap: Mapping[str, str] | None = None, last: Told | None = None) -> Record:
        """The table after `upto` tellings, with cards exchanged, or with the last telling replaced."""
        swap = swap or {}
        record = self.begin(tuple(swap.get(card, card) for card in self.deck))
        told = self.told[:upto]
        for one in [*told[:-1], last] if last is not None else told:
            tell(record, swapped(one, swap))
        return record

    @staticmethod
    def _choose(record: Record, rng: random.Random) -> Told:
        hand = record.table.hand
        assert hand is not None
        waiting = [one for one in hand.open if one.answer is None]
        # What the hand does not wait for, a withdrawal, is drawn seldom, so that the hand gets somewhere.
        required = [one for one in waiting if one.required]
        decision = rng.choice(required if rng.random() < 0.8 else waiting)
        if rng.random() < 0.04:
            return TIME_RUNS_OUT
        if rng.random() < 0.02:
            return Told(decision.player, decision.number, None)
        return Told(decision.player, decision.number, any_of(rng, legal(record.games[hand.game], hand, decision)))


def swapped(told: Told, swap: Mapping[str, str]) -> Told:
    """The same telling where cards were exchanged: who arranges them puts the one where the other was."""
    if not isinstance(told.answer, Arrange):
        return told
    rows = tuple(tuple(swap.get(card, card) for card in row) for row in told.answer.rows)
    return Told(told.player, told.decision, Arrange(rows))


def tell(record: Record, told: Told) -> None:
    if told is TIME_RUNS_OUT:
        passes(record, due(record) or 0)
    elif told.answer is None:
        seat = next(chair.seat for chair in record.table.chairs if chair.player == told.player)
        record.act(lambda run: seating.leave(run, seat))
    else:
        record.act(lambda run: play.answer(run, told.player, told.decision, told.answer))


@cache
def words() -> Words:
    """The words of the real evaluator."""
    return Words(evaluator())


def seen_by(record: Record, viewer: Viewer) -> bytes:
    """Every byte that the viewer is sent: the table, all events from the first, and what a draft would make."""
    table = table_view(record.games, record.table, viewer, NOW.text, words().say)
    events = [event_view(event, viewer) for event in record.events]
    return msgspec.json.encode([table, events, previews(record, viewer)])


def previews(record: Record, viewer: Viewer) -> list[Any]:
    """What the default answer to each of the viewer's open choices would make."""
    hand = record.table.hand
    if hand is None or viewer.player is None or hand.over:
        return []
    game, shown = record.games[hand.game], []
    for one in hand.open:
        if one.player == viewer.player and one.answer is None and one.type in ("place", "keep", "arrange", "declare"):
            draft = msgspec.convert(msgspec.to_builtins(default_answer(game, hand, one)), Draft)
            player = drafted(record.games, record.table, viewer.player, one.number, draft)
            shown.append(preview_view(game, hand, player, draft, words().say))
    return shown


Known = tuple[str, tuple[str, ...]]


def may_know(record: Record, viewer: Viewer) -> list[Known]:
    """The cards a viewer may know, from the rules, each with where it is known from: what was dealt to the viewer,
    kept, placed, turned or shown, and of the board what has turned (2.7)."""
    known: list[Known] = []
    for at, stamped in enumerate(record.events):
        match stamped.what:
            case e.Dealt(seats=dealt):
                known += [(f"{at} {to.seat}", to.cards) for to in dealt if to.player == viewer.player]
            case e.Placed(seats=placed):
                known += [(f"{at} {by.seat}", into.cards) for by in placed for into in by.piles if seen(record, into)]
            case e.Turned(seats=turned, up=up):
                known += [(f"{at} {to.seat}", to.cards[:up]) for to in turned]
            case e.BoardTurned(piles=piles):
                known += [(f"{at} {pile.name}", cards_up(pile)) for pile in piles]
            case e.Counting(rows=rows):
                known += [(f"{at} {row.seat}", row.cards) for row in rows]
            case _:
                pass
    return known


def seen(record: Record, into: e.PlacedIn) -> bool:
    """Whether placed cards lie open: all but discarded ones, and those too where the house shows them (5.2)."""
    hand = record.table.hand
    assert hand is not None
    return into.pile != "discarded" or hand.options["discards"] == "shown"


def cards_up(pile: Pile) -> tuple[str, ...]:
    """The cards of the board's units that have turned."""
    return tuple(unit[at : at + 2] for unit in pile.cards[: pile.up] for at in range(0, len(unit), 2))


def viewers(story: Story) -> list[Viewer]:
    players = [Viewer(player=number + 1) for number in range(len(story.stacks))]
    return [Viewer(), Viewer(host=True), Viewer(invited=True), Viewer(player=1, host=True), *players]


def leaks(story: Story, rng: random.Random) -> list[str]:
    """Every exchange that changed what somebody saw, in words."""
    found = []
    for upto in range(len(story.told) + 1):
        record = story.tell_again(upto)
        looking = viewers(story)
        for viewer in rng.sample(looking, min(LOOKING, len(looking))):
            found += _card_leaks(story, upto, record, viewer, rng)
            found += _answer_leaks(story, upto, record, viewer, rng)
    return found


def _card_leaks(story: Story, upto: int, record: Record, viewer: Viewer, rng: random.Random) -> list[str]:
    known = may_know(record, viewer)
    for one, other in _exchanges(story, record, known, rng):
        again = story.tell_again(upto, {one: other, other: one})
        if may_know(again, viewer) != known:
            # Where rows turn by rank a card that has turned says something of those that have not (6.2).
            assert story.options.get("showing_order", "free") != "free", f"{one} and {other} were not unseen"
            continue
        if seen_by(again, viewer) != seen_by(record, viewer):
            return [f"step {upto}: {viewer} can tell {one} from {other}"]
        return []
    return []


def _exchanges(story: Story, record: Record, known: list[Known], rng: random.Random) -> Iterator[tuple[str, str]]:
    """A few pairs of unseen cards, of which the first has been dealt where any unseen one has."""
    seen_cards = {card for _, cards in known for card in cards}
    unseen = [card for card in DECK if card not in seen_cards]
    if len(unseen) < 2:
        return
    hand = record.table.hand
    assert hand is not None
    dealt = [card for card in story.deck[: hand.dealt] if card not in seen_cards] or unseen
    for _ in range(6):
        one = rng.choice(dealt)
        yield one, rng.choice([card for card in unseen if card != one])


def _answer_leaks(story: Story, upto: int, record: Record, viewer: Viewer, rng: random.Random) -> list[str]:
    """The last secret answer, if its step is still open and it is somebody else's, exchanged for another legal one."""
    hand = record.table.hand
    if hand is None or not upto:
        return []
    last = story.told[upto - 1]
    kept = next((one for one in hand.open if one.number == last.decision and one.answer is not None), None)
    if kept is None or kept.player == viewer.player or last.answer is None:
        return []
    for answer in _others(story, upto, kept, last.answer, rng):
        again = story.tell_again(upto, last=Told(last.player, last.decision, answer))
        if seen_by(again, viewer) != seen_by(record, viewer):
            return [f"step {upto}: {viewer} can tell {last.answer} from {answer}"]
    return []


def _others(story: Story, upto: int, decision: Decision, given: Answer, rng: random.Random) -> list[Answer]:
    """Other answers that the decision would have taken; of the many arrangements a few."""
    before = story.tell_again(upto - 1)
    hand = before.table.hand
    assert hand is not None
    asked = next(one for one in hand.open if one.number == decision.number)
    answers: list[Answer] = []
    match legal(before.games[hand.game], hand, asked):
        case (LegalPlace() as entry,):
            answers += placings(entry)
        case (LegalArrange(cards=cards) as entry,):
            answers += [arrangement(entry, rng.sample(cards, len(cards))) for _ in range(2)]
        case (LegalDeclare(ways=ways),):
            answers += [Declare(way) for way in ways]
        case _:
            answers += [Keep(), Discard()]
    return [answer for answer in answers if answer != given]
