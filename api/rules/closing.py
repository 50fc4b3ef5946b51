"""The end of a table that everybody has forgotten."""

from api.rules import ruling, seating
from api.rules.run import Run
from api.rules.table import running

IDLE = "Closed because nothing happened here for a long time"


def close_idle(run: Run) -> None:
    """Close the table; a hand that runs is void first, so that every chip goes back to who paid it."""
    if running(run.table) is not None:
        ruling.rule(run, IDLE, void=True)
    seating.close(run)
