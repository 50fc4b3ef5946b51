"""The ledger of a table as those who play there may see it."""

from msgspec import to_builtins

from api.ledger.money import places
from api.ledger.reckoning import Ledger, Line
from api.ledger.settling import Payment
from api.rules.table import Table, running
from api.views.common import Json


def ledger_view(table: Table, ledger: Ledger, now: str) -> Json:
    """Everybody's account and who pays whom: `Ledger`."""
    hand = running(table)
    value = ledger.value
    return {
        "table": table.id,
        "name": table.name,
        "event": table.event,
        "server_time": now,
        "hand": table.hands if hand is None else table.hands - 1,
        "chip_value": None if value is None else to_builtins(value),
        "decimals": None if value is None else places(value.currency),
        "players": [_line_view(line) for line in ledger.lines],
        "payments": [_payment_view(ledger, one) for one in ledger.payments],
        "money_payments": None if value is None else [_payment_view(ledger, one) for one in ledger.money_payments],
    }


def _line_view(line: Line) -> Json:
    return {
        "player": line.player,
        "name": line.name,
        "seat": line.seat,
        "hands": line.hands,
        "bought": line.bought,
        "cashed": line.cashed,
        "chips": line.chips,
        "carried": line.carried,
        "net": line.net,
        "money": line.money,
    }


def _payment_view(ledger: Ledger, payment: Payment) -> Json:
    return {
        "payer": payment.payer,
        "payer_name": ledger.line(payment.payer).name,
        "payee": payment.payee,
        "payee_name": ledger.line(payment.payee).name,
        "amount": payment.amount,
    }
