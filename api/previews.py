"""Previews: a seat asks in words what a draft of its answer would make.  Nothing is written."""

from api.denied import EvaluatorAway
from api.desk import Desk
from api.rules.actions import Draft
from api.rules.drafting import drafted
from api.views import Json, preview_view


class Previews:
    """The drafts of the seats of one desk."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def preview(self, table_id: str, bearer: str | None, decision: int, draft: Draft) -> Json:
        """What the draft would make, row by row; refused as the answer would be, or EvaluatorAway."""
        table = self._desk.read(table_id)[0]
        player = self._desk.callers.player(table, bearer)
        as_drafted = drafted(self._desk.games, table, player, decision, draft)
        assert table.hand is not None, "drafts are of a hand"
        shown = preview_view(self._desk.games[table.hand.game], table.hand, as_drafted, draft, self._desk.words.say)
        if shown is None:
            raise EvaluatorAway("the evaluator, which knows the words, is away; the draft may be answered all the same")
        return shown
