"""What a seat asks for later: to leave when the hand ends, to have its chips bought again when they are lost.

The first is fulfilled by the end of a hand (`steps.py`), the second by the upkeep of the table (`upkeep.py`).
"""

from api.rules import events as e
from api.rules.refusals import NoAutoRebuy, SeatLeaving
from api.rules.run import Run
from api.rules.seating import chair_in, check_buy_in, leave, open_for_business
from api.rules.table import in_hand


def leave_after_hand(run: Run, seat: int, leaving: bool) -> None:
    """Play the hand that runs to its end and then leave, or stay after all; without a hand, leave at once."""
    chair = chair_in(run, seat)
    if chair.leaving and not leaving:
        raise SeatLeaving(f"seat {seat} is leaving")
    if leaving and not in_hand(run.table, seat):
        leave(run, seat)
    elif chair.last_hand != leaving and not chair.leaving:
        run.emit(e.LastHand(seat, leaving))


def set_auto_rebuy(run: Run, seat: int, to: int | None) -> None:
    """Have the stack brought to `to` whenever a hand leaves nothing of it; None: no longer."""
    open_for_business(run)
    chair = chair_in(run, seat)
    if chair.auto_rebuy_to == to:
        return
    if to is not None:
        if not run.table.terms.auto_rebuy:
            raise NoAutoRebuy("at this table chips are bought by hand")
        check_buy_in(run.table, to, "auto_rebuy_to")
    run.emit(e.AutoRebuy(seat, chair.player, to))
