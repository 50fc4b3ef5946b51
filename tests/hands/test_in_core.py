"""Every `.hand` file, played in the rule core."""

from pathlib import Path

import pytest

from tests.hands.in_core import CoreTable
from tests.hands.playing import play
from tests.hands.reading import read

FILES = sorted(Path(__file__).parent.glob("*.hand"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_hand(path: Path) -> None:
    """A whole hand goes as its file says."""
    hand = read(path)
    play(hand, CoreTable(hand))
