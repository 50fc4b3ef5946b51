"""The history of a hand as text that people read and paste: a header, the seats, the play, a summary.

Every line ends with a newline; names are made safe (`names.py`); cards stand in brackets, `??` for those that the
reader does not know.
"""

from collections.abc import Iterator

from api.history import values as v
from api.history.names import named, quoted
from api.history.playing import Play
from api.history.wording import announced, bracketed, limit_phrase, moment, plural
from api.rules.game import Game

# Choices are told under the deal that they follow, and skipped rounds not at all.
WITHOUT_HEADING = ("ante", "place", "arrange")


def to_text(history: v.HandHistory, game: Game | None) -> str:
    """The whole history; `game` says how its choices are called and what its options usually are."""
    lines = [*_header(history, game), *_play(history, game), *_summary(history)]
    return "".join(f"{line}\n" for line in lines)


def _header(history: v.HandHistory, game: Game | None) -> Iterator[str]:
    rigged = ", from a deck that was chosen" if history.rigged else ""
    stakes = limit_phrase(history.options)
    reader = "everybody" if history.you is None else named(history.player(history.you).name)
    yield f"Regrets hand #{history.hand}: {history.game_name}, {stakes} - {moment(history.started)}{rigged}"
    yield (
        f"Table {quoted(history.table_name)} ({history.table}), {history.max_seats} seats, "
        f"seat {history.dealer} is the dealer, seen by {reader}"
    )
    for one in sorted(history.players, key=lambda one: one.seat):
        yield f"Seat {one.seat}: {named(one.name)} ({plural(one.chips, 'chip')})"
    if (said := announced(history.options, game)) != "":
        yield f"Announced: {said}"
    if history.carried:
        yield f"Pot: {plural(history.carried, 'chip')} carried from the hand before"


def _play(history: v.HandHistory, game: Game | None) -> Iterator[str]:
    play = Play(history, game)
    before = ""
    for section in history.sections:
        silent = section.code == "bet" and not section.moves
        if not silent and section.code not in WITHOUT_HEADING and not section.code == before == "lay":
            pot = f" - pot {section.pot}" if section.code in ("bet", "showdown") else ""
            yield f"*** {section.text.upper()}{pot} ***"
        before = section.code
        yield from play.told(section)


def _summary(history: v.HandHistory) -> Iterator[str]:
    yield "*** SUMMARY ***"
    left = f", {plural(history.left, 'chip')} stay for the next hand" if history.left else ""
    yield f"Total pot {history.pot}{left}"
    if history.void:
        yield "Void: every chip went back"
    for award in history.awards:
        yield from _award(history, award)
    for one in history.failed:
        who, by = (named(history.player(seat).name) for seat in (one["seat"], one["beaten_by"]))
        yield f"Pot {one['pot']}: {who} declared both and is out, {one['how']} for {one['share']} by {by}"
    for player in sorted(history.players, key=lambda one: one.seat):
        yield _result(history, player)
    for text in history.rulings:
        yield f"Ruling: {' '.join(text.split())}"


def _award(history: v.HandHistory, award: v.Json) -> Iterator[str]:
    """Who takes a share of a pot, and with which hand."""
    what = f"{str(award['share']).capitalize()} of pot" if award["share"] else "Pot"
    head = f"{what} {award['pot']}, {award['part']}"
    for winner in award["winners"]:
        hand = winner["hand"]
        with_what = f" with {hand['text']} {bracketed(hand['cards'])}" if hand else ", uncontested"
        yield f"{head}: {named(history.player(winner['seat']).name)} wins {winner['chips']}{with_what}"
    if award["carried"]:
        yield f"{head}: {plural(award['carried'], 'chip')} stay for the next hand"


def _result(history: v.HandHistory, player: v.Player) -> str:
    """How a seat came out of the hand."""
    dealer = " (dealer)" if player.seat == history.dealer else ""
    if player.folded is not None:
        did = f"folded in betting round {player.folded}"
    else:
        did = f"won {player.won}" if player.won else "won nothing"
    declared = f" declared {player.declared} and" if player.declared and player.folded is None else ""
    net = player.left_with - player.chips
    sign = f"{net:+d}" if net else "even"
    return f"Seat {player.seat}: {named(player.name)}{dealer}{declared} {did}, {sign}, has {player.left_with}"
