"""Settling: everybody is even afterwards, and no other way needs fewer payments."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from api.ledger.settling import EXACT_MOST, settle


@st.composite
def nets(draw: st.DrawFn, most: int, large: int) -> dict[int, int]:
    """Nets that sum to zero, small ones too, so that groups happen."""
    amounts = draw(st.lists(st.integers(-large, large), max_size=most - 1))
    return dict(enumerate([*amounts, -sum(amounts)], start=1))


def fewest(amounts: tuple[int, ...]) -> int:
    """The fewest payments, found the slow way: split one zero group off, every way there is."""
    people = tuple(amount for amount in amounts if amount)
    if not people:
        return 0
    best = len(people) - 1
    first, rest = people[0], people[1:]
    for count in range(len(rest)):
        for others in combinations(range(len(rest)), count):
            if first + sum(rest[at] for at in others) == 0:
                left = tuple(amount for at, amount in enumerate(rest) if at not in others)
                best = min(best, count + fewest(left))
    return best


def evened(given_nets: dict[int, int]) -> int:
    """Hold that the payments make everybody even, each from who owes to whom is owed; how many there are."""
    left = dict(given_nets)
    payments = settle(given_nets)
    for payment in payments:
        assert payment.amount > 0 and given_nets[payment.payer] < 0 < given_nets[payment.payee]
        left[payment.payer] += payment.amount
        left[payment.payee] -= payment.amount
    assert not any(left.values())
    assert len({(payment.payer, payment.payee) for payment in payments}) == len(payments)
    return len(payments)


@given(nets(most=8, large=6))
@settings(max_examples=300, deadline=None)
def test_the_fewest_payments(given_nets: dict[int, int]) -> None:
    """As few as looking at every way finds."""
    assert evened(given_nets) == fewest(tuple(given_nets.values()))


@given(nets(most=40, large=50))
@settings(max_examples=60, deadline=None)
def test_a_crowd_is_even_too(given_nets: dict[int, int]) -> None:
    """Beyond what is parted exactly, never more than one payment fewer than there are people."""
    people = sum(1 for net in given_nets.values() if net)
    assert evened(given_nets) <= max(people - 1, 0)


def test_two_groups_stay_apart() -> None:
    """6 and 5 owed, by 4 and 2 and by 3 and 2: four payments, where largest against largest takes five."""
    assert evened({1: 6, 2: 5, 3: -4, 4: -2, 5: -3, 6: -2}) == 4


def test_the_most_people_that_are_parted_exactly() -> None:
    """Groups of three among thirteen who have no pair."""
    amounts = [1000, -400, -600, 100, 30, -130, 7, 8, -15, 501, 502, -1001, -2]
    assert len(amounts) == EXACT_MOST and evened(dict(enumerate(amounts))) == 9


def test_nets_that_do_not_sum_to_zero_are_refused() -> None:
    """Chips are conserved before anybody pays."""
    with pytest.raises(ValueError, match="sum to 1"):
        settle({1: 3, 2: -2})
