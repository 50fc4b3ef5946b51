"""What the events outside a hand, and those that begin and end one, do to the table."""

from typing import assert_never

from msgspec.structs import replace

from api.rules import events as e
from api.rules.apply_clocks import after_answer, apply_to_clocks, refilled
from api.rules.hand import Decision, Hand, Player, index_of, put, winnings
from api.rules.table import Account, Announcing, Chair, Rotation, Table

# So many who have left are remembered one by one.
MOST_GONE = 100
OTHERS = Account(0, "…", 0)


def started(table: Table, event: e.Started) -> Table:
    """A hand with the players of its first event."""
    players = []
    for stack in event.seats:
        chair = next(chair for chair in table.chairs if chair.seat == stack.seat)
        players.append(Player(chair.seat, chair.player, chair.name, stack.chips))
    hand = Hand(
        event.number,
        event.game,
        event.options,
        event.dealer,
        tuple(players),
        carried=table.carried,
        answered=() if event.announcement is None else (event.announcement,),
        rigged=event.rigged,
        first=table.event + 1,
    )
    if event.announcement is not None:
        table = after_answer(table, event.dealer, event.bank_used_ms)
    dealt_in = {player.player for player in players}
    return replace(
        table,
        chairs=refilled(table.chairs, hand),
        accounts=tuple(
            replace(account, hands=account.hands + 1) if account.player in dealt_in else account
            for account in table.accounts
        ),
        hand=hand,
        hands=event.number,
        dealer=event.dealer,
        game=event.game,
        rotation=_rotated(table, event),
        announcing=None,
        deal_at_ms=None,
        carried=(),
        answered_before=table.hand.answered if table.hand is not None else (),
    )


def _rotated(table: Table, event: e.Started) -> Rotation:
    """One more hand in this place of the rotation, or the first in the next."""
    rotation = table.rotation
    at = table.games.index(event.game)
    if at != rotation.at or not rotation.hands:
        return Rotation(at, 1, event.dealer)
    return replace(rotation, hands=rotation.hands + 1)


def ended(table: Table, event: e.Ended) -> Table:
    """The stacks go back to the chairs."""
    assert table.hand is not None, "a hand that ends has been dealt"
    stacks = {stack.seat: stack.chips for stack in event.stacks}
    chairs = tuple(replace(chair, chips=stacks.get(chair.seat, chair.chips)) for chair in table.chairs)
    return replace(table, chairs=chairs, hand=replace(table.hand, over=True))


def apply_to_table(table: Table, event: e.TableEvent) -> Table:
    """The table once one of its own events has happened."""
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
            return _with_away(_with_chair(table, seat, sitting_out=False, timeouts=0), seat)
        case e.Rebought(seat=seat, adds=adds):
            return _rebought(table, seat, adds)
        case e.Settings(name=name, options=options, terms=terms):
            same_delay = terms.deal_after_seconds == table.terms.deal_after_seconds
            deal_at_ms = table.deal_at_ms if same_delay else None
            return replace(table, name=name, options=options, terms=terms, deal_at_ms=deal_at_ms)
        case e.Refunded():
            return _refunded(table, event)
        case e.Closed():
            return replace(table, closed=True, waiting=(), deal_at_ms=None)
        case e.Announcing():
            decision = Decision(event.decision, event.seat, event.player, "announce", timer=event.timer)
            announcing = Announcing(decision, event.rigged)
            return replace(table, announcing=announcing, deal_at_ms=None, next_decision=event.decision + 1)
        case e.CalledOff():
            return replace(table, announcing=None)
        case e.Ruled():
            return _ruled(table, event)
        case e.Paused() | e.Resumed() | e.Warned() | e.TimedOut() | e.Delayed():
            return apply_to_clocks(table, event)
        case _:
            assert_never(event)


def _refunded(table: Table, event: e.Refunded) -> Table:
    """Carried chips go to the chair of who paid them, or away with a player who has left."""
    carried = tuple(owed for owed in table.carried if owed.player != event.player)
    table = replace(table, carried=carried)
    if event.seat is not None:
        chair = next(chair for chair in table.chairs if chair.seat == event.seat)
        return _with_chair(table, event.seat, chips=chair.chips + event.chips)
    accounts = tuple(
        replace(account, cashed=account.cashed + event.chips) if account.player == event.player else account
        for account in table.accounts
    )
    return replace(table, accounts=accounts)


def _ruled(table: Table, event: e.Ruled) -> Table:
    """The ruling is kept with its hand; a void hand gives every chip back, whether it has been awarded or not."""
    hand = table.hand
    assert hand is not None, "a ruling is on a hand"
    hand = replace(hand, rulings=(*hand.rulings, event.text), void=hand.void or event.void)
    if not event.void:
        return replace(table, hand=hand)
    won = winnings(hand.awards)
    players = tuple(
        replace(player, chips=player.chips + player.paid - won.get(player.seat, 0)) for player in hand.players
    )
    hand = replace(hand, players=players, awards=(), failed=(), awarded=True, counting=False, open=(), betting=None)
    chips = {player.player: player.chips for player in players} if hand.over else {}
    chairs = tuple(replace(chair, chips=chips.get(chair.player, chair.chips)) for chair in table.chairs)
    return replace(table, hand=hand, chairs=chairs, carried=hand.carried)


def _seated(table: Table, event: e.Seated) -> Table:
    chair = Chair(event.seat, event.player, event.name, event.chips, bot=event.bot)
    return replace(
        table,
        chairs=tuple(sorted((*table.chairs, chair), key=lambda chair: chair.seat)),
        accounts=(*table.accounts, Account(event.player, event.name, event.chips)),
        waiting=tuple(waiter for waiter in table.waiting if waiter.player != event.player),
        # Who waited has had a number before others who came since.
        next_player=max(table.next_player, event.player + 1),
    )


def _left(table: Table, event: e.Left) -> Table:
    """The chair is free.  Who was never dealt in leaves no account, so that coming and going does not swell the
    table, except at its end: with the account goes the token that shows a closed table to who stayed."""
    generation = next(chair.token_generation for chair in table.chairs if chair.seat == event.seat)
    accounts = tuple(
        replace(account, cashed=account.cashed + event.chips, token_generation=generation)
        if account.player == event.player
        else account
        for account in table.accounts
    )
    left = replace(table, chairs=tuple(chair for chair in table.chairs if chair.seat != event.seat))
    if event.at_end:
        left = replace(left, stayed=(*table.stayed, event.player))
    else:
        accounts = tuple(one for one in accounts if one.player != event.player or one.hands or one.bought != one.cashed)
    return replace(left, accounts=_bounded(left, accounts))


def _bounded(table: Table, accounts: tuple[Account, ...]) -> tuple[Account, ...]:
    """Of too many who have left, the first are put into one account together."""
    owed = (*table.carried, *(table.hand.carried if table.hand is not None else ()))
    kept = {chair.player for chair in table.chairs} | {one.player for one in owed} | {OTHERS.player}
    gone = [account for account in accounts if account.player not in kept]
    if len(gone) <= MOST_GONE:
        return accounts
    others = next((account for account in accounts if account.player == OTHERS.player), OTHERS)
    first = gone[0]
    others = replace(
        others,
        bought=others.bought + first.bought,
        cashed=others.cashed + first.cashed,
        hands=others.hands + first.hands,
    )
    return (others, *(account for account in accounts if account.player not in (OTHERS.player, first.player)))


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
