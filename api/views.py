"""What one viewer may see: the only way out, for replies and events alike.

A view is built field by field for its viewer; nothing is taken out of a copy, so a new field of the state stays
unseen until somebody writes it here.  The shapes are those of `openapi.yaml`.  An event's view depends on the event
and the viewer alone, never on how the table stands now.
"""

from collections.abc import Mapping
from typing import Any, assert_never

from msgspec import Struct, to_builtins

from api.rules import events as e
from api.rules import script as s
from api.rules.deck import HIDDEN
from api.rules.game import Game, script_of
from api.rules.hand import Award, Decision, Hand, Pile, Player, pot_total
from api.rules.legal import default_answer, legal
from api.rules.options import announce
from api.rules.pots import Payment, build_pots
from api.rules.standing import question_of
from api.rules.table import Chair, Table, next_dealer, running

Json = dict[str, Any]


class Viewer(Struct, frozen=True):
    """Who looks: a player by number, the host, or (neither) anybody."""

    player: int | None = None
    host: bool = False


def table_view(games: Mapping[str, Game], table: Table, viewer: Viewer, now: str) -> Json:
    """The table as this viewer may see it: `TableView`."""
    hand = table.hand
    game = games[hand.game if hand is not None else table.game]
    options = hand.options if hand is not None else announce(game.options, dict(table.options))
    seat = next((chair.seat for chair in table.chairs if chair.player == viewer.player), None)
    return {
        "id": table.id,
        "event": table.event,
        "server_time": now,
        "name": table.name,
        "state": table_state(games, table),
        "game": game.id,
        "options": dict(options.pairs),
        "next_options": dict(table.options),
        "min_buy_in": table.min_buy_in,
        "max_buy_in": table.max_buy_in,
        "hand": None if hand is None else hand.number,
        "phase": None if hand is None else _phase(game, hand),
        "dealer": table.dealer,
        "next_dealer": next_dealer(table),
        "you": {"seat": seat, "host": viewer.host},
        "rigged": table.rigged,
        "pot_total": 0 if hand is None or hand.awarded else pot_total(hand),
        "pots": [] if hand is None or hand.awarded else _pots(hand),
        "board": [],
        "seats": _seats(game, table, viewer),
        "decisions": [] if hand is None or table.paused else _decisions(game, hand, viewer),
        "result": None if hand is None or not hand.awarded else _result(hand),
    }


def table_state(games: Mapping[str, Game], table: Table) -> str:
    """The table's state in one word."""
    if table.closed:
        return "closed"
    if table.paused:
        return "paused"
    if running(table) is None:
        return "waiting"
    return "playing" if question_of(games, table) is None else "counting"


def lobby_entry(games: Mapping[str, Game], table: Table) -> Json:
    """What the lobby says of a table."""
    return {
        "id": table.id,
        "name": table.name,
        "game": table.game,
        "state": table_state(games, table),
        "seats": table.seats,
        "seats_taken": len(table.chairs),
        "hand": None if table.hand is None else table.hand.number,
        "min_buy_in": table.min_buy_in,
        "max_buy_in": table.max_buy_in,
        "rigged": table.rigged,
    }


def _phase(game: Game, hand: Hand) -> Json:
    if hand.over:
        return {"code": "ended", "round": hand.rounds, "text": "The hand is over"}
    step = script_of(game, hand.options)[hand.step]
    begun = hand.rounds if isinstance(step, s.Bet) and hand.betting is not None else hand.rounds + 1
    code = str(step.__class__.__name__).lower()
    return {"code": code, "round": hand.rounds if code == "showdown" else begun, "text": step.text}


def _pots(hand: Hand) -> list[Json]:
    """The chips of the finished rounds; the bets of this round still lie in front of the seats."""
    paid = [Payment(player.seat, player.paid - player.bet, player.live) for player in hand.players]
    return [{"amount": pot.amount, "eligible": list(pot.eligible)} for pot in build_pots(paid)]


def _seats(game: Game, table: Table, viewer: Viewer) -> list[Json]:
    hand = table.hand
    return [
        _seat(game, hand, chair, _in_hand(hand, chair), viewer, over=hand is None or hand.over)
        for chair in table.chairs
    ]


def _in_hand(hand: Hand | None, chair: Chair) -> Player | None:
    """The player of this chair in the hand that is shown, be it running or over."""
    if hand is None:
        return None
    return next((player for player in hand.players if player.player == chair.player), None)


def _seat(game: Game, hand: Hand | None, chair: Chair, player: Player | None, viewer: Viewer, over: bool) -> Json:
    decision = None
    if hand is not None and player is not None and not over:
        decision = next((known for known in hand.open if known.player == player.player), None)
    dealt_in = player is not None and not over
    return {
        "seat": chair.seat,
        "name": chair.name,
        "chips": player.chips if player is not None and dealt_in else chair.chips,
        "bet": player.bet if player is not None and dealt_in else 0,
        "paid": player.paid if player is not None else 0,
        "status": _status(chair, player if dealt_in else None),
        "in_hand": player is not None and dealt_in and player.live,
        "last_action": player.last if player is not None else None,
        "rows": [] if hand is None or player is None else _rows(game, hand, player, viewer),
        "new_cards": [] if player is None else _cards(player.pile(s.NEW), player.player == viewer.player),
        "deciding": decision is not None and decision.answer is None,
        "has_chosen": decision is not None and decision.answer is not None,
        "connected": None,
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
    """The piles that make hands in their order, then any others; dealt cards not yet placed stand apart."""
    names = [row.pile for row in game.rows(hand.options)]
    names += [pile.name for pile in player.piles if pile.name not in (*names, s.NEW)]
    own = player.player == viewer.player
    return [{"name": name, "cards": _cards(player.pile(name), own)} for name in names]


def _cards(pile: Pile, own: bool) -> list[str]:
    return [card if own or at < pile.up else HIDDEN for at, card in enumerate(pile.cards)]


def _decisions(game: Game, hand: Hand, viewer: Viewer) -> list[Json]:
    return [_decision(game, hand, decision) for decision in hand.open if decision.player == viewer.player]


def _decision(game: Game, hand: Hand, decision: Decision) -> Json:
    """A decision for the seat it was put to; once a secret one is answered, the answer instead of what is legal."""
    open_now = decision.answer is None
    return {
        "decision": decision.number,
        "seat": decision.seat,
        "type": decision.type,
        "required": True,
        "secret": decision.secret,
        "deadline": None,
        "default": to_builtins(default_answer(game, hand, decision)) if open_now else None,
        "legal": [to_builtins(entry) for entry in legal(game, hand, decision)],
        "answer": None if open_now else to_builtins(decision.answer),
    }


def _result(hand: Hand) -> Json:
    return {
        "awards": [_award(award) for award in hand.awards],
        "returned": [{"seat": seat, "chips": chips} for seat, chips in hand.returned],
    }


def _award(award: Award) -> Json:
    built: Json = to_builtins(award)
    return built


def event_view(stamped: e.Stamped, viewer: Viewer) -> Json:
    """An event as this viewer may see it: `Event`."""
    return {
        "event": stamped.event,
        "hand": stamped.hand,
        "server_time": stamped.server_time,
        "kind": str(stamped.what.__struct_config__.tag),
        **_face(stamped.what, viewer),
    }


def _face(event: e.Event, viewer: Viewer) -> Json:
    match event:
        case e.Dealt() | e.Turned() | e.Chosen() | e.Placed() | e.Asked() | e.Counting():
            return _card_face(event, viewer)
        case e.Anted() | e.Round() | e.Acted() | e.Returned() | e.Awarded() | e.Started() | e.Ended():
            return _hand_face(event)
        case _:
            return _table_face(event)


def _card_face(event: e.Dealt | e.Turned | e.Chosen | e.Placed | e.Asked | e.Counting, viewer: Viewer) -> Json:
    match event:
        case e.Dealt(pile=pile, seats=seats) | e.Turned(pile=pile, seats=seats):
            return {"seats": [{"seat": dealt.seat, "pile": pile, "cards": _dealt(dealt, viewer)} for dealt in seats]}
        case e.Asked(decisions=decisions):
            return {
                "decisions": [
                    {"decision": one.decision, "seat": one.seat, "type": one.type, "secret": one.secret}
                    for one in decisions
                ]
            }
        case e.Chosen():
            own = {"answer": to_builtins(event.answer)} if event.player == viewer.player else {}
            return {"decision": event.decision, "seat": event.seat, **own}
        case e.Placed(seats=seats):
            return {"seats": [{"seat": placed.seat, "rows": _placed(placed, viewer)} for placed in seats]}
        case e.Counting(rows=rows):
            return {
                "rows": [{"seat": row.seat, "row": row.row, "name": row.name, "cards": list(row.cards)} for row in rows]
            }
        case _:
            assert_never(event)


def _dealt(dealt: e.DealtTo, viewer: Viewer) -> list[str]:
    return _cards(Pile("", dealt.cards, dealt.up), dealt.player == viewer.player)


def _placed(placed: e.PlacedBy, viewer: Viewer) -> list[Json]:
    own = placed.player == viewer.player
    return [
        {"name": into.pile, "cards": list(into.cards) if own or into.face_up else [HIDDEN] * len(into.cards)}
        for into in placed.piles
    ]


def _hand_face(event: e.Anted | e.Round | e.Acted | e.Returned | e.Awarded | e.Started | e.Ended) -> Json:
    match event:
        case e.Started():
            return {
                "number": event.number,
                "game": event.game,
                "options": dict(event.options.pairs),
                "dealer": event.dealer,
                "seats": [_stack(stack) for stack in event.seats],
                "rigged": event.rigged,
            }
        case e.Anted(seats=antes):
            return {"seats": [{"seat": ante.seat, "chips": ante.chips, "all_in": ante.all_in} for ante in antes]}
        case e.Round():
            return {"round": event.round, "first": event.first, "skipped": event.first is None}
        case e.Acted():
            return {
                "decision": event.decision,
                "seat": event.seat,
                "action": event.action,
                "to": event.to,
                "adds": event.adds,
            }
        case e.Returned():
            return {"seats": [{"seat": event.seat, "chips": event.chips}]}
        case e.Awarded(awards=awards):
            return {"awards": [_award(award) for award in awards]}
        case e.Ended(stacks=stacks):
            return {"stacks": [_stack(stack) for stack in stacks]}
        case _:
            assert_never(event)


def _stack(stack: e.Stack) -> Json:
    return {"seat": stack.seat, "chips": stack.chips}


TableEvent = (
    e.Opened
    | e.Seated
    | e.Leaving
    | e.Left
    | e.SatOut
    | e.CameBack
    | e.Rebought
    | e.Settings
    | e.Paused
    | e.Resumed
    | e.Closed
)


def _table_face(event: TableEvent) -> Json:
    match event:
        case e.Opened():
            return {
                "table": event.table,
                "name": event.name,
                "game": event.game,
                "options": dict(event.options),
                "seats": event.seats,
                "min_buy_in": event.min_buy_in,
                "max_buy_in": event.max_buy_in,
                "rigged": event.rigged,
            }
        case e.Seated():
            return {"seat": event.seat, "name": event.name, "chips": event.chips}
        case e.Left():
            return {"seat": event.seat, "chips": event.chips}
        case e.Leaving() | e.SatOut() | e.CameBack():
            return {"seat": event.seat}
        case e.Rebought():
            return {"seat": event.seat, "adds": event.adds}
        case e.Settings():
            return {"name": event.name, "options": dict(event.options)}
        case e.Paused() | e.Resumed() | e.Closed():
            return {}
        case _:
            assert_never(event)
