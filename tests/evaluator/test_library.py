"""The functions for Python programs: what they take, what they give, and how they refuse."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from evaluator import CODES, Refusal, best_hand, best_ranks, equities, exposed_order, ranks, score, settle, showing
from evaluator.refusals import Contradiction, WrongType
from tests.evaluator.deals import deal

HAND = "KhKd9s9hQc"
OMAHA = {"own": 4, "board": 5}


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", ">i4", "<u2", "int64", "uint64"])
def test_any_whole_numbers_are_card_numbers(dtype: str) -> None:
    """The type of an array's numbers and how it lies in memory mean nothing, and it is left as it was."""
    hands = deal(60, 7)
    want = ranks(hands).tolist()
    given = hands.astype(dtype)
    given.setflags(write=False)
    wide = np.zeros((120, 14), dtype=dtype)
    wide[::2, ::2] = hands
    for same in (given, np.asfortranarray(given), wide[::2, ::2], given[:, ::-1]):
        made = ranks(same)
        assert made.dtype == np.uint16 and made.tolist() == want
    assert ranks(given[::-1]).tolist() == want[::-1]


@pytest.mark.parametrize("dtype", ["float64", "bool", "object", "complex128"])
def test_other_numbers_are_none(dtype: str) -> None:
    """A card number is a whole number; nothing is rounded to one."""
    with pytest.raises(WrongType):
        ranks(deal(2, 5).astype(dtype))


@pytest.mark.parametrize("number", [-1, 52, 255, 256, 2**40])
def test_a_number_of_no_card_is_named(number: int) -> None:
    """Numbers outside 0 to 51 are refused, also where they would be some card's in eight bits."""
    hands = np.array([[0, 5, 10, 15, 20], [0, 5, 10, number, 20]])
    with pytest.raises(Refusal, match=f"{number} is no card's number") as refused:
        ranks(hands)
    assert (refused.value.field, refused.value.facts["position"]) == ("hands.1", 3)


def test_arrays_of_codes_are_read() -> None:
    """What numpy makes of strings is read as the strings are."""
    strings = np.array([HAND, "AsKsQsJsTs2c3c"])
    assert ranks(strings).tolist() == ranks(list(strings)).tolist() == [2634, 1]
    assert ranks(np.array([["Kh", "Kd", "9s", "9h", "Qc"]])).tolist() == [2634]


@pytest.mark.parametrize("nothing", [[], (), "", "\n", np.zeros((0, 5), np.uint8), np.zeros((0, 7), np.int64)])
def test_no_hands_have_no_ranks(nothing: Any) -> None:
    """An empty array in, an empty array out."""
    made = ranks(nothing)
    assert made.dtype == np.uint16 and made.shape == (0,)


def test_in_process_there_is_no_limit() -> None:
    """What one request may hold limits nobody who sends none, however hands are given."""
    many = 100_001
    assert ranks([HAND] * many).shape == ranks(f"{HAND}\n" * many).shape == (many,)
    assert ranks(np.tile(deal(1, 5), (many, 1))).shape == (many,)


def test_hands_may_come_one_by_one() -> None:
    """Anything that yields hands, or the cards of one, will do."""
    assert ranks(iter([HAND, ("As", "Ks", "Qs", "Js", "Ts")])).tolist() == [2634, 1]
    assert score(code for code in ("Kh", "Kd", "9s", "9h", "Qc")).rank == 2634
    assert exposed_order(iter(["8h8d", "", ("As",)])) == ([0, 2, 1], [1, 3, 2])


@pytest.mark.parametrize("wrong", [None, 5, True, 1.5, b"KhKd9s9hQc", {"Kh": 1}])
def test_what_is_no_hand_is_refused(wrong: Any) -> None:
    """Whatever is given in place of hands is a Refusal, and not an error from within."""
    for ask in (score, showing, ranks, exposed_order, settle, equities):
        with pytest.raises(Refusal):
            ask(wrong)
    for ask in (ranks, exposed_order):
        with pytest.raises(Refusal) as refused:
            ask(["2c3c4c5c6d" if ask is ranks else "2c", wrong])
        assert refused.value.field == "hands.1"
    with pytest.raises(Refusal):
        best_hand({"own": [wrong]}, [{"own": 5}])


@pytest.mark.parametrize(
    ("groups", "patterns", "field"),
    [
        ({"own": -4, "board": 5}, [{"own": 2, "board": 3}], "groups.own"),
        ({"own": 4.0, "board": 5}, [{"own": 2, "board": 3}], "groups.own"),
        ({"own": "4", "board": 5}, [{"own": 2, "board": 3}], "groups.own"),
        ({"own": [2, -2, 4], "board": 5}, [{"own": 2, "board": 3}], "groups.own"),
        ({"own": 4, "board": 5}, [{"own": 2, "board": 3}, {"own": -2}], "patterns.1"),
        ({"own": 4, "board": 5}, [{"own": "2", "board": 3}], "patterns.0"),
        ({"own": 4, "board": 5}, {"own": 2, "board": 3}, "patterns"),
        ({"own": 4, "board": 5}, None, "patterns"),
        ({"own": 4, "board": 5}, ["own"], "patterns.0"),
    ],
)
def test_rules_that_say_nothing_are_refused(groups: Any, patterns: Any, field: str) -> None:
    """Groups and patterns are refused by name."""
    with pytest.raises(Refusal) as refused:
        best_ranks(deal(3, 9), groups, patterns)
    assert refused.value.field == field


def test_groups_are_named_lists() -> None:
    """The best hand is made of units in lists."""
    for groups in (None, ["As", "Ks"], {"own": "AsKs2d2c3c"}, {"own": 5}):
        with pytest.raises(WrongType):
            best_hand(groups, [{"own": 5}])  # type: ignore[arg-type]


def test_a_list_of_lists_of_numbers_is_an_array_to_the_rules() -> None:
    """Hands under combination rules are card numbers, in whatever can be made an array."""
    hands = deal(4, 9)
    pattern = [{"own": 2, "board": 3}]
    assert best_ranks(hands.tolist(), OMAHA, pattern).tolist() == best_ranks(hands, OMAHA, pattern).tolist()


@pytest.mark.parametrize("qualifier", ["eight-or-better", "nonsense"])
def test_a_qualifier_is_for_lows(qualifier: str) -> None:
    """A qualifier beside the high ranking is refused, as it is over HTTP, and not passed over."""
    with pytest.raises(Contradiction):
        ranks([HAND], "high", qualifier)
    with pytest.raises(Contradiction):
        best_ranks(deal(1, 9), OMAHA, [{"own": 2, "board": 3}], "high", qualifier)
    assert ranks([HAND, "8h5d4c3s2d"], "ace-to-five", "eight-or-better").tolist() == [0, 26]


def test_the_names_of_the_cards_are_their_numbers() -> None:
    """`CODES` turns an array of numbers into codes, and back."""
    hands = deal(3, 5)
    assert ranks(["".join(CODES[card] for card in hand) for hand in hands]).tolist() == ranks(hands).tolist()
