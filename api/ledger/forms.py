"""The ledger as a table of comma-separated values, and as text that people read and paste."""

import csv
import io
from collections.abc import Iterator, Sequence

from api.history.names import named, quoted
from api.ledger.money import written
from api.ledger.reckoning import Ledger
from api.ledger.settling import Payment

# A spreadsheet takes a cell that begins so for a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def to_csv(ledger: Ledger) -> str:
    """A row a player, then a row a payment, in chips and, where a chip is worth something, in money."""
    made = io.StringIO()
    rows = csv.writer(made, lineterminator="\r\n")
    currency = [] if ledger.value is None else [f"net_{ledger.value.currency.lower()}"]
    rows.writerow(["player", "name", "seat", "hands", "bought", "cashed", "chips", "carried", "net", *currency])
    for line in ledger.lines:
        facts = [line.hands, line.bought, line.cashed, line.chips, line.carried, line.net]
        rows.writerow([line.player, cell(line.name), line.seat or "", *facts, *_money(ledger, line.money)])
    for unit, payments in _settlements(ledger):
        rows.writerow([])
        rows.writerow(["payer", "payee", unit])
        for one in payments:
            amount = one.amount if unit == "chips" else _written(ledger, one.amount)
            rows.writerow([cell(ledger.line(one.payer).name), cell(ledger.line(one.payee).name), amount])
    return made.getvalue()


def cell(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name.startswith(FORMULA) else name


def to_text(ledger: Ledger, table: str, time: str) -> str:
    """Everybody's result in columns, and who pays whom; `time` is that of the reckoning."""
    lines = [f"Ledger of table {quoted(table)} - {time}", *_columns(_rows(ledger))]
    for unit, payments in _settlements(ledger):
        lines.append("")
        if not payments:
            lines.append(f"Nobody owes anybody {'chips' if unit == 'chips' else unit}.")
        for one in payments:
            payer, payee = named(ledger.line(one.payer).name), named(ledger.line(one.payee).name)
            amount = f"{one.amount} chips" if unit == "chips" else f"{_written(ledger, one.amount)} {unit}"
            lines.append(f"{payer} pays {payee} {amount}")
    return "".join(f"{line}\n" for line in lines)


def _rows(ledger: Ledger) -> Iterator[list[str]]:
    currency = [] if ledger.value is None else [ledger.value.currency]
    yield ["player", "seat", "hands", "bought", "cashed", "chips", "carried", "net", *currency]
    for line in ledger.lines:
        facts = [line.hands, line.bought, line.cashed, line.chips, line.carried]
        seat = "left" if line.seat is None else str(line.seat)
        yield [named(line.name), seat, *map(str, facts), f"{line.net:+d}", *_money(ledger, line.money)]


def _columns(rows: Iterator[list[str]]) -> list[str]:
    """Rows as lines: the first column to the left, numbers to the right."""
    table = list(rows)
    widths = [max(len(row[at]) for row in table) for at in range(len(table[0]))]
    return [
        "  ".join(
            [row[0].ljust(widths[0]), *(one.rjust(width) for one, width in zip(row[1:], widths[1:], strict=True))]
        )
        for row in table
    ]


def _money(ledger: Ledger, minor: int | None) -> list[str]:
    return [] if minor is None else [_written(ledger, minor)]


def _written(ledger: Ledger, minor: int) -> str:
    assert ledger.value is not None, "there is money only where a chip is worth some"
    return written(minor, ledger.value.currency)


def _settlements(ledger: Ledger) -> list[tuple[str, Sequence[Payment]]]:
    """Who pays whom, in chips and, where a chip is worth something, in money."""
    in_chips: list[tuple[str, Sequence[Payment]]] = [("chips", ledger.payments)]
    return in_chips if ledger.value is None else [*in_chips, (ledger.value.currency, ledger.money_payments)]
