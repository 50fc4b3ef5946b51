"""What is done at the same moment, through two processes' worth of service over one store."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from functools import partial

import pytest

from api.rules.refusals import (
    AnsweredDifferently,
    HandInProgress,
    NameTaken,
    Refused,
    SeatTaken,
    TableFull,
    TablePaused,
)
from tests.acting import calm, draw, play_on, together
from tests.wiring import Guest, Host, House, Json

ROUNDS = 5


def kinds(results: list[object]) -> list[str]:
    """How each act went, in order of the alphabet: `done`, or the refusal's name."""
    return sorted(type(result).__name__ if isinstance(result, Refused) else "done" for result in results)


def count_events(host: Host, kind: str) -> int:
    return sum(event["kind"] == kind for event in host.events()["events"])


def calmly(guest: Guest) -> Json:
    return guest.play(**calm(guest.decisions()[0]))


def full_table(house: House, chairs: int = 5) -> tuple[Host, list[Guest]]:
    host = house.open()
    return host, [host.sit(name) for name in ("Ann", "Bob", "Cy", "Di", "Eve")[:chairs]]


def test_simultaneous_decisions_all_succeed(house: House, second: House) -> None:
    """Two legal answers of one step never make each other stale."""
    host, guests = full_table(house)
    homes = itertools.cycle((house, second))
    for _ in range(ROUNDS):
        host.deal()
        while host.view()["phase"]["code"] != "ended":
            asked = [guest.elsewhere(next(homes)) for guest in guests if guest.decisions()]
            results = together(*(partial(calmly, guest) for guest in asked))
            assert kinds(results) == ["done"] * len(asked)
        house.check(host.table)


def test_one_answer_from_many_hands_is_taken_once(house: House, second: House) -> None:
    """Every sender is told the table as it stands, and only one event came of it."""
    host, guests = full_table(house, 3)
    for _ in range(ROUNDS):
        host.deal()
        (decision,) = guests[0].decisions()
        before = house.table(host.table).event
        senders = [guests[0], guests[0].elsewhere(second)] * 4
        results = together(*(partial(by.answer, decision["decision"], decision["default"]) for by in senders))
        assert kinds(results) == ["done"] * 8
        assert house.check(host.table).event == before + 1
        play_on(guests)


def test_of_two_different_answers_one_is_taken(house: House, second: House) -> None:
    """The other is told so, and the stored answer is that of the one who succeeded."""
    host, guests = full_table(house, 3)
    for _ in range(ROUNDS):
        host.deal()
        number = guests[0].decisions()[0]["decision"]
        answers = [{"type": "place", "rows": [one, two]} for one in ("left", "right") for two in ("left", "right")]
        results = together(
            *(
                partial(by.answer, number, answer)
                for by, answer in zip([guests[0], guests[0].elsewhere(second)] * 2, answers, strict=True)
            )
        )
        assert kinds(results) == ["AnsweredDifferently"] * 3 + ["done"]
        (taken,) = [answer for answer, result in zip(answers, results, strict=True) if not isinstance(result, Refused)]
        assert guests[0].view()["decisions"][0]["answer"] == taken
        with pytest.raises(AnsweredDifferently):
            guests[0].answer(number, next(answer for answer in answers if answer != taken))
        play_on(guests)
        house.check(host.table)


def test_two_deals_at_once_are_one_hand(house: House, second: House) -> None:
    """Host and dealer both deal; one hand is dealt, from one deck, and the other is told that it runs."""
    host, guests = full_table(house, 2)
    for hand in range(1, ROUNDS + 1):
        dealer = guests[host.view()["next_dealer"] - 1]
        results = together(host.deal, dealer.elsewhere(second).deal, host.elsewhere(second).deal)
        assert kinds(results) == [HandInProgress.__name__] * 2 + ["done"]
        table = house.check(host.table)
        assert table.hands == hand
        _assert_cards_come_from_the_deck(house, host)
        play_on(guests)
        _assert_cards_come_from_the_deck(house, host)


def _assert_cards_come_from_the_deck(house: House, host: Host) -> None:
    """The deck beside the state is the one that this hand was dealt from."""
    stored, table = house.tables.read(host.table), house.table(host.table)
    assert stored is not None and stored.deck is not None and table.hand is not None
    deck = stored.deck.decode()
    dealt = {card for player in table.hand.players for pile in player.piles for card in pile.cards}
    assert dealt == {deck[at : at + 2] for at in range(0, 2 * table.hand.dealt, 2)}


def test_one_seat_is_sold_once(house: House, second: House) -> None:
    """The others are told that it is taken."""
    for _ in range(ROUNDS):
        host = house.open()
        results = together(
            *(
                partial(by.sit, name, seat=2)
                for by, name in zip([host, Host(second, host.table, None)] * 2, "ABCD", strict=True)
            )
        )
        assert kinds(results) == [SeatTaken.__name__] * 3 + ["done"]
        house.check(host.table)


def test_as_many_sit_as_there_are_chairs(house: House) -> None:
    """Eight come at once: five sit, each in a chair of their own with a token of their own."""
    host = house.open()
    results = together(*(partial(host.sit, name) for name in "ABCDEFGH"))
    assert kinds(results) == [TableFull.__name__] * 3 + ["done"] * 5
    seated = [result for result in results if isinstance(result, Guest)]
    assert sorted(guest.seat for guest in seated) == [1, 2, 3, 4, 5]
    assert len({guest.token for guest in seated}) == 5
    assert all(guest.view()["you"]["seat"] == guest.seat for guest in seated)
    house.check(host.table)


def test_one_name_is_taken_once(house: House) -> None:
    """Of four who say the same name, one sits."""
    host = house.open()
    assert kinds(together(*[partial(host.sit, "Ann")] * 4)) == [NameTaken.__name__] * 3 + ["done"]


def test_chips_are_bought_once(house: House, second: House) -> None:
    """`rebuy_to` said at once by many hands buys once; so do pausing, sitting out and leaving."""
    host, guests = full_table(house, 2)
    ann = guests[0]
    both = [ann, ann.elsewhere(second)] * 4
    for wish, kind in (({"rebuy_to": 300}, "rebought"), ({"sitting_out": True}, "sat-out")):
        assert kinds(together(*(partial(by.change_seat, 1, **wish) for by in both))) == ["done"] * 8
        assert count_events(host, kind) == 1
    assert kinds(together(*[partial(host.change, paused=True)] * 8)) == ["done"] * 8
    assert count_events(host, "paused") == 1
    went = together(*[partial(host.leave, 1)] * 4)
    assert kinds(went) == ["NoSuchSeat"] * 3 + ["done"]
    assert house.check(host.table).accounts == () or count_events(host, "left") == 1


def test_an_answer_and_a_pause_at_once(house: House, second: House) -> None:
    """Either order is right: the answer came first, or it is refused and nothing has changed."""
    host, guests = full_table(house, 2)
    for _ in range(ROUNDS):
        host.deal()
        ann = guests[0].elsewhere(second)
        (decision,) = ann.decisions()
        answered, _ = together(
            partial(ann.answer, decision["decision"], decision["default"]), partial(host.change, paused=True)
        )
        assert host.view()["state"] == "paused"
        taken = guests[0].own()["has_chosen"]
        assert taken != isinstance(answered, TablePaused)
        host.change(paused=False)
        play_on(guests)
        house.check(host.table)


def test_a_storm_at_one_table(house: House, second: House) -> None:
    """Guests answer, sit out, come back and leave at once, for hands on end: refusals, never a fault."""
    rng = random.Random(7)
    host, guests = full_table(house)
    for _ in range(60):
        acts: list[Callable[[], object]] = [partial(_deal_if_none_runs, host.elsewhere(rng.choice([house, second])))]
        acts += [partial(_something, guest.elsewhere(rng.choice([house, second])), rng.random()) for guest in guests]
        together(*acts)
        table = house.check(host.table)
        for guest in list(guests):
            if all(chair.name != guest.name for chair in table.chairs):
                guests.remove(guest)
                guests.append(host.sit(guest.name + "'"))
    assert house.table(host.table).hands > 3


def _deal_if_none_runs(host: Host) -> Json:
    view = host.view()
    return view if view["state"] != "waiting" else host.deal()


def _something(guest: Guest, seed: float) -> object:
    rng = random.Random(seed)
    if seed < 0.03:
        return guest.leave(guest.seat)
    if seed < 0.1:
        return guest.change_seat(guest.seat, sitting_out=rng.random() < 0.4)
    if seed < 0.15:
        return guest.change_seat(guest.seat, rebuy_to=rng.randint(50, 200))
    for decision in guest.decisions():
        guest.answer(decision["decision"], draw(rng, decision))
    return None
