"""What each step of a script does.

A step function returns True when the walk may go on and False when somebody must choose or the evaluator must be
asked.  That a step is over is seen in the state, where `apply` moves the hand to the next one.
"""

from api.rules import events as e
from api.rules import script as s
from api.rules.actions import Place
from api.rules.betting import able_count
from api.rules.game import betting_rounds
from api.rules.hand import Award, Decision, Player, Winner, index_of, player_at
from api.rules.legal import default_placing, is_forced
from api.rules.limits import limit_of
from api.rules.pots import build_pots, payments
from api.rules.run import Run
from api.rules.standing import who_leads


def ante(run: Run) -> bool:
    """Everybody pays the ante, or all that is left and is all-in (2.3)."""
    amount = run.hand.options.number("ante")
    paid = [(player, min(amount, player.chips)) for player in run.hand.players]
    run.emit(e.Anted(tuple(e.Ante(player.seat, chips, chips == player.chips) for player, chips in paid)))
    return True


def deal(run: Run, step: s.Deal) -> bool:
    """Cards to the live seats, clockwise from the dealer's left; folded players are skipped (2.2)."""
    players = [player for player in run.hand.players if player.live]
    cards: dict[int, tuple[str, ...]] = {player.seat: () for player in players}
    top = run.hand.dealt
    for _ in range(step.cards // step.at_a_time):
        for player in players:
            cards[player.seat] += run.deck[top : top + step.at_a_time]
            top += step.at_a_time
    dealt = tuple(
        e.DealtTo(player.seat, player.player, cards[player.seat], max(step.up - len(player.pile(step.pile).cards), 0))
        for player in players
    )
    run.emit(e.Dealt(step.pile, step.up, dealt))
    return True


def turn(run: Run, step: s.Turn) -> bool:
    """The next cards of a pile are turned up, for all live seats at once."""
    turned = tuple(
        e.DealtTo(player.seat, player.player, player.pile(step.pile).cards[: step.up], step.up)
        for player in run.hand.players
        if player.live
    )
    run.emit(e.Turned(step.pile, step.up, turned))
    return True


def place(run: Run, step: s.Place) -> bool:
    """Ask who has a choice, wait for everybody, then turn all new cards together; or one seat after the other."""
    if run.hand.open:
        return _placing_goes_on(run, step)
    waiting = [player for player in run.hand.players if player.live and player.pile(step.pile).cards]
    if step.in_turn:
        return _place_next(run, step, waiting[0])
    choosers = [player for player in waiting if not player.away and not is_forced(step, player)]
    if choosers:
        _ask(run, choosers, "place", secret=True)
        return False
    run.emit(e.Placed(step.pile, tuple(placed_by(step, player, None) for player in waiting)))
    return True


def _place_next(run: Run, step: s.Place, player: Player) -> bool:
    if not player.away and not is_forced(step, player):
        _ask(run, [player], "place", secret=False)
        return False
    run.emit(e.Placed(step.pile, (placed_by(step, player, None),)))
    return True


def _placing_goes_on(run: Run, step: s.Place) -> bool:
    """Choose for who has gone away meanwhile; once nobody is left to wait for, turn the cards."""
    away = {player.seat: player for player in run.hand.players if player.away}
    for decision in run.hand.open if away else ():
        if decision.answer is None and decision.seat in away:
            take_placing(run, step, decision, default_placing(step, away[decision.seat]))
    still = run.hand.open
    if any(decision.answer is None for decision in still):
        return False
    if still:
        by_seat = {decision.seat: decision for decision in still}
        players = [player for player in run.hand.players if player.live and player.pile(step.pile).cards]
        run.emit(e.Placed(step.pile, tuple(placed_by(step, player, by_seat.get(player.seat)) for player in players)))
    return True


def take_placing(run: Run, step: s.Place, decision: Decision, answer: Place) -> None:
    """A secret placing is kept until all have chosen; one made in turn is seen at once."""
    if decision.secret:
        run.emit(e.Chosen(decision.number, decision.seat, decision.player, answer))
        return
    player = run.hand.players[index_of(run.hand, decision.seat)]
    run.emit(e.Placed(step.pile, (placed_by(step, player, decision, answer),)))


def placed_by(step: s.Place, player: Player, decision: Decision | None, answer: Place | None = None) -> e.PlacedBy:
    """Where a player's new cards go: as answered, or as the game's default has it."""
    kept = decision.answer if decision is not None and isinstance(decision.answer, Place) else None
    chosen = answer or kept or default_placing(step, player)
    cards = player.pile(step.pile).cards
    piles = tuple(
        e.PlacedIn(space.pile, into, space.face_up)
        for space in step.spaces
        if (into := tuple(card for card, row in zip(cards, chosen.rows, strict=True) if row == space.pile))
    )
    number = decision.number if decision is not None else None
    return e.PlacedBy(player.seat, player.player, number, chosen.rows, piles)


def bet(run: Run) -> bool:
    """One betting round (2.3).  A seat that leaves, or is away, is folded at its next betting decision (2.5)."""
    hand = run.hand
    if hand.betting is None:
        return _open_round(run)
    player = hand.players[hand.betting.turn]
    if player.away:
        run.emit(e.Acted(hand.open[0].number if hand.open else None, player.seat, "fold", player.bet, 0))
        return True
    if not hand.open:
        _ask(run, [player], "bet", secret=False)
    return False


def _open_round(run: Run) -> bool:
    """Find out who acts first; the best exposed hand is for the evaluator to say."""
    hand = run.hand
    if who_leads(run.game, hand) is not None:
        return False
    first = hand.players[0].seat
    if hand.options["first_to_act"] == "last_aggressor" and hand.aggressor is not None:
        first = hand.aggressor
    begin_round(run, first)
    return True


def begin_round(run: Run, seat: int) -> None:
    """Begin a round with the first player able to bet clockwise from that seat; skip it if fewer than two are."""
    hand = run.hand
    number = hand.rounds + 1
    limit = limit_of(hand.options, number, betting_rounds(run.game, hand.options))
    if able_count(hand) < 2:
        run.emit(e.Round(number, None, limit))
        return
    start = index_of(hand, seat)
    clockwise = hand.players[start:] + hand.players[:start]
    run.emit(e.Round(number, next(player.seat for player in clockwise if player.able), limit))


def _ask(run: Run, players: list[Player], kind: str, secret: bool) -> None:
    number = run.table.next_decision
    run.emit(
        e.Asked(
            tuple(e.AskedOf(number + at, player.seat, player.player, kind, secret) for at, player in enumerate(players))
        )
    )


def showdown(run: Run) -> bool:
    """Show the live rows and stand still until the evaluator has said who wins."""
    hand = run.hand
    if hand.counting:
        return False
    rows = run.game.rows(hand.options)
    shown = tuple(
        e.Shown(player.seat, number, row.pile, player.pile(row.pile).cards)
        for player in hand.players
        if player.live
        for number, row in enumerate(rows, 1)
    )
    run.emit(e.Counting(shown))
    if not build_pots(payments(run.hand)):
        run.emit(e.Awarded(()))
        end(run)
    return False


def uncontested(run: Run) -> None:
    """One live player is left: every pot goes there at once, and nothing more is dealt or shown (2.3)."""
    winner = next(player for player in run.hand.players if player.live)
    awards = tuple(
        Award(
            number,
            pot.amount,
            share=None,
            part=pot.amount,
            winners=(Winner(winner.seat, pot.amount),),
            text=f"Pot {number}, {pot.amount}: {winner.name}; everybody else has folded",
        )
        for number, pot in enumerate(build_pots(payments(run.hand)), 1)
    )
    run.emit(e.Awarded(awards))
    end(run)


def end(run: Run) -> None:
    """The hand is over, and the chairs of those who said goodbye are free."""
    run.emit(e.Ended(tuple(e.Stack(player.seat, player.chips) for player in run.hand.players)))
    for chair in run.table.chairs:
        if chair.leaving and player_at(run.hand, chair.seat) is not None:
            run.emit(e.Left(chair.seat, chair.player, chair.chips))
