"""Whose choice the game is: the dealer's, asked before the deal, or a rotation's (2.1)."""

from typing import Any

import pytest

from api.rules import dealing, play, seating
from api.rules import events as e
from api.rules.actions import Announce, Check, LegalAnnounce
from api.rules.refusals import (
    AnsweredDifferently,
    BadOption,
    BuyInOutOfBounds,
    DecisionClosed,
    HandInProgress,
    NotLegal,
    NotYours,
    SeatsOutOfBounds,
    TablePaused,
    UnknownOption,
)
from api.rules.run import Run
from api.rules.table import next_game
from tests.api.rules.builders import refused
from tests.api.rules.house import House, house
from tests.playing import NOW

TEN, SEVEN, HENWAY, REAL = "ten-card-regrets", "seven-card-regrets", "henway", "real-poker"


def dealers_choice(*stacks: int, games: tuple[str, ...] = (TEN, SEVEN, HENWAY, REAL), **options: Any) -> House:
    """A table on which the dealer of each hand names the game."""
    return house(*(stacks or (100, 100, 100)), games=games, choice="dealer", **options)


def rotation(*games: str, after: int, stacks: tuple[int, ...] = (100, 100, 100)) -> House:
    """A table on which games follow one another, after so many hands of each, or (0) after each orbit."""
    return house(*stacks, games=games, choice="rotation", after=after)


def games_of(table: House) -> list[str]:
    return [started.game for started in table.happened(e.Started)]


# Asking the dealer


def test_the_dealer_is_asked_before_anybody_antes() -> None:
    """The deal waits for the dealer's announcement; nothing is dealt and nobody antes before it (2.1)."""
    table = dealers_choice().deal()
    announcing = table.table.announcing
    assert announcing is not None and (announcing.decision.seat, announcing.decision.type) == (1, "announce")
    assert table.table.hand is None and not table.happened(e.Anted)


def test_the_announcement_begins_the_hand() -> None:
    """The announcement, with all its options, is public before anybody antes (2.1)."""
    table = dealers_choice().deal().announces(HENWAY, ante=5, declare="on")
    kinds = [type(stamped.what) for stamped in table.events if stamped.hand == 1]
    assert kinds[:3] == [e.Started, e.Anted, e.Dealt]
    (started,) = table.happened(e.Started)
    assert (started.game, started.options["ante"], started.options["declare"]) == (HENWAY, 5, "on")
    assert (table.hand.game, table.table.announcing) == (HENWAY, None)


def test_what_may_be_announced() -> None:
    """Any of the table's games, and no other (2.1)."""
    table = dealers_choice(games=(TEN, REAL)).deal()
    assert dealing.legal_announcements(table.table) == (LegalAnnounce((TEN, REAL)),)
    for wrong in (Announce(HENWAY), Announce(""), Check()):
        facts = refused(table, NotLegal, play.answer, 1, 1, wrong)
        assert facts == {"legal": (LegalAnnounce((TEN, REAL)),)}


def test_a_wrong_option_leaves_the_dealer_asked() -> None:
    """An option that the game does not have, or a value it does not take, is refused; the dealer names others (2.1)."""
    table = dealers_choice().deal()
    refused(table, UnknownOption, play.answer, 1, 1, Announce(REAL, (("placing", "sequential"),)))
    refused(table, BadOption, play.answer, 1, 1, Announce(REAL, (("ante", -1),)))
    assert table.announces(REAL, bet_after_declare="on").hand.game == REAL


def test_the_tables_options_stand_where_nothing_is_announced() -> None:
    """What the dealer does not name is as the table has it, as far as the game knows it (2.1)."""
    table = dealers_choice(ante=3, placing="sequential").deal().announces(SEVEN, limit="pot")
    assert (table.hand.options["ante"], table.hand.options["limit"]) == (3, "pot")
    assert "placing" not in table.hand.options


def test_only_the_dealer_announces() -> None:
    """The announcement is the dealer's, and nobody else's (2.1)."""
    refused(dealers_choice().deal(), NotYours, play.answer, 2, 1, Announce(TEN))


def test_an_announcement_is_taken_once() -> None:
    """The same announcement again changes nothing, another one is refused (2.1)."""
    table = dealers_choice().deal().announces(TEN)
    before = table.table
    table.act(lambda run: play.answer(run, 1, 1, Announce(TEN)))
    assert table.table == before
    refused(table, AnsweredDifferently, play.answer, 1, 1, Announce(HENWAY))


def test_time_out_in_announcing() -> None:
    """The clock announces the table's first game, with the table's options (2.1)."""
    table = dealers_choice(ante=4).deal()
    default = dealing.default_announcement(table.table)
    assert default == Announce(TEN)
    table.act(lambda run: play.answer(run, 1, 1, default))
    assert (table.hand.game, table.hand.options["ante"]) == (TEN, 4)


def test_the_next_dealer_chooses_the_next_game() -> None:
    """The choice goes round with the button (2.1; 2.2)."""
    table = dealers_choice()
    for dealer, game in ((1, REAL), (2, SEVEN), (3, HENWAY), (1, TEN)):
        table.deal()
        assert table.table.announcing is not None and table.table.announcing.decision.seat == dealer
        table.announces(game).to_the_end()
        assert (table.hand.game, table.hand.dealer) == (game, dealer)


def test_options_belong_to_the_announcement() -> None:
    """Where the dealer announces, nobody else gives options with the deal (2.1)."""
    refused(dealers_choice(), BadOption, dealing.start_hand, {"ante": 2}, False)


def test_no_second_deal_while_the_dealer_thinks() -> None:
    """While a hand waits for its announcement no other is begun, and the table's options stand (2.1)."""
    table = dealers_choice().deal()
    refused(table, HandInProgress, dealing.start_hand, {}, False)
    refused(table, HandInProgress, seating.change_settings, None, {"ante": 2})


def test_no_announcement_while_paused() -> None:
    """A paused table takes no announcement; once resumed it does (2.1)."""
    table = dealers_choice().deal()
    table.does(seating.pause)
    refused(table, TablePaused, play.answer, 1, 1, Announce(TEN))
    table.does(seating.resume)
    assert table.announces(TEN).hand.game == TEN


# The dealer goes


@pytest.mark.parametrize("goes", [seating.leave, seating.sit_out])
def test_the_dealer_goes_before_announcing(goes: Any) -> None:
    """If the dealer goes before naming a game the deal is called off, and the next seat may deal (2.1; 2.5)."""
    table = dealers_choice().deal()
    table.does(goes, 1)
    assert table.happened(e.CalledOff) and table.table.announcing is None and table.table.hand is None
    refused(table, DecisionClosed, play.answer, 1, 1, Announce(TEN))
    table.deal()
    assert table.table.announcing is not None and table.table.announcing.decision.seat == 2


def test_too_few_are_left() -> None:
    """If only the dealer is left to play the deal is called off (2.2)."""
    table = dealers_choice(100, 100).deal()
    table.leaves(2)
    assert table.happened(e.CalledOff)


def test_somebody_else_goes() -> None:
    """Another player who goes is simply not dealt in (2.5)."""
    table = dealers_choice().deal()
    table.sits_out(2)
    assert not table.happened(e.CalledOff)
    assert [player.seat for player in table.announces(REAL).hand.players] == [3, 1]


def test_a_newcomer_does_not_take_the_deal() -> None:
    """Who sits down between the last dealer and the one who is asked does not take the deal away (2.1; 2.2)."""
    table = house(100, 100, 100, games=(TEN, REAL), choice="dealer")
    table.leaves(2)
    table.deal().announces(TEN).to_the_end()
    table.deal()
    assert table.table.announcing is not None and table.table.announcing.decision.seat == 3
    table.sits("New", 100, 2)
    assert table.announces(REAL).hand.dealer == 3
    assert [player.seat for player in table.hand.players] == [1, 2, 3]


def test_closing_while_the_dealer_thinks() -> None:
    """A table may be closed while it waits for an announcement; the deal is called off (2.1)."""
    table = dealers_choice().deal()
    table.does(seating.close)
    assert table.happened(e.CalledOff) and table.table.closed


# Rotations


@pytest.mark.parametrize(("after", "games"), [(1, [TEN, REAL, TEN, REAL]), (2, [TEN, TEN, REAL, REAL, TEN])])
def test_a_rotation_by_hands(after: int, games: list[str]) -> None:
    """The game changes after a set number of hands (2.1)."""
    table = rotation(TEN, REAL, after=after).hand_after_hand(len(games))
    assert games_of(table) == games


def test_a_rotation_of_three() -> None:
    """After the last game comes the first again (2.1)."""
    assert games_of(rotation(SEVEN, HENWAY, REAL, after=1).hand_after_hand(5)) == [SEVEN, HENWAY, REAL, SEVEN, HENWAY]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_rotation_by_orbit(players: int) -> None:
    """Everybody deals a game once before the next one comes (2.1; 2.2)."""
    table = rotation(TEN, REAL, after=0, stacks=(1000,) * players).hand_after_hand(2 * players + 1)
    assert games_of(table) == [*[TEN] * players, *[REAL] * players, TEN]


def test_an_orbit_when_its_first_dealer_has_gone() -> None:
    """An orbit is over when the button comes to, or passes, the seat that dealt its first hand (2.1; 2.2)."""
    table = rotation(TEN, REAL, after=0, stacks=(1000,) * 4).hand_after_hand(2)
    table.leaves(1)
    table.hand_after_hand(3)
    assert games_of(table) == [TEN, TEN, TEN, TEN, REAL]
    assert [started.dealer for started in table.happened(e.Started)] == [1, 2, 3, 4, 2]


def test_what_comes_next_is_known() -> None:
    """A rotation tells which game is dealt next (2.1)."""
    table = rotation(TEN, REAL, after=1)
    assert next_game(table.table) == TEN
    table.hand_after_hand(1)
    assert next_game(table.table) == REAL


def test_options_with_the_deal_are_those_of_the_games_turn() -> None:
    """In a rotation the host or dealer may give options of the game whose turn it is (2.1)."""
    table = rotation(TEN, REAL, after=1).deal(placing="sequential").to_the_end()
    refused(table, UnknownOption, dealing.start_hand, {"placing": "sequential"}, False)
    assert table.deal(bet_after_declare="on").hand.options["bet_after_declare"] == "on"


# Tables of several games


def opened(**facts: Any) -> e.Opened:
    usual: dict[str, Any] = {"table": "t", "name": "T", "game": TEN, "options": (), "seats": 5, "min_buy_in": 1}
    return e.Opened(**{**usual, "max_buy_in": 100, "rigged": False, "games": (TEN, REAL), "choice": "dealer", **facts})


def test_seats_for_every_game() -> None:
    """A table has no more seats than the smallest of its games has cards for (2.2)."""
    assert Run(seating.open_table(opened(), house(games=[TEN]).games, NOW).table, {}, NOW).table.seats == 5
    with pytest.raises(SeatsOutOfBounds) as refusal:
        seating.open_table(opened(seats=8), house(games=[TEN]).games, NOW)
    assert refusal.value.facts["max"] == 5


def test_buy_ins_are_checked_too() -> None:
    """Terms that nobody can meet are refused (2.2)."""
    with pytest.raises(BuyInOutOfBounds):
        seating.open_table(opened(min_buy_in=200), house(games=[TEN]).games, NOW)


@pytest.mark.parametrize(
    ("options", "kind"),
    [
        ({"placing": "sequential", "bet_after_declare": "on"}, None),
        ({"betting_after": "last_only"}, UnknownOption),
        ({"placing": "secret"}, BadOption),
        ({"ante": 5, "both_tie": "never"}, BadOption),
    ],
)
def test_options_that_only_some_games_know(options: dict[str, Any], kind: Any) -> None:
    """A table's options are each known to one of its games, and legal in all that know them (2.1)."""
    made = opened(options=tuple(options.items()))
    games = house(games=[TEN]).games
    if kind is None:
        assert seating.open_table(made, games, NOW).table.options == tuple(options.items())
        return
    with pytest.raises(kind) as refusal:
        seating.open_table(made, games, NOW)
    assert str(refusal.value.facts["field"]).startswith("options.")


def test_each_game_takes_the_options_it_knows() -> None:
    """Each hand announces the options of its game, the table's own among them (2.1)."""
    table = house(
        *(100, 100), games=[TEN, REAL], choice="rotation", after=1, placing="sequential", both_tie="tie_ok"
    ).hand_after_hand(2)
    first, second = table.happened(e.Started)
    assert first.options["placing"] == "sequential" and "both_tie" not in first.options
    assert second.options["both_tie"] == "tie_ok" and "placing" not in second.options


def test_settings_of_several_games() -> None:
    """The host's changes are held to the same (2.1)."""
    table = house(100, 100, games=[TEN, REAL], choice="rotation", after=1)
    table.does(seating.change_settings, None, {"bet_after_declare": "on"})
    refused(table, UnknownOption, seating.change_settings, None, {"discards": "shown"})
    refused(table, BadOption, seating.change_settings, None, {"bet_after_declare": "perhaps"})
