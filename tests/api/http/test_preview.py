"""Drafts of answers: told in words, row by row, and refused as the answers would be; nothing changes by asking."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from api.judge import HttpJudge
from api.rules.game import Game, Row, Share
from api.rules.games import GAMES
from api.rules.script import NEW, Ante, Bet, Deal, Place, Showdown, Space
from tests.api.rules.builders import deck_of
from tests.fifth_game import PEEK
from tests.front import Front, Json, Party
from tests.wiring import EvaluatorLine

STACK = Game(
    id="stack",
    name="Stack",
    text="Four cards go to a row in sight and a hidden one; a game of this test alone.",
    seats_max=5,
    options=PEEK.options,
    script=lambda _: (
        Ante(),
        Deal(NEW, 4),
        Place(NEW, (Space("top", 3), Space("bottom", 5, face_up=False)), lambda cards, room: FIRST_ON_TOP),
        Bet(),
        Showdown(),
    ),
    rows=lambda _: (Row("top", ("best",)), Row("bottom", ("worst",))),
    shares=lambda _: (Share("best", "high"), Share("worst", "deuce-to-seven")),
)
FIRST_ON_TOP = ("top", "top", "bottom", "bottom")
HENWAY = "Ah Kc Ad 2c 5s 3c 5c 4c 9d 6c 7h 7d 5d 8c 4h 9c 3s Tc 2d Jc"


@pytest.fixture(scope="module")
def line() -> EvaluatorLine:
    return EvaluatorLine()


@pytest.fixture
def front(tmp_path: Path, line: EvaluatorLine) -> Iterator[Front]:
    line.cut = False
    judge = HttpJudge("http://evaluator", line.session())
    made = Front(tmp_path, games={**GAMES, STACK.id: STACK}, judge=judge, rigged_decks=True)
    yield made
    made.close()


def dealt(front: Front, game: str, cards: str = "", players: int = 2, **options: Any) -> Party:
    """A hand of that game; its deck begins with these cards, seat 2 is dealt to first and seat 1 last."""
    party = front.open(game=game, options=options)
    for name in ("Ann", "Ben", "Cy")[:players]:
        party.sit(name)
    party.deal(deck=deck_of(cards))
    return party


def of_seat(party: Party, seat: int) -> Json:
    """The decision that the seat is asked for an answer to."""
    decision: Json
    (decision,) = [one for one in party.view(seat)["decisions"] if one["answer"] is None]
    return decision


def preview(party: Party, decision: Json, draft: Json, seat: int | None = None) -> TestResponse:
    token = party.seats[seat or decision["seat"]]
    return party.call("POST", f"/decisions/{decision['decision']}/preview", token, json=draft)


def told(party: Party, seat: int, draft: Json) -> dict[str, tuple[list[str], list[str]]]:
    """Each row with its cards and its words, once nothing is seen to have changed."""
    before = party.front.tables.read(party.table)
    reply = preview(party, of_seat(party, seat), draft)
    assert reply.status_code == 200, reply.text
    assert party.front.tables.read(party.table) == before
    return {row["name"]: (row["cards"], [hand["text"] for hand in row["hands"]]) for row in reply.json["rows"]}


def test_a_placing_is_told_in_words(front: Front) -> None:
    """Each row as it would stand; a card that has no row yet counts nowhere."""
    party = dealt(front, "ten-card-regrets", "Kh Kd 2c 3c")
    kings, high = (["Kh", "Kd"], ["pair of kings"]), (["Kh"], ["king high"])
    assert told(party, 2, {"type": "place", "rows": ["right", "right"]}) == {"right": kings, "left": ([], [])}
    for rows in (["right", None], ["right"]):
        assert told(party, 2, {"type": "place", "rows": rows}) == {"right": high, "left": ([], [])}
    low = (["Kd"], ["K so far"])
    assert told(party, 2, {"type": "place", "rows": ["right", "left"]}) == {"right": high, "left": low}
    assert told(party, 2, {"type": "place", "rows": []}) == {"right": ([], []), "left": ([], [])}


def test_what_lies_there_already_counts(front: Front) -> None:
    """New cards come to those that were placed before."""
    party = dealt(front, "ten-card-regrets", "Kh 7d 2c 3c Ks 5h")
    party.place_all()
    for _ in range(2):
        party.answer(party.asked()[0], {"type": "check"})
    shown = told(party, 2, {"type": "place", "rows": ["right", "left"]})
    assert shown == {"right": (["Kh", "Ks"], ["pair of kings"]), "left": (["7d", "5h"], ["7-5 so far"])}


def test_keeping_and_discarding(front: Front) -> None:
    """What the kept cards would make either way."""
    party = dealt(front, "seven-card-regrets", "Kh 2c Kd 3c", betting_after="last_only")
    party.answer(of_seat(party, 2), {"type": "keep"})
    party.answer(of_seat(party, 1), {"type": "keep"})
    assert told(party, 2, {"type": "keep"}) == {"kept": (["Kh", "Kd"], ["pair of kings"]), "discarded": ([], [])}
    assert told(party, 2, {"type": "discard"}) == {"kept": (["Kh"], ["king high"]), "discarded": (["Kd"], [])}


def test_rows_as_they_are_arranged(front: Front) -> None:
    """Unfinished rows and whole ones, each for both halves; empty places may be anywhere."""
    party = dealt(front, "henway", HENWAY)
    begun = told(party, 2, {"type": "arrange", "rows": [["Ah", None, "Ad"], [None, "7h"]]})
    assert begun == {
        "1": (["Ah", "Ad"], ["pair of aces", "pair of aces"]),
        "2": (["7h"], ["seven high", "7 so far"]),
    }
    whole = {"type": "arrange", "rows": [["Ah", "Ad", "5s", "5c", "9d"], ["7h", "5d", "4h", "3s", "2d"]]}
    assert told(party, 2, whole)["2"] == (
        ["7h", "5d", "4h", "3s", "2d"],
        ["seven high, 7-5-4-3-2", "seven low, 7-5-4-3-2"],
    )
    assert told(party, 2, {"type": "arrange", "rows": []}) == {"1": ([], []), "2": ([], [])}
    party.answer(of_seat(party, 2), whole)
    party.answer(of_seat(party, 1), of_seat(party, 1)["default"])
    (first, *_) = party.view(2)["you"]["hands"]
    assert first["text"] == "two pair, aces and fives, nine"


def test_rows_turn_in_the_order_that_was_announced(front: Front) -> None:
    """The cards are told in the order in which they would lie."""
    party = dealt(front, "henway", HENWAY, showing_order="ascending")
    shown = told(party, 2, {"type": "arrange", "rows": [["Ah", "5s"], ["7h", "2d", None]]})
    assert [cards for cards, _ in shown.values()] == [["5s", "Ah"], ["2d", "7h"]]


def test_a_declaration_is_told_for_what_it_declares(front: Front) -> None:
    """High, low or both, with the board as far as it has turned."""
    party = dealt(front, "real-poker")
    while (decision := party.asked()[0])["type"] == "bet":
        party.answer(decision, {"type": "check"})
    both = {hand["share"]: hand["text"] for hand in party.view(2)["you"]["hands"]}
    for way, words in (("high", [both["high"]]), ("low", [both["low"]]), ("both", [both["high"], both["low"]])):
        assert told(party, 2, {"type": "declare", "way": way})["own"][1] == words


@pytest.mark.parametrize(
    ("draft", "detail"),
    [
        ({"type": "arrange", "rows": [["Ah", "Ah"]]}, "Ah is given twice, in row 1 and in row 1"),
        ({"type": "arrange", "rows": [["Kc"], []]}, "Kc, in row 1, is not among your cards"),
        ({"type": "arrange", "rows": [[], [None] * 6]}, "row 2 takes 5 cards, not 6"),
        ({"type": "arrange", "rows": [[], [], []]}, "the cards go in 2 rows, not in 3"),
        ({"type": "place", "rows": ["right", "left"]}, "place is not legal now; legal is arrange"),
        ({"type": "declare", "way": "high"}, "declare is not legal now; legal is arrange"),
    ],
)
def test_what_is_not_legal_is_said(front: Front, draft: Json, detail: str) -> None:
    """409 with what is wrong and what would be legal, as an answer is refused."""
    party = dealt(front, "henway", HENWAY)
    decision = of_seat(party, 2)
    problem = preview(party, decision, draft).json
    assert (problem["status"], problem["code"], problem["detail"]) == (409, "not-legal", detail)
    assert problem["legal"] == decision["legal"]


@pytest.mark.parametrize(
    "draft",
    [
        [],
        {},
        {"type": "bet", "to": 20},
        {"type": "withdraw"},
        {"type": "announce", "game": "henway"},
        {"type": ["place"]},
        {"type": "place"},
        {"type": "place", "rows": None},
        {"type": "place", "rows": ["right"] * 11},
        {"type": "place", "rows": [5]},
        {"type": "place", "rows": [""]},
        {"type": "place", "rows": ["right"], "more": 1},
        {"type": "arrange", "rows": [None]},
        {"type": "arrange", "rows": [["Xh"]]},
        {"type": "arrange", "rows": [["??"]]},
        {"type": "arrange", "rows": [[["Ah"]]]},
        {"type": "arrange", "rows": [[None] * 11]},
        {"type": "keep", "rows": []},
        {"type": "declare"},
    ],
)
def test_what_is_no_draft_is_422(front: Front, draft: Json) -> None:
    """Of the wrong shape, or a kind of answer that makes no row."""
    party = dealt(front, "ten-card-regrets")
    problem = preview(party, of_seat(party, 2), draft).json
    assert problem["status"] == 422 and problem["faults"], problem


def test_nobody_asks_for_another(front: Front) -> None:
    """403 for another seat's decision and for the host, 401 without a token, 404 for a number never given out."""
    party = dealt(front, "ten-card-regrets")
    decision, draft = of_seat(party, 2), {"type": "place", "rows": ["right", "left"]}
    path = f"/decisions/{decision['decision']}/preview"
    for token, status, code in (
        (party.seats[1], 403, "not-yours"),
        (party.host, 403, "forbidden"),
        (None, 401, "token-needed"),
        ("x", 401, "bad-token"),
    ):
        reply = party.call("POST", path, token, json=draft)
        assert (reply.status_code, reply.json["code"]) == (status, code)
    for number in ("99", "0", "x"):
        reply = party.call("POST", f"/decisions/{number}/preview", party.seats[2], json=draft)
        assert (reply.status_code, reply.json["code"]) == (404, "no-such-decision")


def test_an_answered_decision_takes_no_draft(front: Front) -> None:
    """409 once it is answered, also while the others still choose, and once it is closed; and while nothing moves."""
    party = dealt(front, "ten-card-regrets")
    decision, draft = of_seat(party, 2), {"type": "place", "rows": ["right", "left"]}
    party.call("PATCH", "", party.host, json={"paused": True})
    assert preview(party, decision, draft).json["code"] == "table-paused"
    party.call("PATCH", "", party.host, json={"paused": False})
    party.answer(decision, draft)
    assert preview(party, decision, draft).json["code"] == "decision-closed"
    party.answer(of_seat(party, 1), draft)
    assert preview(party, decision, draft).json["code"] == "decision-closed"
    bet = of_seat(party, 2)
    assert preview(party, bet, draft).json["detail"] == "place is not legal now; legal is fold, check, bet"


def test_no_words_without_the_evaluator(front: Front, line: EvaluatorLine) -> None:
    """503 with Retry-After; the answer itself is taken."""
    party = dealt(front, "ten-card-regrets", "Kh 7d 2c 3c")
    decision, draft = of_seat(party, 2), {"type": "place", "rows": ["right", "left"]}
    line.cut = True
    reply = preview(party, decision, draft)
    assert (reply.status_code, reply.json["code"], reply.json["applied"]) == (503, "evaluator-away", "no")
    assert int(reply.headers["Retry-After"]) >= 1
    assert preview(party, decision, {"type": "place", "rows": []}).status_code == 200
    assert preview(party, decision, {"type": "place", "rows": ["top"]}).status_code == 409
    assert party.answer(decision, draft).status_code == 200


def test_a_game_of_the_tests_is_drafted_too(front: Front) -> None:
    """Rows of other names, one of them face down, for shares of other names: all of it is read off the game."""
    party = dealt(front, STACK.id, "Kh 2c Kd 3c 7s 4c 2d 5c")
    shown = preview(party, of_seat(party, 2), {"type": "place", "rows": ["top", "top", "bottom", None]}).json["rows"]
    assert [[(hand["row"], hand["share"], hand["text"]) for hand in row["hands"]] for row in shown] == [
        [("top", "best", "pair of kings")],
        [("bottom", "worst", "7 so far")],
    ]
    party.place_all()
    (top, bottom) = party.view(2)["seats"][1]["rows"]
    assert (top["shares"], top["size"], top["faces"]) == (["best"], 3, ["up", "up"])
    assert (bottom["shares"], bottom["size"], bottom["faces"]) == (["worst"], 5, ["down", "down"])
    assert party.view(1)["seats"][1]["rows"][1]["cards"] == ["??", "??"]
    assert [hand["text"] for hand in party.view(2)["you"]["hands"]] == ["pair of kings", "7-2 so far"]
    assert [hand["text"] for hand in party.view(1)["you"]["hands"]] == ["three high, 3-2", "5-4 so far"]


def test_it_is_kept_by_no_cache(front: Front) -> None:
    """What a token shows is its bearer's alone."""
    party = dealt(front, "ten-card-regrets")
    reply = preview(party, of_seat(party, 2), {"type": "place", "rows": []})
    assert (reply.headers["Cache-Control"], reply.headers["Vary"]) == ("no-store", "Authorization")


def test_trying_costs_one_call_for_each_new_row(front: Front, line: EvaluatorLine) -> None:
    """The same cards in another order, or in a draft made before, are known."""
    party = dealt(front, "henway", HENWAY)
    decision = of_seat(party, 2)
    line.asked.clear()
    for rows, calls in (
        ([["Ah", "Ad"]], 2),
        ([["Ad", None, "Ah"]], 2),
        ([["Ah", "Ad", "5s", "5c", "9d"], ["7h", "5d", "4h", "3s", "2d"]], 3),
        ([["9d", "Ad", "5s", "5c", "Ah"], ["2d", "5d", "4h", "3s", "7h"]], 3),
        ([["2d", "5d", "4h", "3s", "7h"], ["9d", "Ad", "5s", "5c", "Ah"]], 3),
    ):
        assert preview(party, decision, {"type": "arrange", "rows": rows}).status_code == 200
        assert len(line.asked) == calls
