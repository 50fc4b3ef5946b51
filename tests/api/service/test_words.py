"""Words in views, over either store: what they cost, and what a table is without them."""

from __future__ import annotations

import pytest

from api import words
from tests.acting import calm, play_on
from tests.wiring import Guest, Host, House

Three = tuple[Guest, Guest, Guest]
GAMES = ("ten-card-regrets", "seven-card-regrets", "henway", "real-poker", "peek")


def at_a_table(house: House, game: str) -> tuple[Host, list[Guest]]:
    host = house.open(game=game, options={"limit": "none"})
    guests = [host.sit(name) for name in ("Ann", "Bob", "Cy")]
    host.deal()
    return host, guests


def play_some(guests: list[Guest], steps: int) -> None:
    play_on(guests, lambda one: one["default"] if one["type"] != "bet" else calm(one), steps)


@pytest.mark.parametrize("game", GAMES)
def test_who_looks_on_costs_the_evaluator_nothing(house: House, game: str) -> None:
    """Neither spectators nor the host, at any moment of a hand, ask for words."""
    host, guests = at_a_table(house, game)
    for _ in range(8):
        house.line.asked.clear()
        for person in (host, host.anyone()):
            assert person.view()["you"]["hands"] == []
            person.events()
        assert house.line.asked == []
        play_some(guests, 3)


@pytest.mark.parametrize(("game", "most"), [(game, 2 if game == "ten-card-regrets" else 1) for game in GAMES])
def test_a_seat_costs_a_call_or_two_when_its_cards_change(house: House, game: str, most: int) -> None:
    """One for each ranking of unfinished rows, or one for all; a view that is asked for again costs none."""
    host, guests = at_a_table(house, game)
    for _ in range(10):
        play_some(guests, 3)
        house.desk.words = words.Words(house.desk.judge)
        for guest in guests:
            house.line.asked.clear()
            first = guest.view()["you"]["hands"]
            assert len(house.line.asked) <= most
            house.line.asked.clear()
            assert guest.view()["you"]["hands"] == first
            assert house.line.asked == []
    assert host.view()["you"]["hands"] == []


def test_the_reply_to_an_answer_has_words_too(house: House, three: Three, host: Host) -> None:
    """Who answers sees the same view as who looks."""
    host.deal()
    for guest in three[1:]:
        guest.answer(guest.decisions()[0]["decision"], {"type": "place", "rows": ["right", "right"]})
    reply = three[0].play(type="place", rows=["right", "left"])
    assert [hand["row"] for hand in reply["you"]["hands"]] == ["right", "left"]
    assert reply["you"] == three[0].view()["you"]


def test_the_table_goes_on_without_words(
    house: House, host: Host, three: Three, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the evaluator is away there are none, and answers are taken; they are back when it is."""
    monkeypatch.setattr(words, "AWAY_SECONDS", 0.0)
    host.deal()
    house.line.cut = True
    for guest in three:
        reply = guest.play(type="place", rows=["right", "left"])
    assert reply["you"]["hands"] is None and reply["phase"]["code"] == "bet"
    assert host.view()["you"]["hands"] == []
    tags = {house.service.look(host.table, guest.token).viewer_key for guest in three}
    house.line.cut = False
    assert [len(guest.view()["you"]["hands"]) for guest in three] == [2, 2, 2]
    assert not tags & {house.service.look(host.table, guest.token).viewer_key for guest in three}
    house.check(host.table)
