"""Starting a hand: the dealer button, who is dealt in, and decks that a developer may choose."""

from __future__ import annotations

import pytest

from api.denied import DecksNotRigged
from api.rules.deck import DECK
from api.rules.refusals import BadDeck, HandInProgress
from tests.acting import act_only, play_on, ten_card_deck
from tests.wiring import Guest, Host, House, Person

FOLD = act_only({"type": "fold"})
RIGGED = list(reversed(DECK))
# Ten cards each as they are dealt; placed as the clock would, the lower card of each two goes left.
LOSES_BOTH = "2c3c2d3d4c5c4d5d6c7c"  # left 2 2 4 4 6, right 3 3 5 5 7
WINS_HIGH = "KcKdKhKsQcQdQhQsJcJd"  # right K K Q Q J
FAIR, FAIR_TOO = "Ac9c3h9d5hTd7dTc8dJh", "Ad9h3s9s5sTs7hTh8sJs"


def next_hand(host: Host, guests: list[Guest]) -> int:
    """Deal and fold a hand away; say who dealt."""
    dealer: int = host.deal()["dealer"]
    play_on(guests, FOLD)
    return dealer


def test_the_button_moves_one_seat_clockwise_after_each_hand(host: Host) -> None:
    """From the lowest seat to the highest and round again (2.2)."""
    guests = [host.sit(name, seat=seat) for name, seat in (("Ann", 2), ("Bob", 3), ("Cy", 5))]
    assert [next_hand(host, guests) for _ in range(5)] == [2, 3, 5, 2, 3]


def test_the_button_moves_past_empty_broke_and_absent_seats(rigged_house: House) -> None:
    """It comes only to seats that are dealt in; a seat that is back, or has chips again, has its turn again (2.2)."""
    host = rigged_house.open(options={"ante": 10})
    guests = [
        host.sit(name, chips, seat)
        for name, chips, seat in (("Ann", 100, 1), ("Bob", 100, 2), ("Di", 10, 4), ("Eve", 100, 5))
    ]
    _, bob, di, _ = guests
    host.deal(deck=ten_card_deck(FAIR, LOSES_BOTH, FAIR_TOO, WINS_HIGH))
    play_on(guests)
    assert di.own()["chips"] == 0
    assert [next_hand(host, guests) for _ in range(3)] == [2, 5, 1]
    bob.change_seat(2, sitting_out=True)
    assert [next_hand(host, guests) for _ in range(2)] == [5, 1]
    bob.change_seat(2, sitting_out=False)
    assert next_hand(host, guests) == 2
    di.change_seat(4, rebuy_to=50)
    assert [next_hand(host, guests) for _ in range(3)] == [4, 5, 1]
    rigged_house.check(host.table)


def test_the_button_keeps_its_place_when_the_dealer_leaves(host: Host) -> None:
    """The next dealer is the next seat clockwise from where the last dealer sat (2.2)."""
    guests = [host.sit(name) for name in ("Ann", "Bob", "Cy")]
    assert [next_hand(host, guests), next_hand(host, guests)] == [1, 2]
    host.leave(2)
    assert next_hand(host, [guests[0], guests[2]]) == 3
    guests[1] = host.sit("Eve", seat=2)
    assert [next_hand(host, guests), next_hand(host, guests)] == [1, 2]


def test_one_hand_at_a_time(house: House, host: Host) -> None:
    """A hand that runs is not dealt over, whoever asks: the host, its dealer once more, or the dealer after."""
    guests = [host.sit("Ann"), host.sit("Bob"), host.sit("Cy")]
    guests[0].deal()
    before = house.table(host.table)
    for dealer in (host, guests[0], guests[1]):
        with pytest.raises(HandInProgress):
            dealer.deal()
    assert house.check(host.table) == before


def test_cards_of_a_hand_are_52_and_each_hand_has_its_own(house: House, host: Host) -> None:
    """Each hand is shuffled anew; no two of 20 decks are alike, and each holds every card once."""
    guests = [host.sit("Ann"), host.sit("Bob")]
    decks = set()
    for _ in range(20):
        next_hand(host, guests)
        stored = house.tables.read(host.table)
        assert stored is not None and stored.deck is not None
        deck = stored.deck.decode()
        decks.add(deck)
        assert sorted(deck[at : at + 2] for at in range(0, 104, 2)) == sorted(DECK)
    assert len(decks) == 20


def test_a_rigged_deck_is_dealt_as_given(rigged_house: House) -> None:
    """Two cards to each seat at a time, clockwise from the dealer's left, in the order of the deck (2.6a)."""
    host = rigged_house.open()
    guests = [host.sit(name) for name in ("Ann", "Bob", "Cy")]
    assert host.deal(deck=RIGGED)["dealer"] == 1
    assert [guest.own()["new_cards"] for guest in guests] == [RIGGED[4:6], RIGGED[0:2], RIGGED[2:4]]
    play_on(guests)
    rigged_house.check(host.table)


def test_a_rigged_table_says_so_in_every_view(rigged_house: House) -> None:
    """From its opening, to everybody, with or without a deck given, and in the lobby (no one plays there unaware)."""
    host = rigged_house.open()
    guests = [host.sit("Ann"), host.sit("Bob")]
    viewers: list[Person] = [host, host.anyone(), *guests]

    def all_say_so() -> bool:
        listed = rigged_house.service.lobby(None, 10)["tables"]
        return all(viewer.view()["rigged"] for viewer in viewers) and [one["rigged"] for one in listed] == [True]

    assert all_say_so()
    assert host.deal()["rigged"] and all_say_so()
    play_on(guests)
    assert host.deal(deck=RIGGED)["rigged"] and all_say_so()
    events = host.anyone().events()["events"]
    assert [event["rigged"] for event in events if event["kind"] in ("opened", "started")] == [True, False, True]


def test_a_deck_is_refused_without_the_flag(house: House, host: Host) -> None:
    """Nothing else can influence a deck, and nothing has changed."""
    host.sit("Ann")
    host.sit("Bob")
    before = house.table(host.table)
    with pytest.raises(DecksNotRigged):
        host.deal(deck=RIGGED)
    assert house.check(host.table) == before
    assert host.view()["rigged"] is False


def test_the_flag_does_not_reach_tables_opened_without_it(house: House, rigged_house: House) -> None:
    """Who sat down at an honest table keeps it, also when the server is started anew with rigged decks."""
    honest = house.open()
    honest.sit("Ann")
    honest.sit("Bob")
    with pytest.raises(DecksNotRigged):
        honest.elsewhere(rigged_house).deal(deck=RIGGED)


def test_a_rigged_table_shuffles_when_the_flag_is_gone(house: House, rigged_house: House) -> None:
    """The table still says what it was; decks are refused."""
    host = rigged_house.open()
    host.sit("Ann")
    host.sit("Bob")
    with pytest.raises(DecksNotRigged):
        host.elsewhere(house).deal(deck=RIGGED)
    assert host.elsewhere(house).deal()["rigged"] is True


@pytest.mark.parametrize(
    ("deck", "position"),
    [
        ([], 0),
        (RIGGED[:51], 51),
        ([*RIGGED, "Ah"], 52),
        ([*RIGGED[:10], "1h", *RIGGED[11:]], 10),
        ([*RIGGED[:10], "AH", *RIGGED[11:]], 10),
        ([*RIGGED[:10], RIGGED[3], *RIGGED[11:]], 10),
        (["", *RIGGED[1:]], 0),
        (["??", *RIGGED[1:]], 0),
    ],
)
def test_a_faulty_deck_is_refused_with_the_place_of_the_fault(
    rigged_house: House, deck: list[str], position: int
) -> None:
    """A missing, a foreign and a repeated card each name their position, counted from 0."""
    host = rigged_house.open()
    host.sit("Ann")
    host.sit("Bob")
    before = rigged_house.table(host.table)
    with pytest.raises(BadDeck) as told:
        host.deal(deck=deck)
    assert told.value.facts["position"] == position
    assert rigged_house.check(host.table) == before
