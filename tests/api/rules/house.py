"""Tables of the games that keep, arrange and declare, and what saves words at them.

A `House` is a `Sitting` of any game, or of several: seats 1, 2, 3..., of which seat 1 deals the first hand.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from api.rules import dealing, play, seating
from api.rules import events as e
from api.rules.actions import Announce, Answer, Arrange, BringIn, Call, Declare, Discard, Keep, Withdraw
from api.rules.deck import DECK
from api.rules.games import GAMES
from api.rules.hand import Decision
from api.rules.questions import Question, Verdict, WhoWins
from tests.api.rules.builders import Sitting, deck_of, real_judge
from tests.playing import NOW, Judge

SEVEN_CARD = GAMES["seven-card-regrets"]
HENWAY = GAMES["henway"]
REAL_POKER = GAMES["real-poker"]


class House(Sitting):
    """A table of one game or of several; see `house`."""

    def __init__(
        self, stacks: Sequence[int], judge: Judge | None, names: Sequence[str], choice: str, after: int, options: Any
    ) -> None:
        most = min(GAMES[name].seats_max for name in names)
        opened = e.Opened(
            *("t", "Test", names[0], tuple(options.items()), most, 1, 1_000_000, False, tuple(names), choice, after)
        )
        run = seating.open_table(opened, GAMES, NOW)
        self.table, self.games, self.events, self.deck = run.table, GAMES, list(run.events), DECK
        self.put: list[Question] = []
        self.judge = None if judge is None else self._noting(judge)
        for name, chips in zip("ABCDEFGH", stacks, strict=False):
            self.sits(name, chips)

    def _noting(self, judge: Judge) -> Judge:
        def answer(question: Question) -> Verdict:
            self.put.append(question)
            return judge(question)

        return answer

    @property
    def showdown(self) -> WhoWins:
        """The question of the last showdown, as it was put."""
        return [question for question in self.put if isinstance(question, WhoWins)][-1]

    # What can be done.

    def keeps(self, *seats: int) -> "House":
        return self._each(seats, Keep())

    def discards(self, *seats: int) -> "House":
        return self._each(seats, Discard())

    def _each(self, seats: Iterable[int], answer: Any) -> "House":
        for seat in seats:
            self.answers(seat, answer)
        return self

    def arranges(self, seat: int, *rows: str) -> None:
        """Set the ten cards in two rows: `arranges(2, "As Ks Qs Js Ts", "7h 5d 4c 3h 2c")`."""
        self.answers(seat, Arrange(tuple(tuple(row.split()) for row in rows)))

    def withdraws(self, seat: int) -> None:
        self.answers(seat, Withdraw())

    def declares(self, **ways: str) -> "House":
        """Everybody by name, in the order given: `declares(B="high", A="both")`."""
        for name, way in ways.items():
            self.answers("ABCDEFGH".index(name) + 1, Declare(way))
        return self

    def brings_in(self, seat: int) -> None:
        self.answers(seat, BringIn())

    def announces(self, game: str, **options: Any) -> "House":
        """Answer as the dealer who is asked for a game."""
        announcing = self.table.announcing
        assert announcing is not None
        given = Announce(game, tuple(options.items()))
        self.act(lambda run: play.answer(run, announcing.decision.player, announcing.decision.number, given))
        return self

    # What saves words.

    def play_on(self, until: Callable[["House"], bool] = lambda table: False) -> "House":
        """Choose as the clock would, check and call, until something is so or nobody is asked."""
        while not until(self):
            waiting = [(seat, one) for seat, one in self.asked.items() if one.required]
            if not waiting:
                return self
            seat, decision = waiting[0]
            self.answers(seat, self._calm(seat, decision))
        return self

    def _calm(self, seat: int, decision: Decision) -> Answer:
        """A call where a bet is to be called, else what the clock would answer: a check, a bring-in, a choice."""
        return Call() if "call" in self.may(seat) else self._default(decision)

    def to_round(self, number: int) -> "House":
        """Up to the first turn of that betting round."""
        return self.play_on(lambda table: table.to_act is not None and table.hand.rounds == number)

    def to_choice(self, kind: str) -> "House":
        """Up to the next decision of that type."""
        return self.play_on(lambda table: any(one.type == kind for one in table.asked.values()))

    def to_the_end(self) -> "House":
        return self.play_on()

    def hand_after_hand(self, count: int) -> "House":
        """Deal that many hands and play each to its end."""
        for _ in range(count):
            self.act(lambda run: dealing.start_hand(run, {}, rigged=False))
            self.to_the_end()
        return self

    @property
    def got(self) -> dict[int, int]:
        """What each winner receives of all awards of the hand, by seat."""
        won: dict[int, int] = {}
        for award in self.hand.awards:
            for winner in award.winners:
                won[winner.seat] = won.get(winner.seat, 0) + winner.chips
        return won

    @property
    def carried(self) -> int:
        """Chips that lie on the table for the next hand."""
        return sum(owed.chips for owed in self.table.carried)


def house(*stacks: int, games: Sequence[str], judge: Judge | None = real_judge, **options: Any) -> House:
    """A table with these stacks; `choice` and `after` go with several games."""
    choice, after = options.pop("choice", "fixed"), options.pop("after", 1)
    return House(stacks, judge, tuple(games), choice, after, options)


def seven_card(*stacks: int, judge: Judge | None = real_judge, **options: Any) -> House:
    """A table of Seven-Card Regrets, no hand dealt yet."""
    return house(*stacks, games=[SEVEN_CARD.id], judge=judge, **options)


def henway(*stacks: int, judge: Judge | None = real_judge, **options: Any) -> House:
    """A table of Henway, no hand dealt yet."""
    return house(*stacks, games=[HENWAY.id], judge=judge, **options)


def real_poker(*stacks: int, judge: Judge | None = real_judge, **options: Any) -> House:
    """A table of Real Poker, no hand dealt yet."""
    return house(*stacks, games=[REAL_POKER.id], judge=judge, **options)


def one_by_one(*players: str, board: str = "") -> tuple[str, ...]:
    """The deck that deals these cards to the players, one card at a time; the first sits left of the dealer, the last
    deals.  `board` comes after them."""
    rounds = zip(*(cards.split() for cards in players), strict=True)
    return deck_of(*(card for cards in rounds for card in cards), board)
