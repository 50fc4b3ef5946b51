"""What the list of finished hands says of a hand: facts that everybody may know."""

from api.history.recording import Recorded
from api.views.common import Json


def finished_view(number: int, ended: str, record: Recorded) -> Json:
    """A finished hand in a line: `FinishedHand`."""
    return {
        "hand": number,
        "game": record.game,
        "ended": ended,
        "dealer": record.dealer,
        "players": [
            {"seat": one.seat, "name": one.name, "chips": one.chips, "net": one.left_with - one.chips}
            for one in record.players
        ],
        "pot": record.pot,
        "carried": record.carried,
        "left": record.left,
        "awards": list(record.awards),
        "void": record.void,
        "rulings": list(record.rulings),
    }
