"""What the Ten-Card document leaves open, as the rules settle it (4.2 to 4.4)."""

from itertools import pairwise

import pytest

from api.rules import events as e
from api.rules.actions import Check, Fold, Place
from api.rules.games.ten_card_regrets import lower_left
from api.rules.legal import default_answer
from api.rules.questions import RowInPlay, WhoWins
from api.rules.script import NEW
from tests.api.rules.builders import TEN_CARD, Sitting, deck_of, hands_made, placed, takes, ten_card


def counting(**options: object) -> tuple[Sitting, WhoWins]:
    """A table that waits for the evaluator at the showdown, and its question."""
    table = ten_card(100, 100, 100, **options, judge=None)
    table.deal().to_the_end()
    question = table.question
    assert isinstance(question, WhoWins)
    return table, question


# Placing at the same time


def test_all_are_asked_at_once() -> None:
    """All place at the same time, so that nobody has the edge of placing last (4.3)."""
    table = ten_card(100, 100, 100).deal()
    assert {seat: decision.secret for seat, decision in table.asked.items()} == {1: True, 2: True, 3: True}


def test_a_placing_is_kept_until_all_have_chosen() -> None:
    """A secret placing changes no row until everybody has placed; then all turn at once, in one event (4.3)."""
    table = ten_card(100, 100, 100).deal()
    table.places(3, "left", "left")
    table.places(1, "right", "right")
    assert [table.pile(seat, row) for seat in (1, 3) for row in ("left", "right")] == [()] * 4
    assert not table.happened(e.Placed)
    table.places(2, "left", "right")
    (placed,) = table.happened(e.Placed)
    assert [(by.seat, by.answer.rows) for by in placed.seats] == [
        (2, ("left", "right")),
        (3, ("left", "left")),
        (1, ("right", "right")),
    ]


def test_new_cards_are_face_down() -> None:
    """Only their owner sees the two new cards until they are placed and turned (4.3)."""
    table = ten_card(100, 100).deal()
    for _ in range(2):
        assert [table.player(seat).pile(NEW).up for seat in (1, 2)] == [0, 0]
        table.all_place().all_check()


def test_one_answer_for_both_cards() -> None:
    """Both cards are placed by one answer, with a row for each, in dealt order (4.3)."""
    table = ten_card(100, 100).deal(deck_of("7h Ks"))
    assert not takes(table, 2, Place(("left",)))
    table.places(2, "left", "right")
    table.all_place()
    assert (table.pile(2, "left"), table.pile(2, "right")) == (("7h",), ("Ks",))


# Placing one after the other


def test_in_turn_from_the_dealers_left() -> None:
    """With `placing=sequential` one seat after the other places, from the dealer's left (4.2, 4.3)."""
    table = ten_card(100, 100, 100, placing="sequential").deal()
    order = []
    while table.to_act is None:
        ((seat, decision),) = table.asked.items()
        assert not decision.secret
        order.append(seat)
        table.places(seat, "left", "right")
    assert order == [2, 3, 1]


def test_in_turn_each_placing_is_shown_at_once() -> None:
    """With `placing=sequential` the next to place has seen what was placed before (4.3)."""
    table = ten_card(100, 100, placing="sequential").deal()
    table.places(2, "left", "right")
    assert [table.player(2).pile(row).up for row in ("left", "right")] == [1, 1]
    assert (table.player(1).pile(NEW).up, list(table.asked)) == (0, [1])


def test_in_turn_a_forced_placing_is_made_silently() -> None:
    """With `placing=sequential` too, who has no choice is not asked (2.4, 4.3)."""
    table = ten_card(100, 100, placing="sequential").deal()
    for rows in [("left", "left"), ("left", "left"), ("left", "right")]:
        table.places(2, *rows)
        table.all_place().all_check()
    assert (list(table.asked), len(table.pile(2, "right"))) == ([1], 3)


# Forced placings


@pytest.mark.parametrize(("left", "right"), [(5, 1), (1, 5), (5, 3), (3, 5)])
def test_no_question_without_a_choice(left: int, right: int) -> None:
    """A placing is made by the server where one hand is full, on the fifth deal too (4.3)."""
    table = placed(left, right)
    assert 2 not in table.asked
    table.all_place()
    assert max(len(table.pile(2, "left")), len(table.pile(2, "right"))) == 5
    assert len(table.pile(2, "left")) + len(table.pile(2, "right")) == left + right + 2


def test_nobody_has_a_choice() -> None:
    """Where nobody has a choice nobody is asked, and the betting begins at once (4.3)."""
    table = ten_card(100, 100).deal()
    for rows in [("left", "left"), ("left", "left"), ("left", "right")]:
        table.places(2, *rows)
        table.places(1, *rows)
        table.all_check()
    assert (table.hand.rounds, table.to_act) == (4, 2)


def test_one_space_in_each_hand_is_a_choice() -> None:
    """On the fifth deal, one space in each hand still leaves a choice: which card goes where (4.3)."""
    table = placed(4, 4)
    assert table.rooms(2) == {"right": 1, "left": 1}
    assert takes(table, 2, Place(("left", "right"))) and takes(table, 2, Place(("right", "left")))
    assert not takes(table, 2, Place(("left", "left")))


# Time-outs


@pytest.mark.parametrize(
    ("cards", "left_room", "right_room", "rows"),
    [
        ("7h Ks", 5, 5, "left right"),
        ("Ks 7h", 5, 5, "right left"),
        ("Ah 2s", 5, 5, "left right"),
        ("2s Ah", 5, 5, "right left"),
        ("8h 8s", 5, 5, "left right"),
        ("8s 8h", 5, 5, "left right"),
        ("Ks 7h", 1, 1, "right left"),
        ("Ks 7h", 0, 4, "right right"),
        ("Ks 7h", 4, 0, "left left"),
        ("Ks 7h", 1, 3, "right left"),
    ],
)
def test_time_out_in_placing(cards: str, left_room: int, right_room: int, rows: str) -> None:
    """The clock places the lower card (ace low) left and the higher right, as far as there is room; of equals the
    first dealt goes left (4.3)."""
    room = {"right": right_room, "left": left_room}
    assert lower_left(tuple(cards.split()), room) == tuple(rows.split())


def test_time_out_is_never_a_fold_in_placing() -> None:
    """What the clock would place is legal, and costs nobody the hand (4.3)."""
    table = ten_card(100, 100).deal()
    while not table.hand.over:
        for seat, decision in table.asked.items():
            if decision.type == "place":
                assert takes(table, seat, default_answer(TEN_CARD, table.hand, decision))
        table.all_place().all_check()
    assert all(player.live for player in table.hand.players)


def test_time_out_in_betting() -> None:
    """The clock checks where that is free, and folds otherwise (2.1, `timeout_bet`)."""
    table = ten_card(100, 100).deal().to_round(1)
    assert default_answer(TEN_CARD, table.hand, table.asked[2]) == Check()
    table.bets(2, "bet", 2)
    assert default_answer(TEN_CARD, table.hand, table.asked[1]) == Fold()


# Folding


def test_a_fold_gives_up_both_hands() -> None:
    """Who folds is out with both hands: dealt no more, asked no more, in no showdown (4.3)."""
    table = ten_card(100, 100, 100, judge=None)
    table.deal().to_round(1).bets(2, "bet", 2)
    table.bets(3, "fold")
    asked_before = len(table.happened(e.Asked))
    table.to_the_end()
    question = table.question
    assert isinstance(question, WhoWins)
    assert [contender.seat for contender in question.contenders] == [2, 1]
    assert table.hand.dealt == 3 * 2 + 4 * 2 * 2
    assert 3 not in {asked.seat for event in table.happened(e.Asked)[asked_before:] for asked in event.decisions}


def test_the_placed_cards_of_a_folder_stay_on_record() -> None:
    """Face-up cards of a folded player were public and stay so (2.7)."""
    table = ten_card(100, 100, 100).deal().all_place("left", "right")
    table.bets(2, "fold")
    player = table.player(2)
    assert (player.folded, player.pile("left").up, player.pile("right").up) == (True, 1, 1)


# Showdown


def test_the_order_inside_a_hand_means_nothing() -> None:
    """A hand is its five cards, in whatever order they came (4.3)."""
    deals = ["7h Ks", "5d Kc", "4c 9d", "3s 9s", "2d 4h"], ["8c Jh", "6d Jd", "4s Jc", "3h 6s", "2c 6h"]
    results = []
    for players in (deals, tuple(list(reversed(deal)) for deal in deals)):
        awards = hands_made(*players, ante=10).hand.awards
        results.append([(award.share, award.winners[0].seat, award.part) for award in awards])
    assert results[0] == results[1]


def test_right_hands_for_high_and_left_hands_for_low() -> None:
    """The showdown compares right hands for high and left hands for low, right first (2.6a, 4.5)."""
    table, question = counting()
    assert [(share.name, share.ranking) for share in question.shares] == [("high", "high"), ("low", "ace-to-five")]
    for contender in question.contenders:
        right, left = (table.pile(contender.seat, row) for row in ("right", "left"))
        assert contender.rows == (RowInPlay("right", right, ("high",)), RowInPlay("left", left, ("low",)))


def test_either_hand_free() -> None:
    """With `either_hand=free` both hands of everybody compete for both halves (4.2, 4.5)."""
    _, question = counting(either_hand="free")
    assert {row.shares for contender in question.contenders for row in contender.rows} == {("high", "low")}


# The order of a hand


def test_states_of_a_hand() -> None:
    """Antes; then deal, place, turn and bet five times; then the showdown, the awards and the end (4.4)."""
    table = ten_card(100, 100).deal().to_the_end()
    told = [type(stamped.what) for stamped in table.events if stamped.hand == 1]
    shown = [kind for kind in told if kind not in (e.Asked, e.Chosen, e.Acted)]
    assert shown == [e.Started, e.Anted, *[e.Dealt, e.Placed, e.Round] * 5, e.Counting, e.Awarded, e.Ended]


def test_events_have_no_gaps() -> None:
    """Events are numbered from 1 without a gap (2.7)."""
    table = ten_card(100, 100).deal().to_the_end()
    numbers = [stamped.event for stamped in table.events]
    assert all(after == before + 1 for before, after in pairwise([0, *numbers]))
