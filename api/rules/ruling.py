"""The host's ruling on a hand: where any doubt remains, it stands (2.6a)."""

from api.rules import events as e
from api.rules import steps
from api.rules.refusals import CannotVoid, NoHand
from api.rules.run import Run
from api.rules.table import Table, chair_of, running


def rule(run: Run, text: str, void: bool, number: int | None = None) -> None:
    """Note a ruling on the hand that runs, or on the last one; a void hand gives every chip back to who paid it.

    With the hand's `number`, a ruling sent again cannot fall on the next hand.  The same ruling again changes nothing.
    Raises NoHand, or CannotVoid once somebody has taken chips of the hand away.
    """
    hand = run.table.hand
    if hand is None:
        raise NoHand("no hand has been dealt here")
    if number is not None and number != hand.number:
        raise NoHand(f"hand {number} is not the one on the table, which is hand {hand.number}")
    if hand.rulings and hand.rulings[-1] == text and hand.void >= void:
        return
    void = void and not hand.void
    if void and running(run.table) is None and not _all_still_here(run.table):
        raise CannotVoid("somebody has left with chips of that hand, or bought more since; it stands")
    was_running = running(run.table) is not None
    run.emit(e.Ruled(text, void))
    if void and was_running:
        steps.end(run)


def _all_still_here(table: Table) -> bool:
    """Whether the chips of the last hand still lie where it put them."""
    assert table.hand is not None
    chairs = [(chair_of(table, player.player), player.chips) for player in table.hand.players]
    return all(chair is not None and chair.chips == chips for chair, chips in chairs)
