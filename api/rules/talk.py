"""Talk at the table, and how fast anybody may talk."""

from api.rules import events as e
from api.rules.apply_people import TALK_MS
from api.rules.run import Run
from api.rules.seating import open_for_business
from api.rules.table import Table, chair_of, waiter_of

MOST_AT_ONCE = 5


def say(run: Run, player: int | None, host: bool, text: str) -> None:
    """Say something to everybody at the table; without a player, as the bearer of the host token."""
    open_for_business(run)
    chair = None if player is None else chair_of(run.table, player)
    waiter = None if player is None else waiter_of(run.table, player)
    name = chair.name if chair is not None else waiter.name if waiter is not None else None
    run.emit(e.Message(player, None if chair is None else chair.seat, name, host, text, run.now.ms))


def wait_ms(table: Table, player: int | None, now_ms: int) -> int:
    """How long who has just talked a lot must wait before saying more."""
    lately = [said.at_ms for said in table.said if said.player == player and 0 <= now_ms - said.at_ms < TALK_MS]
    return lately[-MOST_AT_ONCE] + TALK_MS - now_ms if len(lately) >= MOST_AT_ONCE else 0
