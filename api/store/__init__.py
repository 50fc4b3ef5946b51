"""Tables that outlive the process: read, and write over a version.

The rest of the project knows stores only by what is named here.
"""

from __future__ import annotations

from api.settings import Settings
from api.store.base import Listener, TableStore
from api.store.errors import Applied, Stale, StoreAway, StoreError
from api.store.redis import RedisTables
from api.store.sqlite import SqliteTables
from api.store.values import FinishedHand, Once, Stored, Write

__all__ = [
    "Applied",
    "FinishedHand",
    "Listener",
    "Once",
    "Stale",
    "StoreAway",
    "StoreError",
    "Stored",
    "TableStore",
    "Write",
    "open_store",
]


def open_store(settings: Settings) -> TableStore:
    """Return the store that the settings choose: Redis where an address is set, else one file in the data folder.

    Raises StoreError, whose text is one line for whoever starts the server, if the address or the folder is
    of no use. A Redis is first asked when it is needed: `ping` tells whether it is there.
    """
    if settings.redis_url:
        return RedisTables(settings.redis_url, settings.wait_replicas)
    return SqliteTables(settings.data)
