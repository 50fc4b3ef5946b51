"""Whole hands as text: reading `.hand` files.

A file reads like a hand history.  Its first lines, after `#`, say what it shows and which rule it holds::

    # The low half and the high half go to different players (T-11).
    game ten-card-regrets
    options ante=10 limit=none
    seats Ann 100, Bob 100                     in seats 1, 2...; or `1 Ann 100, 4 Bob 100`

    Ann deals                                  the antes are paid and cards dealt; Ann must be the dealer
    Bob is dealt 8c Jh                         in dealing order: these lines make the deck
    next come Qs 9c                            in dealing order too: cards that are placed before anybody can look
    Ann sees Bob new ?? ??; Ann new 7h Ks      what a viewer sees of everybody; `spectators see` is anybody's view
    waits for Bob, Ann                         who is asked something, and nobody else
    Bob may fold, check, bet 2 to 90           exactly what is legal
    Bob may not raise to 4                     is refused, and nothing changes
    Bob, Ann place left right                  both cards, in dealt order; several names act one after the other
    Bob checks / bets 20 / raises to 60 / calls / folds / leaves / sits out / comes back
    Bob keeps / discards / brings in / declares both / withdraws
    Bob arranges As Ah Ad Kc Kh / 7c 5d 4s 3h 2c
    Bob announces henway ante=5 declare=on     as the dealer who is asked for a game
    board pairs QcQd ????, singles Jh ??       what everybody sees of the board
    pots 40 Ann Bob, 20 Bob                    as they stand: chips, and who can win them
    Bob gets 20 back                           uncalled chips; all of the hand, in order
    pot 1 high: Bob 10, Ann 10                 the awards, all of them, in order; without a share where nobody contested
    stacks Ann 90, Bob 110                     what everybody has at the end
    Bob takes 99 along                         a leaver, once the hand is over
    carried 30                                 what lies on the table for the next hand

With `games henway real-poker by dealer` in the place of `game` the dealer is asked, or they go `by rotation`.  Cards
that come one at a time go round: lines of cards that follow each other are dealt a card of each in turn.

Blank lines and `#` lines are for the reader.  `playing.py` plays what is read here, on whatever table it is given.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

from api.rules.deck import DECK

Answer = dict[str, Any]
Value = int | str | list[int]
# Cards come one at a time, but for this game (2.2).
AT_A_TIME = {"ten-card-regrets": 2}
Sight = Mapping[str, Mapping[str, tuple[str, ...]]]


@dataclass(frozen=True)
class Deals:
    name: str


@dataclass(frozen=True)
class Dealt:
    name: str
    cards: tuple[str, ...]


@dataclass(frozen=True)
class Come:
    """Cards that nobody is seen to hold before they are placed."""

    cards: tuple[str, ...]


@dataclass(frozen=True)
class Answers:
    """An answer in the form that the API takes."""

    name: str
    answer: Answer


@dataclass(frozen=True)
class MayNot:
    name: str
    answer: Answer


@dataclass(frozen=True)
class May:
    name: str
    phrases: frozenset[str]


@dataclass(frozen=True)
class Goes:
    """`how` is leaves, sits out or comes back."""

    name: str
    how: str


@dataclass(frozen=True)
class WaitsFor:
    names: frozenset[str]


@dataclass(frozen=True)
class Sees:
    """What `viewer`, or anybody where it is None, sees of each player's piles."""

    viewer: str | None
    sight: Sight


@dataclass(frozen=True)
class Pots:
    pots: tuple[tuple[int, frozenset[str]], ...]


@dataclass(frozen=True)
class Board:
    """The units of each pile of the board, `??` for a card that is hidden."""

    piles: Mapping[str, tuple[str, ...]]


Step = Deals | Dealt | Come | Answers | MayNot | May | Goes | WaitsFor | Sees | Pots | Board
Award = tuple[int, str | None, Mapping[str, int]]


@dataclass(frozen=True)
class Seat:
    seat: int
    name: str
    chips: int


@dataclass
class HandFile:
    """One hand: the table, what happens with its line numbers, and how it must end."""

    about: str = ""
    game: str = ""
    games: tuple[str, ...] = ()
    choice: str = "fixed"
    options: dict[str, Value] = field(default_factory=dict)
    seats: list[Seat] = field(default_factory=list)
    steps: list[tuple[int, Step]] = field(default_factory=list)
    returned: list[tuple[str, int]] = field(default_factory=list)
    awards: list[Award] = field(default_factory=list)
    stacks: dict[str, int] = field(default_factory=dict)
    taken: dict[str, int] = field(default_factory=dict)
    carried: int = 0

    @property
    def played(self) -> str:
        """The game that is dealt: the one that is announced, where the dealer is asked."""
        announced = (step.answer.get("game") for _, step in self.steps if isinstance(step, Answers))
        return next((game for game in announced if game), self.game)

    @property
    def deck(self) -> tuple[str, ...]:
        """The cards as they are dealt, and then the rest."""
        dealt: list[str] = []
        for is_dealing, steps in groupby((step for _, step in self.steps), lambda step: isinstance(step, Dealt)):
            if is_dealing:
                dealt += self._round([step.cards for step in steps if isinstance(step, Dealt)])
            else:
                dealt += [card for step in steps if isinstance(step, Come) for card in step.cards]
        assert len(set(dealt)) == len(dealt), f"dealt twice: {sorted(card for card in dealt if dealt.count(card) > 1)}"
        return (*dealt, *(card for card in DECK if card not in dealt))

    def _round(self, hands: list[tuple[str, ...]]) -> list[str]:
        """The cards of several hands in dealing order: as many at a time as the game deals."""
        at_a_time = AT_A_TIME.get(self.played, 1)
        most = max(map(len, hands))
        return [card for at in range(0, most, at_a_time) for hand in hands for card in hand[at : at + at_a_time]]


def read(path: Path) -> HandFile:
    """The hand in a file; raises ValueError with the place of a line that says nothing known."""
    hand = HandFile()
    for number, line in enumerate(path.read_text().splitlines(), 1):
        text = line.strip()
        if text.startswith("#"):
            hand.about += text.lstrip("# ") + "\n" if not hand.game else ""
        elif text:
            try:
                _read_line(hand, number, text)
            except (LookupError, ValueError) as fault:
                raise ValueError(f"{path.name}, line {number}: {text!r} says nothing known") from fault
    return hand


def _read_line(hand: HandFile, number: int, text: str) -> None:
    for pattern, reader in LINES:
        match = re.fullmatch(pattern, text)
        if match:
            steps = reader(hand, *match.groups())
            hand.steps += [(number, step) for step in steps or ()]
            return
    raise ValueError("no such line")


def _game(hand: HandFile, game: str) -> None:
    hand.game = game


def _games(hand: HandFile, games: str, choice: str) -> None:
    hand.games, hand.choice = tuple(games.split()), choice
    hand.game = hand.games[0]


def _options(hand: HandFile, text: str) -> None:
    hand.options = _values(text.split())


def _values(pairs: Iterable[str]) -> dict[str, Value]:
    """`ante=5 limit=pot betting_after=3,7`."""
    return {name: _value(value) for name, value in (pair.split("=") for pair in pairs)}


def _value(text: str) -> Value:
    if "," in text:
        return [int(one) for one in text.split(",")]
    return int(text) if text.isdigit() else text


def _seats(hand: HandFile, text: str) -> None:
    for seat, words in enumerate((entry.split() for entry in text.split(",")), 1):
        *numbered, name, chips = words
        hand.seats.append(Seat(int(numbered[0]) if numbered else seat, name, int(chips)))


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",")]


def _answer(text: str) -> Answer:
    """`bets 20`, `raise to 60` or `place left right` as the API takes it."""
    verb, *rest = text.split()
    kind = verb if verb in KINDS else verb.removesuffix("s")
    match kind:
        case "place":
            return {"type": kind, "rows": rest}
        case "arrange":
            return {"type": kind, "rows": [row.split() for row in " ".join(rest).split("/")]}
        case "declare":
            return {"type": kind, "way": rest[0]}
        case "announce":
            return {"type": kind, "game": rest[0], "options": _values(rest[1:])}
        case "bring" if rest == ["in"]:
            return {"type": "bring-in"}
        case _ if kind in KINDS:
            return {"type": kind, "to": int(rest[-1])} if rest else {"type": kind}
        case _:
            raise ValueError(f"nobody can {verb}")


KINDS = ("fold", "check", "call", "bet", "raise", "place", "keep", "discard", "withdraw")


def _answers(hand: HandFile, names: str, text: str) -> list[Step]:
    return [Answers(name, _answer(text)) for name in _names(names)]


def _chips(text: str) -> dict[str, int]:
    """`Ann 90, Bob 110`."""
    return {name: int(chips) for name, chips in (entry.split() for entry in text.split(","))}


def _pots(text: str) -> tuple[tuple[int, frozenset[str]], ...]:
    """`40 Ann Bob, 20 Bob`."""
    entries = (entry.split() for entry in text.split(","))
    return tuple((int(chips), frozenset(names)) for chips, *names in entries)


def _sees(hand: HandFile, viewer: str, text: str) -> list[Step]:
    """`Bob right Jh, left 8c; Ann new ?? ??`, a player with nothing on the table left out."""
    sight: dict[str, dict[str, tuple[str, ...]]] = {}
    for entry in text.split(";"):
        name, piles = entry.split(maxsplit=1)
        sight[name] = {row: tuple(cards) for row, *cards in (pile.split() for pile in piles.split(","))}
    return [Sees(None if viewer == "spectators" else viewer, sight)]


def _board(hand: HandFile, text: str) -> list[Step]:
    """`pairs QcQd ????, singles Jh ??`."""
    return [Board({name: tuple(units) for name, *units in (pile.split() for pile in text.split(","))})]


def _carried(hand: HandFile, chips: str) -> None:
    hand.carried = int(chips)


def _returned(hand: HandFile, name: str, chips: str) -> None:
    hand.returned.append((name, int(chips)))


def _award(hand: HandFile, pot: str, share: str | None, text: str) -> None:
    hand.awards.append((int(pot), share, _chips(text)))


def _stacks(hand: HandFile, text: str) -> None:
    hand.stacks = _chips(text)


def _taken(hand: HandFile, name: str, chips: str) -> None:
    hand.taken[name] = int(chips)


VERBS = "(?:fold|check|call|bet|raise|place|keep|discard|arrange|withdraw|declare|announce)s?(?: .+)?|brings? in"
LINES: tuple[tuple[str, Callable[..., list[Step] | None]], ...] = (
    (r"game (\S+)", _game),
    (r"games (.+) by (dealer|rotation)", _games),
    (r"board (.+)", _board),
    (r"carried (\d+)", _carried),
    (r"options (.+)", _options),
    (r"seats (.+)", _seats),
    (r"stacks (.+)", _stacks),
    (r"pots (.+)", lambda hand, text: [Pots(_pots(text))]),
    (r"pot (\d+)(?: (\w+))?: (.+)", _award),
    (r"waits for (.+)", lambda hand, text: [WaitsFor(frozenset(_names(text)))]),
    (r"(\w+) deals", lambda hand, name: [Deals(name)]),
    (r"(\w+) is dealt (.+)", lambda hand, name, cards: [Dealt(name, tuple(cards.split()))]),
    (r"next come (.+)", lambda hand, cards: [Come(tuple(cards.split()))]),
    (r"(\w+) sees? (.+)", _sees),
    (r"(\w+) gets (\d+) back", _returned),
    (r"(\w+) takes (\d+) along", _taken),
    (r"(\w+) may not (.+)", lambda hand, name, text: [MayNot(name, _answer(text))]),
    (r"(\w+) may (.+)", lambda hand, name, text: [May(name, frozenset(_names(text)))]),
    (r"(\w+) (leaves|sits out|comes back)", lambda hand, name, how: [Goes(name, how)]),
    (rf"(\w+(?:, \w+)*) ({VERBS})", _answers),
)
