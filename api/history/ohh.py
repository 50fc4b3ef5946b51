"""The history of a hand in the shape of Open Hand History, version 1.4.7 (https://hh-specs.handhistory.org).

What that specification has no word for stands under names with an underscore, which its readers pass over:
`docs/formats.md` says how these games are told in it.
"""

import json
from collections.abc import Mapping
from itertools import count

from msgspec import to_builtins

from api.history import values as v
from api.rules.deck import HIDDEN

SPEC_VERSION = "1.4.7"
SITE = "Regrets"
PLAY_MONEY = "XPM"
# The specification knows no other names of rounds, and lets a name come again; `id` tells the rounds apart.
STREETS = ("Preflop", "Flop", "Turn", "River")
BET_TYPES: Mapping[str, str] = {"fixed": "FL", "pot": "PL", "none": "NL", "spread": "SL"}
ACTIONS: Mapping[str, str] = {
    "fold": "Fold",
    "check": "Check",
    "call": "Call",
    "bet": "Bet",
    "raise": "Raise",
    "bring-in": "Post Extra Blind",
}


def to_ohh(history: v.HandHistory, version: str) -> str:
    """The hand as one JSON object; `version` is that of the server."""
    return json.dumps({"ohh": _hand(history, version)}, ensure_ascii=False)


def _hand(history: v.HandHistory, version: str) -> v.Json:
    rounds = _Rounds(history)
    options = history.options
    return {
        "spec_version": SPEC_VERSION,
        "site_name": SITE,
        "network_name": SITE,
        "internal_version": version,
        "tournament": False,
        "game_number": f"{history.table}-{history.hand}",
        "start_date_utc": history.started,
        "table_name": history.table_name,
        "game_type": history.game,
        "bet_limit": {"bet_type": BET_TYPES.get(str(options.get("limit")), "NL"), "bet_cap": 0},
        "table_size": history.max_seats,
        "currency": PLAY_MONEY,
        "dealer_seat": history.dealer,
        "small_blind_amount": 0,
        "big_blind_amount": 0,
        "ante_amount": options.get("ante", 0),
        "hero_player_id": history.you,
        "flags": ["Observed"] if history.you is None else [],
        "players": [
            {"id": one.seat, "seat": one.seat, "name": one.name, "starting_stack": one.chips} for one in history.players
        ],
        "rounds": rounds.rounds,
        "pots": _pots(history),
        "_game": history.game_name,
        "_options": options,
        "_moves": rounds.moves,
        "_carried": history.carried,
        "_left": history.left,
        "_void": history.void,
        "_rulings": list(history.rulings),
    }


class _Rounds:
    """The rounds with their actions, numbered through the hand, and the moves that are no actions of the standard.

    A round ends with its betting.  A move says after which action of which round it was made.
    """

    def __init__(self, history: v.HandHistory) -> None:
        self._numbers = count(1)
        self._last = 0
        self.rounds: list[v.Json] = []
        self.moves: list[v.Json] = []
        over = True
        for section in history.sections:
            if over or section.code == "showdown":
                self._begin("Showdown" if section.code == "showdown" else None)
            over = section.code == "bet"
            for move in section.moves:
                self._take(move)

    def _begin(self, street: str | None) -> None:
        number = len(self.rounds)
        name = street or STREETS[min(number, len(STREETS) - 1)]
        self.rounds.append({"id": number, "street": name, "cards": [], "actions": []})

    def _take(self, move: v.Move) -> None:
        match move:
            case v.Ante(seat=seat, chips=chips, all_in=all_in):
                self._act(seat, "Post Ante", amount=chips, is_allin=all_in)
            case v.Acted(seat=seat, action=action, adds=adds, all_in=all_in):
                money = {"amount": adds, "is_allin": all_in} if adds else {}
                self._act(seat, ACTIONS.get(action, action), **money)
            case v.Dealt(seat=seat, cards=cards) if known := [card for card in cards if card != HIDDEN]:
                self._act(seat, "Dealt Cards", cards=known)
            case v.Shown(seat=seat, cards=cards):
                self._show(seat, list(cards))
                self._note(move)
            case _:
                if isinstance(move, v.BoardTurned):
                    self.rounds[-1]["cards"] += [card for unit in move.board for card in unit.cards]
                self._note(move)

    def _act(self, seat: int, action: str, **facts: object) -> None:
        self._last = next(self._numbers)
        self.rounds[-1]["actions"].append({"action_number": self._last, "player_id": seat, "action": action} | facts)

    def _show(self, seat: int, cards: list[str]) -> None:
        """All that a player shows is one action, whatever rows it lies in."""
        actions = self.rounds[-1]["actions"]
        if actions and actions[-1]["player_id"] == seat and actions[-1]["action"] == "Shows Cards":
            actions[-1]["cards"] += cards
        else:
            self._act(seat, "Shows Cards", cards=cards)

    def _note(self, move: v.Move) -> None:
        self.moves.append({"round": self.rounds[-1]["id"], "after": self._last} | to_builtins(move))


def _pots(history: v.HandHistory) -> list[v.Json]:
    """The pots from 0, each with what everybody won of it in all its shares."""
    pots: dict[int, v.Json] = {}
    won: dict[int, dict[int, int]] = {}
    for award in history.awards:
        number = award["pot"] - 1
        pots[number] = {"number": number, "amount": award["amount"], "rake": 0}
        wins = won.setdefault(number, {})
        for winner in award["winners"]:
            wins[winner["seat"]] = wins.get(winner["seat"], 0) + winner["chips"]
    return [
        pot | {"player_wins": [{"player_id": seat, "win_amount": chips} for seat, chips in won[number].items()]}
        for number, pot in sorted(pots.items())
    ]
