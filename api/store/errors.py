"""What can go wrong with a store.

StoreError
├── Stale       somebody else wrote first
└── StoreAway   it cannot be reached, or cannot write now; try again later

A plain StoreError is one that trying again will not cure: a folder that cannot be used, a damaged file.
Each text is a sentence for whoever runs the server, without passwords, and says what to do where there is
something to do.
"""

from __future__ import annotations

from typing import Literal

Applied = Literal["no", "unknown"]


class StoreError(Exception):
    """The store cannot do what was asked, and asking again will not help."""


class Stale(StoreError):
    """The table, or what lies beside it, has moved on from the version this was built on; nothing was written."""

    def __init__(self, table: str, over: int, aside: str | None = None) -> None:
        what = f"Table {table}" if aside is None else f"{aside} beside table {table}"
        super().__init__(f"{what} has moved on from version {over}; read it again.")


class StoreAway(StoreError):
    """The store cannot be reached, or cannot write at present.

    `applied` says what is known about a write: "no" (it is not there, and will not be) or "unknown" (it may
    be there now, or arrive later). The same Write, with its id, may be sent again in both cases. After a read
    it is always "no".
    """

    def __init__(self, text: str, applied: Applied) -> None:
        super().__init__(text)
        self.applied: Applied = applied
