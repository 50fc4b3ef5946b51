"""A fifth game is one file: games that only the tests know are dealt, bet, turned and settled by the same core."""

from api.rules import events as e
from api.rules.game import Game, Row, Share
from api.rules.house_options import BETTING_OPTIONS, CLOCK_OPTIONS, first_to_act
from api.rules.options import Announced
from api.rules.questions import Question, Verdict, WhoLeads, WhoWins
from api.rules.script import Ante, Bet, Deal, Showdown, Step
from tests.api.rules.builders import Sitting, deck_of, real_judge
from tests.fifth_game import PEEK


def stud_script(announced: Announced) -> tuple[Step, ...]:
    """Two cards, the first of them up; then three times a card down, and the one before it up; a bet each time."""
    later = [step for up in (2, 3, 4) for step in (Deal("hand", 1, up=up), Bet())]
    return (Ante(), Deal("hand", 2, up=1), Bet(), *later, Showdown())


STUD = Game(
    id="late-stud",
    name="Late Stud",
    text="Every card turns up one deal late; best high hand.",
    seats_max=8,
    options=(*BETTING_OPTIONS, *CLOCK_OPTIONS, first_to_act("best_exposed", "-")),
    script=stud_script,
    rows=lambda announced: (Row("hand", ("high",)),),
    shares=lambda announced: (Share("high", "high"),),
)


def played(game: Game, *stacks: int, **options: object) -> Sitting:
    return Sitting(stacks, real_judge, game.id, {game.id: game}, options)


def test_cards_one_at_a_time() -> None:
    """Cards go one at a time clockwise from the dealer's left (2.2, 2.6a)."""
    table = played(PEEK, 100, 100, 100).deal()
    assert table.pile(2, "hand") == tuple(table.deck[0:15:3])
    assert table.pile(3, "hand") == tuple(table.deck[1:15:3])
    assert table.pile(1, "hand") == tuple(table.deck[2:15:3])


def test_face_down_until_turned() -> None:
    """Cards dealt face down lie so until a step turns them, for all live seats in one event (2.7)."""
    table = played(PEEK, 100, 100, 100).deal()
    assert [player.pile("hand").up for player in table.hand.players] == [0, 0, 0]
    table.bets(2, "fold")
    table.all_check()
    assert [(player.seat, player.pile("hand").up) for player in table.hand.players] == [(2, 0), (3, 2), (1, 2)]
    (turned,) = table.happened(e.Turned)
    assert [(to.seat, to.cards) for to in turned.seats] == [(seat, table.pile(seat, "hand")[:2]) for seat in (3, 1)]


def test_one_share_takes_the_whole_pot() -> None:
    """A game with one share awards every pot to its best hand (7.5)."""
    table = played(PEEK, 100, 100, ante=10).deal(deck_of("As 2h Ad 3d Ac 4s Kd 9h Ks 7d")).to_the_end()
    (award,) = table.hand.awards
    assert (award.share, award.part, [winner.seat for winner in award.winners]) == ("high", 20, [2])
    assert table.chips == {1: 90, 2: 110}


def test_up_cards_open_the_betting() -> None:
    """In a game with cards up from the start the best of them acts first, in every round anew (2.4)."""
    deck = deck_of("9h Kd 2s", "9c 8c 7c", "3h 8d 7d", "4h 8h As", "Ah Kc 2d")
    table = played(STUD, 100, 100, 100).deal(deck)
    assert table.to_act == 3
    assert [player.pile("hand").up for player in table.hand.players] == [1, 1, 1]
    first = [event.first for event in table.to_the_end().happened(e.Round)]
    assert first == [3, 2, 2, 3]


def test_hidden_cards_are_not_asked_about() -> None:
    """The evaluator is told of the cards that lie up, and of no other, until the showdown (2.7)."""
    questions: list[Question] = []

    def noting(question: Question) -> Verdict:
        questions.append(question)
        return real_judge(question)

    table = played(STUD, 100, 100)
    table.judge = noting
    table.deal().to_the_end()
    *leads, wins = questions
    assert [len(lead.exposed[0]) for lead in leads if isinstance(lead, WhoLeads)] == [1, 2, 3, 4]
    assert isinstance(wins, WhoWins)
    assert {len(row.cards) for contender in wins.contenders for row in contender.rows} == {5}


def test_the_showdown_turns_everything() -> None:
    """At the showdown every live row lies open; a folded one does not (2.7)."""
    table = played(PEEK, 100, 100, 100).deal()
    table.bets(2, "fold")
    table.to_the_end()
    assert [(player.seat, player.pile("hand").up) for player in table.hand.players] == [(2, 0), (3, 5), (1, 5)]
