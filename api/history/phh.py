"""The history of a hand in a dialect of PHH, the poker hand history format (https://phh.readthedocs.io), which is TOML.

These games are not among its variants.  `docs/formats.md` describes the dialect: its variant codes, the actions that
it adds, and the fields of its own, which begin with an underscore as the format asks.
"""

from collections.abc import Iterator, Mapping
from typing import Any, assert_never

from api.history import values as v
from api.history.toml import toml_string, toml_value
from api.rules.deck import HIDDEN

LIMITS: Mapping[str, str] = {"fixed": "F", "pot": "P", "none": "N", "spread": "S"}


def to_phh(history: v.HandHistory) -> str:
    """The hand as a file of its own."""
    return "".join(f"{line}\n" for line in _lines(history))


def to_phhs(history: v.HandHistory) -> str:
    """The hand as one of many in a file: a table under the hand's number."""
    return f"[{history.hand}]\n{to_phh(history)}"


def variant(history: v.HandHistory) -> str:
    """The dialect's code of a game under its limit: `F:` and the id of the game."""
    return f"{LIMITS.get(str(history.options.get('limit')), 'N')}:{history.game}"


def _lines(history: v.HandHistory) -> Iterator[str]:
    for name, value in _required(history).items():
        yield f"{name} = {toml_value(value)}"
    yield "actions = ["
    yield from _actions(history)
    yield "]"
    for name, value in _optional(history).items():
        yield f"{name} = {toml_value(value)}"
    # A local time has no quotes.
    yield f"time = {history.started[11:19]}"


def _required(history: v.HandHistory) -> dict[str, Any]:
    options = history.options
    bets = {
        "fixed": ("small_bet", "big_bet"),
        "spread": ("spread_min", "spread_max"),
    }.get(str(options.get("limit")), ("min_bet",))
    bring_in = {"bring_in": options["bring_in_amount"]} if options.get("bring_in", "none") != "none" else {}
    own = {"spread_min": "_spread_min", "spread_max": "_spread_max"}
    return {
        "variant": variant(history),
        "ante_trimming_status": True,
        "antes": [options.get("ante", 0)] * len(history.players),
        **bring_in,
        **{own.get(name, name): options[name] for name in bets if name in options},
        "starting_stacks": [one.chips for one in history.players],
    }


def _optional(history: v.HandHistory) -> dict[str, Any]:
    players = history.players
    index = {one.seat: number for number, one in enumerate(players, 1)}
    hero = {} if history.you is None else {"_hero": index[history.you]}
    return {
        "venue": "Regrets",
        "table": history.table_name,
        "hand": history.hand,
        "seat_count": history.max_seats,
        "seats": [one.seat for one in players],
        "players": [one.name for one in players],
        "finishing_stacks": [one.left_with for one in players],
        "winnings": [one.won for one in players],
        "year": int(history.started[:4]),
        "month": int(history.started[5:7]),
        "day": int(history.started[8:10]),
        "time_zone": "UTC",
        "_table_id": history.table,
        "_game": history.game_name,
        "_options": history.options,
        "_dealer": index[history.dealer],
        **hero,
        "_carried": history.carried,
        "_left": history.left,
        "_awards": [award["text"] for award in history.awards],
        "_void": history.void,
        "_rulings": list(history.rulings),
    }


def _actions(history: v.HandHistory) -> Iterator[str]:
    """The actions as lines of an array; a comment names each section."""
    actor = {one.seat: f"p{number}" for number, one in enumerate(history.players, 1)}
    for section in history.sections:
        said = [action for move in section.moves for action in _said(move, actor)]
        if said:
            yield f"  # {section.text}"
        for action in _shown_once(said):
            yield f"  {toml_string(action)},"


def _said(move: v.Move, actor: Mapping[int, str]) -> list[str]:
    """A move in the dialect; antes are no actions of the format."""
    match move:
        case v.Ante():
            return []
        case v.Dealt(seat=seat, cards=cards):
            return [f"d dh {actor[seat]} {''.join(cards)}"]
        case v.Laid(board=board):
            return [f"d lb {unit.group} {''.join(unit.cards)}" for unit in board]
        case v.BoardTurned(board=board):
            return [f"d db {''.join(unit.cards)} # {unit.group}" for unit in board]
        case v.Turned(seat=seat, row=row, cards=cards):
            return [f"d tu {actor[seat]} {row} {card}" for card in cards[-1:]]
        case v.Placed(seat=seat, rows=rows):
            return [f"{actor[seat]} pl {_in_rows(rows)}"]
        case v.Arranged(seat=seat, rows=rows):
            return [f"{actor[seat]} ar {_in_rows(rows)}"]
        case v.Withdrew(seat=seat):
            return [f"{actor[seat]} wd"]
        case v.Declared(seat=seat, way=way):
            return [f"{actor[seat]} de {way}"]
        case v.Acted():
            return [f"{actor[move.seat]} {_wager(move)}"]
        case v.Returned(seat=seat, chips=chips):
            return [f"{actor[seat]} rt {chips}"]
        case v.Shown(seat=seat, cards=cards):
            return [f"{actor[seat]} sm {''.join(cards)}"]
        case v.Noted(seat=seat, what=what):
            return [f"# {actor[seat]} {what}"]
        case _:
            assert_never(move)


def _wager(move: v.Acted) -> str:
    match move.action:
        case "fold":
            return "f"
        case "check" | "call":
            return "cc"
        case "bring-in":
            return "pb"
        case _:
            return f"cbr {move.to}"


def _in_rows(rows: tuple[v.Row, ...]) -> str:
    return " ".join(f"{row.name} {''.join(row.cards) or HIDDEN}" for row in rows)


def _shown_once(said: list[str]) -> Iterator[str]:
    """A player shows all rows in one action: `sm` takes one argument."""
    at = 0
    while at < len(said):
        actor, verb, *cards = [*said[at].split(" "), "", ""][:3]
        at += 1
        while verb == "sm" and at < len(said) and said[at].startswith(f"{actor} sm "):
            cards[0] += said[at].removeprefix(f"{actor} sm ")
            at += 1
        yield f"{actor} sm {cards[0]}" if verb == "sm" else said[at - 1]
