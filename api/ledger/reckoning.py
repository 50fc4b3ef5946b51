"""The ledger of a table: what everybody bought, took away and still has, and the payments that make them even.

It stands as the last finished hand left it: chips paid into a hand that runs still count for who paid them, and
carried chips for who would get them back.  So the nets always sum to zero.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from api.ledger.money import in_money
from api.ledger.settling import Payment, settle
from api.rules.hand import Owed
from api.rules.naming import compared
from api.rules.table import Account, Table, chair_of, running
from api.rules.terms import ChipValue


class Line(Struct, frozen=True):
    """One player: chips bought, taken away, on the table, and carried for them into the next pot.

    `seat` is None for who has left, `net` what was won or, below zero, lost, and `money` the same in smallest coins.
    """

    player: int
    name: str
    seat: int | None
    bought: int
    cashed: int
    chips: int
    carried: int
    net: int
    hands: int
    money: int | None = None


class Ledger(Struct, frozen=True):
    """Lines in the order in which people first sat down, and who pays whom, by player number."""

    lines: tuple[Line, ...]
    payments: tuple[Payment, ...]
    value: ChipValue | None = None
    money_payments: tuple[Payment, ...] = ()

    def line(self, player: int) -> Line:
        """The line of that player."""
        return next(line for line in self.lines if line.player == player)


def reckon(table: Table, value: ChipValue | None, by_name: bool = False) -> Ledger:
    """The ledger of a table; `by_name` takes who came back under the same name for the same person."""
    lines = [_line(table, account) for account in table.accounts]
    assert sum(line.net for line in lines) == 0, "chips are conserved"
    if by_name:
        lines = _by_name(lines)
    nets = {line.player: line.net for line in lines}
    payments = tuple(settle(nets))
    if value is None:
        return Ledger(tuple(lines), payments)
    money = in_money(nets, value)
    worth = tuple(replace(line, money=money[line.player]) for line in lines)
    return Ledger(worth, payments, value, tuple(settle(money)))


def _line(table: Table, account: Account) -> Line:
    chair = chair_of(table, account.player)
    # While a hand runs, its players' chairs hold what they had when it began, and it holds what was carried.
    hand = running(table)
    chips = 0 if chair is None else chair.chips
    carried = _of(account.player, table.carried if hand is None else hand.carried)
    return Line(
        player=account.player,
        name=account.name,
        seat=None if chair is None else chair.seat,
        bought=account.bought,
        cashed=account.cashed,
        chips=chips,
        carried=carried,
        net=account.cashed + chips + carried - account.bought,
        hands=account.hands,
    )


def _of(player: int, owed: Sequence[Owed]) -> int:
    return sum(one.chips for one in owed if one.player == player)


def _by_name(lines: list[Line]) -> list[Line]:
    """One line a name, under the number that the name had last."""
    merged: dict[str, Line] = {}
    for line in lines:
        key = compared(line.name)
        before = merged.get(key)
        merged[key] = line if before is None else _sum(before, line)
    return list(merged.values())


def _sum(one: Line, other: Line) -> Line:
    return Line(
        player=other.player,
        name=other.name,
        seat=other.seat,
        bought=one.bought + other.bought,
        cashed=one.cashed + other.cashed,
        chips=one.chips + other.chips,
        carried=one.carried + other.carried,
        net=one.net + other.net,
        hands=one.hands + other.hands,
    )
