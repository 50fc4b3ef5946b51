"""What one viewer may see: the only way out, for replies and events alike.

A view is built field by field for its viewer; nothing is taken out of a copy, so a new field of the state stays
unseen until somebody writes it here.  The shapes are those of `openapi.yaml`.
"""

from api.views.common import Json, Viewer
from api.views.event import event_view
from api.views.game import game_summary, game_view
from api.views.ledger import ledger_view
from api.views.lobby import lobby_entry
from api.views.past import finished_view
from api.views.preview import preview_view
from api.views.table import table_view

__all__ = [
    "Json",
    "Viewer",
    "event_view",
    "finished_view",
    "game_summary",
    "game_view",
    "ledger_view",
    "lobby_entry",
    "preview_view",
    "table_view",
]
