"""What a draft of an answer would make of its player's rows.  Nothing changes by asking."""

from typing import assert_never

from api.rules.actions import Declare, Discard, Draft, DraftArrange, DraftPlace, Keep
from api.rules.choosing import in_order
from api.rules.dealing import legal_announcements
from api.rules.fitting import check_fits
from api.rules.hand import Decision, Pile, Player, index_of
from api.rules.legal import choice_step, legal, rows_of
from api.rules.play import owned
from api.rules.refusals import DecisionClosed, TablePaused
from api.rules.run import Games
from api.rules.script import Arrange as ArrangeStep
from api.rules.script import Choice
from api.rules.script import Place as PlaceStep
from api.rules.table import Table


def drafted(games: Games, table: Table, player: int, number: int, draft: Draft) -> Player:
    """The player with the rows that the draft would make, the cards it leaves out being nowhere.

    Refused as the answer would be: raises NoSuchDecision, NotYours, DecisionClosed, TablePaused or NotLegal.
    """
    decision = owned(table, player, number)
    if not isinstance(decision, Decision) or decision.answer is not None:
        raise DecisionClosed(f"decision {number} takes no answer any more")
    if table.paused:
        raise TablePaused("the host has paused the table; nothing moves until it is resumed")
    if table.announcing is not None:
        check_fits(legal_announcements(table), draft)
    hand = table.hand
    assert hand is not None
    game = games[hand.game]
    check_fits(legal(game, hand, decision), draft)
    return _as_drafted(choice_step(game, hand), hand.players[index_of(hand, decision.seat)], draft)


def _as_drafted(step: Choice, player: Player, draft: Draft) -> Player:
    match draft:
        case DraftPlace(rows=rows):
            return _placed(step, player, rows)
        case Keep() | Discard():
            assert isinstance(step, PlaceStep)
            return _placed(step, player, rows_of(step, draft))
        case DraftArrange(rows=rows):
            assert isinstance(step, ArrangeStep)
            for name, row in zip(step.rows, rows, strict=False):
                cards = tuple(card for card in row if card is not None)
                player = player.with_pile(Pile(name, in_order(cards, step.order)))
            return player
        case Declare():
            return player
        case _:
            assert_never(draft)


def _placed(step: Choice, player: Player, rows: tuple[str | None, ...]) -> Player:
    assert isinstance(step, PlaceStep)
    cards = player.pile(step.pile).cards
    for space in step.spaces:
        pile = player.pile(space.pile)
        into = tuple(card for card, row in zip(cards, rows, strict=False) if row == space.pile)
        player = player.with_pile(Pile(space.pile, pile.cards + into, pile.up))
    return player
