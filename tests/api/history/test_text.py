"""Text histories, as people read them: one hand of each game lies beside this file, word for word."""

import os
from pathlib import Path

import pytest

from api.history.names import named
from api.history.text import to_text
from api.history.values import HandHistory
from api.rules.games import GAMES
from api.views import Viewer
from tests.api.history.hands import HANDS, played, seat, told

GOLDEN = Path(__file__).parent / "golden"
NAMES = sorted(path.stem for path in GOLDEN.glob("*.txt"))
# With this the texts are written anew; whoever sets it reads the difference.
WRITES = "REGRETS_WRITE_GOLDEN"
EVERY_HAND = sorted(path.stem for path in HANDS.glob("*.hand"))


def text_of(history: HandHistory) -> str:
    return to_text(history, GAMES[history.game])


@pytest.mark.parametrize("name", NAMES)
def test_a_hand_reads_as_it_did(name: str) -> None:
    """The text of a hand, seen by the player who is named last in the file's name, or by everybody."""
    hand, _, reader = name.rpartition(".")
    record = played(hand)
    text = text_of(told(record, Viewer() if reader == "everybody" else seat(record, reader)))
    path = GOLDEN / f"{name}.txt"
    if os.environ.get(WRITES):
        path.write_text(text)
    assert text == path.read_text()


@pytest.mark.parametrize("name", EVERY_HAND)
def test_every_hand_can_be_told(name: str) -> None:
    """Whatever happens in a hand has its words, and chips add up."""
    record = played(name)
    history = told(record, Viewer())
    lines = text_of(history).splitlines()
    assert lines[-1].strip() and all(lines)
    if not history.void:
        won, paid = (sum(getattr(player, what) for player in history.players) for what in ("won", "paid"))
        assert paid + history.carried == won + history.left == history.pot
        assert all(one.left_with == one.chips - one.paid + one.won for one in history.players)


@pytest.mark.parametrize(
    "name",
    [
        "Seat 1",
        "Board",
        "Ann pays Bob",
        "Ann and Bob",
        "Nobody",
        "Pot",
        "High of pot 1, 9",
        "*** SUMMARY ***",
        "Ann: folds",
        'Ann "the wall"',
        "a\\b",
        "[Ah]",
        "-1",
        "😀",
    ],
)
def test_a_name_is_never_taken_for_a_line(name: str) -> None:
    """What could be read as something the history says stands in quotes, which no plain name has."""
    safe = named(name)
    assert safe.startswith('"') and safe.endswith('"') and "\n" not in safe
    assert safe[1:-1].replace('\\"', '"').replace("\\\\", "\\") == name


@pytest.mark.parametrize("name", ["Ann", "Ann B.", "Zoë O'Hara", "Ωmega-3", "李雷", "seatbelt", "high_roller"])
def test_a_plain_name_stands_as_it_is(name: str) -> None:
    """Letters of any script, digits, blanks, and the marks that names have."""
    assert named(name) == name
