"""Reading finished hands: who may, what is kept, and a night that is longer than what is looked up at once."""

from __future__ import annotations

import itertools

import pytest

from api.denied import BadToken, HandForgotten, NoSpectators, NoSuchHand, NoSuchTable
from api.history.values import Dealt, HandHistory
from api.past import HANDS_A_STEP, Past
from api.rules.refusals import HandInProgress
from tests.acting import act_only, play_on
from tests.wiring import Guest, Host, House

Three = tuple[Guest, Guest, Guest]
FOLD = act_only({"type": "fold"})


@pytest.fixture
def past(house: House) -> Past:
    return Past(house.desk)


def fold(host: Host, guests: tuple[Guest, ...], hands: int = 1) -> None:
    """So many hands in which everybody folds to one."""
    for _ in range(hands):
        host.deal()
        play_on(guests, FOLD)


def own_cards(history: HandHistory) -> set[int]:
    """The seats whose dealt cards stand in the history."""
    moves = [move for section in history.sections for move in section.moves if isinstance(move, Dealt)]
    return {move.seat for move in moves if "??" not in move.cards}


def test_who_has_left_reads_what_they_played(past: Past, host: Host, three: Three) -> None:
    """With the token they had; it opens nothing else any more."""
    fold(host, three)
    ann = three[0]
    ann.leave(1)
    assert own_cards(past.hand(host.table, ann.token, 1).history) == {1}
    with pytest.raises(BadToken):
        ann.view()
    other = host.sit("Dan", seat=1)
    assert own_cards(past.hand(host.table, other.token, 1).history) == set()


def test_a_closed_table_is_read_as_before(past: Past, host: Host, three: Three) -> None:
    """The night is over when people take their hands home."""
    fold(host, three, 2)
    host.change(closed=True)
    for guest in three:
        told = [one.history for one in past.night(host.table, guest.token, 1, 99)]
        assert [history.hand for history in told] == [1, 2]
        assert all(own_cards(history) == {guest.seat} for history in told)


def test_a_token_that_was_renewed_stays_worthless(past: Past, host: Host, three: Three) -> None:
    """Of who has left, only the last one reads."""
    fold(host, three)
    cy = three[2]
    renewed = cy.renew_token(3, "a-word-of-the-seat")
    host.leave(3)
    with pytest.raises(BadToken):
        past.hand(host.table, cy.token, 1)
    assert own_cards(past.hand(host.table, renewed, 1).history) == {3}


def test_where_nobody_may_look_on(past: Past, host: Host, three: Three) -> None:
    """Strangers read nothing; who has left reads the hands they were dealt, and knows of no other."""
    fold(host, three)
    host.leave(3)
    fold(host, three[:2])
    host.change(spectators=False)
    with pytest.raises(NoSpectators):
        past.hands(host.table, None, None, 9)
    gone = three[2].token
    assert [hand["hand"] for hand in past.hands(host.table, gone, None, 9)["hands"]] == [1]
    assert [one.history.hand for one in past.night(host.table, gone, 1, 9)] == [1]
    assert own_cards(past.hand(host.table, gone, 1).history) == {3}
    for read in (past.hand, lambda *who: past.replay(*who, with_views=False)):
        with pytest.raises(NoSpectators):
            read(host.table, gone, 2)
    assert [hand["hand"] for hand in past.hands(host.table, three[0].token, None, 9)["hands"]] == [2, 1]


def test_a_private_table_is_not_known(past: Past, host: Host, three: Three) -> None:
    """Nor are its hands, to whoever was not invited."""
    fold(host, three)
    host.change(private=True)
    for read in (
        lambda: past.hands(host.table, None, None, 9),
        lambda: past.hand(host.table, None, 1),
        lambda: past.night(host.table, None, 1, 1),
        lambda: past.replay(host.table, None, 1, with_views=True),
    ):
        with pytest.raises(NoSuchTable):
            read()
    assert past.hand(host.table, host.token, 1).history.hand == 1


def test_a_night_longer_than_a_step(past: Past, house: House, host: Host) -> None:
    """All hands, each once, in their order, and each looked up only when its turn comes."""
    two = (host.sit("Ann", 10_000), host.sit("Bob", 10_000))
    hands = HANDS_A_STEP + 3
    fold(host, two, hands)
    assert [one.history.hand for one in past.night(host.table, None, 1, 999_999)] == list(range(1, hands + 1))
    numbers = past.night(host.table, None, HANDS_A_STEP - 1, HANDS_A_STEP + 1)
    assert [one.history.hand for one in numbers] == [HANDS_A_STEP - 1, HANDS_A_STEP, HANDS_A_STEP + 1]
    begun = past.night(host.table, None, 1, hands)
    assert [one.history.hand for one in itertools.islice(begun, 2)] == [1, 2]


def test_what_is_forgotten(past: Past, house: House, host: Host, three: Three) -> None:
    """A hand goes with its events, and says that it was there; those after it stay, and so does one that was never
    dealt."""
    fold(host, three)
    house.clock.ahead_seconds = 100
    fold(host, three)
    assert house.tables.forget(house.clock.now() - 50, 99) == 1
    for read in (past.hand, lambda *who: past.replay(*who, with_views=False)):
        with pytest.raises(HandForgotten):
            read(host.table, None, 1)
        with pytest.raises(NoSuchHand):
            read(host.table, None, 3)
    assert [hand["hand"] for hand in past.hands(host.table, None, None, 9)["hands"]] == [2]
    assert [one.history.hand for one in past.night(host.table, None, 1, 9)] == [2]
    assert [player.name for player in past.hand(host.table, None, 2).history.players] == ["Cy", "Ann", "Bob"]
    host.deal()
    with pytest.raises(HandInProgress):
        past.hand(host.table, None, 3)
