"""Terms: what the host has settled about a table besides its games, changeable at any time."""

from msgspec import Struct


class ChipValue(Struct, frozen=True, gc=False):
    """`chips` chips are worth `minor` of the smallest coins of `currency`, a code of ISO 4217."""

    currency: str
    minor: int
    chips: int


class Terms(Struct, frozen=True, gc=False):
    """Who may come and look, and what the table does by itself."""

    # Only members and who has the invitation know of a private table.
    private: bool = False
    # Whether who has neither a seat nor a place on the waiting list may look.
    spectators: bool = True
    # Whether a seat may have its chips bought again when it has lost them all.
    auto_rebuy: bool = False
    # How long after a hand the next is dealt; None: when the host or the dealer says so.
    deal_after_seconds: int | None = None
    # What chips are worth, for who settles in money.
    chip_value: ChipValue | None = None
