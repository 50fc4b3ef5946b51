"""Choices of the seats that are no bets: placing, keeping, arranging, declaring.

All of them go the same way.  Whoever has a choice is asked; answers are kept secret until nobody is left to wait
for; then one event tells them all.  A placing may also go in turn, each seen at once.  Who has no choice, or is away,
is not asked: the step's default is taken.
"""

from typing import assert_never

from api.rules import events as e
from api.rules.actions import Arrange as ArrangeAnswer
from api.rules.actions import CardAnswer
from api.rules.actions import Declare as DeclareAnswer
from api.rules.clocks import bank_used_ms, timer
from api.rules.deck import ace_high
from api.rules.hand import Decision, Hand, Player, Timer, index_of
from api.rules.legal import default_choice, is_forced, rows_of
from api.rules.run import Run
from api.rules.script import Arrange, Choice, Declare, Place


def choose(run: Run, step: Choice) -> bool:
    """Ask who has a choice and wait for all of them; False while somebody must still choose."""
    if run.hand.open:
        return _go_on(run, step)
    waiting = _waiting(step, run.hand)
    if isinstance(step, Place) and step.in_turn:
        return _next_in_turn(run, step, waiting[0])
    choosers = [player for player in waiting if not player.away and not is_forced(step, player)]
    if choosers:
        given = timer(run, run.hand.options, step.times if isinstance(step, Arrange) else 1)
        ask(run, choosers, kind_of(step), given, secret=True)
        return False
    _close(run, step, waiting)
    return True


def kind_of(step: Choice) -> str:
    """The type of the decision that the step asks for."""
    match step:
        case Place(verbs=verbs):
            return "keep" if verbs else "place"
        case Arrange():
            return "arrange"
        case Declare():
            return "declare"
        case _:
            assert_never(step)


def ask(
    run: Run, players: list[Player], kind: str, given: Timer | None, secret: bool = False, required: bool = True
) -> None:
    """Open a decision for each of these players, all in one event and all with the same time."""
    number = run.table.next_decision
    run.emit(
        e.Asked(
            tuple(
                e.AskedOf(number + at, player.seat, player.player, kind, secret, required, given)
                for at, player in enumerate(players)
            )
        )
    )


def _waiting(step: Choice, hand: Hand) -> list[Player]:
    """The live players whom the step concerns, clockwise from the dealer's left."""
    if isinstance(step, Declare):
        return [player for player in hand.players if player.live]
    return [player for player in hand.players if player.live and player.pile(step.pile).cards]


def _next_in_turn(run: Run, step: Place, player: Player) -> bool:
    if not player.away and not is_forced(step, player):
        ask(run, [player], kind_of(step), timer(run, run.hand.options))
        return False
    _close(run, step, [player])
    return True


def _go_on(run: Run, step: Choice) -> bool:
    """Choose for who has gone away meanwhile; once nobody is left to wait for, close the step."""
    away = {player.seat: player for player in run.hand.players if player.away}
    for decision in run.hand.open if away else ():
        if decision.required and decision.answer is None and decision.seat in away:
            take_choice(run, step, decision, default_choice(step, away[decision.seat]))
    if any(decision.required and decision.answer is None for decision in run.hand.open):
        return False
    if run.hand.open:
        _close(run, step, _waiting(step, run.hand))
    return True


def take_choice(run: Run, step: Choice, decision: Decision, answer: CardAnswer) -> None:
    """A secret answer is kept until all have chosen; one given in turn is seen at once."""
    player = run.hand.players[index_of(run.hand, decision.seat)]
    if not decision.secret:
        _close(run, step, [player], {player.seat: (decision.number, answer)}, bank_used_ms(run, decision))
        return
    run.emit(e.Chosen(decision.number, decision.seat, decision.player, answer))
    others_choose = any(one.required and one.answer is None for one in run.hand.open)
    if isinstance(step, Arrange) and others_choose and not player.away:
        ask(run, [player], "withdraw", None, required=False)


def time_out(run: Run, step: Choice, late: list[Decision]) -> None:
    """Choose for all whose time is over, which closes the step."""
    for decision in late:
        player = run.hand.players[index_of(run.hand, decision.seat)]
        answer = default_choice(step, player)
        if decision.secret:
            run.emit(e.Chosen(decision.number, decision.seat, decision.player, answer))
        else:
            take_choice(run, step, decision, answer)
    if run.hand.open:
        _go_on(run, step)


def withdraw(run: Run, decision: Decision) -> None:
    """Take an arrangement back and ask for another, under a new number and by the same deadline."""
    chosen = next(one for one in run.hand.open if one.player == decision.player and one.answer is not None)
    run.emit(e.Withdrawn(decision.number, chosen.number, decision.seat, decision.player))
    ask(run, [run.hand.players[index_of(run.hand, decision.seat)]], chosen.type, chosen.timer, secret=True)


Given = dict[int, tuple[int | None, CardAnswer]]


def _close(run: Run, step: Choice, players: list[Player], given: Given | None = None, bank_used_ms: int = 0) -> None:
    """Tell what these players chose, in one event; the default where there is no answer.

    Who has chosen in turn may have used some of the time bank.
    """
    answers: Given = given or {}
    for decision in run.hand.open:
        if decision.required and decision.answer is not None:
            assert isinstance(decision.answer, CardAnswer)
            answers[decision.seat] = (decision.number, decision.answer)
    for player in players:
        if player.seat not in answers:
            answers[player.seat] = (None, default_choice(step, player))
    match step:
        case Place():
            placed = tuple(_placed(step, player, *answers[player.seat], bank_used_ms) for player in players)
            run.emit(e.Placed(step.pile, placed))
        case Arrange():
            arranged = tuple(_arranged(step, player, *answers[player.seat]) for player in players)
            run.emit(e.Arranged(step.pile, arranged))
        case Declare():
            run.emit(e.Declared(tuple(_declared(player, *answers[player.seat]) for player in players)))
        case _:
            assert_never(step)


def _placed(step: Place, player: Player, number: int | None, answer: CardAnswer, bank_used_ms: int) -> e.PlacedBy:
    rows = rows_of(step, answer)
    cards = player.pile(step.pile).cards
    piles = tuple(
        e.PlacedIn(space.pile, into, space.face_up)
        for space in step.spaces
        if (into := tuple(card for card, row in zip(cards, rows, strict=True) if row == space.pile))
    )
    return e.PlacedBy(player.seat, player.player, number, answer, piles, bank_used_ms)


def _arranged(step: Arrange, player: Player, number: int | None, answer: CardAnswer) -> e.ArrangedBy:
    assert isinstance(answer, ArrangeAnswer)
    rows = tuple(
        e.PlacedIn(name, in_order(row, step.order), face_up=False)
        for name, row in zip(step.rows, answer.rows, strict=True)
    )
    return e.ArrangedBy(player.seat, player.player, number, answer, rows)


def in_order(row: tuple[str, ...], order: str) -> tuple[str, ...]:
    """The order in which a row will turn."""
    return row if order == "free" else tuple(sorted(row, key=ace_high, reverse=order == "descending"))


def _declared(player: Player, number: int | None, answer: CardAnswer) -> e.DeclaredBy:
    assert isinstance(answer, DeclareAnswer)
    return e.DeclaredBy(player.seat, player.player, number, answer.way)
