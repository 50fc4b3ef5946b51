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
    pots 40 Ann Bob, 20 Bob                    as they stand: chips, and who can win them
    Bob gets 20 back                           uncalled chips; all of the hand, in order
    pot 1 high: Bob 10, Ann 10                 the awards, all of them, in order; without a share where nobody contested
    stacks Ann 90, Bob 110                     what everybody has at the end
    Bob takes 99 along                         a leaver, once the hand is over

Blank lines and `#` lines are for the reader.  `playing.py` plays what is read here, on whatever table it is given.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from api.rules.deck import DECK

Answer = dict[str, Any]
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


Step = Deals | Dealt | Come | Answers | MayNot | May | Goes | WaitsFor | Sees | Pots
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
    options: dict[str, int | str] = field(default_factory=dict)
    seats: list[Seat] = field(default_factory=list)
    steps: list[tuple[int, Step]] = field(default_factory=list)
    returned: list[tuple[str, int]] = field(default_factory=list)
    awards: list[Award] = field(default_factory=list)
    stacks: dict[str, int] = field(default_factory=dict)
    taken: dict[str, int] = field(default_factory=dict)

    @property
    def deck(self) -> tuple[str, ...]:
        """The cards as they are dealt, and then the rest."""
        dealt = [card for _, step in self.steps if isinstance(step, Dealt | Come) for card in step.cards]
        assert len(set(dealt)) == len(dealt), f"dealt twice: {sorted(card for card in dealt if dealt.count(card) > 1)}"
        return (*dealt, *(card for card in DECK if card not in dealt))


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


def _options(hand: HandFile, text: str) -> None:
    pairs = (pair.split("=") for pair in text.split())
    hand.options = {name: int(value) if value.isdigit() else value for name, value in pairs}


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
    if kind not in KINDS:
        raise ValueError(f"nobody can {verb}")
    if kind == "place":
        return {"type": kind, "rows": rest}
    return {"type": kind, "to": int(rest[-1])} if rest else {"type": kind}


KINDS = ("fold", "check", "call", "bet", "raise", "place")


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


def _returned(hand: HandFile, name: str, chips: str) -> None:
    hand.returned.append((name, int(chips)))


def _award(hand: HandFile, pot: str, share: str | None, text: str) -> None:
    hand.awards.append((int(pot), share, _chips(text)))


def _stacks(hand: HandFile, text: str) -> None:
    hand.stacks = _chips(text)


def _taken(hand: HandFile, name: str, chips: str) -> None:
    hand.taken[name] = int(chips)


LINES: tuple[tuple[str, Callable[..., list[Step] | None]], ...] = (
    (r"game (\S+)", _game),
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
    (r"(\w+(?:, \w+)*) ((?:fold|check|call|bet|raise|place)s?(?: .+)?)", _answers),
)
