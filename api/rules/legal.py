"""What a decision allows, and what the clock would answer."""

from typing import assert_never

from api.rules import actions as a
from api.rules.betting import forced_bet, legal_wagers
from api.rules.fitting import check_fits
from api.rules.game import Game, script_of
from api.rules.hand import Decision, Hand, Player, index_of
from api.rules.script import Arrange, Choice, Declare, Place


def legal(game: Game, hand: Hand, decision: Decision) -> tuple[a.Legal, ...]:
    """Exactly what the seat may answer, amounts included; nothing once a secret answer has been given.

    Who is away lets an arrangement stand: it would only be asked anew, and the clock would answer (2.5).
    """
    if decision.answer is not None:
        return ()
    at = index_of(hand, decision.seat)
    if decision.type == "bet":
        return legal_wagers(hand, at)
    if decision.type == "withdraw":
        return () if hand.players[at].away else (a.LegalWithdraw(),)
    return _legal_choices(choice_step(game, hand), hand.players[at])


def _legal_choices(step: Choice, player: Player) -> tuple[a.Legal, ...]:
    match step:
        case Place(verbs=verbs) if verbs:
            room = room_in(step, player)
            entries: dict[str, a.Legal] = {"keep": a.LegalKeep(), "discard": a.LegalDiscard()}
            return tuple(entries[verb] for verb, pile in verbs if room[pile] > 0)
        case Place():
            rooms = {pile: a.Room(room) for pile, room in room_in(step, player).items()}
            return (a.LegalPlace(player.pile(step.pile).cards, rooms),)
        case Arrange():
            sizes = {row: a.RowSize(step.size) for row in step.rows}
            return (a.LegalArrange(player.pile(step.pile).cards, sizes),)
        case Declare():
            return (a.LegalDeclare(step.ways),)
        case _:
            assert_never(step)


def default_answer(game: Game, hand: Hand, decision: Decision) -> a.Answer | None:
    """What is answered for a seat that lets the time run out; nothing where the hand does not wait for it."""
    player = hand.players[index_of(hand, decision.seat)]
    if not decision.required:
        return None
    return default_wager(hand, decision) if decision.type == "bet" else default_choice(choice_step(game, hand), player)


def default_wager(hand: Hand, decision: Decision) -> a.Wager:
    """The bring-in where it is due, else a check if that is free, else a fold."""
    if forced_bet(hand):
        return a.BringIn()
    free = any(isinstance(entry, a.LegalCheck) for entry in legal_wagers(hand, index_of(hand, decision.seat)))
    return a.Check() if free else a.Fold()


def default_choice(step: Choice, player: Player) -> a.CardAnswer:
    """The step's own default for this player; where the choice is forced, that one."""
    match step:
        case Place():
            rows = step.default(player.pile(step.pile).cards, room_in(step, player))
            verb = next((verb for verb, pile in step.verbs if (pile,) == rows), None)
            return a.Place(rows) if verb is None else a.Keep() if verb == "keep" else a.Discard()
        case Arrange(rows=rows, size=size):
            cards = player.pile(step.pile).cards
            return a.Arrange(tuple(cards[at * size : (at + 1) * size] for at in range(len(rows))))
        case Declare(default=way):
            return a.Declare(way)
        case _:
            assert_never(step)


def rows_of(step: Place, answer: a.Answer) -> tuple[str, ...]:
    """The space that each new card goes to."""
    if isinstance(answer, a.Place):
        return answer.rows
    return (dict(step.verbs)["keep" if isinstance(answer, a.Keep) else "discard"],)


def check_legal(game: Game, hand: Hand, decision: Decision, answer: a.Answer) -> None:
    """Raise NotLegal, with what would be legal, unless the answer is."""
    check_fits(legal(game, hand, decision), answer)


def choice_step(game: Game, hand: Hand) -> Choice:
    """The choice that the hand stands in."""
    step = script_of(game, hand.options)[hand.step]
    assert isinstance(step, Place | Arrange | Declare), "the hand stands in no choice of its seats"
    return step


def room_in(step: Place, player: Player) -> dict[str, int]:
    """How many more cards each space takes from this player (2.4)."""
    return {space.pile: space.size - len(player.pile(space.pile).cards) for space in step.spaces}


def is_forced(step: Choice, player: Player) -> bool:
    """No choice is left: only one space has room.  One place in each of two is still a choice."""
    return isinstance(step, Place) and sum(room > 0 for room in room_in(step, player).values()) <= 1
