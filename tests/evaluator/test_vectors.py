"""The worked cases of the rules, and the cases that other software got wrong."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from flask.testing import FlaskClient

from evaluator.cards import CODES, parse_cards
from evaluator.declaring import Entry, Options
from evaluator.exposed import order_exposed
from evaluator.pots import Pot, build_pots
from evaluator.rankings import CATEGORIES, RANKINGS, classes
from evaluator.showdown import Share, Showdown, settle
from evaluator.tables import best_five
from tests.evaluator.worked import cases, field_cases

HIGH_LOW = ("high", "low")
SYSTEMS = {"A5": "ace-to-five", "A6": "ace-to-six", "27": "deuce-to-seven"}
CATEGORY_NAMES = {"high card": "high-card", "trips": "three-of-a-kind", "quads": "four-of-a-kind"}


def rank(cards: Any, ranking: str = "high") -> int:
    return best_five(parse_cards(cards), RANKINGS[ranking])[0]


def post(client: FlaskClient, showdown: dict[str, Any]) -> dict[str, Any]:
    reply = client.post("/v1/showdowns", json={"showdowns": [showdown]})
    assert reply.status_code == 200, reply.get_data(as_text=True)
    return reply.get_json()["results"][0]


@pytest.mark.parametrize("swapped", [False, True], ids=["", "swapped"])
@pytest.mark.parametrize("case", cases("compare"))
def test_the_better_hand_wins(case: dict[str, Any], swapped: bool) -> None:
    """Hands compare as section 2.8 of the rules says, whichever is named first."""
    first, second = ("b", "a") if swapped else ("a", "b")
    a, b = rank(case[first], case["system"]), rank(case[second], case["system"])
    winner = "tie" if a == b else first.upper() if a < b else second.upper()
    assert winner == case["want"]


@pytest.mark.parametrize("case", cases("first-to-act"))
def test_the_best_exposed_hand_acts_first(case: dict[str, Any]) -> None:
    """The best hand showing acts first, the nearest to the dealer's left among equals (2.4)."""
    order, _ = order_exposed([parse_cards(cards) for cards in case["exposed"]])
    assert "ABCDEFG"[order[0]] == case["want"]


@pytest.mark.parametrize("case", cases("pots"))
def test_pots_are_layers_of_equal_payments(case: dict[str, Any]) -> None:
    """Pots are built from what each player paid, and the uncalled part is returned (2.5)."""
    pots, returned = build_pots(case["contrib"], case.get("folded", []))
    assert [[amount, list(eligible)] for amount, eligible in pots] == case["want"]
    assert returned == case.get("want_returned", {})


@pytest.mark.parametrize("case", cases("showdown", "seven-card-showdown"))
def test_a_showdown_pays_as_the_rules_say(client: FlaskClient, case: dict[str, Any]) -> None:
    """Awards follow 7.5, odd chips 2.6, house rules their options."""
    one_row = case["kind"] == "seven-card-showdown"
    low = [] if one_row else [{"name": "low", "ranking": case["low"]}]
    options = dict(case.get("options", {}))
    declare = options.pop("declare", {})
    showdown = {
        "shares": [{"name": "high", "ranking": "high"}, *low],
        "order": case["order"],
        "paid": case["contrib"],
        "folded": case["folded"],
        "players": [
            {
                "id": player,
                "rows": [{"cards": hand}] if one_row else rows_of(hand, case["rows_compete"]),
                **({"declared": declare[player]} if player in declare else {}),
            }
            for player, hand in case["hands"].items()
        ],
        "declaration": bool(declare),
        "options": options,
    }
    result = post(client, showdown)
    assert result["chips"] == case["want"]
    assert result["carried"] == case.get("carried", 0)


def rows_of(hands: list[list[str]], rows_compete: bool) -> list[dict[str, Any]]:
    plays = [list(HIGH_LOW)] * 2 if rows_compete else [["high"], ["low"]]
    return [{"cards": cards, "shares": shares} for cards, shares in zip(hands, plays, strict=True)]


@pytest.mark.parametrize("case", field_cases("high"))
def test_high_hands_have_the_right_category_and_ranks(case: dict[str, Any]) -> None:
    """The best five of five to seven cards, by category and by the ranks that decide."""
    made = classes(RANKINGS["high"])[rank(case["cards"]) - 1]
    wanted = CATEGORY_NAMES.get(case["category"], case["category"].replace(" ", "-"))
    assert CATEGORIES[made.category] == wanted
    deciding = list(dict.fromkeys(card_rank + 2 for card_rank in made.ranks))
    assert deciding[: len(case["ranks"])] == case["ranks"]


@pytest.mark.parametrize("turned", [False, True], ids=["", "turned"])
@pytest.mark.parametrize("case", field_cases("compare"))
def test_the_best_five_of_seven_win(case: dict[str, Any], turned: bool) -> None:
    """Every winner is named, and nobody else, in whatever order the hands stand."""
    hands = case["hands"][::-1] if turned else case["hands"]
    ranks = {hand: rank(case["board"] + hand) for hand in hands}
    assert {hand for hand in hands if ranks[hand] == min(ranks.values())} == set(case["winners"])


@pytest.mark.parametrize("case", field_cases("low"))
def test_low_hands_are_in_order(case: dict[str, Any]) -> None:
    """Lows are ordered strictly, or tie, as their system says (2.8)."""
    ranking = SYSTEMS[case["ranking"]]
    if "tie" in case:
        assert len({rank(hand, ranking) for hand in case["tie"]}) == 1
    else:
        ranks = [rank(hand, ranking) for hand in case["best_to_worst"]]
        assert ranks == sorted(set(ranks))


def with_ranks(ranks: dict[str, dict[str, int]], order: Any, pots: tuple[Pot, ...], **more: Any) -> Showdown:
    """Build a showdown from ranks alone, 1 the best."""
    entries = {
        share: tuple(Entry(player, 1, value, ()) for player, value in values.items()) for share, values in ranks.items()
    }
    shares = tuple(Share(name, RANKINGS["high"]) for name in ranks)
    place = {player: i for i, player in enumerate(order)}
    live = frozenset(player for values in ranks.values() for player in values)
    return Showdown(shares, pots, entries, place, live, **more)


@pytest.mark.parametrize("case", field_cases("settle"))
def test_side_pots_pay_what_was_put_in(case: dict[str, Any]) -> None:
    """Folded chips stay in the pot, uncalled chips come back, no chip is lost or made (2.5)."""
    folded = [player for player in case["contrib"] if player not in case["live"]]
    pots, returned = build_pots(case["contrib"], folded)
    ranks = {"high": {player: -rank for player, rank in case["rank_higher_better"].items()}}
    pay = Counter(dict.fromkeys(case["contrib"], 0) | returned)
    for result in settle(with_ranks(ranks, case["odd_chip_order"], pots)):
        for award in result.awards:
            for winner in award.winners:
                pay[winner.player] += winner.chips
    assert dict(pay) == case["pay"]


@pytest.mark.parametrize("case", field_cases("declare"))
def test_declarations_pay_as_the_rules_say(case: dict[str, Any]) -> None:
    """Who declared both must win or tie both ways (Real Poker, R-14 and R-15)."""
    ranks = {
        "high": {player: -value for player, value in case["hi_higher_better"].items()},
        "low": case["lo_lower_better"],
    }
    way = {"H": "high", "L": "low", "B": "both"}
    declared = {player: way[letter] for player, letter in case["declare"].items()}
    options = Options(**case.get("options", {}), odd_chip_half="high")
    pots = (Pot(case["pot"], tuple(case["declare"])),)
    showdown = with_ranks(ranks, case["odd_order"], pots, declared=declared, options=options)
    (result,) = settle(showdown)
    pay = Counter(dict.fromkeys(case["declare"], 0))
    for award in result.awards:
        for winner in award.winners:
            pay[winner.player] += winner.chips
    assert dict(pay) == case["pay"]
    assert sorted({failure.player for failure in result.failed}) == case["disqualified"]


def test_codes_are_rank_then_suit() -> None:
    """A card's number is four times its rank plus its suit, from 2c to As."""
    assert CODES[0] == "2c" and CODES[51] == "As" and parse_cards("KhTs") == (46, 35)
