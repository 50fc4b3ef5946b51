"""What each event of a hand does to it; those that move cards are in `apply_cards.py`."""

from typing import assert_never

from msgspec.structs import replace

from api.rules import events as e
from api.rules.actions import Answer, Arrange, Bet, BringIn, Call, Check, Fold, Raise, Withdraw
from api.rules.apply_cards import apply_cards
from api.rules.betting import after_wager, begin, next_to_act
from api.rules.hand import Answered, Decision, Hand, index_of, put, winnings


def apply_to_hand(hand: Hand, event: e.HandEvent) -> Hand:
    """The hand once one of its own events has happened."""
    match event:
        case e.Acted():
            return _acted(hand, event)
        case e.Asked():
            return _asked(hand, event)
        case e.Chosen():
            decisions = tuple(
                replace(decision, answer=event.answer) if decision.number == event.decision else decision
                for decision in hand.open
            )
            return replace(hand, open=decisions)
        case e.Withdrawn():
            return _withdrawn(hand, event)
        case e.Round():
            return _round(hand, event)
        case e.Anted():
            return _anted(hand, event)
        case e.Returned(seat=seat, chips=chips):
            at = index_of(hand, seat)
            player = hand.players[at]
            back = replace(player, chips=player.chips + chips, paid=player.paid - chips)
            return replace(hand, players=put(hand, at, back), returned=(*hand.returned, (seat, chips)))
        case e.Awarded():
            return _awarded(hand, event)
        case (
            e.Dealt()
            | e.Laid()
            | e.Placed()
            | e.Arranged()
            | e.Declared()
            | e.Turned()
            | e.BoardTurned()
            | e.Counting()
        ):
            return apply_cards(hand, event)
        case _:
            assert_never(event)


def _anted(hand: Hand, event: e.Anted) -> Hand:
    paid = {ante.seat: ante.chips for ante in event.seats}
    players = tuple(
        replace(player, chips=player.chips - paid[player.seat], paid=paid[player.seat]) for player in hand.players
    )
    return replace(hand, players=players, step=hand.step + 1)


def _asked(hand: Hand, event: e.Asked) -> Hand:
    opened = tuple(
        Decision(asked.decision, asked.seat, asked.player, asked.type, asked.secret, asked.required, timer=asked.timer)
        for asked in event.decisions
    )
    return replace(hand, open=hand.open + opened)


def _withdrawn(hand: Hand, event: e.Withdrawn) -> Hand:
    """Both decisions are closed, and each remembers its answer; the seat is asked anew.

    What the seat withdrew before is forgotten, or who changes his mind all evening would swell the table.
    """
    chosen = next(decision for decision in hand.open if decision.number == event.chosen)
    assert chosen.answer is not None, "only what was answered can be withdrawn"
    kept = tuple(
        one for one in hand.answered if one.player != event.player or not isinstance(one.answer, Arrange | Withdraw)
    )
    closed = (
        Answered(chosen.number, event.player, chosen.answer),
        Answered(event.decision, event.player, Withdraw()),
    )
    still = tuple(decision for decision in hand.open if decision.number not in (event.chosen, event.decision))
    return replace(hand, open=still, answered=kept + closed)


def _round(hand: Hand, event: e.Round) -> Hand:
    if event.first is None:
        return replace(hand, rounds=event.round, step=hand.step + 1)
    turn = index_of(hand, event.first)
    return replace(hand, rounds=event.round, betting=begin(event.limit, turn, event.bring_in))


def answer_of(event: e.Acted) -> Answer:
    """The answer that an action was."""
    match event.action:
        case "fold":
            return Fold()
        case "check":
            return Check()
        case "call":
            return Call()
        case "bet":
            return Bet(event.to)
        case "bring-in":
            return BringIn()
        case _:
            return Raise(event.to)


def _acted(hand: Hand, event: e.Acted) -> Hand:
    at = index_of(hand, event.seat)
    hand = after_wager(hand, at, event.action, event.to)
    if event.decision is not None:
        hand = replace(
            hand,
            open=tuple(decision for decision in hand.open if decision.number != event.decision),
            answered=(*hand.answered, Answered(event.decision, hand.players[at].player, answer_of(event))),
        )
    turn = next_to_act(hand)
    if turn is None or hand.betting is None:
        return _round_over(hand)
    return replace(hand, betting=replace(hand.betting, turn=turn))


def _round_over(hand: Hand) -> Hand:
    """The bets lie in the pot and the script goes on."""
    players = tuple(replace(player, bet=0, level=None, checked=False) for player in hand.players)
    return replace(hand, players=players, betting=None, step=hand.step + 1)


def _awarded(hand: Hand, event: e.Awarded) -> Hand:
    won = winnings(event.awards)
    players = tuple(
        replace(player, chips=player.chips + won[player.seat]) if player.seat in won else player
        for player in hand.players
    )
    return replace(
        hand, players=players, awards=event.awards, failed=event.failed, awarded=True, counting=False, open=()
    )
