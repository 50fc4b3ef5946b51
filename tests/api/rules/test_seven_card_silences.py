"""What the Seven-Card document leaves open, as the rules settle it (5.2 to 5.5)."""

from typing import Any

import pytest

from api.rules import events as e
from api.rules.actions import Discard, Keep
from api.rules.games.seven_card_regrets import keep_if_legal
from api.rules.hand import Pile
from api.rules.legal import default_answer
from api.rules.options import announce
from api.rules.questions import RowInPlay, WhoLeads
from api.rules.refusals import BadOption, UnknownOption
from api.rules.script import NEW
from tests.api.rules.builders import takes
from tests.api.rules.house import SEVEN_CARD, House, one_by_one, seven_card


def rounds_after(table: House) -> list[int]:
    """After which card each betting round came, 1 to 7."""
    seats = len(table.hand.players)
    cards, after = 0, []
    for stamped in table.events:
        match stamped.what:
            case e.Dealt(seats=dealt):
                cards += len(dealt)
            case e.Round():
                after.append(cards // seats)
            case _:
                pass
    return after


# Which cards are bet after


@pytest.mark.parametrize(
    ("value", "cards"),
    [
        ("every_card", [1, 2, 3, 4, 5, 6, 7]),
        ("from_second", [2, 3, 4, 5, 6, 7]),
        ("from_third", [3, 4, 5, 6, 7]),
        ("last_only", [7]),
        ([7], [7]),
        ([3, 5, 7], [3, 5, 7]),
        ([7, 2, 1], [1, 2, 7]),
        (list(range(1, 8)), [1, 2, 3, 4, 5, 6, 7]),
    ],
)
def test_betting_after(value: Any, cards: list[int]) -> None:
    """`betting_after` is a preset or any set of card numbers with 7; every other card has no betting (5.2; V-11)."""
    assert rounds_after(seven_card(100, 100, betting_after=value).deal().to_the_end()) == cards


@pytest.mark.parametrize("value", [[], [1, 2], [0, 7], [7, 8], [7, 7], ["7"], [7.0], [True, 7], "never", 7, {}])
def test_betting_after_holds_7(value: Any) -> None:
    """A schedule without the last card, or with a card that is not dealt, is refused with what is allowed (5.2)."""
    with pytest.raises(BadOption) as refusal:
        announce(SEVEN_CARD.options, {"betting_after": value})
    assert refusal.value.facts["field"] == "options.betting_after"
    assert "every_card" in refusal.value.facts["allowed"]


@pytest.mark.parametrize(
    ("value", "sizes"), [("every_card", [2] * 3 + [4] * 4), ("last_only", [4]), ([1, 4, 7], [2, 4, 4])]
)
def test_small_and_big_bets_follow_the_schedule(value: Any, sizes: list[int]) -> None:
    """The first half of the announced rounds, rounded down, bets small and the rest big (2.1, `betting_after`)."""
    table = seven_card(100, 100, betting_after=value).deal().to_the_end()
    assert [event.limit.least for event in table.happened(e.Round)] == sizes


# What is seen of a discard


@pytest.mark.parametrize(("value", "up"), [("hidden", 0), ("shown", 1)])
def test_discards(value: str, up: int) -> None:
    """`discards`: a discarded card lies face down, or where announced face up (5.2)."""
    table = seven_card(100, 100, discards=value).deal()
    table.discards(2).keeps(1)
    assert table.player(2).pile("discarded") == Pile("discarded", (table.deck[0],), up)


def test_the_number_of_discards_is_public() -> None:
    """How many cards a player has discarded follows from the kept ones, and is told though they are hidden (5.3)."""
    table = seven_card(100, 100).deal()
    table.discards(2).keeps(1)
    (placed,) = table.happened(e.Placed)
    assert [[(into.pile, len(into.cards), into.face_up) for into in by.piles] for by in placed.seats] == [
        [("discarded", 1, False)],
        [("kept", 1, True)],
    ]


# Deciding at the same time, or in turn


def test_all_decide_secretly_and_turn_together() -> None:
    """All decide secretly; kept cards turn up together, in one event (5.3; `deciding=simultaneous`)."""
    table = seven_card(100, 100, 100).deal()
    assert {seat: one.secret for seat, one in table.asked.items()} == {1: True, 2: True, 3: True}
    table.keeps(3, 1)
    assert table.pile(3, "kept") == () and not table.happened(e.Placed)
    table.discards(2)
    (placed,) = table.happened(e.Placed)
    assert [by.seat for by in placed.seats] == [2, 3, 1]


def test_sequential_deciding() -> None:
    """With `deciding=sequential` the dealer's left decides first, and each result is seen at once (5.2, 5.3)."""
    table = seven_card(100, 100, 100, deciding="sequential").deal()
    order = []
    while table.to_act is None:
        ((seat, decision),) = table.asked.items()
        assert not decision.secret
        order.append(seat)
        table.keeps(seat)
        assert table.player(seat).pile("kept").up == 1
    assert order == [2, 3, 1]


def test_sequential_forced_cards_are_passed_over() -> None:
    """With `deciding=sequential` too, a forced card is dealt with at its turn and nobody is asked (5.3)."""
    table = seven_card(100, 100, deciding="sequential", betting_after="last_only").deal()
    for _ in range(2):
        table.discards(2).keeps(1)
    for _ in range(3):
        assert list(table.asked) == [1]
        table.keeps(1)
    assert table.to_act is not None, "both of seat 1's last two cards were forced, and all of seat 2's"


def test_the_new_card_is_its_players_alone() -> None:
    """The dealt card lies face down until it is decided on (5.3)."""
    table = seven_card(100, 100).deal()
    assert [table.player(seat).pile(NEW).up for seat in (1, 2)] == [0, 0]


# Forced cards


def test_a_forced_player_is_not_waited_for() -> None:
    """A forced keep or discard is made by the server; no question is asked of that player (5.3; V-9)."""
    table = seven_card(100, 100).deal()
    for _ in range(2):
        table.discards(2).keeps(1)
        table.all_check()
    assert list(table.asked) == [1]
    table.keeps(1)
    assert len(table.pile(2, "kept")) == 1


def test_forced_cards_turn_with_the_others() -> None:
    """A forced card waits, face down, for those who still choose, and turns with theirs (5.3, 5.4)."""
    table = seven_card(100, 100).deal()
    for _ in range(2):
        table.discards(2).keeps(1)
        table.all_check()
    assert len(table.pile(2, NEW)) == 1 and table.player(2).pile(NEW).up == 0
    table.discards(1)
    assert len(table.happened(e.Placed)[-1].seats) == 2


def test_nobody_has_a_choice() -> None:
    """Where everybody's card is forced nobody is asked, and play goes straight on (5.3)."""
    table = seven_card(100, 100, betting_after="last_only").deal()
    for _ in range(5):
        table.keeps(2, 1)
    assert table.to_act is not None
    assert [len(table.pile(seat, "discarded")) for seat in (1, 2)] == [2, 2]


def test_the_wrong_choice_is_refused() -> None:
    """With one space in each pile both answers are legal, and nothing but those; nothing is corrected (5.3)."""
    table = seven_card(100, 100, betting_after="last_only").deal()
    table.discards(2).keeps(1)
    for _ in range(4):
        table.keeps(2)
        if 1 in table.asked:
            table.keeps(1)
    assert table.may(2) == {"keep", "discard"} and takes(table, 2, Keep()) and takes(table, 2, Discard())
    table.discards(2)
    assert (len(table.pile(2, "kept")), len(table.pile(2, "discarded"))) == (5, 2), "the last card is forced"


def test_the_card_of_a_player_with_five_is_dealt() -> None:
    """A player with five kept cards is dealt the next, face down, and it goes unseen to the discards (5.3; C15)."""
    table = seven_card(100, 100, betting_after="last_only").deal()
    table.discards(1).keeps(2)
    for _ in range(4):
        table.keeps(2, 1)
    assert list(table.asked) == [1] and len(table.pile(2, NEW)) == 1
    table.keeps(1)
    assert table.player(2).pile("discarded").up == 0


# Time-outs


@pytest.mark.parametrize(("kept", "discarded", "answer"), [(5, 2, "kept"), (1, 0, "kept"), (0, 2, "discarded")])
def test_time_out_keeps_if_legal(kept: int, discarded: int, answer: str) -> None:
    """The clock keeps where there is room, and else discards; it never costs the hand (5.3)."""
    assert keep_if_legal(("As",), {"kept": kept, "discarded": discarded}) == (answer,)


def test_time_out_in_a_hand() -> None:
    """Who always lets the time run out keeps the first five cards and stays in (5.3)."""
    table = seven_card(100, 100).deal()
    while not table.hand.over:
        for seat in [seat for seat, one in table.asked.items() if one.type == "keep"]:
            default = default_answer(SEVEN_CARD, table.hand, table.asked[seat])
            assert default == Keep() and takes(table, seat, default)
            table.answers(seat, default)
        if table.to_act is not None:
            table.all_check()
    assert table.pile(2, "kept") == table.deck[0:10:2] and table.player(2).live


# First to act


def test_nothing_kept_by_anyone() -> None:
    """Where nobody has kept a card the dealer's left acts first, and the evaluator is not asked (5.3; X03)."""
    table = seven_card(100, 100, 100, judge=None).deal()
    table.discards(2, 3, 1)
    assert (table.question, table.to_act) == (None, 2)


def test_equal_exposed_hands() -> None:
    """Of equal exposed hands the nearest to the dealer's left acts first, whatever the suits (5.3; X01)."""
    table = seven_card(100, 100, 100).deal(one_by_one("9h", "Kc", "Ks"))
    table.keeps(2, 3, 1)
    assert table.to_act == 3


@pytest.mark.parametrize(("value", "first"), [("best_exposed", 1), ("left_of_dealer", 2), ("last_aggressor", 2)])
def test_first_to_act(value: str, first: int) -> None:
    """`first_to_act`: the best exposed hand by default, or as announced (5.2; 2.1)."""
    table = seven_card(100, 100, 100, first_to_act=value).deal(one_by_one("9h", "Kc", "As"))
    table.keeps(2, 3, 1)
    assert table.to_act == first


def test_last_aggressor_in_the_next_round() -> None:
    """`last_aggressor`: who bet last acts first in the next round, though another hand is better (2.1)."""
    table = seven_card(100, 100, 100, first_to_act="last_aggressor").deal(one_by_one("9h 2c", "Kc 3c", "As 4c"))
    table.keeps(2, 3, 1)
    table.bets(2, "check")
    table.bets(3, "bet", 2)
    table.all_check().keeps(2, 3, 1)
    assert table.to_act == 3


def test_the_best_exposed_is_all_in() -> None:
    """If the best exposed hand is all-in, the first able to bet clockwise from there acts (2.3; V-12)."""
    table = seven_card(100, 100, 1).deal(one_by_one("9h", "Ac", "Ks"))
    table.keeps(2, 3, 1)
    assert table.to_act == 1


def test_the_question_of_the_best_exposed_hand() -> None:
    """Each live player's kept cards are compared, once a round; discards and new cards are not shown (2.4)."""
    table = seven_card(100, 100, 100, judge=None).deal(one_by_one("9h", "Ac", "Ks"))
    table.discards(2).keeps(3, 1)
    assert table.question == WhoLeads(1, 1, (2, 3, 1), ((), ("Ac",), ("Ks",)))


# Options and states


@pytest.mark.parametrize("name", ["odd_chip_half", "low_ranking", "either_hand", "declare", "both_tie"])
def test_options_that_mean_nothing_here(name: str) -> None:
    """A game without a low half or a declaration lists no option of those (2.1; 5.2)."""
    with pytest.raises(UnknownOption):
        announce(SEVEN_CARD.options, {name: "off"})


def test_states_of_a_hand() -> None:
    """Antes; then deal, decide and bet seven times; then the showdown, the award and the end (5.4)."""
    table = seven_card(100, 100).deal().to_the_end()
    told = [type(stamped.what) for stamped in table.events if stamped.hand == 1]
    shown = [kind for kind in told if kind not in (e.Asked, e.Chosen, e.Acted)]
    assert shown == [e.Started, e.Anted, *[e.Dealt, e.Placed, e.Round] * 7, e.Counting, e.Awarded, e.Ended]


def test_the_kept_cards_play_high_for_the_whole_pot() -> None:
    """One row a player, high only, one share (5.5)."""
    table = seven_card(100, 100).deal().to_the_end()
    assert [(share.name, share.ranking) for share in table.showdown.shares] == [("high", "high")]
    for contender in table.showdown.contenders:
        assert contender.rows == (RowInPlay("kept", table.pile(contender.seat, "kept"), ("high",)),)
        assert contender.declared is None


def test_all_in_players_decide_on() -> None:
    """A player with no chips behind keeps and discards to the end; nobody bets (2.3)."""
    table = seven_card(1, 1, 1).deal()
    for _ in range(5):
        assert {one.type for one in table.asked.values()} == {"keep"}
        table.keeps(2, 3, 1)
    assert table.hand.over and [event.first for event in table.happened(e.Round)] == [None] * 7


@pytest.mark.parametrize("last", range(1, 8))
def test_a_fold_in_every_round(last: int) -> None:
    """Whoever is left alone, in whatever round, takes the pot at once; nothing more is dealt or shown (2.3)."""
    table = seven_card(100, 100, 100, first_to_act="left_of_dealer").deal().to_round(last)
    dealt = table.hand.dealt
    table.bets(2, "fold")
    table.bets(3, "fold")
    assert table.hand.over and table.hand.dealt == dealt and table.got == {1: 3}
    assert not table.happened(e.Counting)
