"""Everything that can happen at a table.

Stored events are complete: replaying them gives the state (`apply.py`).  Whatever a viewer may not know is taken
out only by `api/views`, from the event and the viewer alone; for that, an event that holds a secret also holds the
number of the player whose secret it is.
"""

from msgspec import Struct

from api.rules.events.at_table import (
    Announcing,
    CalledOff,
    CameBack,
    ClockEvent,
    Closed,
    Delayed,
    Leaving,
    Left,
    Opened,
    Options,
    Paused,
    Rebought,
    Refunded,
    Resumed,
    Ruled,
    SatOut,
    Seated,
    Settings,
    TableEvent,
    TimedOut,
    Warned,
)
from api.rules.events.in_hand import (
    Acted,
    Ante,
    Anted,
    Arranged,
    ArrangedBy,
    Asked,
    AskedOf,
    Awarded,
    BoardTurned,
    Chosen,
    Counting,
    Dealt,
    DealtTo,
    Declared,
    DeclaredBy,
    Ended,
    HandEvent,
    Laid,
    Placed,
    PlacedBy,
    PlacedIn,
    Returned,
    Round,
    Shown,
    Stack,
    Started,
    Turned,
    TurnedOf,
    Withdrawn,
)
from api.rules.events.people import (
    AutoRebuy,
    Banned,
    HostChanged,
    InvitationChanged,
    LastHand,
    PeopleEvent,
    Queued,
    TokenChanged,
    Unqueued,
)

__all__ = [
    "Acted",
    "Announcing",
    "Ante",
    "Anted",
    "Arranged",
    "ArrangedBy",
    "Asked",
    "AskedOf",
    "AutoRebuy",
    "Awarded",
    "Banned",
    "BoardTurned",
    "CalledOff",
    "CameBack",
    "Chosen",
    "ClockEvent",
    "Closed",
    "Counting",
    "Dealt",
    "DealtTo",
    "Declared",
    "DeclaredBy",
    "Delayed",
    "Ended",
    "Event",
    "HandEvent",
    "HostChanged",
    "InvitationChanged",
    "Laid",
    "LastHand",
    "Leaving",
    "Left",
    "Opened",
    "Options",
    "Paused",
    "PeopleEvent",
    "Placed",
    "PlacedBy",
    "PlacedIn",
    "Queued",
    "Rebought",
    "Refunded",
    "Resumed",
    "Returned",
    "Round",
    "Ruled",
    "SatOut",
    "Seated",
    "Settings",
    "Shown",
    "Stack",
    "Stamped",
    "Started",
    "TableEvent",
    "TimedOut",
    "TokenChanged",
    "Turned",
    "TurnedOf",
    "Unqueued",
    "Warned",
    "Withdrawn",
]

Event = Opened | TableEvent | PeopleEvent | Started | HandEvent | Ended


class Stamped(Struct, frozen=True, gc=False):
    """An event as it is stored: its number at the table, its hand, when it happened (RFC 3339)."""

    event: int
    hand: int | None
    server_time: str
    what: Event
