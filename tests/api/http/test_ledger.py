"""The ledger over HTTP: for those who play, in chips and in money, as JSON, CSV and text."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest

from api.http.ledger import CSV, TEXT
from tests.api.http.asking import refused
from tests.front import Front, Party, three_at_a_table

EURO = {"currency": "EUR", "minor": 5, "chips": 2}


def ledger(party: Party, token: str | None, **more: Any) -> dict[str, Any]:
    reply = party.call("GET", "/ledger", token, **more)
    assert reply.status_code == 200, reply.text
    found: dict[str, Any] = reply.json
    return found


def fold_all(party: Party) -> None:
    """A hand in which everybody folds to the last: two antes change hands."""
    party.deal(options={"ante": 5})
    while asked := party.asked():
        answer = {"type": "fold"} if asked[0]["type"] == "bet" else asked[0]["default"]
        assert party.answer(asked[0], answer).status_code == 200


def test_who_owes_whom(party: Party) -> None:
    """Nets sum to zero, and the payments make everybody even."""
    fold_all(party)
    found = ledger(party, party.host)
    nets = {line["player"]: line["net"] for line in found["players"]}
    assert sorted(nets.values()) == [-5, -5, 10] and found["hand"] == 1
    for payment in found["payments"]:
        nets[payment["payer"]] += payment["amount"]
        nets[payment["payee"]] -= payment["amount"]
    assert set(nets.values()) == {0} and len(found["payments"]) == 2
    assert (found["chip_value"], found["decimals"], found["money_payments"]) == (None, None, None)


def test_a_hand_that_runs_does_not_count_yet(party: Party) -> None:
    """Its antes are still theirs who paid them."""
    party.deal(options={"ante": 5})
    found = ledger(party, party.seats[1])
    assert (found["hand"], {line["net"] for line in found["players"]}, found["payments"]) == (0, {0}, [])


def test_in_money_where_a_chip_is_worth_something(party: Party) -> None:
    """In the smallest coins; what rounding leaves goes to who lost most by it."""
    assert party.call("PATCH", "", party.host, json={"chip_value": EURO}).json["chip_value"] == EURO
    fold_all(party)
    found = ledger(party, party.host)
    assert sorted(line["money"] for line in found["players"]) == [-13, -12, 25]
    assert (found["chip_value"], found["decimals"]) == (EURO, 2)
    assert sorted(payment["amount"] for payment in found["money_payments"]) == [12, 13]
    party.call("PATCH", "", party.host, json={"chip_value": None})
    assert ledger(party, party.host)["money_payments"] is None


def test_a_table_opens_with_what_chips_are_worth(front: Front) -> None:
    """Everybody sees it, and the event that opened the table says it."""
    party = front.open(chip_value=EURO)
    assert party.view()["chip_value"] == EURO
    assert party.call("GET", "/events").json["events"][0]["chip_value"] == EURO


@pytest.mark.parametrize(
    ("value", "field"),
    [
        ({}, "chip_value.currency"),
        (EURO | {"currency": "eur"}, "chip_value.currency"),
        (EURO | {"currency": "EURO"}, "chip_value.currency"),
        (EURO | {"minor": 0}, "chip_value.minor"),
        (EURO | {"minor": 0.5}, "chip_value.minor"),
        (EURO | {"chips": -1}, "chip_value.chips"),
        (EURO | {"chips": 10**9 + 1}, "chip_value.chips"),
        (EURO | {"places": 2}, "chip_value.places"),
        ("EUR", "chip_value"),
        (5, "chip_value"),
    ],
)
def test_a_value_that_makes_no_sense(party: Party, value: Any, field: str) -> None:
    """422, with the field, for a table that is opened and for one that is changed."""
    body = json.dumps({"chip_value": value})
    assert refused(party, "PATCH", "", party.host, body)["field"] == field
    reply = party.front.call("POST", "/v1/tables", json={"game": "henway", "chip_value": value})
    assert (reply.status_code, reply.json["field"]) == (422, field)


def test_it_is_for_those_who_play(party: Party) -> None:
    """A seat, the host, and who has played and left; nobody else learns what is owed."""
    fold_all(party)
    party.call("DELETE", "/seats/3", party.seats[3])
    for token in (party.host, *party.seats.values()):
        assert len(ledger(party, token)["players"]) == 3
    left = next(line for line in ledger(party, party.seats[3])["players"] if line["seat"] is None)
    assert left["name"] == "Cy" and left["cashed"] == 1000 + left["net"]
    reply = party.call("GET", "/ledger")
    assert (reply.status_code, reply.json["code"]) == (401, "token-needed")
    assert party.call("GET", "/ledger", "p1.AAAAAAAAAAAAAAAAAAAAAAAA").status_code == 401
    invitation = party.front.call("GET", party.path, party.host).json["invitation"]
    reply = party.call("GET", "/ledger", invitation)
    assert (reply.status_code, reply.json["code"]) == (403, "forbidden")


def test_who_came_back_under_the_same_name(party: Party) -> None:
    """Two lines by number, one by name; whatever else `by` says is refused."""
    fold_all(party)
    party.call("DELETE", "/seats/3", party.seats.pop(3))
    party.sit("Cy", 500)
    fold_all(party)
    by_number, by_name = (ledger(party, party.host, query_string=query) for query in ("", "by=name"))
    assert [line["name"] for line in by_number["players"]] == ["Ann", "Ben", "Cy", "Cy"]
    assert [line["name"] for line in by_name["players"]] == ["Ann", "Ben", "Cy"]
    cy = [line for line in by_number["players"] if line["name"] == "Cy"]
    assert by_name["players"][2]["net"] == sum(line["net"] for line in cy)
    assert by_name["players"][2]["bought"] == 1500
    reply = party.call("GET", "/ledger?by=seat", party.host)
    assert (reply.status_code, reply.json["field"], reply.json["faults"][0]["allowed"]) == (
        422,
        "by",
        ["player", "name"],
    )


def test_as_a_table_of_values(front: Front) -> None:
    """A row a player and a row a payment; no name is taken for a formula."""
    party = front.open(chip_value=EURO)
    for name in ("=1+1", "Ann, B.", "-2"):
        party.sit(name)
    fold_all(party)
    reply = party.call("GET", "/ledger", party.host, headers={"Accept": CSV})
    assert reply.mimetype == CSV and reply.headers["Content-Disposition"].endswith('-ledger.csv"')
    rows = list(csv.reader(io.StringIO(reply.text)))
    assert rows[0][-2:] == ["net", "net_eur"]
    assert {row[1] for row in rows[1:4]} == {"'=1+1", "Ann, B.", "'-2"}
    assert sum(int(row[-2]) for row in rows[1:4]) == 0
    assert [row for row in rows if row and row[0] == "payer"] == [
        ["payer", "payee", "chips"],
        ["payer", "payee", "EUR"],
    ]


def test_as_text(party: Party) -> None:
    """Columns that line up, and a sentence for each payment."""
    party.call("PATCH", "", party.host, json={"chip_value": EURO, "name": "Fridays"})
    assert "Nobody owes anybody chips." in party.call("GET", "/ledger", party.host, headers={"Accept": TEXT}).text
    fold_all(party)
    reply = party.call("GET", "/ledger", party.host, headers={"Accept": TEXT})
    header, *lines = reply.text.splitlines()
    assert header.startswith('Ledger of table "Fridays" - ')
    assert len({len(line) for line in lines[:4]}) == 1
    assert len([line for line in lines if " pays " in line]) == 4 and lines[-1].endswith(" EUR")


def test_a_ledger_is_not_kept(party: Party) -> None:
    """It is for its bearer alone, in whatever form."""
    for kind in ("application/json", CSV, TEXT):
        reply = party.call("GET", "/ledger", party.host, headers={"Accept": kind})
        assert reply.headers["Cache-Control"] == "no-store"
        assert {"Accept", "Authorization"} <= set(reply.headers["Vary"].split(", "))
    reply = party.call("GET", "/ledger", party.host, headers={"Accept": "application/xml"})
    assert (reply.status_code, reply.json["available"]) == (406, ["application/json", CSV, TEXT])


def test_a_closed_table_still_reckons(front: Front) -> None:
    """That is when people settle."""
    party = three_at_a_table(front)
    fold_all(party)
    party.call("PATCH", "", party.host, json={"closed": True})
    found = ledger(party, party.seats[2])
    assert {line["seat"] for line in found["players"]} == {None} and len(found["payments"]) == 2


def test_who_stayed_to_the_end_still_sees_the_table(front: Front) -> None:
    """A private table that is closed is shown to those who sat there, and not to who had left before or never came."""
    party = three_at_a_table(front)
    fold_all(party)
    party.call("PATCH", "", party.host, json={"private": True})
    party.call("DELETE", "/seats/1", party.seats[1])
    party.call("PATCH", "", party.host, json={"closed": True})
    reply = party.call("GET", "", party.seats[2])
    assert (reply.status_code, reply.json["state"], reply.json["you"]["seat"]) == (200, "closed", None)
    assert party.call("GET", "/events?since=0", party.seats[3]).status_code == 200
    assert party.call("POST", "/tickets", party.seats[2]).status_code == 200
    assert party.call("GET", "", party.seats[1]).status_code == 401
    assert party.call("GET", "").status_code == 404


def test_who_came_after_the_last_hand_stayed_too(front: Front) -> None:
    """Who sat there when the table closed sees it with the seat's token, dealt in or not."""
    party = three_at_a_table(front)
    party.call("PATCH", "", party.host, json={"private": True})
    party.call("PATCH", "", party.host, json={"host": 1})
    for _ in range(2):
        assert party.call("PATCH", "", party.seats[1], json={"closed": True}).status_code == 200
    for seat in party.seats.values():
        assert party.call("GET", "", seat).json["state"] == "closed"
        assert party.call("GET", "/ledger", seat).status_code == 200
