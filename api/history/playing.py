"""The play of a hand in lines of text."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from api.history import values as v
from api.history.names import named
from api.history.wording import action_phrase, bracketed, listed, plural
from api.rules.deck import HIDDEN
from api.rules.game import Game, script_of
from api.rules.options import announce
from api.rules.script import Place

NOTES: Mapping[str, str] = {
    "leaving": "says goodbye",
    "sat-out": "sits out",
    "came-back": "is back",
    "timed-out": "lets the time run out",
}


class Play:
    """Tells one section after the other; it knows what lies in everybody's rows, to show a row that has grown."""

    def __init__(self, history: v.HandHistory, game: Game | None) -> None:
        self._names = {player.seat: named(player.name) for player in history.players}
        self._verbs = _verbs(game)
        self._rows: dict[tuple[int, str], tuple[str, ...]] = {}
        self._board: dict[str, tuple[v.Unit, ...]] = {}

    def told(self, section: v.Section) -> Iterator[str]:
        """The lines of a section; moves of one seat that belong together make one line."""
        yield from self._face_down([move for move in section.moves if isinstance(move, v.Dealt)])
        for (kind, seat), together in groupby(section.moves, key=lambda move: (type(move), _seat_of(move))):
            moves = list(together)
            if issubclass(kind, v.Laid | v.BoardTurned):
                yield from self._on_board(moves)
            elif issubclass(kind, v.Dealt):
                yield from self._dealt(moves)
            elif issubclass(kind, v.Turned | v.Shown):
                yield f"{self._names[seat]}: {self._in_sight(moves)}"
            else:
                yield from self._done(moves)

    def _face_down(self, dealt: list[v.Dealt]) -> Iterator[str]:
        """One line for all who were dealt cards that the reader does not know."""
        unknown = [move for move in dealt if _hidden(move.cards)]
        if unknown:
            each = " each" if len(unknown) > 1 else ""
            count = plural(len(unknown[0].cards), "card")
            yield f"Dealt face down: {count}{each} to {listed([self._names[move.seat] for move in unknown])}"

    def _dealt(self, moves: Iterable[v.Move]) -> Iterator[str]:
        for move in moves:
            if isinstance(move, v.Dealt) and not _hidden(move.cards):
                yield f"Dealt to {self._names[move.seat]} {bracketed(move.cards)}"

    def _on_board(self, moves: Iterable[v.Move]) -> Iterator[str]:
        for move in moves:
            if isinstance(move, v.Laid):
                yield f"Board: {_groups(move.board)}"
            elif isinstance(move, v.BoardTurned):
                for unit in move.board:
                    self._board[unit.group] = (*self._board.get(unit.group, ()), unit)
                yield f"Board: {_groups([unit for units in self._board.values() for unit in units])}"

    def _in_sight(self, moves: Iterable[v.Move]) -> str:
        """The rows of a seat that were turned or shown, in one line."""
        turned = [
            f"{move.cards[-1]} in {_row(move.row)} {bracketed(move.cards)}"
            for move in moves
            if isinstance(move, v.Turned) and move.cards
        ]
        if turned:
            return f"turns {', '.join(turned)}"
        shown = [move for move in moves if isinstance(move, v.Shown)]
        if len(shown) == 1:
            return f"shows {bracketed(shown[0].cards)}"
        return f"shows {', '.join(f'{_row(move.name)} {bracketed(move.cards)}' for move in shown)}"

    def _done(self, moves: Iterable[v.Move]) -> Iterator[str]:
        for move in moves:
            yield f"{self._names[_seat_of(move)]}: {self._said(move)}"

    def _said(self, move: v.Move) -> str:
        """What a seat did, in the words that follow its name."""
        match move:
            case v.Ante(chips=chips, all_in=all_in):
                return f"antes {chips}{' and is all-in' if all_in else ''}"
            case v.Acted():
                return action_phrase(move)
            case v.Returned(chips=chips):
                return f"takes back {plural(chips, 'chip')} that nobody called"
            case v.Placed():
                return self._placed(move)
            case v.Arranged(rows=rows):
                return "arranges " + ", ".join(f"{_row(row.name)} {bracketed(row.cards)}" for row in rows)
            case v.Withdrew():
                return "takes the arrangement back"
            case v.Declared(way=way):
                return f"declares {way}"
            case v.Noted(what=what):
                return NOTES[what]
            case _:
                raise AssertionError(f"{move} is told elsewhere")

    def _placed(self, move: v.Placed) -> str:
        """Cards that came to rows, each with the row as it lies now where anything of it is seen."""
        said = []
        for row in move.rows:
            lies = self._rows[(move.seat, row.name)] = self._rows.get((move.seat, row.name), ()) + row.cards
            cards = plural(len(row.cards), "card") if _hidden(row.cards) else " ".join(row.cards)
            what = f"{self._verbs[row.name]} {cards}" if row.name in self._verbs else f"{cards} {_row(row.name)}"
            said.append(what if _hidden(lies) else f"{what} {bracketed(lies)}")
        verb = "" if any(row.name in self._verbs for row in move.rows) else "puts "
        return verb + ", ".join(said)


def _seat_of(move: v.Move) -> int:
    """Whose move it is; 0 for the board's."""
    seat: int | None = getattr(move, "seat", None)
    return seat or 0


def _row(name: str) -> str:
    """A row in words: some are only numbered."""
    return f"row {name}" if name.isdigit() else name


def _hidden(cards: Iterable[str]) -> bool:
    return all(card == HIDDEN for card in cards)


def _groups(units: Iterable[v.Unit]) -> str:
    """Units of the board by their groups, each in its brackets."""
    by_group: dict[str, list[str]] = {}
    for unit in units:
        by_group.setdefault(unit.group, []).append(bracketed(unit.cards))
    return ", ".join(f"{group} {' '.join(cards)}" for group, cards in by_group.items())


def _verbs(game: Game | None) -> dict[str, str]:
    """What a choice about one card is called where the game has a verb for it, by the pile it goes to."""
    if game is None:
        return {}
    script = script_of(game, announce(game.options, {}))
    return {space: f"{verb}s" for step in script if isinstance(step, Place) for verb, space in step.verbs}
