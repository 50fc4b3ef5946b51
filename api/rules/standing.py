"""The question at which a table stands still, read off its state, and the check of the verdict it gets."""

from collections.abc import Mapping

from api.rules.betting import able_count
from api.rules.game import Game, script_of
from api.rules.hand import Award, Hand
from api.rules.pots import Pot, build_pots, payments
from api.rules.questions import Contender, Question, RowInPlay, WhoLeads, WhoWins, WrongVerdict
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


def who_leads(game: Game, hand: Hand) -> WhoLeads | None:
    """The question of the best exposed hand; None where it is not asked, as when nothing shows."""
    if hand.options["first_to_act"] != "best_exposed" or able_count(hand) < 2:
        return None
    rows = [row for row in game.rows(hand.options) if row.leads]
    exposed = [
        (player.seat, pile.cards[: pile.up])
        for player in hand.players
        if player.live
        for pile in (player.pile(row.pile) for row in rows)
    ]
    if not any(cards for _, cards in exposed):
        return None
    return WhoLeads(
        hand.number, hand.rounds + 1, tuple(seat for seat, _ in exposed), tuple(cards for _, cards in exposed)
    )


def _who_wins(game: Game, hand: Hand) -> WhoWins:
    rows = game.rows(hand.options)
    contenders = tuple(
        Contender(
            player.seat,
            player.name,
            tuple(RowInPlay(player.pile(row.pile).cards, row.shares) for row in rows),
        )
        for player in hand.players
        if player.live
    )
    larger = str(hand.options["odd_chip_half"]) if "odd_chip_half" in hand.options else "high"
    return WhoWins(hand.number, game.shares(hand.options), build_pots(payments(hand)), contenders, larger)


def check_awards(pots: tuple[Pot, ...], awards: tuple[Award, ...]) -> None:
    """Raise WrongVerdict unless every chip of every pot went to somebody who could win it."""
    shared = [0] * len(pots)
    for award in awards:
        if not 1 <= award.pot <= len(pots):
            raise WrongVerdict(f"there is no pot {award.pot}")
        pot = pots[award.pot - 1]
        for winner in award.winners:
            if winner.seat not in pot.eligible or winner.chips < 0:
                raise WrongVerdict(f"seat {winner.seat} cannot win {winner.chips} of pot {award.pot}")
            shared[award.pot - 1] += winner.chips
    for number, (pot, chips) in enumerate(zip(pots, shared, strict=True), 1):
        if chips != pot.amount:
            raise WrongVerdict(f"pot {number} holds {pot.amount} chips, {chips} were awarded")
