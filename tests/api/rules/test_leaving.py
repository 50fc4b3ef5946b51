"""Who leaves, sits out or comes back during a hand (2.5)."""

from api.rules import events as e
from api.rules import seating
from api.rules.actions import Place
from api.rules.questions import WhoWins
from api.rules.refusals import HandInProgress, SeatLeaving
from tests.api.rules.builders import Sitting, deck_of, real_judge, refused, ten_card


def in_round_one(*stacks: int, **options: object) -> Sitting:
    return ten_card(*(stacks or (100, 100, 100)), **options).deal().to_round(1)


def folds(table: Sitting) -> list[int]:
    """The seats that folded, in order."""
    return [acted.seat for acted in table.happened(e.Acted) if acted.action == "fold"]


def test_at_once_when_it_is_its_turn() -> None:
    """A seat that leaves at its turn is folded at once (2.5)."""
    table = in_round_one()
    table.leaves(2)
    assert (folds(table), table.to_act) == ([2], 3)


def test_at_its_next_betting_decision() -> None:
    """A seat that leaves before its turn stays live until then, and is folded without being asked (2.5)."""
    table = in_round_one()
    table.leaves(3)
    assert table.player(3).live
    table.bets(2, "check")
    assert (folds(table), table.to_act) == ([3], 1)


def test_folded_even_where_a_check_is_free() -> None:
    """Who has left does not stay in for a free check (2.5)."""
    table = in_round_one()
    table.bets(2, "check")
    table.sits_out(3)
    assert folds(table) == [3]


def test_its_chips_stay_in_the_pot() -> None:
    """What a leaver has paid stays in the pot; the rest goes along (2.5)."""
    table = in_round_one()
    table.bets(2, "bet", 2)
    table.bets(3, "call")
    table.leaves(3)
    table.to_the_end()
    assert sum(award.part for award in table.hand.awards) == 3 * 3
    assert table.happened(e.Left) == [e.Left(3, 3, 97)]
    assert sum(table.chips.values()) == 203


def test_the_chair_frees_when_the_hand_ends() -> None:
    """A leaver's chair is taken until the hand is over (2.5)."""
    table = in_round_one()
    table.leaves(2)
    assert 2 in table.chips
    table.to_the_end()
    assert 2 not in table.chips


def test_between_hands_at_once() -> None:
    """Between hands a leaver's chair frees at once, chips taken along (2.5)."""
    table = in_round_one().to_the_end()
    chips = table.chips[2]
    table.leaves(2)
    assert table.happened(e.Left) == [e.Left(2, 2, chips)]
    assert 2 not in table.chips


def test_its_cards_are_placed_for_it() -> None:
    """Until it is folded a leaver's cards are placed as the clock would (2.5)."""
    table = ten_card(100, 100, 100).deal(deck_of("Ks 7h"))
    table.leaves(2)
    assert 2 not in table.asked, "the answer is given, and secret until all have placed"
    assert not table.happened(e.Placed)
    table.all_place()
    assert (table.pile(2, "right"), table.pile(2, "left")) == (("Ks",), ("7h",))
    assert table.to_act == 3, "and its turn in the betting folded it"


def test_its_own_choice_stands() -> None:
    """A placing chosen before leaving is kept (2.5)."""
    table = ten_card(100, 100, 100).deal(deck_of("Ks 7h"))
    table.places(2, "left", "left")
    table.leaves(2)
    table.all_place()
    assert table.pile(2, "left") == ("Ks", "7h")


def test_it_is_not_asked_to_place_any_more() -> None:
    """Who has left before the cards come is asked nothing about them (2.5)."""
    table = in_round_one(100, 1, 100)
    table.leaves(2)
    table.all_check()
    assert 2 not in table.asked
    table.all_place()
    assert len(table.pile(2, "right") + table.pile(2, "left")) == 4


def test_in_turn_too() -> None:
    """With `placing=sequential` a leaver's cards are placed when its turn comes, and then shown (2.5)."""
    table = ten_card(100, 100, 100, placing="sequential").deal()
    table.leaves(3)
    table.places(2, "left", "right")
    assert list(table.asked) == [1]
    assert len(table.pile(3, "left")) == 1


def test_an_all_in_leaver_stays_live() -> None:
    """If no betting decision comes, a leaver is live to the end and may win; the chair then frees (2.5)."""
    table = ten_card(100, 1, 100, judge=None)
    table.deal().to_round(1)
    table.leaves(2)
    table.to_the_end()
    assert isinstance(table.question, WhoWins)
    assert 2 in [contender.seat for contender in table.question.contenders]


def test_an_all_in_leaver_takes_the_winnings_along() -> None:
    """What a leaver wins is paid out with the chair (2.5)."""
    table = ten_card(100, 1, 100).deal().to_round(1)
    table.leaves(2)
    table.to_the_end()
    won = sum(winner.chips for award in table.hand.awards for winner in award.winners if winner.seat == 2)
    assert table.happened(e.Left) == [e.Left(2, 2, won)]


def test_everybody_goes() -> None:
    """When all leave, they fold in turn and the last one live takes the pot along (2.5)."""
    table = in_round_one()
    for seat in (1, 3, 2):
        table.leaves(seat)
    assert folds(table) == [2, 3]
    assert table.happened(e.Left) == [e.Left(1, 1, 102), e.Left(2, 2, 99), e.Left(3, 3, 99)]
    assert (table.chips, table.hand.over) == ({}, True)


def test_everybody_goes_while_placing() -> None:
    """When all leave in a placing, the cards are placed for them and the betting folds all but one (2.5)."""
    table = ten_card(100, 100, 100).deal()
    for seat in (1, 2, 3):
        table.leaves(seat)
    assert (table.hand.over, folds(table)) == (True, [2, 3])


def test_everybody_goes_all_in() -> None:
    """Where nobody can be folded the cards are placed to the end, and the showdown decides (2.5)."""
    table = ten_card(5, 5, judge=real_judge, ante=5).deal()
    for seat in (1, 2):
        table.leaves(seat)
    assert table.hand.over and not folds(table)
    assert {award.share for award in table.hand.awards} == {"high", "low"}
    assert sum(left.chips for left in table.happened(e.Left)) == 10


def test_sitting_out_folds_too() -> None:
    """Who sits out during a hand is away: folded at the next betting decision, and keeps the chair (2.5)."""
    table = in_round_one()
    table.sits_out(2)
    assert folds(table) == [2]
    table.to_the_end()
    assert 2 in table.chips
    assert 2 not in [player.seat for player in table.deal().hand.players]


def test_coming_back_before_the_next_decision() -> None:
    """Who comes back before the next betting decision is asked as if never away (2.5)."""
    table = in_round_one()
    table.sits_out(3)
    table.comes_back(3)
    table.bets(2, "check")
    assert (table.to_act, folds(table)) == (3, [])


def test_coming_back_after_the_fold() -> None:
    """A folded hand stays folded; who comes back is dealt the next one (2.5)."""
    table = in_round_one()
    table.sits_out(2)
    table.comes_back(2)
    assert (folds(table), table.to_act) == ([2], 3)
    assert 2 in [player.seat for player in table.to_the_end().deal().hand.players]


def test_who_has_left_cannot_come_back() -> None:
    """Leaving is for good: until the chair frees there is no coming back and no buying (2.5)."""
    table = in_round_one()
    table.leaves(3)
    assert refused(table, SeatLeaving, seating.come_back, 3) == {}
    refused(table, SeatLeaving, seating.rebuy, 3, 500)
    table.leaves(3)
    assert table.happened(e.Leaving) == [e.Leaving(3)], "leaving twice is leaving once"


def test_no_buying_during_a_hand() -> None:
    """Who is dealt in buys between hands, folded or not (2.5)."""
    table = in_round_one()
    table.bets(2, "fold")
    refused(table, HandInProgress, seating.rebuy, 2, 500)


def test_the_clock_s_choice_is_an_answer_like_any_other() -> None:
    """Who goes away in a placing has chosen, as if by himself: others cannot tell that the clock did (2.5)."""
    table = ten_card(100, 100).deal(deck_of("Ks 7h"))
    number = table.asked[2].number
    table.leaves(2)
    (chosen,) = table.happened(e.Chosen)
    assert chosen == e.Chosen(number, 2, 2, Place(("right", "left")))


def test_leaving_while_the_table_is_paused() -> None:
    """A seat may leave a paused table; the table moves when it goes on."""
    table = in_round_one()
    table.does(seating.pause)
    table.leaves(2)
    assert folds(table) == []
    table.does(seating.resume)
    assert (folds(table), table.to_act) == ([2], 3)


def test_leaving_while_the_evaluator_is_asked() -> None:
    """A seat may leave while the table waits for the evaluator; it is live in that showdown (2.5)."""
    table = ten_card(100, 100, judge=None)
    table.deal().to_the_end()
    before = table.question
    table.leaves(2)
    assert table.question == before
    table.sits("C", 50)
    assert table.question == before
