"""What the events that deal, move and turn cards do to a hand."""

from collections.abc import Iterable
from typing import assert_never

from msgspec.structs import replace

from api.rules import events as e
from api.rules.actions import Answer, Declare
from api.rules.hand import Answered, Hand, Pile, Player, index_of

CardEvent = e.Dealt | e.Laid | e.Placed | e.Arranged | e.Declared | e.Turned | e.BoardTurned | e.Counting


def apply_cards(hand: Hand, event: CardEvent) -> Hand:
    """The hand once the cards have moved."""
    match event:
        case e.Placed():
            return _placed(hand, event)
        case e.Dealt():
            return _dealt(hand, event)
        case e.Turned():
            return _turned(hand, event)
        case e.Arranged():
            return _arranged(hand, event)
        case e.Declared():
            return _declared(hand, event)
        case e.Laid(pile=pile):
            count = sum(len(unit) // 2 for unit in pile.cards)
            return replace(hand, board=(*hand.board, pile), dealt=hand.dealt + count, step=hand.step + 1)
        case e.BoardTurned(piles=turned):
            named = {pile.name: pile for pile in turned}
            board = tuple(named.get(pile.name, pile) for pile in hand.board)
            return replace(hand, board=board, step=hand.step + 1)
        case e.Counting():
            return _counting(hand, event)
        case _:
            assert_never(event)


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


def _placed(hand: Hand, event: e.Placed) -> Hand:
    players = hand.players
    for placed in event.seats:
        at = index_of_player(players, placed.seat)
        player = players[at].with_pile(Pile(event.pile))
        for into in placed.piles:
            pile = player.pile(into.pile)
            cards = pile.cards + into.cards
            player = player.with_pile(Pile(into.pile, cards, len(cards) if into.face_up else pile.up))
        players = (*players[:at], player, *players[at + 1 :])
    waiting = any(player.live and player.pile(event.pile).cards for player in players)
    closed = _closed(hand, ((placed.decision, placed.player, placed.answer) for placed in event.seats))
    return replace(closed, players=players, step=hand.step + (0 if waiting else 1))


def index_of_player(players: tuple[Player, ...], seat: int) -> int:
    """Where the player at that seat stands among these."""
    return next(at for at, player in enumerate(players) if player.seat == seat)


def _closed(hand: Hand, answers: Iterable[tuple[int | None, int, Answer]]) -> Hand:
    """No decision is open any more; those that were answered remember how."""
    answered = tuple(Answered(number, player, answer) for number, player, answer in answers if number is not None)
    return replace(hand, open=(), answered=hand.answered + answered)


def _arranged(hand: Hand, event: e.Arranged) -> Hand:
    players = hand.players
    for arranged in event.seats:
        at = index_of_player(players, arranged.seat)
        player = players[at].with_pile(Pile(event.pile))
        for row in arranged.rows:
            player = player.with_pile(Pile(row.pile, row.cards))
        players = (*players[:at], player, *players[at + 1 :])
    closed = _closed(hand, ((arranged.decision, arranged.player, arranged.answer) for arranged in event.seats))
    return replace(closed, players=players, step=hand.step + 1)


def _declared(hand: Hand, event: e.Declared) -> Hand:
    way = {declared.seat: declared.way for declared in event.seats}
    players = tuple(
        replace(player, declared=way[player.seat]) if player.seat in way else player for player in hand.players
    )
    closed = _closed(hand, ((one.decision, one.player, Declare(one.way)) for one in event.seats))
    return replace(closed, players=players, step=hand.step + 1)


def _turned(hand: Hand, event: e.Turned) -> Hand:
    players = []
    for player in hand.players:
        for name in event.piles if player.live else ():
            player = player.with_pile(replace(player.pile(name), up=event.up))
        players.append(player)
    return replace(hand, players=tuple(players), step=hand.step + 1)


def _counting(hand: Hand, event: e.Counting) -> Hand:
    """Every row that is shown lies face up from now on."""
    players = hand.players
    for shown in event.rows:
        at = index_of(hand, shown.seat)
        pile = players[at].pile(shown.name)
        turned = players[at].with_pile(replace(pile, up=len(pile.cards)))
        players = (*players[:at], turned, *players[at + 1 :])
    return replace(hand, players=players, counting=True)
