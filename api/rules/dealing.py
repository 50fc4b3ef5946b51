"""How a hand comes to be dealt: whose deal it is, which game, and the announcement before anybody antes (2.1)."""

from collections.abc import Mapping
from typing import Any

from api.rules import events as e
from api.rules.actions import Announce, Answer, Legal, LegalAnnounce
from api.rules.clocks import bank_used_ms, table_options, timer
from api.rules.fitting import check_fits
from api.rules.game import Game
from api.rules.hand import Answered, Decision
from api.rules.options import announce, known_to
from api.rules.refusals import BadOption, HandInProgress, NotEnoughPlayers, TableClosed, TablePaused
from api.rules.run import Run
from api.rules.table import Table, next_dealer, next_game, ready, running
from api.rules.walk import walk


def start_hand(run: Run, given: Mapping[str, Any], rigged: bool) -> None:
    """Deal the next hand; `given` goes before the table's own options.

    Where the dealer chooses the game, the dealer is asked first and the hand waits.
    """
    table = run.table
    if table.closed:
        raise TableClosed("the table is closed")
    if running(table) is not None or table.announcing is not None:
        raise HandInProgress("a hand is being played")
    if table.paused:
        raise TablePaused("the host has paused the table; no hand is dealt until it is resumed")
    dealer = _dealer(run)
    if table.choice != "dealer":
        _deal(run, run.games[next_game(table)], given, rigged)
        return
    if given:
        raise BadOption("here the dealer announces the options, along with the game", field="options")
    chair = next(chair for chair in table.chairs if chair.seat == dealer)
    given_time = timer(run, table_options(run.games, table))
    run.emit(e.Announcing(table.next_decision, dealer, chair.player, rigged, given_time))


def legal_announcements(table: Table) -> tuple[Legal, ...]:
    """What the dealer may announce; the options are those of the game."""
    return (LegalAnnounce(table.games),)


def default_announcement(table: Table) -> Announce:
    """What is announced for a dealer who lets the time run out: the first game, with the table's options."""
    return Announce(table.games[0])


def take_announcement(run: Run, decision: Decision, answer: Answer) -> None:
    """The dealer names the game and its options, and the hand is dealt.

    Raises NotLegal, UnknownOption or BadOption.
    """
    announcing = run.table.announcing
    assert announcing is not None, "nobody was asked for a game"
    check_fits(legal_announcements(run.table), answer)
    assert isinstance(answer, Announce), "nothing else is legal"
    announcement = Answered(decision.number, decision.player, answer)
    _deal(
        run, run.games[answer.game], dict(answer.options), announcing.rigged, announcement, bank_used_ms(run, decision)
    )


def _dealer(run: Run) -> int:
    """The seat that deals next; raises NotEnoughPlayers."""
    dealer, chairs = next_dealer(run.table), ready(run.table)
    if dealer is None or len(chairs) < 2:
        raise NotEnoughPlayers("a hand needs 2 seats with chips that are not sitting out", ready=len(chairs))
    return dealer


def _deal(
    run: Run,
    game: Game,
    given: Mapping[str, Any],
    rigged: bool,
    announcement: Answered | None = None,
    bank_used_ms: int = 0,
) -> None:
    table = run.table
    options = announce(game.options, {**known_to(game, dict(table.options)), **given})
    dealer = _dealer(run)
    clockwise = sorted(ready(table), key=lambda chair: (chair.seat <= dealer, chair.seat))
    stacks = tuple(e.Stack(chair.seat, chair.chips) for chair in clockwise)
    run.emit(e.Started(table.hands + 1, game.id, options, dealer, stacks, rigged, announcement, bank_used_ms))
    walk(run)
