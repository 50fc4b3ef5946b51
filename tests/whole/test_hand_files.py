"""Every `.hand` file, played over HTTP with two real services, on both stores."""

from pathlib import Path

import pytest

from tests.hands.playing import play
from tests.hands.reading import read
from tests.serving import Served
from tests.whole.over_http import HttpTable
from tests.whole.people import check_history

FILES = sorted((Path(__file__).parents[1] / "hands").glob("*.hand"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_hand(path: Path, served: Served) -> None:
    """A whole hand goes as its file says: the same decisions, views, awards and stacks as in the core."""
    hand = read(path)
    table = HttpTable(served.api, hand)
    play(hand, table)
    check_history(table.host)
