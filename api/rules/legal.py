"""What a decision allows, what the clock would answer, and whether an answer is among what is legal."""

from api.rules.actions import Answer, Check, Fold, Legal, LegalCheck, LegalPlace, Place, Room
from api.rules.betting import allows, legal_wagers
from api.rules.game import Game, script_of
from api.rules.hand import Decision, Hand, Player, index_of
from api.rules.refusals import NotLegal
from api.rules.script import Place as PlaceStep


def legal(game: Game, hand: Hand, decision: Decision) -> tuple[Legal, ...]:
    """Exactly what the seat may answer, amounts included; nothing once a secret answer has been given."""
    if decision.answer is not None:
        return ()
    at = index_of(hand, decision.seat)
    if decision.type == "bet":
        return legal_wagers(hand, at)
    step = place_step(game, hand)
    player = hand.players[at]
    rooms = {pile: Room(room) for pile, room in room_in(step, player).items()}
    return (LegalPlace(player.pile(step.pile).cards, rooms),)


def default_answer(game: Game, hand: Hand, decision: Decision) -> Answer:
    """What is answered for a seat that is away: check if that is free, else fold; place as the game says."""
    if decision.type == "bet":
        free = any(isinstance(entry, LegalCheck) for entry in legal_wagers(hand, index_of(hand, decision.seat)))
        return Check() if free else Fold()
    return default_placing(place_step(game, hand), hand.players[index_of(hand, decision.seat)])


def check_legal(game: Game, hand: Hand, decision: Decision, answer: Answer) -> None:
    """Raise NotLegal, with what would be legal, unless the answer is."""
    options = legal(game, hand, decision)
    if isinstance(answer, Place):
        if any(isinstance(entry, LegalPlace) and _fits(entry, answer) for entry in options):
            return
    elif allows(options, answer):
        return
    raise NotLegal("that is not legal now; `legal` lists what is", legal=options)


def _fits(entry: LegalPlace, answer: Place) -> bool:
    rows = answer.rows
    return len(rows) == len(entry.cards) and all(
        row in entry.rows and rows.count(row) <= entry.rows[row].room for row in rows
    )


def place_step(game: Game, hand: Hand) -> PlaceStep:
    """The placing that the hand stands in."""
    step = script_of(game, hand.options)[hand.step]
    assert isinstance(step, PlaceStep), "the hand does not stand in a placing"
    return step


def room_in(step: PlaceStep, player: Player) -> dict[str, int]:
    """How many more cards each space takes from this player (2.4)."""
    return {space.pile: space.size - len(player.pile(space.pile).cards) for space in step.spaces}


def is_forced(step: PlaceStep, player: Player) -> bool:
    """No choice is left: only one space has room.  One place in each of two is still a choice."""
    return sum(room > 0 for room in room_in(step, player).values()) <= 1


def default_placing(step: PlaceStep, player: Player) -> Place:
    """The game's own default for this player's new cards; where the placing is forced, that one."""
    return Place(step.default(player.pile(step.pile).cards, room_in(step, player)))
