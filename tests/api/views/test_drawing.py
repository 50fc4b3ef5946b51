"""What a front end draws a table from: how cards lie, rows with their empty places, and what was last done."""

from __future__ import annotations

from typing import Any

import pytest

from api.rules.actions import Bet, Call, Check, Declare, Fold, Keep, Place
from api.rules.deck import DECK
from api.views import Viewer, event_view, table_view
from tests.api.views.exchanging import TEST_GAMES
from tests.api.views.test_exchange import answered
from tests.playing import NOW, Record, deal, open_table

Json = dict[str, Any]


def dealt(game: str, players: int = 2, **options: Any) -> Record:
    record = open_table([100] * players, options, game, TEST_GAMES)
    deal(record, DECK)
    return record


def seat_of(record: Record, seat: int, viewer: Viewer) -> Any:
    view = table_view(TEST_GAMES, record.table, viewer, NOW.text)
    return next(one for one in view["seats"] if one["seat"] == seat)


@pytest.mark.parametrize(
    ("game", "options", "rows"),
    [
        ("ten-card-regrets", {}, [("right", ["high"], 5), ("left", ["low"], 5)]),
        ("ten-card-regrets", {"either_hand": "free"}, [("right", ["high", "low"], 5), ("left", ["high", "low"], 5)]),
        ("seven-card-regrets", {}, [("kept", ["high"], 5), ("discarded", [], 2)]),
        ("henway", {}, [("1", ["high", "low"], 5), ("2", ["high", "low"], 5)]),
        ("henway", {"fixed_hands": "on"}, [("1", ["high"], 5), ("2", ["low"], 5)]),
        ("real-poker", {}, [("own", ["high", "low"], 5)]),
        ("peek", {}, [("hand", ["high"], 5)]),
    ],
)
def test_empty_places_can_be_drawn(game: str, options: Json, rows: list[tuple[str, list[str], int]]) -> None:
    """From the first deal on every row is listed, with how many cards it will hold and the shares it plays."""
    record = dealt(game, **options)
    for viewer in (Viewer(), Viewer(player=1)):
        shown = seat_of(record, 1, viewer)["rows"]
        assert [(row["name"], row["shares"], row["size"]) for row in shown] == rows
        view = table_view(TEST_GAMES, record.table, viewer, NOW.text)
        assert {share for _, shares, _ in rows for share in shares} == {share["name"] for share in view["shares"]}


def test_the_ranking_of_a_share_is_that_of_the_hand() -> None:
    """What was announced, not what the game plays by default."""
    view = table_view(TEST_GAMES, dealt("henway", low_ranking="deuce-to-seven").table, Viewer(), NOW.text)
    assert view["shares"] == [
        {"name": "high", "ranking": "high"},
        {"name": "low", "ranking": "deuce-to-seven"},
    ]


def test_an_owner_is_told_which_cards_others_do_not_see() -> None:
    """Own cards that lie down are codes to their owner alone, and `down` to everybody."""
    record = dealt("peek")
    answered(record, 2, Check())
    answered(record, 1, Check())
    cards = list(DECK[1:10:2])
    for viewer, seen in ((Viewer(player=1), cards), (Viewer(), [*cards[:2], "??", "??", "??"])):
        (row,) = seat_of(record, 1, viewer)["rows"]
        assert (row["cards"], row["faces"]) == (seen, ["up", "up", "down", "down", "down"])


def test_new_cards_lie_down_until_they_are_placed() -> None:
    """For their owner as well as for the others."""
    record = dealt("ten-card-regrets")
    for viewer, seen in ((Viewer(player=2), ["2c", "2d"]), (Viewer(player=1), ["??", "??"])):
        seat = seat_of(record, 2, viewer)
        assert (seat["new_cards"], seat["new_faces"]) == (seen, ["down", "down"])
    answered(record, 2, Place(("right", "left")))
    answered(record, 1, Place(("right", "right")))
    right, left = seat_of(record, 2, Viewer())["rows"]
    assert (right["faces"], left["faces"], seat_of(record, 2, Viewer())["new_faces"]) == (["up"], ["up"], [])


def test_discards_lie_down_and_kept_cards_up() -> None:
    """A hidden discard is a code to its owner, who sees that it lies face down."""
    record = dealt("seven-card-regrets", discards="hidden")
    answered(record, 2, Keep())
    kept, discarded = seat_of(record, 2, Viewer(player=2))["rows"]
    assert (kept["cards"], discarded["cards"]) == ([], [])
    answered(record, 1, Keep())
    kept, discarded = seat_of(record, 2, Viewer(player=2))["rows"]
    assert (kept["faces"], discarded["faces"]) == (["up"], [])


def test_a_unit_of_the_board_is_turned_whole() -> None:
    """Each unit has one face; turned ones are up."""
    record = dealt("real-poker")
    for seat in (2, 1):
        answered(record, seat, Check())
    board = table_view(TEST_GAMES, record.table, Viewer(), NOW.text)["board"]
    faces = {(unit["group"], unit["face"], unit["cards"] == ["??"] * len(unit["cards"])) for unit in board}
    assert faces == {(group, *how) for group in ("pairs", "singles") for how in (("up", False), ("down", True))}
    assert [unit["face"] for unit in board].count("up") == 2


def test_events_tell_how_their_cards_lie() -> None:
    """As views do: dealt, placed and turned cards have a face each."""
    record = dealt("seven-card-regrets")
    answered(record, 2, Keep())
    answered(record, 1, Keep())
    shown = {event["kind"]: event for event in (event_view(event, Viewer(player=1)) for event in record.events)}
    assert [seat["faces"] for seat in shown["dealt"]["seats"]] == [["down"], ["down"]]
    assert [row["faces"] for seat in shown["placed"]["seats"] for row in seat["rows"]] == [["up"], ["up"]]


def test_the_last_action_tells_its_amounts() -> None:
    """What was done, what the bet became, what it cost, and in which betting round."""
    record = dealt("real-poker", 3, limit="none", min_bet=10)
    answered(record, 2, Bet(10))
    assert seat_of(record, 2, Viewer())["last_action"] == {"type": "bet", "to": 10, "adds": 10, "round": 1}
    assert seat_of(record, 3, Viewer())["last_action"] is None
    answered(record, 3, Call())
    answered(record, 1, Fold())
    assert seat_of(record, 3, Viewer())["last_action"] == {"type": "call", "to": 10, "adds": 10, "round": 1}
    assert seat_of(record, 1, Viewer())["last_action"] == {"type": "fold", "to": 0, "adds": 0, "round": 1}
    answered(record, 2, Check())
    assert seat_of(record, 2, Viewer())["last_action"] == {"type": "check", "to": 0, "adds": 0, "round": 2}


def test_a_declaration_is_no_action_of_the_betting() -> None:
    """It has a place of its own once all are opened."""
    record = dealt("real-poker")
    for _ in range(5):
        for seat in (2, 1):
            answered(record, seat, Check())
    answered(record, 2, Declare("low"))
    answered(record, 1, Declare("high"))
    seat = seat_of(record, 2, Viewer())
    assert (seat["declared"], seat["last_action"]) == ("low", {"type": "check", "to": 0, "adds": 0, "round": 5})
