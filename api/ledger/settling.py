"""Who pays whom so that everybody is even, in the fewest payments.

A group of people whose nets sum to zero settles among itself with one payment fewer than it has members, so the
fewest payments come from the most groups.  Two people with opposite nets are always a group of their own in some
best solution.  The rest is parted exactly, by a table over all subsets, while there are few enough of them; a crowd
is settled largest against largest, which is at most one payment fewer than there are people.
"""

from collections.abc import Iterable, Mapping

from msgspec import Struct

# So many are parted exactly; the table of subsets has two to that power entries.
EXACT_MOST = 13


class Payment(Struct, frozen=True):
    """One payment; `payer` and `payee` are the keys under which the nets were given."""

    payer: int
    payee: int
    amount: int


def settle(nets: Mapping[int, int]) -> list[Payment]:
    """Payments that make everybody even, the fewest there can be for up to 13 people after pairs are set apart.

    A positive net is owed to that person.  Raises ValueError if the nets do not sum to zero.
    """
    if sum(nets.values()):
        raise ValueError(f"nets sum to {sum(nets.values())}, not to zero")
    open_nets = {key: net for key, net in nets.items() if net}
    pairs = _pairs(open_nets)
    paired = {key for pair in pairs for key in pair}
    rest = {key: net for key, net in open_nets.items() if key not in paired}
    groups = [*pairs, *(_groups(rest) if len(rest) <= EXACT_MOST else [tuple(rest)])]
    payments = [payment for group in groups for payment in _within({key: open_nets[key] for key in group})]
    return sorted(payments, key=lambda one: (list(nets).index(one.payer), list(nets).index(one.payee)))


def _pairs(nets: Mapping[int, int]) -> list[tuple[int, ...]]:
    """People whose nets are opposite, two by two, the first with the first."""
    waiting: dict[int, list[int]] = {}
    pairs: list[tuple[int, ...]] = []
    for key, net in nets.items():
        if waiting.get(-net):
            pairs.append((waiting[-net].pop(0), key))
        else:
            waiting.setdefault(net, []).append(key)
    return pairs


def _groups(nets: Mapping[int, int]) -> list[tuple[int, ...]]:
    """The most groups that each sum to zero.

    People are taken in an order in which a group ends wherever the sum so far is zero; the most such places over all
    orders is `most[everybody]`, and `most` of a set follows from those with one member fewer.
    """
    keys, amounts = list(nets), list(nets.values())
    size = 1 << len(keys)
    sums, most = [0] * size, [0] * size
    for mask in range(1, size):
        lowest = mask & -mask
        total = sums[mask] = sums[mask ^ lowest] + amounts[lowest.bit_length() - 1]
        best, left = 0, mask
        while left:
            bit = left & -left
            left ^= bit
            best = max(best, most[mask ^ bit])
        most[mask] = best + (total == 0)
    return _trace(keys, sums, most)


def _trace(keys: list[int], sums: list[int], most: list[int]) -> list[tuple[int, ...]]:
    """The groups along one best order, from everybody down to nobody."""
    groups: list[tuple[int, ...]] = []
    mask, end = len(most) - 1, len(most) - 1
    while mask:
        worth = most[mask] - (sums[mask] == 0)
        at = next(at for at in range(len(keys)) if mask >> at & 1 and most[mask & ~(1 << at)] == worth)
        mask &= ~(1 << at)
        if sums[mask] == 0:
            groups.append(tuple(key for place, key in enumerate(keys) if end >> place & 1 and not mask >> place & 1))
            end = mask
    return groups


def _within(nets: Mapping[int, int]) -> Iterable[Payment]:
    """One payment fewer than there are people: whoever owes most pays whom most is owed, over and over."""
    left = dict(nets)
    while any(left.values()):
        payer = min(left, key=lambda key: left[key])
        payee = max(left, key=lambda key: left[key])
        amount = min(-left[payer], left[payee])
        yield Payment(payer, payee, amount)
        left[payer] += amount
        left[payee] -= amount
