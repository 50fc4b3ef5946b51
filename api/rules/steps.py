"""What each step of a script does.

A step function returns True when the walk may go on and False when somebody must choose or the evaluator must be
asked.  That a step is over is seen in the state, where `apply` moves the hand to the next one.
"""

from msgspec.structs import replace

from api.rules import events as e
from api.rules import script as s
from api.rules.betting import able_count
from api.rules.choosing import ask
from api.rules.clocks import timer
from api.rules.game import betting_rounds
from api.rules.hand import Award, Failed, Hand, Owed, Pile, Winner, board_pile, index_of, player_at
from api.rules.leading import bringer, first_by_seat, who_leads
from api.rules.limits import limit_of
from api.rules.pots import pots_of
from api.rules.run import Run


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


def lay(run: Run, step: s.Lay) -> bool:
    """Units of the board, face down, in layout order (2.6a)."""
    top = run.hand.dealt
    units = tuple("".join(run.deck[top + at * step.size : top + (at + 1) * step.size]) for at in range(step.units))
    run.emit(e.Laid(Pile(step.pile, units)))
    return True


def turn(run: Run, step: s.Turn) -> bool:
    """The next cards of these piles are turned up, for all live seats at once."""
    turned = tuple(
        e.TurnedOf(player.seat, name, player.pile(name).cards[: step.up])
        for player in run.hand.players
        if player.live
        for name in step.piles
    )
    run.emit(e.Turned(step.piles, step.up, turned))
    return True


def turn_board(run: Run, step: s.TurnBoard) -> bool:
    """The next units of the board are turned up."""
    run.emit(e.BoardTurned(tuple(replace(board_pile(run.hand, name), up=step.up) for name in step.piles)))
    return True


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
        ask(run, [player], "bet", timer(run, hand.options))
    return False


def _open_round(run: Run) -> bool:
    """Find out who acts first; the best exposed hand is for the evaluator to say."""
    hand = run.hand
    if who_leads(run.game, hand) is not None:
        return False
    begin_round(run, bringer(run.game, hand) or first_by_seat(hand))
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
    forced = hand.options.number("bring_in_amount") if bringer(run.game, hand) is not None else 0
    run.emit(e.Round(number, next(player.seat for player in clockwise if player.able), limit, forced))


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
    if not pots_of(run.hand):
        award(run, ())
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
        for number, pot in enumerate(pots_of(run.hand), 1)
    )
    award(run, awards)


def award(run: Run, awards: tuple[Award, ...], failed: tuple[Failed, ...] = ()) -> None:
    """Share the pots out, remember what is carried and for whom, and end the hand."""
    run.emit(e.Awarded(awards, failed, owed_for(run.hand, sum(award.carried for award in awards))))
    end(run)


def owed_for(hand: Hand, carried: int) -> tuple[Owed, ...]:
    """Whose the carried chips would be again: everybody's in proportion to what they put in, and the units that are
    left over one by one clockwise from the dealer's left."""
    put_in = {player.player: player.paid for player in hand.players}
    for owed in hand.carried:
        put_in[owed.player] = put_in.get(owed.player, 0) + owed.chips
    total = sum(put_in.values())
    if not carried:
        return ()
    parts = {player: carried * paid // total for player, paid in put_in.items()}
    left = carried - sum(parts.values())
    for player in [player for player, paid in put_in.items() if paid][:left]:
        parts[player] += 1
    return tuple(Owed(player, chips) for player, chips in parts.items() if chips)


def end(run: Run) -> None:
    """The hand is over, and the chairs of those who said goodbye are free."""
    run.emit(e.Ended(tuple(e.Stack(player.seat, player.chips) for player in run.hand.players)))
    for chair in run.table.chairs:
        if (chair.leaving or chair.last_hand) and player_at(run.hand, chair.seat) is not None:
            run.emit(e.Left(chair.seat, chair.player, chair.chips))
