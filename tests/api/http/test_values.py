"""Names, chips and decks that no table takes: 422 with code, field and bounds, and nothing changed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.api.http.asking import refused
from tests.front import Front, Party, three_at_a_table

# A value that is no amount of chips, as JSON text, and how that is called.
NO_AMOUNTS = {
    '"20"': "wrong-type",
    "0.5": "wrong-type",
    "1.0": "wrong-type",
    "1e400": "wrong-type",
    "-1e400": "wrong-type",
    "true": "wrong-type",
    "null": "wrong-type",
    "[5]": "wrong-type",
    "{}": "wrong-type",
    "-1": "out-of-range",
    "0": "out-of-range",
    "-0": "out-of-range",
    "1" + "0" * 30: "out-of-range",
    "9" * 5000: "out-of-range",
    "-" + "9" * 5000: "out-of-range",
}


@pytest.mark.parametrize(("amount", "code"), NO_AMOUNTS.items(), ids=[text[:12] for text in NO_AMOUNTS])
def test_only_whole_numbers_within_bounds_are_chips(
    party: Party, bettor: dict[str, Any], amount: str, code: str
) -> None:
    """Strings, fractions, booleans, negative and enormous numbers are 422 with field and bounds."""
    own = party.seats[bettor["seat"]]
    for method, path, token, body, field in (
        ("POST", "/seats", None, '{"name": "Dee", "buy_in": %s}', "buy_in"),
        ("PATCH", "/seats/1", party.seats[1], '{"rebuy_to": %s}', "rebuy_to"),
        ("PUT", f"/decisions/{bettor['decision']}", own, '{"type": "bet", "to": %s}', "to"),
        ("PUT", f"/decisions/{bettor['decision']}", own, '{"type": "raise", "to": %s}', "to"),
    ):
        problem = refused(party, method, path, token, body % amount)
        assert (problem["status"], problem["code"], problem["field"]) == (422, code, field)
        if code == "out-of-range":
            assert problem["faults"][0]["bounds"]["min"] == 1


@pytest.mark.parametrize("field", ["min_buy_in", "max_buy_in", "seats"])
@pytest.mark.parametrize(("amount", "code"), NO_AMOUNTS.items(), ids=[text[:12] for text in NO_AMOUNTS])
def test_a_table_is_opened_with_whole_numbers(front: Front, field: str, amount: str, code: str) -> None:
    """The same holds before there is a table."""
    body = '{"game": "ten-card-regrets", "%s": %s}' % (field, amount)  # noqa: UP031
    reply = front.call("POST", "/v1/tables", data=body, content_type="application/json")
    assert (reply.status_code, reply.json["code"], reply.json["field"]) == (422, code, field)


@pytest.mark.parametrize(
    "name",
    [
        *("", " ", "\t\n", "\u00a0\u2003", "a\x00b", "a\nb", "a\x1b[31m", "\x7f", "a\u202eb", "\u2066a", "\u200b"),
        *("\u200d", "\u00ad", "\u3164", "\u2800", "\ufe0f", "\u115f\u1160", "\u034f", "\u180e\u180b"),
        *(
            "\ufffa",
            "\U000e0041\U000e0042\U000e007f",
            "\U000e0001",
            "\U000e0100 \ufe00",
            "\U0001d173",
            "\u00ad\U000e0020",
        ),
    ],
    ids=ascii,
)
def test_a_name_can_be_seen(party: Party, name: str) -> None:
    """No empty name, no control characters, nothing that turns the direction of reading, nothing without width."""
    assert refused(party, "POST", "/seats", None, json.dumps({"name": name, "buy_in": 10}))["field"] == "name"
    assert refused(party, "PATCH", "", party.host, json.dumps({"name": name}))["field"] == "name"


def test_what_is_seen_may_have_unseen_parts(party: Party) -> None:
    """The flag of Wales ends in tags, and an emoji may have a selector."""
    for name in ("\U0001f3f4\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f", "\u2764\ufe0f"):
        party.call("PATCH", "", party.host, json={"name": name})
        assert party.view()["name"] == name


@pytest.mark.parametrize(
    "unseen", ["\u00ad", "\u200d", "\u200c", "\ufe0f", "\u3164", "\u2800", "\U000e0041"], ids=ascii
)
def test_a_name_is_not_doubled_unseen(party: Party, unseen: str) -> None:
    """Who differs from somebody at the table, or from who is banned, in nothing that shows is called the same."""
    sat = party.call("POST", "/seats", json={"name": "Eve", "buy_in": 10})
    again = {"name": f"ev{unseen}E{unseen}", "buy_in": 10}
    assert refused(party, "POST", "/seats", None, json.dumps(again))["code"] == "name-taken"
    assert refused(party, "POST", "/waiting-list", None, json.dumps(again))["code"] in ("name-taken", "seats-free")
    party.call("DELETE", f"/seats/{sat.json['seat']}?ban=true", party.host)
    assert refused(party, "POST", "/seats", None, json.dumps(again))["code"] == "name-banned"


def test_a_name_has_bounds(party: Party) -> None:
    """A player's name has 30 characters at most, blanks at the ends counted; a table's has 60."""
    for name in ("x" * 31, " " * 30 + "x"):
        problem = refused(party, "POST", "/seats", None, json.dumps({"name": name, "buy_in": 10}))
        assert (problem["code"], problem["faults"][0]["bounds"]) == ("out-of-range", {"min": 1, "max": 30})
    problem = refused(party, "PATCH", "", party.host, json.dumps({"name": "x" * 61}))
    assert problem["faults"][0]["bounds"] == {"min": 1, "max": 60}


def test_a_name_is_kept_as_it_looks(party: Party) -> None:
    """Blanks at the ends go, and one way of writing a letter is kept, so that names that look alike are alike."""
    seat = party.sit("  Zoe\u0308 👩‍🚀 ")
    assert party.view()["seats"][seat - 1]["name"] == "Zo\u00eb 👩‍🚀"
    assert party.call("POST", "/seats", json={"name": "ZOE\u0308 👩‍🚀", "buy_in": 5}).json["code"] == "name-taken"


DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


def test_nobody_else_chooses_a_deck(party: Party) -> None:
    """Without --rigged-decks a deck is refused, and the hand is not dealt."""
    assert refused(party, "POST", "/hands", party.host, json.dumps({"deck": DECK}))["code"] == "decks-not-rigged"


@pytest.mark.parametrize(
    ("deck", "field"),
    [
        (DECK[:51], "deck"),
        ([*DECK, "2c"], "deck"),
        ([*DECK[:51], "1s"], "deck.51"),
        (["10c", *DECK[1:]], "deck.0"),
        (["2C", *DECK[1:]], "deck.0"),
        (["2c\n", *DECK[1:]], "deck.0"),
        (["2с", *DECK[1:]], "deck.0"),  # noqa: RUF001 - a Cyrillic letter
        (["??", *DECK[1:]], "deck.0"),
        ([2, *DECK[1:]], "deck.0"),
        ([["2c"], *DECK[1:]], "deck.0"),
        ("".join(DECK), "deck"),
        ({}, "deck"),
        (None, "deck"),
        ([*DECK[:51], DECK[0]], "deck"),
    ],
    ids=[*range(14)],
)
def test_a_rigged_deck_is_the_52_cards(tmp_path: Path, deck: Any, field: str) -> None:
    """Each once; a fault names the card's place, counted from 0."""
    rigged = Front(tmp_path, rigged_decks=True)
    problem = refused(party := three_at_a_table(rigged), "POST", "/hands", party.host, json.dumps({"deck": deck}))
    assert (problem["status"], problem["field"]) == (422, field)
    rigged.close()
