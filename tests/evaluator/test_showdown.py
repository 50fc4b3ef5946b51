"""Showdowns over HTTP: what is said of them, the ways to ask, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from evaluator import Refusal, settle
from evaluator.refusals import Contradiction

HIGH = {"name": "high", "ranking": "high"}
LOW = {"name": "low", "ranking": "ace-to-five"}
BOATS = "JhJdJc6s6h"
KINGS = "KsKc9d9s4h"
ACES = "AsAhKd7s2c"


def player(name: str, high: str = "", low: str = "", **more: Any) -> dict[str, Any]:
    rows = [{"cards": high, "shares": ["high"]}] if high else []
    rows += [{"cards": low, "shares": ["low"]}] if low else []
    return {"id": name, "rows": rows, **more}


def one_share(*hands: str, **more: Any) -> dict[str, Any]:
    """Return a showdown for high only, of players A, B, C … with one row each."""
    players = [{"id": name, "rows": [{"cards": cards}]} for name, cards in zip("ABCDEF", hands, strict=False)]
    return settle({"shares": [HIGH], "players": players, **more})


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


def declared(*ways: str, **options: str) -> dict[str, Any]:
    """Return a showdown after a declaration: A has the best high, B the best low, C is second in both."""
    hands = [("AsAhAdKcKh", "8c7d4s3h2c"), ("Td9d5d4d2d", "6c4d3s2hAc"), ("QsQhQdJcJh", "7c4d3s2hAc")]
    players = [player(name, *hand, declared=way) for name, hand, way in zip("ABC", hands, ways, strict=False)]
    return settle({
        "shares": [HIGH, LOW], "players": players, "declaration": True, "options": options,
        "paid": dict.fromkeys("ABC"[: len(ways)], 40),
    })  # fmt: skip


def test_who_fails_is_told_with_the_hand_that_beat_them() -> None:
    """A both-declarer who is beaten is out of the pot, and the answer says by whom and with what (R-14)."""
    result = declared("both", "low", "high")
    (failure,) = result["failed"]
    assert failure["text"] == "A declared both and is out: beaten for low by B's six low, 6-4-3-2-A"
    assert (failure["id"], failure["share"], failure["beaten_by"], failure["how"]) == ("A", "low", "B", "beaten")
    assert failure["hand"]["cards"] == ["6c", "4d", "3s", "2h", "Ac"]
    assert result["chips"] == {"A": 0, "B": 60, "C": 60}


def test_nobody_in_for_a_share_is_told() -> None:
    """One way takes the whole pot as one amount, or its own half, as was announced (R-16)."""
    (award,) = declared("high", "high", "high")["awards"]
    assert award["text"].startswith("All of pot 1 for high, 120, nobody being in for low: A, full house")
    result = declared("high", "high", "high", no_declarer_half="carry")
    assert result["carried"] == 60
    assert result["awards"][1]["text"] == "Low half of pot 1, 60: carried to the next hand, nobody having won it"


def test_everyone_failing_is_told() -> None:
    """All declared both and failed: by cards, carried, or shared equally (7.3)."""
    assert declared("both", "both", "both")["chips"] == {"A": 60, "B": 60, "C": 0}
    carried = declared("both", "both", "both", all_failed="carry")
    assert (carried["carried"], carried["awards"][0]["winners"]) == (120, [])
    equal = declared("both", "both", "both", all_failed="equal")
    assert (
        equal["awards"][0]["text"] == "Pot 1, 120: shared by A, B and C, all having failed both ways; A 40, B 40, C 40"
    )


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


GOOD: dict[str, Any] = {
    "shares": [HIGH, LOW],
    "order": ["A", "B"],
    "paid": {"A": 10, "B": 10},
    "players": [player("A", KINGS, "7h5d4c3s2d"), player("B", BOATS, "8c6d4s3h2c")],
}
BOTH = [player("A", KINGS, "7h5d4c3s2d", declared="both"), player("B", BOATS, "8c6d4s3h2c", declared="low")]
BOARD = {"board": ["2c", "7d", "8h", "Kd", "Qc"]}
HOLDERS = [{"id": "A", "groups": {"own": ["As", "Ah"]}}, {"id": "B", "groups": {"own": ["Js", "Jh"]}}]
PATTERNS = [{"own": 2, "board": 5}]


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"shares": []}, "out-of-range", "shares"),
        ({"shares": [HIGH, HIGH]}, "duplicate-name", "shares"),
        ({"shares": [HIGH | {"ranking": "badugi"}]}, "not-allowed", "shares.0.ranking"),
        ({"shares": [HIGH | {"part": 2}]}, "unknown-field", "shares.0.part"),
        ({"order": ["A"]}, "unknown-name", "order"),
        ({"order": ["A", "B", "A"]}, "duplicate-name", "order"),
        ({"players": [GOOD["players"][0]] * 2}, "duplicate-name", "players"),
        ({"players": []}, "out-of-range", "players"),
        ({"players": [player("A", KINGS), player("B")]}, "missing-field", "players.1.rows"),
        ({"players": [player("A", KINGS), {"id": 5}]}, "wrong-type", "players.1.id"),
        ({"players": [player("A", KINGS), {"id": "B", "rows": [{"cards": BOATS, "shares": ["mid"]}]}]},
         "unknown-name", "players.1.rows.0.shares"),
        ({"players": [player("A", KINGS), player("B", "KhKh2c3c4c")]}, "duplicate-card", "players.1.rows.0.cards"),
        ({"players": [player("A", KINGS), player("B", "KhQh2c3c")]}, "wrong-number-of-cards", "players.1.rows.0.cards"),
        ({"players": [player("A", KINGS), player("B", KINGS)], "distinct_cards": True},
         "duplicate-card", "players.1.rows.0.cards"),
        ({"paid": {"A": -1, "B": 1}}, "out-of-range", "paid.A"),
        ({"paid": {"A": 0.5, "B": 1}}, "wrong-type", "paid.A"),
        ({"paid": {"A": True, "B": 1}}, "wrong-type", "paid.A"),
        ({"paid": {"A": "5", "B": 1}}, "wrong-type", "paid.A"),
        ({"paid": {"A": 10**30, "B": 1}}, "out-of-range", "paid.A"),
        ({"folded": ["C"]}, "unknown-name", "folded"),
        ({"paid": {"A": 5, "B": 5, "C": 5}, "order": ["A", "B", "C"]}, "missing-field", "players"),
        ({"players": BOTH, "declaration": True, "shares": [HIGH | {"name": "both"}, LOW]},
         "contradiction", "declaration"),
        ({"folded": ["A", "B"]}, "missing-field", "paid"),
        ({"pots": [{"amount": 5, "eligible": ["A"]}]}, "contradiction", "pots"),
        ({"carried": -1}, "out-of-range", "carried"),
        ({"declaration": True}, "missing-field", "players.0.declared"),
        ({"declaration": "yes"}, "wrong-type", "declaration"),
        ({"players": BOTH}, "contradiction", "players.0.declared"),
        ({"players": BOTH, "declaration": True, "shares": [HIGH | {"name": "low"}]}, "contradiction", "declaration"),
        ({"players": [BOTH[0], BOTH[1] | {"declared": "mid"}], "declaration": True},
         "unknown-name", "players.1.declared"),
        ({"options": {"both_tie": "maybe"}}, "not-allowed", "options.both_tie"),
        ({"options": {"odd_chip_half": "middle"}}, "unknown-name", "options.odd_chip_half"),
        ({"options": {"rake": 5}}, "unknown-field", "options.rake"),
        ({"options": None}, "wrong-type", "options"),
        ({"game": "henway"}, "unknown-field", "game"),
        ({"players": HOLDERS, "shared": BOARD}, "missing-field", "patterns"),
        ({"patterns": PATTERNS}, "contradiction", "patterns"),
        ({"shared": BOARD}, "contradiction", "shared"),
        ({"players": [HOLDERS[0], GOOD["players"][1] | HOLDERS[1]], "shared": BOARD, "patterns": PATTERNS},
         "contradiction", "players.1.groups"),
        ({"players": [HOLDERS[0], {"id": "B", "groups": {"own": ["As", "Jh"]}}], "shared": BOARD,
          "patterns": PATTERNS, "distinct_cards": True}, "duplicate-card", "players.1.groups.own.0"),
        ({"players": [HOLDERS[0], {"id": "B", "groups": {"own": ["2c", "Jh"]}}], "shared": BOARD,
          "patterns": PATTERNS}, "duplicate-card", "players.1.groups.own.0"),
    ],
)  # fmt: skip
def test_a_wrong_showdown_is_refused(client: FlaskClient, change: dict[str, Any], code: str, field: str) -> None:
    """Each refusal has its code and names the field; nothing is ever 500."""
    reply = client.post("/v1/showdowns", json={"showdowns": [GOOD | change]})
    assert reply.status_code == 422, reply.text
    problem = reply.get_json()
    assert (problem["code"], problem["field"]) == (code, f"showdowns.0.{field}"), problem


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"pots": [{"amount": 5, "eligible": ["A", "C"]}]}, "pots.0.eligible"),
        ({"pots": [{"amount": 5, "eligible": ["A", "A"]}]}, "pots.0.eligible"),
        ({"pots": [{"amount": 5, "eligible": ["A", "B"]}], "folded": ["A"]}, "folded"),
        ({"pots": [], "carried": 5}, "carried"),
        ({"carried": 5}, "carried"),
        ({"folded": ["A", "B"]}, "players"),
    ],
)
def test_given_pots_are_checked(change: dict[str, Any], field: str) -> None:
    """Pots are for players of the showdown, and chips are carried only into a pot."""
    with pytest.raises(Refusal) as refused:
        settle({name: value for name, value in GOOD.items() if name != "paid"} | change)
    assert refused.value.field == field


def test_two_players_may_hold_one_card_unless_cards_are_distinct() -> None:
    """A shared board is in both hands (vectors); `distinct_cards` refuses it."""
    assert one_share(KINGS, KINGS, paid={"A": 5, "B": 6})["chips"] == {"A": 5, "B": 6}


@pytest.mark.parametrize(
    ("players", "more", "field", "other"),
    [
        ([player("A", KINGS), player("B", "KsQs2c3c4c")], {"distinct_cards": True},
         "players.1.rows.0.cards", "players.0.rows.0.cards"),
        ([player("A", KINGS, "Ks5d4c3s2d")], {"distinct_cards": True},
         "players.0.rows.1.cards", "players.0.rows.0.cards"),
        ([HOLDERS[0], {"id": "B", "groups": {"own": ["Js", "As"]}}],
         {"shared": BOARD, "patterns": PATTERNS, "distinct_cards": True},
         "players.1.groups.own.1", "players.0.groups.own.0"),
        ([HOLDERS[0], {"id": "B", "groups": {"own": ["Js", "2c"]}}], {"shared": BOARD, "patterns": PATTERNS},
         "players.1.groups.own.1", "shared.board.0"),
    ],
)  # fmt: skip
def test_a_card_held_twice_is_named_with_both_places(
    client: FlaskClient, players: list[Any], more: dict[str, Any], field: str, other: str
) -> None:
    """Both places are paths into the request."""
    good = {"shares": [HIGH, LOW], "players": [player("Z", KINGS)]}
    wrong = {"shares": [HIGH, LOW], "players": players, **more}
    problem = client.post("/v1/showdowns", json={"showdowns": [good, wrong]}).get_json()
    (fault,) = problem["faults"]
    assert (fault["field"], fault["other"]) == (f"showdowns.1.{field}", f"showdowns.1.{other}")


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


def test_more_work_than_a_request_may_be_is_refused(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many showdowns fit a body, they are settled within seconds or refused."""
    monkeypatch.setattr("evaluator.answers.MOST_WORK", 60_000)
    rows = [{"cards": "2c3c4c5c6d7d8d9dThJh"}] * 10
    one = {"shares": [HIGH, LOW], "players": [{"id": "A", "rows": rows}, {"id": "B", "rows": rows}]}
    refused = client.post("/v1/showdowns", json={"showdowns": [one] * 10}).get_json()
    assert refused["code"] == "out-of-range" and refused["field"].endswith(".players")
    named = [
        {
            "shares": [HIGH],
            "patterns": [{name: 5}],
            "players": [{"id": "A", "groups": {name: ["2c", "3c", "4c", "5c", "6d"]}}],
        }
        for name in map(str, range(60))
    ]
    refused = client.post("/v1/showdowns", json={"showdowns": named}).get_json()
    assert "different layouts" in refused["detail"]


def test_a_player_alone_in_a_pot_need_not_have_declared() -> None:
    """Judging everyone in the hand passes over a player who is in no contested pot (2.5, `both_scope`)."""
    players = [player("A", KINGS, "7h5d4c3s2d", declared="both"), player("B", BOATS, "8c6d4s3h2c", declared="low")]
    result = settle({
        "shares": [HIGH, LOW], "declaration": True, "options": {"both_scope": "global"},
        "players": [*players, player("C", ACES, "6c4d3s2hAc")],
        "pots": [{"amount": 40, "eligible": ["A", "B"]}, {"amount": 9, "eligible": ["C"]}],
    })  # fmt: skip
    assert result["chips"] == {"A": 40, "B": 0, "C": 9}


def test_a_both_declarer_with_no_hand_that_qualifies_fails() -> None:
    """Who declared both and may play neither way has not won or tied both, and is out as others are (7.5)."""
    low = {"name": "low", "ranking": "ace-to-five", "qualifier": "eight-or-better"}
    nine, eight = "9c6d4s3h2c", "8c6d4s3h2c"
    result = settle({
        "shares": [HIGH, low], "declaration": True, "options": {"both_scope": "global", "no_declarer_half": "carry"},
        "players": [player("A", low=nine, declared="both"), player("B", BOATS, eight, declared="low")],
        "pots": [{"amount": 40, "eligible": ["A", "B"]}],
    })  # fmt: skip
    assert [(failure["id"], failure["share"], failure["how"]) for failure in result["failed"]] == [
        ("A", "low", "beaten")
    ]
    assert (result["chips"], result["carried"]) == ({"A": 0, "B": 40}, 0)


def test_who_paid_nothing_and_has_not_folded_is_in_the_hand() -> None:
    """With `global`, a both-declarer is judged against every live declarer, whatever that one can win (7.5)."""
    players = [
        player("A", KINGS, "8c6d4s3h2c", declared="both"),
        player("B", ACES, "7c6d4s3h2c", declared="high"),
        player("C", BOATS, "9c6d4s3h2c", declared="high"),
    ]
    played = {"shares": [HIGH, LOW], "declaration": True, "players": players, "paid": {"A": 5, "B": 5, "C": 0}}
    assert settle(played)["chips"] == {"A": 10, "B": 0, "C": 0}
    judged = settle(played | {"options": {"both_scope": "global"}})
    assert judged["chips"] == {"A": 0, "B": 10, "C": 0} and judged["failed"][0]["beaten_by"] == "C"
    folded = settle(played | {"options": {"both_scope": "global"}, "folded": ["C"]})
    assert folded["chips"] == {"A": 10, "B": 0, "C": 0}
