"""Showdowns: what is said of them, and the ways to ask."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from evaluator import settle
from evaluator.refusals import Contradiction
from tests.evaluator.showdowns import ACES, BOATS, HIGH, KINGS, LOW, one_share, player


def test_the_documents_example_is_told_as_players_would_tell_it() -> None:
    """The right hand wins high, the left hand wins low, and each award says with what over what (T01)."""
    result = settle({
        "shares": [HIGH, LOW],
        "players": [player("A", KINGS, "7h5d4c3s2d"), player("B", BOATS, "8c6d4s3h2c")],
        "paid": {"A": 50, "B": 51},
    })  # fmt: skip
    assert [award["text"] for award in result["awards"]] == [
        "High half of pot 1, 50: B, full house, jacks over sixes, over A's two pair, kings and nines",
        "Low half of pot 1, 50: A, seven low, over B's eight low",
    ]
    assert result["returned"] == {"B": 1}
    assert result["chips"] == {"A": 50, "B": 51}
    assert result["awards"][0]["winners"][0]["hand"]["cards"] == ["Jh", "Jd", "Jc", "6s", "6h"]


@pytest.mark.parametrize(
    ("hands", "text"),
    [
        ((KINGS, ACES), "Pot 1, 40: A, two pair, kings and nines, over B's pair of aces"),
        (
            ("KsKc9d9s4h", "KhKd9h9c3h"),
            "Pot 1, 40: A, two pair, kings and nines, four, over B's two pair, kings and nines, three",
        ),
        (("AsKd9s8h3c", "AhKs9d8c3d"), "Pot 1, 40: A and B tie with an ace high, A-K-9-8-3; A 20, B 20"),
        (("8s7d6s5h4c", "8h7s6d5c4d"), "Pot 1, 40: A and B tie with a straight, eight high; A 20, B 20"),
        (("8s8d6s6h4c", "8h8c6d6c4d"), "Pot 1, 40: A and B tie with two pair, eights and sixes, four; A 20, B 20"),
    ],
)
def test_a_hand_is_told_with_as_many_cards_as_decide(hands: tuple[str, ...], text: str) -> None:
    """Kickers are said where they decide, and articles and plurals are right."""
    (award,) = one_share(*hands, paid={"A": 20, "B": 20})["awards"]
    assert award["text"] == text


def test_who_has_folded_needs_no_place_in_the_order() -> None:
    """The chips of a folded player stay in the pot, and are all that is said of them."""
    groups = {"own": ["As", "Qd", "6c", "5h", "4s"]}
    result = settle({
        "shares": [HIGH, LOW], "order": ["B", "C", "A"],
        "paid": {"A": 40, "B": 100, "C": 100, "D": 10}, "folded": ["D"],
        "players": [
            player("A", KINGS, "7h5d4c3s2d", declared="both"),
            {"id": "B", "groups": groups, "declared": "low"},
            player("C", ACES, "8c6d4s3h2c", declared="high"),
        ],
        "patterns": [{"own": 5}, {"own": 4, "singles": 1}], "shared": {"singles": ["2c", "3c"]},
        "declaration": True, "options": {"both_tie": "tie_ok", "tie_share": "per_hand", "odd_chip_half": "high"},
    })  # fmt: skip
    assert result["chips"] == {"B": 125, "C": 125, "A": 0, "D": 0}
    assert [(failure["id"], failure["share"], failure["beaten_by"]) for failure in result["failed"]] == [
        ("A", "low", "B"),
    ]  # fmt: skip


def test_who_folded_may_be_said_beside_given_pots() -> None:
    """It changes nothing, unless somebody who folded is said to be eligible."""
    asked = {
        "shares": [HIGH], "players": [player("A", KINGS), player("B", BOATS), player("C", ACES)],
        "pots": [{"amount": 30, "eligible": ["A", "C"]}],
    }  # fmt: skip
    assert settle(asked | {"folded": ["B"]}) == settle(asked)
    with pytest.raises(Contradiction):
        settle(asked | {"folded": ["C"]})


def test_rows_that_tie_are_named() -> None:
    """Where two rows of one player share, the sentence names them, and each row has its chips (W05)."""
    result = settle({
        "shares": [HIGH],
        "players": [
            {"id": "A", "name": "Ann", "rows": [{"cards": "9s8h7d6c5h"}, {"cards": "9d8c7s6h5c"}]},
            {"id": "B", "name": "Bob", "rows": [{"cards": "9h8d7c6s5d"}, {"cards": "QsQhJdJc2h"}]},
        ],
        "paid": {"A": 60, "B": 60},
    })  # fmt: skip
    (award,) = result["awards"]
    assert award["text"] == ("Pot 1, 120: Ann (rows 1 and 2) and Bob tie with a straight, nine high; Ann 80, Bob 40")
    assert [(winner["id"], winner["row"], winner["chips"]) for winner in award["winners"]] == [
        ("A", 1, 40), ("A", 2, 40), ("B", 1, 40),
    ]  # fmt: skip


def test_an_uncontested_pot_needs_no_hand() -> None:
    """A pot with one eligible player is theirs whatever they declared, and shows no cards (2.5)."""
    result = settle({
        "shares": [HIGH, LOW],
        "pots": [{"amount": 30, "eligible": ["A", "B"]}, {"amount": 40, "eligible": ["B"]}],
        "players": [player("A", KINGS, "7h5d4c3s2d"), player("B", BOATS, "8c6d4s3h2c")],
    })  # fmt: skip
    last = result["awards"][-1]
    assert (last["text"], last["share"], last["winners"][0]["hand"]) == ("Pot 2, 40: B, uncontested", None, None)
    alone = settle({"shares": [HIGH], "paid": {"A": 5, "B": 9}, "folded": ["A"], "players": [player("B")]})
    assert alone["chips"] == {"A": 0, "B": 14} and alone["returned"] == {"B": 4}


def test_without_pots_only_winners_are_named() -> None:
    """Apps that keep no pots ask who won; amounts are null."""
    result = one_share(KINGS, ACES)
    (award,) = result["awards"]
    assert (award["text"], award["amount"]) == ("Pot 1: A, two pair, kings and nines, over B's pair of aces", None)
    assert award["winners"][0]["chips"] is None and result["chips"] == {}


def test_chips_carried_in_join_the_first_pot() -> None:
    """Payouts, chips returned and chips carried out are what was paid and carried in."""
    result = one_share(KINGS, ACES, ACES.replace("7s", "8s"), paid={"A": 10, "B": 30, "C": 30}, carried=7)
    assert [award["amount"] for award in result["awards"]] == [37, 40]
    assert result["chips"] == {"A": 37, "B": 0, "C": 40}


def test_a_low_that_does_not_qualify_leaves_its_share() -> None:
    """With a qualifier nobody meets, the other share takes the whole pot."""
    low = LOW | {"qualifier": "eight-or-better"}
    result = settle({
        "shares": [HIGH, low],
        "players": [player("A", KINGS, "9h5d4c3s2d"), player("B", BOATS, "Tc6d4s3h2c")],
        "paid": {"A": 20, "B": 20},
    })  # fmt: skip
    assert result["chips"] == {"A": 0, "B": 40}


def test_more_than_two_shares_part_a_pot_equally() -> None:
    """Three shares of 100: 34 to the share that ranks high, 33 to each of the others."""
    shares = [LOW, HIGH, {"name": "badugi", "ranking": "deuce-to-seven"}]
    result = settle({
        "shares": shares,
        "players": [{"id": "A", "rows": [{"cards": KINGS}]}, {"id": "B", "rows": [{"cards": "8c6d4s3h2c"}]}],
        "pots": [{"amount": 100, "eligible": ["A", "B"]}],
    })  # fmt: skip
    assert [(award["share"], award["part"]) for award in result["awards"]] == [
        ("low", 33), ("high", 34), ("badugi", 33),
    ]  # fmt: skip
    assert result["awards"][0]["text"] == "Low share of pot 1, 33: B, eight low, over A's two pair, kings and nines"


def test_several_showdowns_are_settled_at_once(client: FlaskClient) -> None:
    """Answers come in the order asked, and a refusal names the showdown."""
    good = {"shares": [HIGH], "players": [player("A", KINGS), player("B", ACES)], "paid": {"A": 5, "B": 5}}
    reply = client.post("/v1/showdowns", json={"showdowns": [good, good | {"paid": {"A": 1, "B": 1}}]})
    assert [result["chips"]["A"] for result in reply.get_json()["results"]] == [10, 2]
    reply = client.post(
        "/v1/showdowns", json={"showdowns": [good, good | {"paid": {"A": 1, "Z": 1}, "order": ["A", "B"]}]}
    )
    assert (reply.status_code, reply.get_json()["field"]) == (422, "showdowns.1.order")


def test_nothing_paid_is_nothing_won() -> None:
    """No chips, no pots, no awards."""
    result = one_share(KINGS, ACES, paid={"A": 0, "B": 0})
    assert result["awards"] == [] and result["chips"] == {"A": 0, "B": 0}


def test_no_tied_player_gets_two_odd_units_while_another_gets_none() -> None:
    """Two left-over units among two rows of A and one of B: one to A, one to B (2.6)."""
    result = settle({
        "shares": [HIGH],
        "players": [
            {"id": "A", "rows": [{"cards": "9s8h7d6c5h"}, {"cards": "9d8c7s6h5c"}]},
            {"id": "B", "rows": [{"cards": "9h8d7c6s5d"}]},
        ],
        "pots": [{"amount": 5, "eligible": ["A", "B"]}],
    })  # fmt: skip
    (award,) = result["awards"]
    assert [(winner["id"], winner["chips"], winner["odd"]) for winner in award["winners"]] == [
        ("A", 2, 1), ("A", 1, 0), ("B", 2, 1),
    ]  # fmt: skip
