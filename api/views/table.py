"""A table as one viewer may see it."""

from collections.abc import Collection, Mapping
from typing import assert_never

from msgspec import to_builtins

from api.rules import script as s
from api.rules.actions import Answer, Legal
from api.rules.choosing import kind_of
from api.rules.clocks import bank_left_ms
from api.rules.dealing import default_announcement, legal_announcements
from api.rules.game import Game, script_of
from api.rules.hand import Decision, Hand, Player, pot_total
from api.rules.holding import holdings
from api.rules.layout import layout
from api.rules.legal import default_answer, legal
from api.rules.options import Announced, announce, known_to
from api.rules.pots import Payment, build_pots, with_carried
from api.rules.table import Chair, Table, next_dealer, next_game, open_decisions, running
from api.times import rfc3339
from api.views.common import (
    Json,
    Viewer,
    answer_view,
    award_view,
    cards_view,
    clock_view,
    deadline_view,
    faces_view,
    shares_view,
    units_view,
)
from api.views.hands import Say, hands_view, unsaid
from api.views.lobby import table_state
from api.views.people import host_seat, place_of, terms_view, waiting_view


def table_view(
    games: Mapping[str, Game],
    table: Table,
    viewer: Viewer,
    now: str,
    say: Say = unsaid,
    invitation: str | None = None,
    present: Collection[int] | None = None,
) -> Json:
    """The table as this viewer may see it: `TableView`; `say` knows what a seat's own cards make.

    The invitation is for the host to give out, and told nobody else.  `present` are the players who are there; None
    if that is not known.
    """
    hand = table.hand
    game = games[hand.game if hand is not None else table.game]
    options = _options(game, table)
    return {
        "id": table.id,
        "event": table.event,
        "server_time": now,
        "name": table.name,
        "state": table_state(games, table),
        "game": game.id,
        "options": dict(options.pairs),
        "shares": shares_view(game, options),
        "games": list(table.games),
        "choice": table.choice,
        "rotate_after": table.rotate_after,
        "next_game": None if table.choice == "dealer" else next_game(table),
        "next_options": dict(table.options),
        "max_seats": table.seats,
        "min_buy_in": table.min_buy_in,
        "max_buy_in": table.max_buy_in,
        **terms_view(table.terms),
        "hand": None if hand is None else hand.number,
        "phase": None if hand is None else _phase(game, hand),
        "dealer": table.dealer,
        "next_dealer": next_dealer(table),
        "deal_at": None if table.deal_at_ms is None else rfc3339(table.deal_at_ms),
        "host_seat": host_seat(table),
        "you": _you(game, table, viewer, say),
        "invitation": invitation if viewer.host else None,
        "banned": list(table.banned) if viewer.host else None,
        "rigged": table.rigged,
        "pot_total": 0 if hand is None or hand.awarded else pot_total(hand),
        "pots": [] if hand is None or hand.awarded else _pots(hand),
        "carried": sum(owed.chips for owed in table.carried),
        "board": [] if hand is None else _board(hand),
        "seats": _seats(game, table, viewer, present),
        "waiting": waiting_view(table),
        "decisions": [] if table.paused else _decisions(game, table, viewer),
        "result": None if hand is None or not hand.awarded else _result(hand),
    }


def _you(game: Game, table: Table, viewer: Viewer, say: Say) -> Json:
    chair = next((chair for chair in table.chairs if chair.player == viewer.player), None)
    player = None if chair is None else _in_hand(table.hand, chair)
    held = () if table.hand is None or player is None else holdings(game, table.hand, player)
    return {
        "seat": None if chair is None else chair.seat,
        "player": viewer.player,
        "waiting": place_of(table, viewer.player),
        "host": viewer.host,
        "hands": hands_view(held, say),
    }


def _options(game: Game, table: Table) -> Announced:
    """The options of the hand that is shown; before the first, those that the table would announce."""
    if table.hand is not None:
        return table.hand.options
    return announce(game.options, known_to(game, dict(table.options)))


def _phase(game: Game, hand: Hand) -> Json:
    if hand.over:
        return {"code": "ended", "round": hand.rounds, "text": "The hand is over"}
    step = script_of(game, hand.options)[hand.step]
    begun = hand.rounds if isinstance(step, s.Bet) and hand.betting is not None else hand.rounds + 1
    code = _code(step)
    return {"code": code, "round": hand.rounds if code == "showdown" else begun, "text": step.text}


def _code(step: s.Step) -> str:
    """The kind of a step; those at which no table stands still are seen only when a hand is replayed."""
    match step:
        case s.Place() | s.Arrange() | s.Declare():
            return kind_of(step)
        case s.Ante():
            return "ante"
        case s.Deal() | s.Lay():
            return "deal"
        case s.Turn() | s.TurnBoard():
            return "turn"
        case s.Bet():
            return "bet"
        case s.Showdown():
            return "showdown"
        case _:
            assert_never(step)


def _pots(hand: Hand) -> list[Json]:
    """The chips of the finished rounds; the bets of this round still lie in front of the seats."""
    paid = [Payment(player.seat, player.paid - player.bet, player.live) for player in hand.players]
    pots = with_carried(hand, build_pots(paid))
    return [{"amount": pot.amount, "eligible": list(pot.eligible)} for pot in pots]


def _board(hand: Hand) -> list[Json]:
    return [unit for pile in hand.board for unit in units_view(pile)]


def _seats(game: Game, table: Table, viewer: Viewer, present: Collection[int] | None) -> list[Json]:
    hand = table.hand
    return [_seat(game, table, chair, _in_hand(hand, chair), viewer, present) for chair in table.chairs]


def _in_hand(hand: Hand | None, chair: Chair) -> Player | None:
    """The player of this chair in the hand that is shown, be it running or over."""
    if hand is None:
        return None
    return next((player for player in hand.players if player.player == chair.player), None)


def _seat(
    game: Game,
    table: Table,
    chair: Chair,
    player: Player | None,
    viewer: Viewer,
    present: Collection[int] | None,
) -> Json:
    hand = table.hand
    dealt_in = player is not None and running(table) is not None
    decision = next((one for one in open_decisions(table) if one.player == chair.player and one.required), None)
    return {
        "seat": chair.seat,
        "player": chair.player,
        "name": chair.name,
        "chips": player.chips if player is not None and dealt_in else chair.chips,
        "bet": player.bet if player is not None and dealt_in else 0,
        "paid": player.paid if player is not None else 0,
        "status": _status(chair, player if dealt_in else None),
        "leaving": chair.leaving or chair.last_hand,
        "in_hand": player is not None and dealt_in and player.live,
        "last_action": None if player is None else to_builtins(player.last_action),
        "declared": None if player is None else player.declared,
        "rows": [] if hand is None or player is None else _rows(game, hand, player, viewer),
        "new_cards": [] if player is None else cards_view(player.pile(s.NEW), player.player == viewer.player),
        "new_faces": [] if player is None else faces_view(player.pile(s.NEW)),
        "deciding": decision is not None and decision.answer is None,
        "has_chosen": decision is not None and decision.answer is not None,
        **clock_view(None if decision is None or table.paused else decision.timer),
        "time_bank_seconds": bank_left_ms(_options(game, table), chair) // 1000,
        "connected": None if present is None else chair.player in present,
        "auto_rebuy_to": chair.auto_rebuy_to if chair.player == viewer.player else None,
        "bot": chair.bot,
    }


def _status(chair: Chair, player: Player | None) -> str:
    if player is not None and player.folded:
        return "folded"
    if chair.leaving:
        return "leaving"
    if chair.sitting_out:
        return "sitting-out"
    if player is None:
        return "waiting"
    return "in" if player.chips else "all-in"


def _rows(game: Game, hand: Hand, player: Player, viewer: Viewer) -> list[Json]:
    """Every row of the game, also while it is empty; dealt cards not yet placed stand apart."""
    own = player.player == viewer.player
    rows = [(lies, player.pile(lies.pile)) for lies in layout(game, hand.options)]
    return [
        {
            "name": lies.pile,
            "shares": list(lies.shares),
            "size": lies.size,
            "cards": cards_view(pile, own),
            "faces": faces_view(pile),
        }
        for lies, pile in rows
    ]


def _decisions(game: Game, table: Table, viewer: Viewer) -> list[Json]:
    return [_decision(game, table, one) for one in open_decisions(table) if one.player == viewer.player]


def _decision(game: Game, table: Table, decision: Decision) -> Json:
    """A decision for the seat it was put to; once a secret one is answered, the answer instead of what is legal."""
    open_now = decision.answer is None
    default, options = _offered(game, table, decision)
    return {
        "decision": decision.number,
        "seat": decision.seat,
        "type": decision.type,
        "required": decision.required,
        "secret": decision.secret,
        "deadline": deadline_view(decision.timer),
        "default": answer_view(default) if open_now else None,
        "legal": [to_builtins(entry) for entry in options],
        "answer": answer_view(decision.answer),
    }


def _offered(game: Game, table: Table, decision: Decision) -> tuple[Answer | None, tuple[Legal, ...]]:
    """The default of a decision, and what is legal."""
    if decision.type == "announce":
        return default_announcement(table), legal_announcements(table)
    assert table.hand is not None
    return default_answer(game, table.hand, decision), legal(game, table.hand, decision)


def _result(hand: Hand) -> Json:
    return {
        "awards": [award_view(award) for award in hand.awards],
        "failed": [to_builtins(failed) for failed in hand.failed],
        "void": hand.void,
        "rulings": list(hand.rulings),
        "returned": [{"seat": seat, "chips": chips} for seat, chips in hand.returned],
    }
