"""What each event of a hand does to it."""

from typing import assert_never

from msgspec.structs import replace

from api.rules import events as e
from api.rules.actions import Answer, Bet, Call, Check, Fold, Place, Raise
from api.rules.betting import after_wager, next_to_act
from api.rules.hand import Answered, Betting, Decision, Hand, Pile, index_of, put

HandEvent = (
    e.Anted | e.Dealt | e.Asked | e.Chosen | e.Placed | e.Turned | e.Round | e.Acted | e.Returned | e.Counting
) | e.Awarded


def apply_to_hand(hand: Hand, event: HandEvent) -> Hand:
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
        case e.Placed():
            return _placed(hand, event)
        case e.Dealt():
            return _dealt(hand, event)
        case e.Round():
            return _round(hand, event)
        case e.Turned():
            players = tuple(
                player.with_pile(replace(player.pile(event.pile), up=event.up)) if player.live else player
                for player in hand.players
            )
            return replace(hand, players=players, step=hand.step + 1)
        case e.Anted():
            return _anted(hand, event)
        case e.Returned(seat=seat, chips=chips):
            at = index_of(hand, seat)
            player = hand.players[at]
            back = replace(player, chips=player.chips + chips, paid=player.paid - chips)
            return replace(hand, players=put(hand, at, back), returned=(*hand.returned, (seat, chips)))
        case e.Counting():
            return _counting(hand, event)
        case e.Awarded():
            return _awarded(hand, event)
        case _:
            assert_never(event)


def _anted(hand: Hand, event: e.Anted) -> Hand:
    paid = {ante.seat: ante.chips for ante in event.seats}
    players = tuple(
        replace(player, chips=player.chips - paid[player.seat], paid=paid[player.seat]) for player in hand.players
    )
    return replace(hand, players=players, step=hand.step + 1)


def _dealt(hand: Hand, event: e.Dealt) -> Hand:
    to = {dealt.seat: dealt.cards for dealt in event.seats}
    players = []
    for player in hand.players:
        cards = to.get(player.seat)
        if cards is not None:
            pile = player.pile(event.pile)
            player = player.with_pile(Pile(event.pile, pile.cards + cards, event.up))
        players.append(player)
    count = sum(len(cards) for cards in to.values())
    return replace(hand, players=tuple(players), dealt=hand.dealt + count, step=hand.step + 1)


def _asked(hand: Hand, event: e.Asked) -> Hand:
    opened = tuple(
        Decision(asked.decision, asked.seat, asked.player, asked.type, asked.secret) for asked in event.decisions
    )
    return replace(hand, open=hand.open + opened)


def _placed(hand: Hand, event: e.Placed) -> Hand:
    players = hand.players
    closed: dict[int, Answered] = {}
    for placed in event.seats:
        at = next(at for at, player in enumerate(players) if player.seat == placed.seat)
        player = players[at].with_pile(Pile(event.pile))
        for into in placed.piles:
            pile = player.pile(into.pile)
            cards = pile.cards + into.cards
            player = player.with_pile(Pile(into.pile, cards, len(cards) if into.face_up else pile.up))
        players = (*players[:at], player, *players[at + 1 :])
        if placed.decision is not None:
            closed[placed.decision] = Answered(placed.decision, placed.player, Place(placed.rows))
    waiting = any(player.live and player.pile(event.pile).cards for player in players)
    return replace(
        hand,
        players=players,
        open=tuple(decision for decision in hand.open if decision.number not in closed),
        answered=(*hand.answered, *closed.values()),
        step=hand.step + (0 if waiting else 1),
    )


def _round(hand: Hand, event: e.Round) -> Hand:
    if event.first is None:
        return replace(hand, rounds=event.round, step=hand.step + 1)
    turn = index_of(hand, event.first)
    return replace(hand, rounds=event.round, betting=Betting(event.limit, turn, full=event.limit.least))


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


def _counting(hand: Hand, event: e.Counting) -> Hand:
    """Every row that is shown lies face up from now on."""
    players = hand.players
    for shown in event.rows:
        at = index_of(hand, shown.seat)
        pile = players[at].pile(shown.name)
        turned = players[at].with_pile(replace(pile, up=len(pile.cards)))
        players = (*players[:at], turned, *players[at + 1 :])
    return replace(hand, players=players, counting=True)


def _awarded(hand: Hand, event: e.Awarded) -> Hand:
    won: dict[int, int] = {}
    for award in event.awards:
        for winner in award.winners:
            won[winner.seat] = won.get(winner.seat, 0) + winner.chips
    players = tuple(
        replace(player, chips=player.chips + won[player.seat]) if player.seat in won else player
        for player in hand.players
    )
    return replace(hand, players=players, awards=event.awards, awarded=True, counting=False, open=())
