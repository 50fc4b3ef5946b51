"""Which step of a game's script an event belongs to, and how that step is called."""

from collections.abc import Mapping
from typing import Any

from api.rules import script as s
from api.rules.game import Game, script_of
from api.rules.options import announce
from api.rules.refusals import Refused

# The step in which an event of that kind falls, the code of the section, and its words where the script is not known.
STEPS: Mapping[str, tuple[type, str, str]] = {
    "anted": (s.Ante, "ante", "Antes"),
    "dealt": (s.Deal, "deal", "Deal"),
    "laid": (s.Lay, "lay", "The board is laid out"),
    "placed": (s.Place, "place", "Cards are placed"),
    "arranged": (s.Arrange, "arrange", "Cards are arranged"),
    "declared": (s.Declare, "declare", "Declarations"),
    "turned": (s.Turn, "turn", "Cards are turned"),
    "board-turned": (s.TurnBoard, "turn", "The board is turned"),
    "round": (s.Bet, "bet", "Betting round"),
    "counting": (s.Showdown, "showdown", "Showdown"),
}


class Headings:
    """Walks along the script as the events come."""

    def __init__(self, game: Game | None, options: Mapping[str, Any]) -> None:
        self._script = () if game is None else _script(game, options)
        self._next = 0
        self._last = ""

    def of(self, kind: str) -> tuple[str, str, bool]:
        """The code and the words of the event's step, and whether the event before was of the same step."""
        step_type, code, text = STEPS[kind]
        again = kind == "placed" and self._last == "placed"
        self._last = kind
        if not again:
            for at in range(self._next, len(self._script)):
                if isinstance(self._script[at], step_type):
                    self._next = at + 1
                    text = self._script[at].text
                    break
        return code, text, again


def _script(game: Game, options: Mapping[str, Any]) -> tuple[s.Step, ...]:
    """The script under the options of the hand; none if the game has other options by now."""
    given = {name: tuple(value) if isinstance(value, list) else value for name, value in options.items()}
    try:
        return script_of(game, announce(game.options, given))
    except Refused:  # a hand played long ago stays readable whatever became of its game's options
        return ()
