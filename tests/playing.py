"""Tables played in the core alone: open, sit, deal, answer, and an answer drawn at random from what is legal."""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from api.rules import dealing, play, seating
from api.rules import events as e
from api.rules.actions import (
    Announce,
    Answer,
    Arrange,
    Bet,
    BringIn,
    Call,
    Check,
    Declare,
    Discard,
    Fold,
    Keep,
    Legal,
    LegalAnnounce,
    LegalArrange,
    LegalBet,
    LegalBringIn,
    LegalCall,
    LegalCheck,
    LegalDeclare,
    LegalDiscard,
    LegalFold,
    LegalKeep,
    LegalPlace,
    LegalRaise,
    LegalWithdraw,
    Place,
    Raise,
    Withdraw,
)
from api.rules.deck import DECK
from api.rules.games import GAMES
from api.rules.hand import Award, Winner
from api.rules.questions import Leads, Question, Verdict, WhoLeads, Wins
from api.rules.run import Games, Moment, Run
from api.rules.standing import question_of
from api.rules.table import Table

NOW = Moment(1767323045678, "2026-01-02T03:04:05.678Z")


Judge = Callable[[Question], Verdict]


class Record:
    """A table with every event that made it, changed only through `act`.  Without a judge it stands still at
    questions."""

    judge: Judge | None
    # The moment at which everything happens, until a test puts it forward.
    now: Moment = NOW

    def __init__(self, run: Run) -> None:
        self.judge = first_come
        self.table: Table = run.table
        self.games: Games = run.games
        self.events: list[e.Stamped] = list(run.events)
        self.deck: tuple[str, ...] = ()

    def act(self, what: Callable[[Run], Any]) -> Any:
        """Let something happen, settle what the table asks, and keep the outcome; a refusal changes nothing."""
        run = Run(self.table, self.games, self.now, self.deck)
        result = what(run)
        while self.judge is not None and (question := question_of(self.games, run.table)) is not None:
            play.settle(run, question, self.judge(question))
        self.table = run.table
        self.events += run.events
        return result


def first_come(question: Question) -> Verdict:
    """A verdict that needs no evaluator: the first exposed hand leads, the first eligible seat wins each pot."""
    if isinstance(question, WhoLeads):
        return Leads(tuple(range(1, len(question.seats) + 1)))
    return Wins(
        tuple(
            Award(number, pot.amount, None, pot.amount, (Winner(pot.eligible[0], pot.amount),), "first come")
            for number, pot in enumerate(question.pots, 1)
        )
    )


def open_table(
    stacks: Iterable[int],
    options: Mapping[str, Any] | None = None,
    game: str = "ten-card-regrets",
    games: Games = GAMES,
) -> Record:
    """A table with players A, B, C... who bought those stacks, in seats 1, 2, 3..."""
    opened = e.Opened(
        "t", "Test", game, tuple((options or {}).items()), games[game].seats_max, 1, 1_000_000, rigged=False
    )
    record = Record(seating.open_table(opened, games, NOW))
    for name, chips in zip("ABCDEFGH", stacks, strict=False):
        record.act(lambda run, name=name, chips=chips: seating.sit(run, name, chips, None))
    return record


def deal(record: Record, deck: tuple[str, ...], options: Mapping[str, Any] | None = None) -> None:
    """Start a hand from that deck."""
    record.deck = deck
    record.act(lambda run: dealing.start_hand(run, options or {}, rigged=False))


def shuffled(rng: random.Random) -> tuple[str, ...]:
    """The 52 cards in the order that this generator gives them."""
    deck = list(DECK)
    rng.shuffle(deck)
    return tuple(deck)


def any_of(rng: random.Random, legal: tuple[Legal, ...]) -> Answer:
    """One of the legal answers; folding is drawn seldom, so that hands get somewhere."""
    entry = rng.choice([entry for entry in legal if not isinstance(entry, LegalFold) or rng.random() < 0.3] or legal)
    match entry:
        case LegalFold():
            return Fold()
        case LegalCheck():
            return Check()
        case LegalCall():
            return Call()
        case LegalBet():
            return Bet(_amount(rng, entry.min_to, entry.max_to))
        case LegalRaise():
            return Raise(_amount(rng, entry.min_to, entry.max_to))
        case LegalBringIn():
            return BringIn()
        case _:
            return _any_choice(rng, entry)


def _any_choice(rng: random.Random, entry: Legal) -> Answer:
    match entry:
        case LegalPlace():
            return rng.choice(placings(entry))
        case LegalKeep():
            return Keep()
        case LegalDiscard():
            return Discard()
        case LegalArrange(cards=cards):
            return arrangement(entry, rng.sample(cards, len(cards)))
        case LegalWithdraw():
            return Withdraw()
        case LegalDeclare(ways=ways):
            return Declare(rng.choice(ways))
        case LegalAnnounce(games=games):
            return Announce(rng.choice(games))
        case _:
            raise AssertionError(f"{entry} is no choice")


def arrangement(entry: LegalArrange, cards: Sequence[str]) -> Arrange:
    """These cards in rows of the sizes that the entry asks for."""
    rest = iter(cards)
    return Arrange(tuple(tuple(islice(rest, row.size)) for row in entry.rows.values()))


def _amount(rng: random.Random, least: int, most: int) -> int:
    return rng.choice([least, most, rng.randint(least, most)])


def placings(entry: LegalPlace) -> list[Place]:
    """Every placing that the entry allows."""
    chosen: list[tuple[str, ...]] = [()]
    for _ in entry.cards:
        chosen = [(*rows, row) for rows in chosen for row, room in entry.rows.items() if rows.count(row) < room.room]
    return [Place(rows) for rows in chosen]
