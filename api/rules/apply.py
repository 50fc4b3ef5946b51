"""`apply`: the only way in which a table changes.

One function a kind of event; each takes a value and returns the next one.  The walk (`play.py`) emits events and
applies them at once, and replaying the stored ones gives the same table again.
"""

from typing import assert_never

from msgspec.structs import replace

from api.rules import events as e
from api.rules.actions import Answer, Bet, Call, Check, Fold, Place, Raise
from api.rules.betting import after_wager, next_to_act
from api.rules.hand import Answered, Betting, Decision, Hand, Pile, Player, index_of, put
from api.rules.table import Account, Chair, Table

HandEvent = (
    e.Anted | e.Dealt | e.Asked | e.Chosen | e.Placed | e.Turned | e.Round | e.Acted | e.Returned | e.Counting
) | e.Awarded


def opened(event: e.Opened) -> Table:
    """The table as its first event leaves it."""
    return Table(
        id=event.table,
        name=event.name,
        game=event.game,
        options=event.options,
        seats=event.seats,
        min_buy_in=event.min_buy_in,
        max_buy_in=event.max_buy_in,
        rigged=event.rigged,
        event=1,
    )


def apply(table: Table, event: e.Event) -> Table:
    """The table once the event has happened."""
    number = table.event + 1
    match event:
        case e.Asked(decisions=asked):
            hand = _asked(_hand(table), event)
            last = max(decision.decision for decision in asked)
            return replace(table, event=number, hand=hand, next_decision=last + 1)
        case (
            e.Acted()
            | e.Round()
            | e.Dealt()
            | e.Chosen()
            | e.Placed()
            | e.Turned()
            | e.Anted()
            | e.Returned()
            | e.Counting()
            | e.Awarded()
        ):
            return replace(table, event=number, hand=apply_to_hand(_hand(table), event))
        case e.Started():
            return replace(_started(table, event), event=number)
        case e.Ended():
            return replace(_ended(table, event), event=number)
        case e.Opened():
            raise ValueError("a table is opened once")
        case _:
            return replace(_at_the_table(table, event), event=number)


def _hand(table: Table) -> Hand:
    assert table.hand is not None, "the event belongs to a hand"
    return table.hand


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
    return hand if next_to_act(hand) is not None else _round_over(hand)


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


def _started(table: Table, event: e.Started) -> Table:
    players = []
    for stack in event.seats:
        chair = next(chair for chair in table.chairs if chair.seat == stack.seat)
        players.append(Player(chair.seat, chair.player, chair.name, stack.chips))
    hand = Hand(event.number, event.game, event.options, event.dealer, tuple(players), rigged=event.rigged)
    before = table.hand.answered if table.hand is not None else ()
    return replace(table, hand=hand, hands=event.number, dealer=event.dealer, answered_before=before)


def _ended(table: Table, event: e.Ended) -> Table:
    stacks = {stack.seat: stack.chips for stack in event.stacks}
    chairs = tuple(replace(chair, chips=stacks.get(chair.seat, chair.chips)) for chair in table.chairs)
    return replace(table, chairs=chairs, hand=replace(_hand(table), over=True))


TableEvent = (
    e.Seated | e.Leaving | e.Left | e.SatOut | e.CameBack | e.Rebought | e.Settings | e.Paused | e.Resumed | e.Closed
)


def _at_the_table(table: Table, event: TableEvent) -> Table:
    match event:
        case e.Seated():
            return _seated(table, event)
        case e.Leaving(seat=seat):
            return _with_away(_with_chair(table, seat, leaving=True), seat)
        case e.Left():
            return _left(table, event)
        case e.SatOut(seat=seat):
            return _with_away(_with_chair(table, seat, sitting_out=True), seat)
        case e.CameBack(seat=seat):
            return _with_away(_with_chair(table, seat, sitting_out=False), seat)
        case e.Rebought(seat=seat, adds=adds):
            return _rebought(table, seat, adds)
        case e.Settings(name=name, options=options):
            return replace(table, name=name, options=options)
        case e.Paused():
            return replace(table, paused=True)
        case e.Resumed():
            return replace(table, paused=False)
        case e.Closed():
            return replace(table, closed=True)
        case _:
            assert_never(event)


def _seated(table: Table, event: e.Seated) -> Table:
    chair = Chair(event.seat, event.player, event.name, event.chips)
    return replace(
        table,
        chairs=tuple(sorted((*table.chairs, chair), key=lambda chair: chair.seat)),
        accounts=(*table.accounts, Account(event.player, event.name, event.chips)),
        next_player=event.player + 1,
    )


def _left(table: Table, event: e.Left) -> Table:
    """The chair is free.  Who leaves with what they brought owes nobody and is owed nothing: no account is kept, so
    that coming and going does not swell the table."""
    accounts = tuple(
        replace(account, cashed=account.cashed + event.chips) if account.player == event.player else account
        for account in table.accounts
    )
    return replace(
        table,
        chairs=tuple(chair for chair in table.chairs if chair.seat != event.seat),
        accounts=tuple(one for one in accounts if one.player != event.player or one.bought != one.cashed),
    )


def _rebought(table: Table, seat: int, adds: int) -> Table:
    bought = next(chair for chair in table.chairs if chair.seat == seat)
    accounts = tuple(
        replace(account, bought=account.bought + adds) if account.player == bought.player else account
        for account in table.accounts
    )
    return replace(_with_chair(table, seat, chips=bought.chips + adds), accounts=accounts)


def _with_chair(table: Table, seat: int, **facts: bool | int) -> Table:
    chairs = tuple(replace(chair, **facts) if chair.seat == seat else chair for chair in table.chairs)
    return replace(table, chairs=chairs)


def _with_away(table: Table, seat: int) -> Table:
    """A chair's absence told to the hand that is running: who leaves or sits out is away, who came back is not."""
    hand = table.hand
    chair = next(chair for chair in table.chairs if chair.seat == seat)
    if hand is None or hand.over or all(player.player != chair.player for player in hand.players):
        return table
    at = index_of(hand, seat)
    player = replace(hand.players[at], away=chair.leaving or chair.sitting_out)
    return replace(table, hand=replace(hand, players=put(hand, at, player)))
