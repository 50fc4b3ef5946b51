"""Hand: one hand of one game as a frozen value, and what can be read off it.

Players stand clockwise from the dealer's left, which is the order of the deal, of odd chips and of first action.
What the bets already say (the current bet, who is all-in, who must act) is computed; `Betting` and the round facts
of a `Player` hold only what they do not say.  Secrets belong to a player number, never to a chair.
"""

from msgspec import Struct
from msgspec.structs import replace

from api.rules.actions import Answer
from api.rules.limits import Limit
from api.rules.options import Announced


class Pile(Struct, frozen=True, gc=False):
    """Cards of one player, or of the board, under one name; the first `up` lie face up.

    On the board an entry of `cards` is a unit, which may be two cards that are turned and used together.
    """

    name: str
    cards: tuple[str, ...] = ()
    up: int = 0


class LastAction(Struct, frozen=True, gc=False):
    """The last thing that a player did in the betting: the bet of that `round` became `to`, which cost `adds`."""

    type: str
    to: int
    adds: int
    round: int


class Player(Struct, frozen=True, gc=False):
    """A seat dealt into the hand; chips behind, chips paid in the hand, and chips bet in this round."""

    seat: int
    player: int
    name: str
    chips: int
    paid: int = 0
    bet: int = 0
    folded: bool = False
    # Left the table or sat out: folded at its next betting decision (2.5).
    away: bool = False
    piles: tuple[Pile, ...] = ()
    # What the current bet was when this player last acted in the round; None before that.  The bets alone do not
    # show it, and it decides whether the betting has been reopened (2.3).
    level: int | None = None
    # Has checked in this round, which forbids a raise where check-raise is off.
    checked: bool = False
    declared: str | None = None
    # For views only: what was paid does not say whether it was a call or a raise.
    last_action: LastAction | None = None

    @property
    def live(self) -> bool:
        return not self.folded

    @property
    def able(self) -> bool:
        """Able to bet: live and with chips behind."""
        return not self.folded and self.chips > 0

    def pile(self, name: str) -> Pile:
        """The pile of that name, empty if nothing has come to it yet."""
        for pile in self.piles:
            if pile.name == name:
                return pile
        return Pile(name)

    def with_pile(self, pile: Pile) -> "Player":
        """The same player with that pile put in place of the one of its name."""
        others = self.piles
        for at, known in enumerate(others):
            if known.name == pile.name:
                return replace(self, piles=(*others[:at], pile, *others[at + 1 :]))
        return replace(self, piles=(*others, pile))


class Betting(Struct, frozen=True, gc=False):
    """The facts of a betting round that its bets do not show.

    `turn` is the index of the player to act; `full_at` the total at which the last full
    bet or raise stood, `full` its size; `raises` counts full raises; `capped` says that the cap was reached while
    more than two could bet.
    """

    limit: Limit
    turn: int
    full: int
    full_at: int = 0
    raises: int = 0
    capped: bool = False
    # A forced bet that the first to act must make, or make full.
    bring_in: int = 0


class Timer(Struct, frozen=True, gc=False):
    """The time that a seat is given, in milliseconds since 1970: from `since_ms` to `deadline_ms`.

    Where the seat draws on its time bank, that began at `bank_from_ms`, and the deadline is the bank's end.
    """

    since_ms: int
    deadline_ms: int
    bank_from_ms: int | None = None

    def later(self, by_ms: int) -> "Timer":
        """The same time, as much later."""
        began = self.bank_from_ms
        return Timer(self.since_ms + by_ms, self.deadline_ms + by_ms, None if began is None else began + by_ms)


class Decision(Struct, frozen=True, gc=False):
    """A numbered question to one seat, open until it is answered or closed.

    A secret answer waits here until its step closes.  The hand does not wait for a decision that is not `required`.
    Without a `timer` no clock runs.
    """

    number: int
    seat: int
    player: int
    type: str
    secret: bool = False
    required: bool = True
    answer: Answer | None = None
    timer: Timer | None = None


class Answered(Struct, frozen=True, gc=False):
    """An answer that was taken, kept so that the same answer may safely be sent again."""

    number: int
    player: int
    answer: Answer


class Combination(Struct, frozen=True, gc=False):
    """The five cards of a winning or beaten hand as the evaluator describes them; rank 1 is the best of `of`."""

    rank: int
    of: int
    category: str
    cards: tuple[str, ...]
    text: str


class Winner(Struct, frozen=True, gc=False):
    """What one row, or with `row` None one player nobody contested, receives of an award."""

    seat: int
    chips: int
    row: int | None = None
    odd: int = 0
    hand: Combination | None = None


class Beaten(Struct, frozen=True, gc=False):
    """The best row of a player who competed for an award and did not win it."""

    seat: int
    row: int
    hand: Combination


class Failed(Struct, frozen=True, gc=False):
    """A player who declared both ways and takes no part of a pot, and whose hand put them out."""

    pot: int
    seat: int
    share: str
    beaten_by: int
    how: str
    text: str


class Owed(Struct, frozen=True, gc=False):
    """Chips carried into a later hand, and the player who would get them back."""

    player: int
    chips: int


class Award(Struct, frozen=True, gc=False):
    """One share of one pot: `amount` is the pot, `part` what this share of it comes to, `carried` what of that is
    left for the next hand."""

    pot: int
    amount: int
    share: str | None
    part: int
    winners: tuple[Winner, ...]
    text: str
    beaten: tuple[Beaten, ...] = ()
    carried: int = 0


class Hand(Struct, frozen=True, gc=False):
    """One hand from the antes to the award.

    `step` is the place in the script that is walked next or waited in.
    """

    number: int
    game: str
    options: Announced
    dealer: int
    players: tuple[Player, ...]
    board: tuple[Pile, ...] = ()
    # What the hand before left for this one's first pot.
    carried: tuple[Owed, ...] = ()
    step: int = 0
    rounds: int = 0
    dealt: int = 0
    betting: Betting | None = None
    # The seat of the last bet or raise of the hand, for the option that lets it act first in the next round.
    aggressor: int | None = None
    open: tuple[Decision, ...] = ()
    answered: tuple[Answered, ...] = ()
    counting: bool = False
    awards: tuple[Award, ...] = ()
    failed: tuple[Failed, ...] = ()
    void: bool = False
    rulings: tuple[str, ...] = ()
    returned: tuple[tuple[int, int], ...] = ()
    awarded: bool = False
    over: bool = False
    rigged: bool = False
    # The number of the event that began it: the hand itself does not show where its events lie among the table's.
    first: int = 0


def index_of(hand: Hand, seat: int) -> int:
    """Where the seat stands clockwise from the dealer's left; raises LookupError for a seat not dealt in."""
    for at, player in enumerate(hand.players):
        if player.seat == seat:
            return at
    raise LookupError(seat)


def player_at(hand: Hand, seat: int) -> Player | None:
    """The player dealt in at that seat, or None."""
    return next((player for player in hand.players if player.seat == seat), None)


def put(hand: Hand, at: int, player: Player) -> tuple[Player, ...]:
    """The hand's players with one of them replaced."""
    players = hand.players
    return (*players[:at], player, *players[at + 1 :])


def board_pile(hand: Hand, name: str) -> Pile:
    """The board's pile of that name, empty if nothing has come to it yet."""
    return next((pile for pile in hand.board if pile.name == name), Pile(name))


def live_count(hand: Hand) -> int:
    """How many have not folded."""
    return len([player for player in hand.players if not player.folded])


def winnings(awards: tuple[Award, ...]) -> dict[int, int]:
    """The chips that each seat receives of these awards."""
    won: dict[int, int] = {}
    for award in awards:
        for winner in award.winners:
            won[winner.seat] = won.get(winner.seat, 0) + winner.chips
    return won


def pot_total(hand: Hand) -> int:
    """Every chip in the middle, carried ones and the bets of the running round included."""
    return sum(player.paid for player in hand.players) + sum(owed.chips for owed in hand.carried)
