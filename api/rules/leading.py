"""Who acts first in a betting round (article 2.1), as far as the seats and the cards that show can tell."""

from api.rules.betting import able_count
from api.rules.deck import RANKS
from api.rules.game import Game
from api.rules.hand import Hand
from api.rules.questions import WhoLeads


def exposed(game: Game, hand: Hand) -> list[tuple[int, tuple[str, ...]]]:
    """The seat and the face-up cards of every live row that can lead, clockwise from the dealer's left."""
    rows = [row for row in game.rows(hand.options) if row.leads]
    piles = [(player.seat, player.pile(row.pile)) for player in hand.players if player.live for row in rows]
    return [(seat, pile.cards[: pile.up]) for seat, pile in piles]


def who_leads(game: Game, hand: Hand) -> WhoLeads | None:
    """The question of the best exposed hand; None where it is not asked, as when nothing shows."""
    if hand.options.get("first_to_act") != "best_exposed" or able_count(hand) < 2 or bringer(game, hand) is not None:
        return None
    showing = exposed(game, hand)
    if not any(cards for _, cards in showing):
        return None
    return WhoLeads(
        hand.number, hand.rounds + 1, tuple(seat for seat, _ in showing), tuple(cards for _, cards in showing)
    )


def bringer(game: Game, hand: Hand) -> int | None:
    """The seat that must bring the first round in: the lowest, or highest, card up; of equals the nearest to the
    dealer's left.  None where no bring-in was announced, after the first round, and while nothing shows."""
    which = hand.options.get("bring_in")
    if hand.rounds or which not in ("low_card", "high_card"):
        return None
    showing = [(RANKS.index(card[0]), seat) for seat, cards in exposed(game, hand) for card in cards]
    if not showing:
        return None
    best = (min if which == "low_card" else max)(rank for rank, _ in showing)
    return next(seat for rank, seat in showing if rank == best)


def first_by_seat(hand: Hand) -> int:
    """Left of the dealer, or, where announced, the last to bet or raise."""
    if hand.options.get("first_to_act") == "last_aggressor" and hand.aggressor is not None:
        return hand.aggressor
    return hand.players[0].seat
