"""The runner of `.hand` files: it reads what is written, and a file that is wrong fails."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.hands.in_core import CoreTable
from tests.hands.playing import play
from tests.hands.reading import MayNot, Seat, WaitsFor, read

HERE = Path(__file__).parent
EXAMPLE = HERE / "documents_example.hand"
WRONG = [
    ("stacks Ann 100, Bob 100", "stacks Ann 101, Bob 99"),
    ("pot 1 high: Bob 9", "pot 1 high: Ann 9"),
    ("waits for Ann, Bob", "waits for Bob"),
    ("Ann deals", "Bob deals"),
    ("Bob may fold, check, bet 2", "Bob may fold, check, bet 4"),
    ("Bob may not place left left", "Bob may not place left right"),
    ("Ann is dealt 7h Ks\nwaits", "Ann is dealt 7h Ks\nBob is dealt 7d 7s\nwaits"),
    ("spectators see Bob new ?? ??; Ann new ?? ??", "spectators see Bob new 8c Jh; Ann new ?? ??"),
    ("Ann bets 4", "Ann bets 5"),
    ("stacks", "Bob gets 4 back\nstacks"),
]


@pytest.mark.parametrize(("right", "wrong"), WRONG, ids=[wrong.splitlines()[-1] for _, wrong in WRONG])
def test_a_wrong_file_fails(tmp_path: Path, right: str, wrong: str) -> None:
    """A file in which one thing is not so cannot be played to its end."""
    text = EXAMPLE.read_text()
    assert right in text
    path = tmp_path / "wrong.hand"
    path.write_text(text.replace(right, wrong, 1))
    hand = read(path)
    with pytest.raises(Exception):  # noqa: B017 - whatever the table says to it, it must not pass
        play(hand, CoreTable(hand))


WRONG_ELSEWHERE = [
    ("real_poker_whole_hand", "board pairs QcQd ????", "board pairs ???? ????"),
    ("real_poker_whole_hand", "Ann declares high", "Ann declares low"),
    ("real_poker_whole_hand", "Bob may declare high or low or both", "Bob may declare high or low"),
    ("real_poker_carried", "carried 30", "carried 29"),
    ("real_poker_carried", "carried 30\n", ""),
    ("henway_whole_hand", "7h / 6c 9c", "7h 6c / 9c"),
    ("henway_whole_hand", "Bob withdraws\n", ""),
    ("seven_card_example", "Bob may keep, discard", "Bob may keep"),
    ("seven_card_bring_in", "Bob may bring in 2", "Bob may bring in 3"),
    ("dealers_choice", "Ann announces real-poker", "Ann announces henway"),
]


@pytest.mark.parametrize(("name", "right", "wrong"), WRONG_ELSEWHERE, ids=[wrong for _, _, wrong in WRONG_ELSEWHERE])
def test_a_wrong_file_of_another_game_fails(tmp_path: Path, name: str, right: str, wrong: str) -> None:
    """So it is with what only some games have: the board, declarations, arrangements, carried chips."""
    text = (HERE / f"{name}.hand").read_text()
    assert right in text
    path = tmp_path / "wrong.hand"
    path.write_text(text.replace(right, wrong, 1))
    with pytest.raises(Exception):  # noqa: B017 - whatever is said to it, it must not pass
        play(hand := read(path), CoreTable(hand))


def test_cards_that_come_one_at_a_time_go_round() -> None:
    """Where cards come one at a time the lines of a deal are taken card by card (2.2)."""
    hand = read(HERE / "real_poker_carried.hand")
    assert hand.deck[:6] == ("Ah", "6c", "Jc", "Ad", "4d", "Js")
    assert hand.deck[15:17] == ("Qc", "Qd")


@pytest.mark.parametrize("line", ["Bob sings", "Bob bets much", "pot high: Bob 1", "seats Ann", "dealt Bob 8c"])
def test_a_line_that_says_nothing_known(tmp_path: Path, line: str) -> None:
    """A line that cannot be read is named with its place."""
    path = tmp_path / "typo.hand"
    path.write_text(f"# A slip.\n{line}\n")
    with pytest.raises(ValueError, match="line 2"):
        read(path)


def test_seats_by_number(tmp_path: Path) -> None:
    """Players sit in seats 1, 2, 3... or where the file puts them."""
    path = tmp_path / "seats.hand"
    path.write_text("seats 2 Ann 100, 5 Bob 90\nwaits for Ann, Bob\nAnn may not raise to 4\n")
    hand = read(path)
    assert hand.seats == [Seat(2, "Ann", 100), Seat(5, "Bob", 90)]
    assert [step for _, step in hand.steps] == [
        WaitsFor(frozenset({"Ann", "Bob"})),
        MayNot("Ann", {"type": "raise", "to": 4}),
    ]


def test_the_deck_is_what_is_dealt_and_then_the_rest() -> None:
    """The deck of a file is its dealt cards in order, then every other card once."""
    hand = read(EXAMPLE)
    assert hand.deck[:4] == ("8c", "Jh", "7h", "Ks")
    assert len(set(hand.deck)) == 52


def test_a_card_dealt_twice_is_a_slip() -> None:
    """A file that deals a card twice is refused."""
    hand = read(EXAMPLE)
    with pytest.raises(AssertionError, match="8c"):
        _ = replace(hand, steps=[*hand.steps, hand.steps[1]]).deck
