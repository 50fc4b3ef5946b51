"""Betting rounds (article 2.3): who acts, what is legal, and what an action does to the hand."""

from msgspec.structs import replace

from api.rules.actions import (
    Bet,
    BringIn,
    Call,
    Check,
    Fold,
    Legal,
    LegalBet,
    LegalBringIn,
    LegalCall,
    LegalCheck,
    LegalFold,
    LegalRaise,
    Raise,
    Wager,
)
from api.rules.hand import Betting, Hand, LastAction, Player, live_count, pot_total, put
from api.rules.limits import Limit


def current_bet(hand: Hand) -> int:
    """The total that a player must have bet in this round to stay in."""
    return max([player.bet for player in hand.players])


def able_count(hand: Hand) -> int:
    """How many are live with chips behind."""
    return len([player for player in hand.players if player.chips and not player.folded])


def begin(limit: Limit, turn: int, bring_in: int = 0) -> Betting:
    """The facts of a round in which nobody has acted yet."""
    return Betting(limit, turn, full=limit.least, bring_in=bring_in)


def forced_bet(hand: Hand) -> int:
    """The bring-in that the player to act must pay or make a full bet; 0 where none is due."""
    due = hand.betting.bring_in if hand.betting is not None else 0
    return due if due and current_bet(hand) == 0 else 0


def _full_to(betting: Betting, current: int) -> int:
    """The total that makes the next full bet or raise; a bring-in is first completed to a full bet."""
    limit = betting.limit
    if betting.bring_in and not betting.full_at and current < limit.least:
        return limit.least
    return limit.full_to(current, betting.full_at, betting.full)


def next_to_act(hand: Hand) -> int | None:
    """The index of the player to act, or None when the round is over.

    The only one able to bet is asked nothing unless there is a bet to call (2.5).
    """
    betting = hand.betting
    if betting is None or live_count(hand) == 1:
        return None
    players = hand.players
    current = current_bet(hand)
    for offset in range(len(players)):
        at = (betting.turn + offset) % len(players)
        player = players[at]
        if player.chips and not player.folded:
            if player.bet < current:
                return at
            if player.level is None and able_count(hand) >= 2:
                return at
    return None


def legal_wagers(hand: Hand, at: int) -> tuple[Legal, ...]:
    """Everything the player at `at` may do now."""
    player = hand.players[at]
    current = current_bet(hand)
    legal: list[Legal] = [LegalFold()]
    if forced := min(forced_bet(hand), player.chips):
        legal = [LegalBringIn(to=forced, adds=forced)]
    elif player.bet == current:
        legal.append(LegalCheck())
    else:
        adds = min(current - player.bet, player.chips)
        legal.append(LegalCall(to=player.bet + adds, adds=adds))
    bounds = _raise_bounds(hand, player, current)
    if bounds is not None:
        suggested = _suggested(hand, player, current, *bounds)
        entry = LegalRaise if current else LegalBet
        legal.append(entry(*bounds, tuple(suggested), tuple(suggested.values())))
    return tuple(legal)


def _raise_bounds(hand: Hand, player: Player, current: int) -> tuple[int, int] | None:
    """The least and the most that the player may bet or raise to, or None where no raise may be made."""
    all_in = player.bet + player.chips
    betting = hand.betting
    assert betting is not None
    if all_in <= current or not _may_raise(hand, betting, player, current):
        return None
    limit = betting.limit
    least_to = min(_full_to(betting, current), all_in)
    if limit.kind == "fixed":
        return least_to, least_to
    most = limit.most_to(current, player.bet, pot_total(hand))
    return least_to, all_in if most is None else min(max(most, least_to), all_in)


def _may_raise(hand: Hand, betting: Betting, player: Player, current: int) -> bool:
    """Reopened for this player, somebody left to raise, below the cap, and no check-raise where it is off."""
    limit = betting.limit
    if player.level is not None:
        reopened = betting.full_at > player.level or current - player.level >= betting.full
        if not reopened or (player.checked and not limit.check_raise):
            return False
    able = able_count(hand)
    if able < 2:
        return False
    return not (limit.cap and betting.raises >= limit.cap and (betting.capped or able > 2))


def _suggested(hand: Hand, player: Player, current: int, min_to: int, max_to: int) -> dict[int, str]:
    """The least, half the pot, the pot and the most, rising, as far as they are legal, each with its name.

    An amount that is several of them has the name that tells a player most: the later one here.
    """
    pot = pot_total(hand) + current - player.bet
    names = {max_to: "max", current + (pot + 1) // 2: "half-pot"}
    names |= {current + pot: "pot", min_to: "min", player.bet + player.chips: "all-in"}
    return {to: names[to] for to in sorted(names) if min_to <= to <= max_to}


def total_after(hand: Hand, at: int, wager: Wager) -> int:
    """The player's bet of this round once the wager is made."""
    player = hand.players[at]
    match wager:
        case Fold() | Check():
            return player.bet
        case Call():
            return min(current_bet(hand), player.bet + player.chips)
        case BringIn():
            return min(forced_bet(hand), player.chips)
        case Bet(to=to) | Raise(to=to):
            return to


def after_wager(hand: Hand, at: int, action: str, to: int) -> Hand:
    """The hand once the player at `at` has acted, the round still open."""
    betting = hand.betting
    assert betting is not None
    player = hand.players[at]
    current = current_bet(hand)
    turn = (at + 1) % len(hand.players)
    adds = to - player.bet
    last = LastAction(action, to, adds, hand.rounds)
    if action == "fold":
        folded = replace(player, folded=True, last_action=last)
        return replace(hand, players=put(hand, at, folded), betting=replace(betting, turn=turn))
    acted = replace(
        player,
        chips=player.chips - adds,
        paid=player.paid + adds,
        bet=to,
        level=max(to, current),
        checked=player.checked or action == "check",
        last_action=last,
    )
    # A bring-in as large as the bet is the bet of the round; a smaller one is still to be completed.
    if to <= current or (action == "bring-in" and to < betting.limit.least):
        return replace(hand, players=put(hand, at, acted), betting=replace(betting, turn=turn))
    return replace(
        hand,
        players=put(hand, at, acted),
        betting=_raised(betting, to, current, turn, able_count(hand)),
        aggressor=player.seat,
    )


def _raised(betting: Betting, to: int, current: int, turn: int, able: int) -> Betting:
    """The round's facts after a bet or raise to `to`, made while `able` players could bet."""
    limit = betting.limit
    if not limit.is_full(to, current, _full_to(betting, current), betting.full):
        return replace(betting, turn=turn)
    raises = betting.raises + (1 if betting.full_at else 0)
    full = betting.full if limit.kind == "fixed" else max(betting.full, to - current)
    capped = betting.capped or (limit.cap > 0 and raises >= limit.cap and able > 2)
    return replace(betting, turn=turn, full=full, full_at=to, raises=raises, capped=capped)
