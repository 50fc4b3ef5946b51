"""Who runs the table, and whom the host keeps out.

A table knows people by the names they give: a ban is of a name, and on a private table it also makes the invitations
given out so far worthless.
"""

from api.rules import events as e
from api.rules.naming import compared
from api.rules.refusals import BanListFull, SeatLeaving
from api.rules.run import Run
from api.rules.seating import chair_in, open_for_business

MOST_BANNED = 100


def hand_over(run: Run, seat: int) -> None:
    """Make the player in that seat the host; tokens of the host before are worthless from then on."""
    open_for_business(run)
    chair = chair_in(run, seat)
    if run.table.host_player == chair.player:
        return
    if chair.leaving:
        raise SeatLeaving(f"seat {seat} is leaving")
    run.emit(e.HostChanged(seat, chair.player, run.table.host_generation + 1))


def take_back(run: Run) -> None:
    """Give the table to who gets a new host token, whoever ran it before."""
    run.emit(e.HostChanged(None, None, run.table.host_generation + 1))


def new_invitation(run: Run) -> None:
    """Let nobody in any more with the invitations given out so far."""
    open_for_business(run)
    run.emit(e.InvitationChanged(run.table.invitation_generation + 1))


def ban(run: Run, name: str) -> None:
    """Let nobody sit down or wait under that name again."""
    if compared(name) in banned_names(run.table.banned):
        return
    if len(run.table.banned) >= MOST_BANNED:
        raise BanListFull(f"{MOST_BANNED} names are banned already; take some off the list")
    run.emit(e.Banned((*run.table.banned, name)))
    if run.table.terms.private:
        new_invitation(run)


def set_banned(run: Run, names: list[str]) -> None:
    """Ban these names and no others; who sits or waits already stays."""
    open_for_business(run)
    wanted = tuple({compared(name): name for name in names}.values())
    if banned_names(wanted) != banned_names(run.table.banned):
        run.emit(e.Banned(wanted))


def banned_names(names: tuple[str, ...]) -> set[str]:
    """The names in the form in which they are compared."""
    return {compared(name) for name in names}
