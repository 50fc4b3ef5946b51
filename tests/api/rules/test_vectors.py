"""The worked cases of `tests/vectors` that the rule core answers, through an adapter for their short names."""

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from api.rules import play
from api.rules.actions import Place
from api.rules.game import script_of
from api.rules.hand import Pile
from api.rules.pots import Payment, Pot, build_pots, uncalled
from api.rules.questions import WhoLeads
from api.rules.script import Bet
from tests.api.rules.builders import TEN_CARD, BettingRound, Sitting, placed, takes, ten_card
from tests.evaluator.worked import cases, field_cases
from tests.judging import evaluator

LIMIT_NAMES = ("limit", "min_bet", "spread_min", "spread_max", "raise_cap", "short_allin")


def limits_of(case: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a betting case; its `bet` is the bet of the round."""
    sizes = {"small_bet": case["bet"], "big_bet": case["bet"]} if "bet" in case else {}
    return {name: case[name] for name in LIMIT_NAMES if name in case} | sizes


@pytest.mark.parametrize("case", cases("betting"))
def test_betting(case: dict[str, Any]) -> None:
    """Who is to act, what a call costs and how far a raise goes (2.3)."""
    betting = BettingRound(case["behind"], case["pot_before"], **limits_of(case))
    for stage in (case, *case.get("then", [])):
        for name, what, to in stage["actions"]:
            betting.act(name, what, to)
            assert betting.hand.players[betting.names.index(name)].bet == to
        least, most = betting.bounds or (None, None)
        assert betting.to_act == stage["to_act"]
        assert {"call_to": betting.call_to, "raise_min_to": least, "raise_max_to": most} == stage["legal"]


def pay(contrib: Mapping[str, int], live: set[str], order: list[str]) -> tuple[list[str], list[Payment]]:
    """The names in their order, and what each of them paid, seats counted from 1."""
    return order, [Payment(seat, contrib[name], name in live) for seat, name in enumerate(order, 1)]


def named(pots: tuple[Pot, ...], order: list[str]) -> list[list[Any]]:
    return [[pot.amount, sorted(order[seat - 1] for seat in pot.eligible)] for pot in pots]


def after_the_return(paid: list[Payment]) -> tuple[dict[int, int], list[Payment]]:
    """What is returned uncalled, and the payments without it."""
    back = uncalled(paid)
    returned = dict([back]) if back else {}
    return returned, [Payment(p.seat, p.paid - returned.get(p.seat, 0), p.live) for p in paid]


@pytest.mark.parametrize("case", cases("pots"))
def test_pots(case: dict[str, Any]) -> None:
    """Pots follow from what each has paid, the uncalled part returned first (2.5, 7.5)."""
    live = set(case["contrib"]) - set(case.get("folded", ()))
    order, paid = pay(case["contrib"], live, list(case["contrib"]))
    returned, paid = after_the_return(paid)
    assert named(build_pots(paid), order) == case["want"]
    assert {order[seat - 1]: chips for seat, chips in returned.items()} == case.get("want_returned", {})


@pytest.mark.parametrize("case", field_cases("settle"))
def test_side_pots_that_others_got_wrong(case: dict[str, Any]) -> None:
    """Folded chips stay in the layers they reached, and no chip vanishes (2.5).  What each wins is the evaluator's."""
    order, paid = pay(case["contrib"], set(case["live"]), case["odd_chip_order"])
    assert named(build_pots(paid), order) == [[amount, sorted(names)] for amount, names in case["pots"]]
    returned, standing = after_the_return(paid)
    in_pots = sum(pot.amount for pot in build_pots(standing))
    assert in_pots + sum(returned.values()) == sum(case["contrib"].values())


@pytest.mark.parametrize("swapped", [False, True], ids=["as-given", "sides-swapped"])
@pytest.mark.parametrize("case", cases("ten-card-placement"))
def test_ten_card_placement(case: dict[str, Any], swapped: bool) -> None:
    """How many of two new cards may go left; where that is no choice, the server places them (2.4)."""
    left, right = ("right", "left") if swapped else ("left", "right")
    table = placed(**{left: case["left"], right: case["right"]})
    if len(case["want"]) > 1:
        ways = {count: Place((left,) * count + (right,) * (2 - count)) for count in range(3)}
        assert [count for count, way in ways.items() if takes(table, 2, way)] == case["want"]
    else:
        assert 2 not in table.asked
        table.all_place()
        assert [len(table.pile(2, left)) - case["left"]] == case["want"]


@pytest.mark.parametrize("case", cases("first-to-act"))
def test_first_to_act(case: dict[str, Any]) -> None:
    """The best exposed hand acts first, nearest the dealer's left among equals (2.4)."""
    exposed = tuple(tuple(cards) for cards in case["exposed"])
    table = before_a_round(exposed)
    clockwise = tuple(player.seat for player in table.hand.players)
    question = table.question
    if any(exposed):
        assert question == WhoLeads(1, 1, clockwise, exposed)
        table.settle(evaluator().answer(question))
    else:
        assert question is None, "nothing shows, so nothing is asked"
        table.act(play.walk)
    assert "ABC"[clockwise.index(table.to_act)] == case["want"]


def before_a_round(exposed: tuple[tuple[str, ...], ...]) -> Sitting:
    """A table that is about to open its first betting round, with these right hands showing."""
    table = ten_card(*[100] * len(exposed), first_to_act="best_exposed").deal()
    table.judge = None
    players = tuple(
        replace(player, piles=(Pile("right", cards, len(cards)),))
        for player, cards in zip(table.hand.players, exposed, strict=True)
    )
    bet = next(at for at, step in enumerate(script_of(TEN_CARD, table.hand.options)) if isinstance(step, Bet))
    hand = replace(table.hand, players=players, open=(), step=bet)
    table.table = replace(table.table, hand=hand)
    return table
