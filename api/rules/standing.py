"""The question at which a table stands still, read off its state, and the check of the verdict it gets."""

from collections.abc import Mapping

from api.rules.game import Game, script_of
from api.rules.hand import Award, Hand
from api.rules.leading import who_leads
from api.rules.pots import Pot, pots_of
from api.rules.questions import Contender, Question, RowInPlay, WhoWins, WrongVerdict
from api.rules.script import Bet
from api.rules.table import Table, running


def question_of(games: Mapping[str, Game], table: Table) -> Question | None:
    """What the evaluator must answer before the table moves on, or None."""
    hand = running(table)
    if hand is None or table.paused:
        return None
    game = games[hand.game]
    if hand.counting:
        return _who_wins(game, hand)
    if hand.betting is None and isinstance(script_of(game, hand.options)[hand.step], Bet):
        return who_leads(game, hand)
    return None


# The house rules of a showdown that the evaluator knows by the names under which they are announced.
SHOWDOWN_OPTIONS = (
    "both_tie",
    "both_beaten_by",
    "all_failed",
    "both_scope",
    "no_declarer_half",
    "tie_share",
    "odd_chip_half",
)


def _who_wins(game: Game, hand: Hand) -> WhoWins:
    rows = game.rows(hand.options)
    contenders = tuple(
        Contender(
            player.seat,
            player.name,
            tuple(RowInPlay(row.pile, player.pile(row.pile).cards, row.shares) for row in rows),
            player.declared,
        )
        for player in hand.players
        if player.live
    )
    return WhoWins(
        hand.number,
        game.shares(hand.options),
        pots_of(hand),
        contenders,
        tuple((name, str(hand.options[name])) for name in SHOWDOWN_OPTIONS if name in hand.options),
        game.patterns,
        tuple((pile.name, pile.cards) for pile in hand.board),
    )


def check_awards(pots: tuple[Pot, ...], awards: tuple[Award, ...]) -> None:
    """Raise WrongVerdict unless every chip of every pot went to somebody who could win it, or is carried on."""
    shared = [0] * len(pots)
    for award in awards:
        if not 1 <= award.pot <= len(pots):
            raise WrongVerdict(f"there is no pot {award.pot}")
        if award.carried < 0:
            raise WrongVerdict(f"{award.carried} chips cannot be carried")
        pot = pots[award.pot - 1]
        shared[award.pot - 1] += award.carried
        for winner in award.winners:
            if winner.seat not in pot.eligible or winner.chips < 0:
                raise WrongVerdict(f"seat {winner.seat} cannot win {winner.chips} of pot {award.pot}")
            shared[award.pot - 1] += winner.chips
    for number, (pot, chips) in enumerate(zip(pots, shared, strict=True), 1):
        if chips != pot.amount:
            raise WrongVerdict(f"pot {number} holds {pot.amount} chips, {chips} were awarded")
