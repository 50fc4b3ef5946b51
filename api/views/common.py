"""What every view is built from."""

from typing import Any

from msgspec import Struct, to_builtins

from api.rules.actions import Announce, Answer
from api.rules.deck import HIDDEN
from api.rules.game import Game
from api.rules.hand import Award, Pile, Timer
from api.rules.options import Announced
from api.times import rfc3339

Json = dict[str, Any]


class Viewer(Struct, frozen=True):
    """Who looks: a player by number, who sits or waits; the host, who may be a player too; who was invited; or
    anybody."""

    player: int | None = None
    host: bool = False
    invited: bool = False

    @property
    def member(self) -> bool:
        """Whether somebody here is looking, and no stranger."""
        return self.host or self.player is not None


def shares_view(game: Game, announced: Announced) -> list[Json]:
    """What wins under these options: the parts of the pot, and the ranking that decides each."""
    return [{"name": share.name, "ranking": share.ranking} for share in game.shares(announced)]


def cards_view(pile: Pile, own: bool) -> list[str]:
    """A pile's cards: all of them for their owner, for others the backs of those that lie face down."""
    return [card if own or at < pile.up else HIDDEN for at, card in enumerate(pile.cards)]


def faces_view(pile: Pile) -> list[str]:
    """How each card of a pile lies: what is down, its owner sees and others do not."""
    return ["up" if at < pile.up else "down" for at in range(len(pile.cards))]


def units_view(pile: Pile) -> list[Json]:
    """A pile of the board, a unit at a time; of a unit that lies face down only how many cards it is."""
    return [_unit(pile.name, unit, at < pile.up) for at, unit in enumerate(pile.cards)]


def _unit(group: str, unit: str, up: bool) -> Json:
    cards = [unit[at : at + 2] for at in range(0, len(unit), 2)]
    return {"group": group, "cards": cards if up else [HIDDEN] * len(cards), "face": "up" if up else "down"}


def answer_view(answer: Answer | None) -> Json | None:
    """An answer in the form in which it is given."""
    if answer is None:
        return None
    given: Json = to_builtins(answer)
    return {**given, "options": dict(answer.options)} if isinstance(answer, Announce) else given


def deadline_view(timer: Timer | None) -> str | None:
    """When a decision is played by the clock, as RFC 3339; None where no clock runs."""
    return None if timer is None else rfc3339(timer.deadline_ms)


def clock_view(timer: Timer | None) -> Json:
    """The clock that runs for a seat: from when to when, and whether it is the time bank that runs."""
    if timer is None:
        return {"since": None, "deadline": None, "on_time_bank": False}
    began = timer.since_ms if timer.bank_from_ms is None else timer.bank_from_ms
    return {
        "since": rfc3339(began),
        "deadline": rfc3339(timer.deadline_ms),
        "on_time_bank": timer.bank_from_ms is not None,
    }


def award_view(award: Award) -> Json:
    """An award; only rows that lay open at the showdown stand in it."""
    built: Json = to_builtins(award)
    return built
