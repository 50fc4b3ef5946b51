"""The ledger of a table, for those who play there: who bought what, who has what, and who owes whom."""

from msgspec import Struct

from api.desk import Desk
from api.ledger.reckoning import Ledger, reckon
from api.rules.table import Table


class Reckoned(Struct, frozen=True):
    """A table's ledger, and the table and the time of which it is."""

    table: Table
    ledger: Ledger
    time: str


class Reckonings:
    """The ledgers of the tables of one desk."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def ledger(self, table_id: str, bearer: str | None, by_name: bool) -> Reckoned:
        """The ledger as of the last finished hand; `by_name` takes equal names for one person."""
        table = self._desk.read(table_id)[0]
        self._desk.callers.player_or_host(table, bearer)
        return Reckoned(table, reckon(table, table.terms.chip_value, by_name), self._desk.clock.text())
