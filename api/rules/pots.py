"""Pots, computed from what each seat has paid (articles 2.5 and 7.5), never kept by hand."""

from collections.abc import Sequence

from msgspec import Struct

from api.rules.hand import Hand


class Pot(Struct, frozen=True, gc=False):
    """Chips, and the seats that can win them, clockwise from the dealer's left."""

    amount: int
    eligible: tuple[int, ...]


class Payment(Struct, frozen=True, gc=False):
    """What one seat has paid in the whole hand."""

    seat: int
    paid: int
    live: bool = True


def payments(hand: Hand) -> tuple[Payment, ...]:
    """Each player's payment, clockwise from the dealer's left."""
    return tuple(Payment(player.seat, player.paid, player.live) for player in hand.players)


def uncalled(paid: Sequence[Payment]) -> tuple[int, int] | None:
    """The seat whose last chips nobody matched and how many those are, or None."""
    most = max(paid, key=lambda payment: payment.paid)
    second = max((payment.paid for payment in paid if payment is not most), default=0)
    return (most.seat, most.paid - second) if most.live and most.paid > second else None


def pots_of(hand: Hand) -> tuple[Pot, ...]:
    """The pots to be awarded; what the hand before left lies in the first."""
    return with_carried(hand, build_pots(payments(hand)))


def with_carried(hand: Hand, pots: tuple[Pot, ...]) -> tuple[Pot, ...]:
    """These pots of the hand with the carried chips in the first."""
    carried = sum(owed.chips for owed in hand.carried)
    if not carried:
        return pots
    if not pots:
        return (Pot(carried, tuple(player.seat for player in hand.players if player.live)),)
    return (Pot(pots[0].amount + carried, pots[0].eligible), *pots[1:])


def build_pots(paid: Sequence[Payment]) -> tuple[Pot, ...]:
    """Main pot first.  Folded chips stay in the layers they reached; those above every live seat join the last pot."""
    pots: list[Pot] = []
    below = 0
    for level in sorted({payment.paid for payment in paid if payment.live and payment.paid > 0}):
        amount = sum(min(payment.paid, level) - min(payment.paid, below) for payment in paid)
        pots.append(Pot(amount, tuple(payment.seat for payment in paid if payment.live and payment.paid >= level)))
        below = level
    above = sum(max(payment.paid - below, 0) for payment in paid)
    if above and pots:
        pots[-1] = Pot(pots[-1].amount + above, pots[-1].eligible)
    elif above:
        pots.append(Pot(above, tuple(payment.seat for payment in paid if payment.live)))
    return tuple(pots)
