"""Whether an answer, or a draft of one, is among what is legal, and what is wrong with it where it is not."""

from collections.abc import Sequence

from api.rules import actions as a
from api.rules.refusals import NotLegal

FAULTS_TOLD = 3


def check_fits(options: tuple[a.Legal, ...], given: a.Answer | a.Draft) -> None:
    """Raise NotLegal, which says what is wrong and what would be legal, unless the answer or the draft is."""
    wrong = faults(options, given)
    if wrong:
        raise NotLegal("; ".join(wrong[:FAULTS_TOLD]), legal=options)


def faults(options: tuple[a.Legal, ...], given: a.Answer | a.Draft) -> list[str]:
    """What is wrong with an answer or a draft, in words; nothing if it is legal."""
    kind = _kind(given)
    entry = next((one for one in options if _kind(one) == kind), None)
    if entry is None:
        return [f"{kind} is not legal now; legal is {', '.join(map(_kind, options)) or 'nothing'}"]
    match entry, given:
        case ((a.LegalBet() | a.LegalRaise()), (a.Bet(to=to) | a.Raise(to=to))):
            if entry.min_to <= to <= entry.max_to:
                return []
            return [f"a {kind} is to {entry.min_to} at least and to {entry.max_to} at most, not to {to}"]
        case a.LegalPlace(), (a.Place(rows=rows) | a.DraftPlace(rows=rows)):
            return _placing(entry, rows, whole=isinstance(given, a.Place))
        case a.LegalArrange(), (a.Arrange(rows=rows) | a.DraftArrange(rows=rows)):
            return _arranging(entry, rows, whole=isinstance(given, a.Arrange))
        case a.LegalDeclare(ways=ways), a.Declare(way=way):
            return [] if way in ways else [f"{way!r} is no way to declare; there are {', '.join(ways)}"]
        case a.LegalAnnounce(games=games), a.Announce(game=game):
            return [] if game in games else [f"{game!r} is not played here; there are {', '.join(games)}"]
        case _:
            return []


def _kind(one: a.Legal | a.Answer | a.Draft) -> str:
    return str(one.__struct_config__.tag)


def _placing(entry: a.LegalPlace, rows: Sequence[str | None], whole: bool) -> list[str]:
    wrong = []
    if _wrong_number(len(rows), len(entry.cards), whole):
        wrong.append(f"{len(entry.cards)} cards are to be placed, and rows are named for {len(rows)}")
    for row in dict.fromkeys(row for row in rows if row is not None):
        if row not in entry.rows:
            wrong.append(f"there is no row {row!r}; there are {', '.join(entry.rows)}")
        elif rows.count(row) > entry.rows[row].room:
            wrong.append(f"row {row} has room for {entry.rows[row].room} more, not for {rows.count(row)}")
    return wrong


def _arranging(entry: a.LegalArrange, rows: Sequence[Sequence[str | None]], whole: bool) -> list[str]:
    wrong = []
    if _wrong_number(len(rows), len(entry.rows), whole):
        wrong.append(f"the cards go in {len(entry.rows)} rows, not in {len(rows)}")
    lies_in: dict[str, str] = {}
    for (name, takes), row in zip(entry.rows.items(), rows, strict=False):
        if _wrong_number(len(row), takes.size, whole):
            wrong.append(f"row {name} takes {takes.size} cards, not {len(row)}")
        for card in row:
            if card is None:
                continue
            if card not in entry.cards:
                wrong.append(f"{card}, in row {name}, is not among your cards")
            elif card in lies_in:
                wrong.append(f"{card} is given twice, in row {lies_in[card]} and in row {name}")
            lies_in.setdefault(card, name)
    return wrong


def _wrong_number(given: int, wanted: int, whole: bool) -> bool:
    """A whole answer fills every place; a draft may leave some empty."""
    return given != wanted if whole else given > wanted
