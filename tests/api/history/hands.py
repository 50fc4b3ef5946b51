"""Finished hands to tell again: those of the `.hand` files, played in the core, and whatever a Record has played."""

from functools import cache
from pathlib import Path

import tests.hands
from api.history.recording import recorded
from api.history.telling import Told, tell
from api.history.values import HandHistory
from api.rules import events as e
from api.rules.games import GAMES
from api.rules.run import Games
from api.views import Viewer, event_view
from tests.hands.in_core import CoreTable
from tests.hands.playing import play
from tests.hands.reading import read
from tests.playing import Record

HANDS = Path(tests.hands.__path__[0])
TABLE = "k3v9wq7mxa2d"


@cache
def played(name: str) -> Record:
    """The table of a `.hand` file once its hand is over."""
    hand = read(HANDS / f"{name}.hand")
    table = CoreTable(hand)
    play(hand, table)
    return table.record


def last_hand(record: Record) -> list[e.Stamped]:
    """The events of the table's last hand, from its start to its end."""
    starts = [at for at, stamped in enumerate(record.events) if isinstance(stamped.what, e.Started)]
    ends = [at for at, stamped in enumerate(record.events) if isinstance(stamped.what, e.Ended)]
    return record.events[starts[-1] : ends[-1] + 1]


def told(record: Record, viewer: Viewer, games: Games = GAMES) -> HandHistory:
    """The table's last hand as this viewer may know it."""
    hand = record.table.hand
    assert hand is not None
    you = next((player.seat for player in hand.players if player.player == viewer.player), None)
    views = [event_view(stamped, viewer) for stamped in last_hand(record)]
    return tell(Told(TABLE, hand.number, recorded(record.table), you), views, games.get(hand.game))


def seat(record: Record, name: str) -> Viewer:
    """The player of that name as a viewer."""
    hand = record.table.hand
    assert hand is not None
    return Viewer(player=next(player.player for player in hand.players if player.name == name))
