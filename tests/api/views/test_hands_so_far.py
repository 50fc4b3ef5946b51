"""What a seat is told of its own hands so far: the evaluator's words for each row and share, and nobody else's."""

from __future__ import annotations

import random
from typing import Any

import pytest

import evaluator
from api.rules.actions import Arrange, Check, Fold, Keep, Place
from api.rules.questions import RowMakes, UnitsMake
from api.views import Viewer, table_view
from tests.api.rules.builders import deck_of
from tests.api.views.exchanging import TEST_GAMES, Story, viewers, words
from tests.api.views.test_exchange import answered
from tests.playing import NOW, Record, deal, open_table


def dealt(game: str, *cards: str, players: int = 2, **options: Any) -> Record:
    """A hand of that game whose deck begins with these cards; seat 2 is dealt to first, seat 1 last."""
    record = open_table([100] * players, options, game, TEST_GAMES)
    deal(record, deck_of(*cards))
    return record


def hands(record: Record, viewer: Viewer) -> Any:
    return table_view(TEST_GAMES, record.table, viewer, NOW.text, words().say)["you"]["hands"]


def said(record: Record, player: int) -> list[tuple[str, str, str]]:
    """Row, share and words of each hand that a player is told of."""
    return [(hand["row"], hand["share"], hand["text"]) for hand in hands(record, Viewer(player=player))]


def test_rows_are_said_as_they_grow() -> None:
    """Each row for the share that it plays; an empty one is not said, nor new cards before they are placed."""
    record = dealt("ten-card-regrets", "Kh Kd 2c 3c Ks 7h 4c 5c")
    assert said(record, 2) == []
    answered(record, 2, Place(("right", "right")))
    answered(record, 1, Place(("right", "left")))
    assert said(record, 2) == [("right", "high", "pair of kings")]
    for seat in (2, 1):
        answered(record, seat, Check())
    answered(record, 2, Place(("right", "left")))
    answered(record, 1, Place(("right", "left")))
    assert said(record, 2) == [("right", "high", "three of a kind, kings"), ("left", "low", "7 so far")]
    assert said(record, 1) == [("right", "high", "four high, 4-2"), ("left", "low", "5-3 so far")]


def test_a_whole_row_has_its_rank() -> None:
    """Five cards are ranked as at the showdown, in the ranking that was announced; fewer have no rank yet."""
    record = dealt("henway", "Ah Kc Ad 2c 5s 3c 5c 4c 9d 6c 7h 7d 5d 8c 4h 9c 3s Tc 2d Jc", low_ranking="ace-to-six")
    rows = ("Ah", "Ad", "5s", "5c", "9d"), ("7h", "5d", "4h", "3s", "2d")
    answered(record, 2, Arrange(rows))
    assert hands(record, Viewer(player=2)) == []
    answered(record, 1, Arrange((("Kc", "2c", "3c", "4c", "6c"), ("7d", "8c", "9c", "Tc", "Jc"))))
    first, *_, last = hands(record, Viewer(player=2))
    assert first == {
        "row": "1",
        "share": "high",
        "text": "two pair, aces and fives, nine",
        "category": "two-pair",
        "cards": ["Ad", "Ah", "5c", "5s", "9d"],
        "rank": evaluator.score(list(rows[0])).rank,
        "of": 7462,
    }
    assert [hand[:2] for hand in said(record, 2)] == [("1", "high"), ("1", "low"), ("2", "high"), ("2", "low")]
    assert (last["text"], last["rank"]) == ("seven low, 7-5-4-3-2", evaluator.score(list(rows[1]), "ace-to-six").rank)


def test_the_board_counts_as_far_as_it_has_turned() -> None:
    """Own cards and turned units, by the patterns of the game (R-10); before the first turn the own cards alone."""
    own = {2: ["As", "2d", "7c", "9h", "Kc"], 1: ["2c", "3c", "4c", "5c", "6d"]}
    pairs, singles = ["KsQs", "JsTs", "5h5d", "6h6s"], ["3s", "4s", "8d", "9d"]
    cards = [card for both in zip(own[2], own[1], strict=True) for card in both]
    record = dealt("real-poker", *cards, *(unit[at : at + 2] for unit in pairs for at in (0, 2)), *singles)
    for up in range(5):
        for player in (1, 2):
            board = {"pairs": pairs[:up], "singles": singles[:up]}
            best = [
                evaluator.best_hand(
                    {"own": own[player], **board}, [dict(one) for one in TEST_GAMES["real-poker"].patterns], ranking
                )
                for ranking in ("high", "ace-to-six")
            ]
            assert said(record, player) == [
                ("own", share, hand.text) for share, hand in zip(("high", "low"), best, strict=True)
            ]
        if up < 4:
            answered(record, 2, Check())
            answered(record, 1, Check())


def test_of_seven_cards_the_kept_ones_count() -> None:
    """What was thrown away makes nothing."""
    record = dealt("seven-card-regrets", "Kh 2c Kd 3c", betting_after="last_only")
    for _ in range(2):
        answered(record, 2, Keep())
        answered(record, 1, Keep())
    assert said(record, 2) == [("kept", "high", "pair of kings")]


def test_a_game_of_the_tests_has_words_too() -> None:
    """No file but the game's own says anything of it."""
    record = dealt("peek", "Kh 2c Kd 3c Ks 4c 7h 5c 7d 9c")
    assert said(record, 2) == [("hand", "high", "full house, kings over sevens")]


def test_who_folded_or_looks_on_is_told_nothing() -> None:
    """Nor is the host, nor who sat down after the deal."""
    record = dealt("peek", players=3)
    answered(record, 2, Fold())
    assert hands(record, Viewer(player=2)) == []
    assert hands(record, Viewer()) == hands(record, Viewer(host=True)) == hands(record, Viewer(player=9)) == []
    assert len(hands(record, Viewer(player=3))) == 1


def test_nobody_to_ask_is_not_nothing_to_say() -> None:
    """null while the words cannot be had; an empty list where there are no cards to speak of."""
    record = dealt("peek", players=3)
    for viewer, told in ((Viewer(player=2), None), (Viewer(), [])):
        assert table_view(TEST_GAMES, record.table, viewer, NOW.text)["you"]["hands"] == told


@pytest.mark.parametrize("game", TEST_GAMES)
def test_questions_hold_nothing_but_what_their_player_sees(game: str) -> None:
    """Every card that is asked about stands face up or is the viewer's own, at every step of a hand (2.7)."""
    for seed in range(3):
        story = Story(seed, game, {})
        for upto in range(len(story.told) + 1):
            record = story.tell_again(upto)
            for viewer in viewers(story):
                asked: list[RowMakes | UnitsMake] = []
                view = table_view(TEST_GAMES, record.table, viewer, NOW.text, asked.extend)
                rows = [row["cards"] for seat in view["seats"] for row in seat["rows"]]
                seen = {card for cards in (*rows, *(unit["cards"] for unit in view["board"])) for card in cards}
                assert {card for question in asked for card in cards_of(question)} <= seen
                assert not asked or viewer.player is not None


def cards_of(question: RowMakes | UnitsMake) -> set[str]:
    if isinstance(question, RowMakes):
        return set(question.cards)
    return {
        unit[at : at + 2]
        for _, units in (*question.own, *question.shared)
        for unit in units
        for at in range(0, len(unit), 2)
    }


def test_the_order_of_cards_asks_nothing_new() -> None:
    """Rows of the same cards are one question, so that trying arrangements costs nothing."""
    rng = random.Random(1)
    cards = ["Ah", "Ad", "5s", "5c", "9d"]
    asked = set()
    for _ in range(5):
        record = dealt(
            "peek",
            *(card for both in zip(rng.sample(cards, 5), ["2c", "3c", "4c", "6c", "7c"], strict=True) for card in both),
        )
        table_view(TEST_GAMES, record.table, Viewer(player=2), NOW.text, asked.update)
    assert len(asked) == 1
