"""Plays a `.hand` file on a table and holds the table to what the file says.

What a table can do is all here, so that the same files are played in the core and over HTTP.
"""

from collections.abc import Mapping
from typing import Any, Protocol, assert_never

from tests.hands.reading import (
    Answer,
    Answers,
    Award,
    Board,
    Come,
    Deals,
    Dealt,
    Goes,
    HandFile,
    May,
    MayNot,
    Pots,
    Sees,
    Sight,
    Step,
    WaitsFor,
)


class HandTable(Protocol):
    """A table on which all the seats of a file have been taken, and no hand dealt.  People go by their names."""

    def deal(self, deck: tuple[str, ...]) -> None:
        """Deal a hand from that deck."""

    def dealer(self) -> str:
        """Who deals the hand, or is asked for its game."""

    def waits_for(self) -> set[str]:
        """Who is asked something, has not answered and is waited for."""

    def legal(self, name: str) -> list[dict[str, Any]]:
        """What somebody may answer, as the API lists it; nothing when not asked."""

    def answer(self, name: str, answer: Answer) -> None:
        """Answer the decision that waits for somebody."""

    def refuses(self, name: str, answer: Answer) -> bool:
        """Whether the decision that waits for somebody refuses this answer, changing nothing."""

    def goes(self, name: str, how: str) -> None:
        """Somebody leaves, sits out, or comes back."""

    def sees(self, viewer: str | None) -> Sight:
        """What somebody, or a spectator, sees of everybody's piles: `??` for a card that is hidden."""

    def board(self) -> Mapping[str, tuple[str, ...]]:
        """What everybody sees of the board's units, by pile."""

    def pots(self) -> list[tuple[int, frozenset[str]]]:
        """The pots as they stand."""

    def returned(self) -> list[tuple[str, int]]:
        """The uncalled chips that went back in this hand."""

    def awards(self) -> list[Award]:
        """Pot, share, and what each of its winners got."""

    def stacks(self) -> Mapping[str, int]:
        """The chips of everybody who sits here, between hands."""

    def taken(self) -> Mapping[str, int]:
        """What those who left took along."""

    def carried(self) -> int:
        """The chips that lie on the table for the next hand."""


def play(hand: HandFile, table: HandTable) -> None:
    """Play the whole hand and check every line of it."""
    for number, step in hand.steps:
        try:
            _play_step(hand, table, step)
        except Exception as fault:
            fault.add_note(f"at line {number}: {step}")
            raise
    assert not table.waits_for(), "the file ends and the hand goes on"
    assert table.returned() == hand.returned
    assert table.awards() == hand.awards
    assert table.stacks() == hand.stacks
    assert table.taken() == hand.taken
    assert table.carried() == hand.carried


def _play_step(hand: HandFile, table: HandTable, step: Step) -> None:
    match step:
        case Deals(name):
            table.deal(hand.deck)
            assert table.dealer() == name
        case Dealt(name, cards):
            assert cards in table.sees(name)[name].values()
        case Come():
            pass
        case Answers(name, answer):
            table.answer(name, answer)
        case MayNot(name, answer):
            assert table.refuses(name, answer)
        case May(name, phrases):
            assert {phrase(entry) for entry in table.legal(name)} == phrases
        case Goes(name, how):
            table.goes(name, how)
        case WaitsFor(names):
            assert table.waits_for() == names
        case Sees(viewer, sight):
            assert table.sees(viewer) == sight
        case Pots(pots):
            assert tuple(table.pots()) == pots
        case Board(piles):
            assert table.board() == piles
        case _:
            assert_never(step)


def phrase(entry: Mapping[str, Any]) -> str:
    """A legal answer as the files say it."""
    match entry:
        case {"type": "call", "to": to}:
            return f"call {to}"
        case {"type": "bet", "min_to": least, "max_to": most}:
            return f"bet {least}" if least == most else f"bet {least} to {most}"
        case {"type": "raise", "min_to": least, "max_to": most}:
            return f"raise to {least}" if least == most else f"raise to {least} to {most}"
        case {"type": "place", "rows": rows}:
            return "place " + " and ".join(f"{room['room']} {row}" for row, room in rows.items())
        case {"type": "bring-in", "to": to}:
            return f"bring in {to}"
        case {"type": "arrange", "rows": rows}:
            return "arrange " + " and ".join(f"{row['size']} in {name}" for name, row in rows.items())
        case {"type": "declare", "ways": names} | {"type": "announce", "games": names}:
            return f"{entry['type']} " + " or ".join(names)
        case _:
            return str(entry["type"])
