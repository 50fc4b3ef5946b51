"""An event as one viewer may see it.

It depends on the event and the viewer alone, never on how the table stands now.
"""

from typing import assert_never

from msgspec import to_builtins

from api.rules import events as e
from api.rules.hand import Pile
from api.times import rfc3339
from api.views.common import Json, Viewer, answer_view, award_view, cards_view, deadline_view, faces_view, units_view
from api.views.people import people_face, terms_view


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
    if isinstance(event, e.PeopleEvent):
        return people_face(event, viewer)
    match event:
        case (
            e.Dealt()
            | e.Laid()
            | e.Asked()
            | e.Chosen()
            | e.Withdrawn()
            | e.Placed()
            | e.Arranged()
            | e.Declared()
            | e.Turned()
            | e.BoardTurned()
            | e.Counting()
        ):
            return _card_face(event, viewer)
        case e.Anted() | e.Round() | e.Acted() | e.Returned() | e.Awarded() | e.Started() | e.Ended():
            return _hand_face(event)
        case _:
            return _table_face(event)


CardEvent = (
    e.Dealt
    | e.Laid
    | e.Asked
    | e.Chosen
    | e.Withdrawn
    | e.Placed
    | e.Arranged
    | e.Declared
    | e.Turned
    | e.BoardTurned
    | e.Counting
)


def _card_face(event: CardEvent, viewer: Viewer) -> Json:
    match event:
        case e.Dealt(pile=pile, seats=seats):
            return {"seats": [_dealt(pile, dealt, viewer) for dealt in seats]}
        case e.Asked(decisions=decisions):
            return {
                "decisions": [
                    {
                        "decision": one.decision,
                        "seat": one.seat,
                        "type": one.type,
                        "secret": one.secret,
                        "required": one.required,
                        "deadline": deadline_view(one.timer),
                    }
                    for one in decisions
                ]
            }
        case e.Chosen():
            own = {"answer": answer_view(event.answer)} if event.player == viewer.player else {}
            return {"decision": event.decision, "seat": event.seat, **own}
        case e.Placed(seats=seats):
            return {
                "seats": [{"seat": placed.seat, "rows": _rows(placed.piles, placed.player, viewer)} for placed in seats]
            }
        case e.Withdrawn():
            return {"decision": event.decision, "withdrawn": event.chosen, "seat": event.seat}
        case e.Arranged(seats=seats):
            return {"seats": [{"seat": one.seat, "rows": _rows(one.rows, one.player, viewer)} for one in seats]}
        case e.Declared(seats=seats):
            return {"seats": [{"seat": one.seat, "way": one.way} for one in seats]}
        case e.Turned(seats=seats):
            return {"seats": [_turned(one) for one in seats]}
        case e.Laid(pile=pile):
            return {"board": units_view(pile)}
        case e.BoardTurned(piles=piles):
            return {"board": [unit for pile in piles for unit in units_view(pile)]}
        case e.Counting(rows=rows):
            return {
                "rows": [{"seat": row.seat, "row": row.row, "name": row.name, "cards": list(row.cards)} for row in rows]
            }
        case _:
            assert_never(event)


def _dealt(name: str, dealt: e.DealtTo, viewer: Viewer) -> Json:
    pile = Pile(name, dealt.cards, dealt.up)
    cards = cards_view(pile, dealt.player == viewer.player)
    return {"seat": dealt.seat, "pile": name, "cards": cards, "faces": faces_view(pile)}


def _turned(of: e.TurnedOf) -> Json:
    return {"seat": of.seat, "pile": of.pile, "cards": list(of.cards), "faces": ["up"] * len(of.cards)}


def _rows(rows: tuple[e.PlacedIn, ...], player: int, viewer: Viewer) -> list[Json]:
    """Cards that came to rows, those that lie face down only for their owner."""
    piles = [Pile(into.pile, into.cards, len(into.cards) if into.face_up else 0) for into in rows]
    own = player == viewer.player
    return [{"name": pile.name, "cards": cards_view(pile, own), "faces": faces_view(pile)} for pile in piles]


HandEvent = e.Anted | e.Round | e.Acted | e.Returned | e.Awarded | e.Started | e.Ended


def _hand_face(event: HandEvent) -> Json:
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
            return {
                "round": event.round,
                "first": event.first,
                "skipped": event.first is None,
                "bring_in": event.bring_in,
            }
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
            return {
                "awards": [award_view(award) for award in awards],
                "failed": [to_builtins(failed) for failed in event.failed],
                "carried": sum(owed.chips for owed in event.carried),
            }
        case e.Ended(stacks=stacks):
            return {"stacks": [_stack(stack) for stack in stacks]}
        case _:
            assert_never(event)


def _stack(stack: e.Stack) -> Json:
    return {"seat": stack.seat, "chips": stack.chips}


def _table_face(event: e.Opened | e.TableEvent) -> Json:
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
                "games": list(event.games or (event.game,)),
                "choice": event.choice,
                "rotate_after": event.rotate_after,
                **terms_view(event.terms),
            }
        case e.Seated():
            return {
                "seat": event.seat,
                "player": event.player,
                "name": event.name,
                "chips": event.chips,
                "bot": event.bot,
            }
        case e.Left():
            return {"seat": event.seat, "chips": event.chips}
        case e.Leaving() | e.SatOut() | e.CameBack():
            return {"seat": event.seat}
        case e.Rebought():
            return {"seat": event.seat, "adds": event.adds}
        case e.Settings():
            return {"name": event.name, "options": dict(event.options), **terms_view(event.terms)}
        case e.Ruled():
            return {"text": event.text, "void": event.void}
        case e.Refunded():
            return {"seat": event.seat, "chips": event.chips}
        case e.Announcing():
            return {"decision": event.decision, "seat": event.seat, "deadline": deadline_view(event.timer)}
        case e.Resumed():
            return {"deadline": None if event.deadline_ms is None else rfc3339(event.deadline_ms)}
        case e.Warned():
            return {"decision": event.decision, "seat": event.seat, "deadline": rfc3339(event.deadline_ms)}
        case e.TimedOut():
            return {"decision": event.decision, "seat": event.seat, "in_a_row": event.in_a_row}
        case e.Delayed():
            return {"by_milliseconds": event.by_ms, "deadline": rfc3339(event.deadline_ms)}
        case e.Paused() | e.Closed() | e.CalledOff():
            return {}
        case _:
            assert_never(event)
