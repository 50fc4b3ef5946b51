"""What a decision takes and what it refuses, drawn from the legal answers that it lists."""

from collections.abc import Iterator

from api.rules.actions import (
    Announce,
    Answer,
    Arrange,
    Bet,
    BringIn,
    Call,
    Check,
    Declare,
    Discard,
    Fold,
    Keep,
    Legal,
    LegalAnnounce,
    LegalArrange,
    LegalBet,
    LegalBringIn,
    LegalCall,
    LegalCheck,
    LegalDeclare,
    LegalDiscard,
    LegalFold,
    LegalKeep,
    LegalPlace,
    LegalRaise,
    LegalWithdraw,
    Place,
    Raise,
    Withdraw,
)
from tests.playing import arrangement, placings

# Answers that carry nothing: each is legal exactly where its entry is listed.
PLAIN: tuple[tuple[type, Answer], ...] = (
    (LegalFold, Fold()),
    (LegalCheck, Check()),
    (LegalCall, Call()),
    (LegalBringIn, BringIn()),
    (LegalKeep, Keep()),
    (LegalDiscard, Discard()),
    (LegalWithdraw, Withdraw()),
)


def accepted(entries: tuple[Legal, ...]) -> Iterator[Answer]:
    """Answers that these entries offer: each kind, the ends of every range, and what is suggested."""
    yield from (answer for kind, answer in PLAIN for entry in entries if isinstance(entry, kind))
    for entry in entries:
        match entry:
            case LegalBet():
                yield from (Bet(to) for to in {entry.min_to, entry.max_to, *entry.suggested})
            case LegalRaise():
                yield from (Raise(to) for to in {entry.min_to, entry.max_to, *entry.suggested})
            case LegalPlace():
                yield from placings(entry)
            case LegalArrange(cards=cards):
                yield from (arrangement(entry, cards), arrangement(entry, cards[::-1]))
            case LegalDeclare(ways=ways):
                yield from map(Declare, ways)
            case LegalAnnounce(games=games):
                yield from map(Announce, games)
            case _:
                pass


def unlisted(entries: tuple[Legal, ...]) -> Iterator[Answer]:
    """Answers that these entries do not offer: other kinds, amounts one too small or too large, rows without room."""
    kinds = {type(entry) for entry in entries}
    yield from (answer for kind, answer in PLAIN if kind not in kinds)
    yield from _wrong_amounts(entries)
    yield from _wrong_places(entries)
    yield from _wrong_arrangements(entries)
    ways = next((entry.ways for entry in entries if isinstance(entry, LegalDeclare)), ())
    yield from (Declare(way) for way in ("high", "low", "both", "neither", "") if way not in ways)
    games = next((entry.games for entry in entries if isinstance(entry, LegalAnnounce)), ())
    yield from (Announce(game) for game in ("henway", "bridge", "") if game not in games)


def _wrong_amounts(entries: tuple[Legal, ...]) -> Iterator[Answer]:
    amounts = [0, -1, 1, 2, 5, 10**9]
    for made, kind in ((Bet, LegalBet), (Raise, LegalRaise)):
        entry = next((entry for entry in entries if isinstance(entry, kind)), None)
        if entry is None:
            yield from (made(to) for to in amounts)
        else:
            outside = [entry.min_to - 1, entry.max_to + 1, *amounts]
            yield from (made(to) for to in outside if not entry.min_to <= to <= entry.max_to)


def _wrong_places(entries: tuple[Legal, ...]) -> Iterator[Answer]:
    rooms = next((entry for entry in entries if isinstance(entry, LegalPlace)), None)
    if rooms is None:
        yield from (Place(("left", "right")), Place(("kept",)))
        return
    fits = placings(rooms)
    names = [*rooms.rows, "new", ""]
    yield from (way for one in names for other in names if (way := Place((one, other))) not in fits)
    yield from (Place(rows) for rows in ((), ("left",), ("left", "right", "left")))


def _wrong_arrangements(entries: tuple[Legal, ...]) -> Iterator[Answer]:
    entry = next((entry for entry in entries if isinstance(entry, LegalArrange)), None)
    if entry is None:
        yield Arrange((("As", "Ks", "Qs", "Js", "Ts"), ("9s", "8s", "7s", "6s", "5s")))
        return
    cards = entry.cards
    yield from (Arrange(()), Arrange((cards[:5],)), Arrange((cards[:6], cards[6:])), Arrange((cards[:5], cards[:5])))
    yield Arrange((cards[:5], (*cards[5:9], "??")))
    yield Arrange((cards[:5], cards[5:], ()))
