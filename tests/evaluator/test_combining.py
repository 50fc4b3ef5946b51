"""Combination rules: Real Poker's, Omaha's, best five of many, and what patterns refuse."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest
from flask.testing import FlaskClient
from phevaluator import evaluate_omaha_cards

from evaluator import RANKINGS, best_hand, best_ranks, parse_cards, ranks, score
from evaluator.combining import choices, freeze, rank_hands
from evaluator.rankings import CATEGORIES, classes
from evaluator.refusals import Refusal
from evaluator.sevens import rank_sevens
from evaluator.tables import rank_columns, rank_one
from tests.evaluator.deals import deal
from tests.evaluator.worked import cases, field_cases

REAL_POKER = [{"own": 5}, {"own": 4, "singles": 1}, {"own": 3, "pairs": 1}, {"own": 2, "pairs": 1, "singles": 1}]
OMAHA = [{"own": 2, "board": 3}]


def real_poker(case: dict[str, Any], own: str) -> dict[str, list[Any]]:
    return {"own": case[own], "pairs": ["".join(pair) for pair in case["pairs"]], "singles": case["singles"]}


@pytest.mark.parametrize("case", cases("real-poker-best-hands"))
def test_real_poker_builds_the_best_hands(case: dict[str, Any]) -> None:
    """Two own cards at least, a pack whole or not at all, never two packs or two singles (4.1)."""
    groups = real_poker(case, "hole")
    high, low = best_hand(groups, REAL_POKER, "high"), best_hand(groups, REAL_POKER, "ace-to-six")
    assert high.rank == score(case["want_high"], "high").rank
    assert low.rank == score(case["want_low"], "ace-to-six").rank


@pytest.mark.parametrize("case", cases("real-poker-combination-count"))
def test_article_4_1_permits_221_hands(case: dict[str, Any]) -> None:
    """One, twenty, forty and a hundred and sixty ways, by the four parts of 4.1."""
    layout = (("own", (1,) * 5), ("pairs", (2,) * 4), ("singles", (1,) * 4))
    assert choices(freeze(REAL_POKER), layout).shape == (5, case["want"])


@pytest.mark.parametrize("case", field_cases("real_poker"))
def test_real_poker_takes_packs_whole(case: dict[str, Any]) -> None:
    """The best high and the best low of one deal, by category and ranks."""
    groups = real_poker(case, "hand")
    high, low = best_hand(groups, REAL_POKER, "high"), best_hand(groups, REAL_POKER, "ace-to-six")
    assert high.category == case["best_high"]["category"]
    assert classes(RANKINGS["high"])[high.rank - 1].ranks[0] + 2 == case["best_high"]["ranks"][0]
    made = classes(RANKINGS["ace-to-six"])[low.rank - 1]
    assert made.category == case["best_low_A6"]["category"]
    assert [(rank + 1) % 13 + 1 for rank in made.ranks] == case["best_low_A6"]["ranks_ace1"]


@pytest.mark.parametrize("case", cases("real-poker-showdown"))
def test_one_request_settles_real_poker(client: FlaskClient, case: dict[str, Any]) -> None:
    """Hands are built under the patterns, and judged as they were declared (R-2, R-14, R-15)."""
    players = [
        {"id": player, "groups": {"own": held["own"]}, "declared": held["declare"]}
        for player, held in case["players"].items()
    ]
    shared = {name: units for name, units in real_poker(case | {"own": []}, "own").items() if name != "own"}
    reply = client.post("/v1/showdowns", json={"showdowns": [{
        "shares": [{"name": "high", "ranking": "high"}, {"name": "low", "ranking": "ace-to-six"}],
        "patterns": REAL_POKER, "shared": shared, "players": players, "order": case["order"],
        "paid": dict.fromkeys(case["players"], 120 // len(players)), "declaration": True, "distinct_cards": True,
    }]})  # fmt: skip
    assert reply.get_json()["results"][0]["chips"] == case["want"]


@pytest.mark.parametrize("name", RANKINGS)
@pytest.mark.parametrize("size", [6, 7, 8, 10])
def test_the_best_of_many_cards_is_the_best_of_their_fives(name: str, size: int) -> None:
    """Every five is tried one by one, in every ranking."""
    ranking = RANKINGS[name]
    hands = deal(300, size)
    slowly = [min(rank_one(five, ranking) for five in combinations(hand, 5)) for hand in hands.tolist()]
    assert ranks(hands, name).tolist() == slowly


@pytest.mark.parametrize("name", RANKINGS)
def test_the_tables_for_seven_cards_agree_with_the_fives(name: str) -> None:
    """Many sevens are ranked by tables of their own; the ranks are the same."""
    hands = deal(20_000, 7).T.copy()
    # Hands of one suit and of few ranks are rare in a deal, and where such tables go wrong.
    hands = np.concatenate([hands, one_suit(), few_ranks()], axis=1)
    ranking = RANKINGS[name]
    (by_fives,) = rank_columns(hands, [ranking])
    assert np.array_equal(rank_sevens(hands, ranking), by_fives)
    assert np.array_equal(rank_hands(hands, [ranking])[0], by_fives)


def one_suit() -> np.ndarray[Any, np.dtype[np.uint8]]:
    return np.array([[4 * rank for rank in ranks] for ranks in combinations(range(13), 7)], dtype=np.uint8).T.copy()


def few_ranks() -> np.ndarray[Any, np.dtype[np.uint8]]:
    return np.array(list(combinations((0, 1, 2, 3, 16, 17, 18, 19, 48, 49, 50, 51), 7)), dtype=np.uint8).T.copy()


def test_omaha_is_ranked_as_phevaluator_ranks_it() -> None:
    """Two own cards and three of the board, as data."""
    hands = deal(3000, 9)
    theirs = [evaluate_omaha_cards(*hand[4:], *hand[:4]) for hand in hands.tolist()]
    assert best_ranks(hands, {"own": 4, "board": 5}, OMAHA).tolist() == theirs


def test_best_five_of_seven_can_be_said_as_a_pattern() -> None:
    """`{"own": 2, "board": 5}` takes seven cards and plays their best five."""
    hands = deal(5000, 7)
    assert np.array_equal(best_ranks(hands, {"own": 2, "board": 5}, [{"own": 2, "board": 5}]), ranks(hands))
    three_ways = [{"own": 2, "board": 3}, {"own": 1, "board": 4}, {"board": 5}]
    assert np.array_equal(best_ranks(hands, {"own": 2, "board": 5}, three_ways), ranks(hands))


def test_patterns_that_cannot_be_met_yet_permit_nothing() -> None:
    """Before the single is turned, Real Poker's hands are made without it."""
    groups = {"own": ["As", "2d", "7c", "9h", "Kc"], "pairs": ["KsQs"], "singles": []}
    assert best_hand(groups, REAL_POKER).text == "pair of kings, ace, queen, nine"


def ask(client: FlaskClient, **body: Any) -> tuple[int, dict[str, Any]]:
    reply = client.post("/v1/best-hands", json=body)
    return reply.status_code, reply.get_json()


def test_hands_share_a_board_over_http(client: FlaskClient) -> None:
    """Shared groups are given once; ranks come in the order of the hands, nought where a low does not qualify."""
    body = {
        "patterns": OMAHA,
        "shared": {"board": ["2c", "7d", "8h", "Kd", "Kc"]},
        "hands": [{"own": ["As", "3s", "Kh", "Td"]}, {"own": ["Qs", "Qd", "Js", "Jd"]}],
        "rankings": ["high", "ace-to-five"],
        "qualifier": "eight-or-better",
    }
    status, full = ask(client, **body)
    assert status == 200
    assert full["results"][0]["ace-to-five"]["text"] == "eight low, 8-7-3-2-A"
    assert full["results"][1]["ace-to-five"] is None
    _, ranked = ask(client, **body, detail="ranks")
    assert ranked["ranks"]["high"] == [result["high"]["rank"] for result in full["results"]]
    assert ranked["ranks"]["ace-to-five"][1] == 0


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"patterns": [{"hole": 5}]}, "unknown-name", "patterns.0"),
        ({"patterns": [{"own": 4}]}, "wrong-number-of-cards", "patterns.0"),
        ({"patterns": [{"own": 5, "board": 3}]}, "wrong-number-of-cards", "patterns"),
        ({"patterns": [{"own": 4, "board": 5}, {"own": 2, "board": 2}]}, "wrong-number-of-cards", "patterns.1"),
        ({"patterns": []}, "out-of-range", "patterns"),
        ({"patterns": [{}]}, "out-of-range", "patterns.0"),
        ({"patterns": [{"own": -1}]}, "out-of-range", "patterns.0.own"),
        ({"patterns": [{"own": True}]}, "wrong-type", "patterns.0.own"),
        ({"shared": {"own": ["2c"]}}, "duplicate-name", "hands.0.own"),
        ({"shared": {"board": ["As", "7d", "8h", "Kd", "Kc"]}}, "duplicate-card", "hands.0.own.0"),
        ({"shared": {"board": ["2c", "7d", "8h", "2c", "Kc"]}}, "duplicate-card", "shared.board.3"),
        ({"shared": {"board": ["2c", "??", "8h", "Kd", "Kc"]}}, "unknown-card", "shared.board.1"),
        ({"shared": {"board": [""]}}, "out-of-range", "shared.board.0"),
        ({"shared": {"board": "2c7d8hKdKc"}}, "wrong-type", "shared.board"),
        ({"hands": []}, "out-of-range", "hands"),
        ({"hands": [{"own": ["As", "3x"]}]}, "unknown-card", "hands.0.own.1"),
        ({"qualifier": "eight-or-better"}, "contradiction", "qualifier"),
    ],
)
def test_a_wrong_request_is_refused(client: FlaskClient, change: dict[str, Any], code: str, field: str) -> None:
    """Each refusal names the field it lies in."""
    body = {
        "patterns": OMAHA,
        "shared": {"board": ["2c", "7d", "8h", "Kd", "Kc"]},
        "hands": [{"own": ["As", "3s", "Kh", "Td"]}],
    }
    status, problem = ask(client, **(body | change))
    assert status == 422
    assert (problem["code"], problem["field"]) == (code, field), problem


def test_a_card_given_twice_names_both_units(client: FlaskClient) -> None:
    """Whichever groups hold the card, the refusal says where it is for the first and for the second time."""
    body = {"patterns": OMAHA, "shared": {"board": ["2c", "7d", "8h", "Kd", "Kc"]}}
    for own, field, other in (
        (["As", "Kd", "3s", "Td"], "hands.1.own.1", "shared.board.3"),
        (["As", "3s", "Td", "A♠"], "hands.1.own.3", "hands.1.own.0"),
        (["As", "3s3s", "Td"], "hands.1.own.1", "hands.1.own.1"),
    ):
        _, problem = ask(client, **body, hands=[{"own": ["Ah", "3h", "Th", "Jh"]}, {"own": own}])
        (fault,) = problem["faults"]
        assert (problem["code"], fault["field"], fault["other"]) == ("duplicate-card", field, other)
        assert fault["card"] in ("As", "Kd", "3s") and "twice" in fault["detail"]
    with pytest.raises(Refusal) as refused:
        best_hand({"own": ["As", "Ks", "Qs"], "board": ["2c", "As"]}, [{"own": 3, "board": 2}])
    assert (refused.value.field, refused.value.facts["other"]) == ("groups.board.1", "groups.own.0")


def test_more_choices_than_a_hand_may_have_are_refused(client: FlaskClient) -> None:
    """A pattern that would run for minutes is refused at once."""
    deck = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
    for pattern in ({"deck": 5}, {"deck": 10}):
        status, problem = ask(client, patterns=[pattern], hands=[{"deck": deck[:47]}])
        assert (status, problem["code"]) == (422, "out-of-range")
        assert problem["faults"][0]["bounds"]["max"] == 10_000


def test_more_work_than_a_request_may_be_is_refused(client: FlaskClient) -> None:
    """Work is hands times choices, and has a limit that the refusal states."""
    deck = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
    status, problem = ask(client, patterns=[{"deck": 5}], hands=[{"deck": deck[:18]}] * 6000)
    assert (status, problem["code"], problem["field"]) == (422, "out-of-range", "hands")


def test_arrays_must_fit_their_groups() -> None:
    """The library says which shape it needs."""
    for wrong in (deal(3, 8), np.array([1, 2, 3]), np.full((2, 9), 60), np.zeros((2, 9), dtype=int)):
        with pytest.raises(Refusal):
            best_ranks(wrong, {"own": 4, "board": 5}, OMAHA)


def test_adding_a_card_never_worsens_a_hand() -> None:
    """More to choose from is never worse, in any ranking."""
    hands = deal(2000, 10)
    for name in RANKINGS:
        made = [ranks(hands[:, :size], name) for size in range(5, 11)]
        assert all((more <= fewer).all() for fewer, more in pairwise(made))


def test_the_order_of_cards_and_the_names_of_suits_mean_nothing() -> None:
    """Permuting cards or suits changes no rank (2.8)."""
    hands = deal(2000, 7)
    turned = np.random.default_rng(5).permuted(hands, axis=1)
    other_suits = (hands & ~np.uint8(3)) | np.array([2, 0, 3, 1], dtype=np.uint8)[hands & 3]
    for name in RANKINGS:
        assert np.array_equal(ranks(hands, name), ranks(turned, name))
        assert np.array_equal(ranks(hands, name), ranks(other_suits, name))


def test_parsed_cards_are_numbers() -> None:
    """`2c` is 0 and `As` is 51."""
    assert parse_cards("2cAs") == (0, 51) and CATEGORIES[0] == "high-card"
