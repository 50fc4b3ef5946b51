"""The table around the hand: chairs, chips, the dealer's button, and what a table may not be asked to do."""

from collections.abc import Mapping

import pytest

from api.rules import dealing, seating
from api.rules import events as e
from api.rules.games import GAMES
from api.rules.hand import Award, Winner
from api.rules.questions import Question, WhoWins, Wins
from api.rules.refusals import (
    BadOption,
    BuyInOutOfBounds,
    HandInProgress,
    NameTaken,
    NoSuchSeat,
    NotEnoughPlayers,
    Refused,
    SeatsOutOfBounds,
    SeatTaken,
    TableClosed,
    TableFull,
    TablePaused,
)
from api.rules.table import FORMAT, UnknownFormat, chips_held, chips_owed, from_text, to_text
from tests.api.rules.builders import Sitting, refused, ten_card
from tests.playing import NOW


def opened(**facts: object) -> e.Opened:
    usual: Mapping[str, object] = {
        "table": "t",
        "name": "Friday",
        "game": "ten-card-regrets",
        "options": (),
        "seats": 5,
        "min_buy_in": 10,
        "max_buy_in": 1000,
        "rigged": False,
    }
    return e.Opened(**{**usual, **facts})  # type: ignore[arg-type]


# Opening


@pytest.mark.parametrize(
    ("facts", "kind"),
    [
        ({"seats": 1}, SeatsOutOfBounds),
        ({"seats": 6}, SeatsOutOfBounds),
        ({"min_buy_in": 11, "max_buy_in": 10}, BuyInOutOfBounds),
        ({"options": (("ante", -1),)}, BadOption),
    ],
)
def test_a_table_that_cannot_be(facts: dict[str, object], kind: type[Refused]) -> None:
    """A table has as many seats as its game has cards for, and terms that can be met (2.2)."""
    with pytest.raises(kind):
        seating.open_table(opened(**facts), GAMES, NOW)


# Sitting down


def test_seats_count_from_one() -> None:
    """The lowest free chair is taken where none is named; seats count from 1 (2.6a)."""
    table = ten_card(100)
    assert [table.sits("B", 100), table.sits("C", 100, 5), table.sits("D", 100)] == [2, 5, 3]


def test_a_taken_chair() -> None:
    """A chair holds one; the refusal names those that are free."""
    assert refused(ten_card(100, 100), SeatTaken, seating.sit, "C", 100, 2) == {"free": (3, 4, 5)}


@pytest.mark.parametrize("seat", [0, -1, 6])
def test_a_chair_that_is_not_there(seat: int) -> None:
    """The table has the seats it has."""
    assert refused(ten_card(100), NoSuchSeat, seating.sit, "B", 100, seat) == {"min": 1, "max": 5}


def test_a_full_table() -> None:
    """One player more than there are seats is refused (T-1; seen elsewhere: deck exhaustion)."""
    refused(ten_card(*[100] * 5), TableFull, seating.sit, "F", 100, None)


def test_a_taken_name() -> None:
    """Nobody can be mistaken for another at the table."""
    refused(ten_card(100), NameTaken, seating.sit, "a", 100, None)


@pytest.mark.parametrize("chips", [0, -5, 9, 1001])
def test_buy_in_bounds(chips: int) -> None:
    """A buy-in lies within what the table sells (seen elsewhere: negative stacks and top-ups)."""
    table = ten_card()
    table.table = seating.open_table(opened(), GAMES, NOW).table
    facts = refused(table, BuyInOutOfBounds, seating.sit, "A", chips, None)
    assert facts == {"field": "buy_in", "min": 10, "max": 1000}


def test_joining_during_a_hand() -> None:
    """Who sits down during a hand waits for the next one (seen elsewhere: a mid-hand join froze the table)."""
    table = ten_card(100, 100).deal()
    table.sits("C", 100)
    assert [player.seat for player in table.hand.players] == [2, 1]
    table.to_the_end().deal()
    assert {player.seat for player in table.hand.players} == {1, 2, 3}


# Buying


def test_rebuy() -> None:
    """A rebuy brings the stack to an amount; sent again it buys nothing more."""
    table = ten_card(100, 100)
    table.does(seating.rebuy, 1, 250)
    table.does(seating.rebuy, 1, 250)
    assert (table.chips[1], table.happened(e.Rebought)) == (250, [e.Rebought(1, 150)])


@pytest.mark.parametrize("to", [99, 0, -1, 1_000_001])
def test_rebuy_bounds(to: int) -> None:
    """A rebuy takes no chips away, and buys no more than the table sells."""
    refused(ten_card(100, 100), BuyInOutOfBounds, seating.rebuy, 1, to)


def test_a_broke_seat_is_dealt_in_after_a_rebuy() -> None:
    """A player with nothing is not dealt in, until he buys (2.3; seen elsewhere: sit in before rebuy)."""
    table = broke()
    assert [player.seat for player in table.deal().hand.players] == [1, 3]
    table.to_the_end().does(seating.rebuy, 2, 50)
    assert 2 in {player.seat for player in table.deal().hand.players}


def broke() -> Sitting:
    """A table whose seat 2 has lost everything."""
    table = ten_card(100, 10, 100, judge=for_the_last, ante=10).deal().to_the_end()
    assert table.chips[2] == 0
    return table


def for_the_last(question: Question) -> Wins:
    """A verdict that gives every pot to the last of those who can win it, the dealer if possible."""
    assert isinstance(question, WhoWins)
    return Wins(
        tuple(
            Award(number, pot.amount, None, pot.amount, (Winner(pot.eligible[-1], pot.amount),), "")
            for number, pot in enumerate(question.pots, 1)
        )
    )


# The button, and dealing


def test_the_button_goes_round() -> None:
    """The dealer's marker moves one seat clockwise after each hand (2.2)."""
    table = ten_card(100, 100, 100)
    dealers = []
    for _ in range(4):
        table.deal().to_the_end()
        dealers.append(table.table.dealer)
    assert dealers == [1, 2, 3, 1]


def test_the_button_passes_the_absent() -> None:
    """The button moves past empty chairs, broke seats and those who sit out (seen elsewhere: button stuck)."""
    table = ten_card(100, 100, 100, 100).deal().to_the_end()
    table.sits_out(2)
    table.leaves(3)
    table.deal().to_the_end()
    assert table.table.dealer == 4
    table.comes_back(2)
    table.deal().to_the_end()
    assert table.table.dealer == 1


def test_the_button_passes_the_broke() -> None:
    """A seat without chips does not deal (2.2)."""
    table = broke()
    table.deal()
    assert table.table.dealer == 3


def test_the_dealer_leaves() -> None:
    """When the dealer's chair is empty the button goes on from there (seen elsewhere: button sits on an empty seat)."""
    table = ten_card(100, 100, 100).deal().to_the_end().deal().to_the_end()
    assert table.table.dealer == 2
    table.leaves(2)
    assert table.deal().table.dealer == 3


def test_two_funded_seats_are_needed() -> None:
    """A hand needs two seats with chips that are not sitting out (2.2; seen elsewhere: an empty table dealt)."""
    table = ten_card(100, 100)
    table.sits_out(2)
    assert refused(table, NotEnoughPlayers, dealing.start_hand, {}, False) == {"ready": 1}
    table.comes_back(2)
    table.deal()


def test_one_hand_at_a_time() -> None:
    """A hand is dealt when the one before is over."""
    refused(ten_card(100, 100).deal(), HandInProgress, dealing.start_hand, {}, False)


def test_a_paused_table_deals_no_hand() -> None:
    """Nothing moves while the table is paused."""
    table = ten_card(100, 100)
    table.does(seating.pause)
    table.does(seating.pause)
    refused(table, TablePaused, dealing.start_hand, {}, False)
    table.does(seating.resume)
    table.does(seating.resume)
    assert [type(s.what) for s in table.events[-2:]] == [e.Paused, e.Resumed]


# Closing


def test_closing_sends_everybody_home() -> None:
    """A closed table has paid everybody out, and does nothing more."""
    table = ten_card(100, 200)
    table.does(seating.close)
    assert table.happened(e.Left) == [e.Left(1, 1, 100, at_end=True), e.Left(2, 2, 200, at_end=True)]
    assert (chips_owed(table.table), chips_held(table.table)) == (0, 0)
    table.does(seating.close)
    for what, facts in [
        (seating.sit, ("C", 100, None)),
        (dealing.start_hand, ({}, False)),
        (seating.pause, ()),
        (seating.change_settings, ("Other", None)),
    ]:
        refused(table, TableClosed, what, *facts)


def test_not_during_a_hand() -> None:
    """A table is closed between hands."""
    refused(ten_card(100, 100).deal(), HandInProgress, seating.close)


@pytest.mark.parametrize("what", [seating.sit_out, seating.come_back, seating.leave])
def test_an_empty_chair_does_nothing(what: object) -> None:
    """Where nobody sits nobody can sit out, come back or leave."""
    refused(ten_card(100), NoSuchSeat, what, 2)  # type: ignore[arg-type]


# Chips and text


def test_chips_are_accounted_for() -> None:
    """What was bought and not taken away lies on the table, through hands, rebuys and goodbyes."""
    table = ten_card(100, 100, 100).deal().to_the_end()
    table.does(seating.rebuy, 1, 500)
    table.leaves(3)
    table.sits("D", 50)
    table.deal().to_round(2)
    assert chips_held(table.table) == chips_owed(table.table)


def test_a_table_survives_its_text() -> None:
    """A table's text carries a format number, and reading it gives the table again."""
    table = ten_card(100, 100).deal().to_round(2).table
    assert from_text(to_text(table)) == table
    assert b'"format":%d' % FORMAT in to_text(table)


@pytest.mark.parametrize("text", [b"", b"{}", b"[]", b"nonsense"])
def test_a_text_that_is_no_table(text: bytes) -> None:
    """What another server version wrote is not read as if it were ours."""
    with pytest.raises(UnknownFormat):
        from_text(text)


def test_another_format() -> None:
    """A text of another format is refused by its number."""
    text = to_text(ten_card(100).table).replace(b'"format":%d' % FORMAT, b'"format":%d' % (FORMAT + 1))
    with pytest.raises(UnknownFormat, match=str(FORMAT + 1)):
        from_text(text)
