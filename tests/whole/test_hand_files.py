"""Every `.hand` file, played over HTTP with two real services, on both stores."""

from pathlib import Path

import pytest

from api.history.text import to_text
from api.rules.games import GAMES
from tests.api.history.hands import played, seat, told
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
    check_retold(path.stem, table)


def check_retold(name: str, table: HttpTable) -> None:
    """Hold that a download tells each player the hand as the core tells it; only the header is of another table."""
    record = played(name)
    for reader, guest in table.guests.items():
        history = told(record, seat(record, reader))
        reply = guest.session.get(
            f"{guest.url}/v1/tables/{guest.table}/hands",
            headers={"Accept": "text/plain", "Authorization": f"Bearer {guest.token}"},
        )
        assert reply.status_code == 200
        assert reply.text.split("\n\n\n")[-1].splitlines()[2:] == to_text(history, GAMES[history.game]).splitlines()[2:]
