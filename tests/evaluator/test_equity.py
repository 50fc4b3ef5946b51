"""Equities: exact ones against plain enumeration, sampled ones within their error."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from flask.testing import FlaskClient

from evaluator import CODES, RANKINGS, Refusal, equities, parse_cards
from evaluator.qualifying import worst_qualifying
from evaluator.refusals import DuplicateCard
from evaluator.tables import best_five

HOLDEM = [{"own": 2, "board": 5}]
OMAHA = [{"own": 2, "board": 3}]
HIGH = {"name": "high", "ranking": "high"}
EIGHT = {"name": "low", "ranking": "ace-to-five", "qualifier": "eight-or-better"}


def ask(patterns: list[dict[str, int]], players: list[str], board: str, **more: Any) -> dict[str, Any]:
    hands = [{"id": str(i), "groups": {"own": own.split()}} for i, own in enumerate(players)]
    return equities({"patterns": patterns, "players": hands, "shared": {"board": board.split()}, **more})


def shares_of(answer: dict[str, Any]) -> list[float]:
    return [player["share"] for player in answer["equities"]]


def plainly(players: list[str], board: str, low: bool, own: int) -> list[Fraction]:
    """Enumerate the cards to come one by one, and share each pot as fractions.

    `own` is how many own cards a hand takes: 2 in Omaha, 0 for the best five of all.
    """
    known = parse_cards(board.replace("?", ""))
    hands = [parse_cards(player) for player in players]
    seen = {*known, *(card for hand in hands for card in hand)}
    totals = [Fraction(0)] * len(hands)
    run_outs = list(combinations([card for card in range(52) if card not in seen], board.count("??")))
    for cards in run_outs:
        full = (*known, *cards)
        parts = [[best(hand, full, "high", own) for hand in hands]]
        lows = [best(hand, full, "ace-to-five", own) for hand in hands]
        if low and min(lows) <= worst_qualifying(RANKINGS["ace-to-five"], "eight-or-better"):
            parts.append(lows)
        for ranks in parts:
            winners = [i for i, rank in enumerate(ranks) if rank == min(ranks)]
            for winner in winners:
                totals[winner] += Fraction(1, len(parts) * len(winners))
    return [total / len(run_outs) for total in totals]


def best(hand: tuple[int, ...], board: tuple[int, ...], ranking: str, own: int) -> int:
    if not own:
        return best_five((*hand, *board), RANKINGS[ranking])[0]
    fives = [(*two, *three) for two in combinations(hand, 2) for three in combinations(board, 3)]
    return min(best_five(five, RANKINGS[ranking])[0] for five in fives)


@pytest.mark.parametrize(
    ("players", "board"),
    [
        (["As Ah", "Kd Kc"], "2c 7d 9s ?? ??"),
        (["As Kd", "Ah Kc", "9c 8c"], "2c 7d 9s Th ??"),
        (["Qs Qd", "Js Th"], "9d 8c 2h 2d ??"),
    ],
)
def test_exact_equities_are_those_of_plain_enumeration(players: list[str], board: str) -> None:
    """Every run-out once, ties shared exactly; the shares add up to the pot."""
    answer = ask(HOLDEM, players, board)
    assert answer["method"] == "exact" and answer["seed"] is None
    assert shares_of(answer) == pytest.approx([float(share) for share in plainly(players, board, False, 0)])
    assert sum(shares_of(answer)) == pytest.approx(1)
    assert all(player["standard_error"] == 0 for player in answer["equities"])


def test_high_low_splits_are_shared_as_they_fall() -> None:
    """Omaha eight or better: the low half goes to the high where nobody qualifies."""
    players, board = ["As 2d Kh Qh", "Ah 3d 9c 9s"], "4c 7d Ks 8h ??"
    answer = ask(OMAHA, players, board, shares=[HIGH, EIGHT])
    assert shares_of(answer) == pytest.approx([float(share) for share in plainly(players, board, True, 2)])
    for player in answer["equities"]:
        assert sum(player["by_share"].values()) == pytest.approx(player["share"])


def test_aces_against_kings_before_the_flop() -> None:
    """All 1,712,304 boards: a figure that poker players know (about 81 to 19)."""
    answer = ask(HOLDEM, ["As Ah", "Kd Kc"], "?? ?? ?? ?? ??")
    assert (answer["method"], answer["run_outs"]) == ("exact", 1_712_304)
    assert shares_of(answer)[0] == pytest.approx(0.81255, abs=0.00001)


def test_a_sample_is_near_the_exact_share_and_says_how_near() -> None:
    """The same seed gives the same sample; its error is the one stated."""
    exact = shares_of(ask(HOLDEM, ["As Ah", "Kd Kc"], "2c 7d 9s ?? ??"))[0]
    sampled = ask(HOLDEM, ["As Ah", "Kd Kc"], "2c 7d 9s ?? ??", samples=20_000, seed=3)
    assert (sampled["method"], sampled["run_outs"], sampled["seed"]) == ("sampled", 20_000, 3)
    first = sampled["equities"][0]
    assert 0 < first["standard_error"] < 0.003
    assert abs(first["share"] - exact) < 5 * first["standard_error"]
    assert ask(HOLDEM, ["As Ah", "Kd Kc"], "2c 7d 9s ?? ??", samples=20_000, seed=3) == sampled


def test_an_unknown_hand_is_any_hand() -> None:
    """Two unknown hands can expect the same, and a known one what it has against any."""
    answer = ask(HOLDEM, ["As Ah", "?? ??"], "?? ?? ?? ?? ??", samples=40_000)
    assert shares_of(answer)[0] == pytest.approx(0.852, abs=0.01)
    both = ask(HOLDEM, ["?? ??", "?? ??"], "2c 7d 9s Th Jd", samples=20_000)
    assert shares_of(both)[0] == pytest.approx(0.5, abs=0.02)


def test_unknown_packs_are_filled_whole() -> None:
    """Real Poker with a pack and a single to come: a unit of two unknown cards is a set of its own."""
    patterns = [{"own": 5}, {"own": 4, "singles": 1}, {"own": 3, "pairs": 1}, {"own": 2, "pairs": 1, "singles": 1}]
    answer = equities({
        "patterns": patterns,
        "shares": [HIGH, {"name": "low", "ranking": "ace-to-six"}],
        "shared": {"pairs": ["KsQs", "????"], "singles": ["3s"]},
        "players": [{"id": "A", "groups": {"own": ["As", "2d", "7c", "9h", "Kc"]}},
                    {"id": "B", "groups": {"own": ["Ah", "5d", "6c", "9s", "9c"]}}],
    })  # fmt: skip
    assert (answer["method"], answer["run_outs"]) == ("exact", 39 * 38 // 2)
    assert sum(shares_of(answer)) == pytest.approx(1)


def test_nothing_to_come_is_a_showdown() -> None:
    """With every card known there is one run-out."""
    answer = ask(HOLDEM, ["As Ah", "Kd Kc"], "2c 7d 9s Th Jd")
    assert (answer["run_outs"], shares_of(answer)) == (1, [1.0, 0.0])


def test_dead_cards_do_not_come() -> None:
    """With the other two aces dead, aces cannot become three."""
    alive = shares_of(ask(HOLDEM, ["As Ah", "2d 2s"], "2c 7d 9s Th ??"))[0]
    dead = shares_of(ask(HOLDEM, ["As Ah", "2d 2s"], "2c 7d 9s Th ??", dead="AcAd"))[0]
    assert alive > dead == 0


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"players": []}, "out-of-range", "players"),
        ({"players": [{"id": "A", "groups": {"own": ["As", "As"]}}]}, "duplicate-card", "players.0.groups.own.1"),
        ({"players": [{"id": "A", "groups": {"own": ["As", "Ah"]}}] * 2}, "duplicate-name", "players"),
        ({"dead": "2c"}, "duplicate-card", "dead"),
        ({"dead": "KsKs"}, "duplicate-card", "dead"),
        ({"dead": "2x"}, "unknown-card", "dead"),
        ({"players": [{"id": "A", "groups": {"own": ["As", "?"]}}]}, "unknown-card", "players.0.groups.own.1"),
        ({"players": [{"id": "A", "groups": {"board": ["As", "Ah"]}}]}, "duplicate-name", "players.0.groups.board"),
        ({"shares": [EIGHT]}, "contradiction", "shares"),
        ({"shares": [HIGH, HIGH]}, "duplicate-name", "shares"),
        ({"samples": 0}, "out-of-range", "samples"),
        ({"samples": 2_000_000}, "out-of-range", "samples"),
        ({"seed": -1}, "out-of-range", "seed"),
        ({"patterns": [{"own": 2, "flop": 3}]}, "unknown-name", "patterns.0"),
    ],
)
def test_a_wrong_request_is_refused(client: FlaskClient, change: dict[str, Any], code: str, field: str) -> None:
    """Each refusal names its field."""
    body = {
        "patterns": HOLDEM,
        "players": [{"id": "A", "groups": {"own": ["As", "Ah"]}}],
        "shared": {"board": ["2c", "7d", "9s", "??", "??"]},
    }
    reply = client.post("/v1/equities", json=body | change)
    assert reply.status_code == 422, reply.text
    assert (reply.get_json()["code"], reply.get_json()["field"]) == (code, field), reply.text


@pytest.mark.parametrize(
    ("own", "dead", "field", "other"),
    [
        (["Kd", "As"], "", "players.1.groups.own.1", "players.0.groups.own.0"),
        (["Kd", "7d"], "", "players.1.groups.own.1", "shared.board.1"),
        (["Kd", "Kc"], "QhKc", "dead", "players.1.groups.own.1"),
    ],
)
def test_a_card_given_twice_is_named_with_both_places(own: list[str], dead: str, field: str, other: str) -> None:
    """One deck is dealt to all: the refusal says where the card is for the first and for the second time."""
    players = [{"id": "A", "groups": {"own": ["As", "??"]}}, {"id": "B", "groups": {"own": own}}]
    with pytest.raises(DuplicateCard) as refused:
        equities({
            "patterns": HOLDEM, "players": players, "dead": dead,
            "shared": {"board": ["2c", "7d", "9s", "??", "??"]},
        })  # fmt: skip
    assert (refused.value.field, refused.value.facts["other"]) == (field, other)


def test_more_cards_to_come_than_are_left_are_refused() -> None:
    """The deck has 52 cards."""
    with pytest.raises(Refusal, match="are to come"):
        ask(HOLDEM, ["As Ah"], "2c ?? ?? ?? ??", dead="".join(CODES[4:50]))


def test_too_large_a_sample_says_how_large_it_may_be() -> None:
    """The work of a request has a limit, and the refusal the number to ask for instead."""
    wide = [{"own": 5, "board": 5}]
    with pytest.raises(Refusal) as refused:
        ask(wide, ["?? ?? ?? ?? ??"] * 8, "?? ?? ?? ?? ??", samples=1_000_000)
    assert refused.value.facts["bounds"]["max"] < 1_000_000
