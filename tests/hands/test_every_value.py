"""No announced value goes unplayed: each has a `.hand` file of a game that has it."""

import pytest

from api.rules.games import GAMES
from api.rules.options import announce, known_to
from tests.hands.reading import HandFile, read
from tests.hands.test_in_core import FILES

HANDS = [read(path) for path in FILES]
VALUES = sorted({(option.name, value) for game in GAMES.values() for option in game.options for value in option.values})


def announced(hand: HandFile) -> set[tuple[str, object]]:
    """The options of a file's hand, defaults included."""
    game = GAMES[hand.played]
    return set(announce(game.options, known_to(game, hand.options)).pairs)


@pytest.mark.parametrize(("name", "value"), VALUES, ids=[f"{name}={value}" for name, value in VALUES])
def test_every_value_is_played(name: str, value: str) -> None:
    """Each value of each option is announced in some file (2.1, 4.2, 5.2, 6.2, 7.2)."""
    assert any((name, value) in announced(hand) for hand in HANDS)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_in_full(game: str) -> None:
    """Each game has a file with its most players, one with side pots and one with a fold in every round."""
    hands = [hand for hand in HANDS if hand.played == game]
    assert max(len(hand.seats) for hand in hands) == GAMES[game].seats_max
    assert any(pot > 1 for hand in hands for pot, _, _ in hand.awards)
    assert any(award[1] is None for hand in hands for award in hand.awards), "nobody wins uncontested"
