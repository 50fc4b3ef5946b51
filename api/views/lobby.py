"""What the lobby says of a table, to anybody."""

from collections.abc import Mapping

from api.rules.game import Game
from api.rules.standing import question_of
from api.rules.table import Table, running
from api.views.common import Json


def table_state(games: Mapping[str, Game], table: Table) -> str:
    """The table's state in one word."""
    if table.closed:
        return "closed"
    if table.paused:
        return "paused"
    if table.announcing is not None:
        return "announcing"
    if running(table) is None:
        return "waiting"
    return "playing" if question_of(games, table) is None else "counting"


def lobby_entry(games: Mapping[str, Game], table: Table) -> Json:
    """What the lobby says of a table."""
    return {
        "id": table.id,
        "name": table.name,
        "game": table.game,
        "state": table_state(games, table),
        "seats": table.seats,
        "seats_taken": len(table.chairs),
        "waiting": len(table.waiting),
        "spectators": table.terms.spectators,
        "hand": None if table.hand is None else table.hand.number,
        "min_buy_in": table.min_buy_in,
        "max_buy_in": table.max_buy_in,
        "rigged": table.rigged,
    }
