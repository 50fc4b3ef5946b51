"""The table of a `.hand` file on a server that runs, played by requests alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from api.rules.pots import Payment, build_pots
from tests.hands.reading import Answer, Award, HandFile, Sight
from tests.whole.people import Guest, Host, Json, NotOk, Person

GOING: Mapping[str, Json] = {"sits out": {"sitting_out": True}, "comes back": {"sitting_out": False}}


class HttpTable:
    """A `HandTable` on the server at `url`, which must take rigged decks."""

    def __init__(self, url: str, hand: HandFile) -> None:
        played: Json = {"game": hand.game}
        if hand.games:
            played = {"games": list(hand.games), "choice": hand.choice, "rotate_after": 1}
        self.host = Host.opens(url, **played, options=hand.options)
        self.guests: dict[str, Guest] = {
            seat.name: self.host.sit(seat.name, seat.chips, seat=seat.seat) for seat in hand.seats
        }
        self.names = {guest.seat: name for name, guest in self.guests.items()}
        self.left: set[str] = set()

    def deal(self, deck: tuple[str, ...]) -> None:
        self.host.deal(deck=deck)

    def dealer(self) -> str:
        view = self.host.view()
        return self.names[view["next_dealer" if view["state"] == "announcing" else "dealer"]]

    def waits_for(self) -> set[str]:
        view = self.host.view()
        return {seat["name"] for seat in view["seats"] if seat["deciding"]}

    def _asked(self, name: str) -> list[Json]:
        return self.guests[name].decisions()

    def legal(self, name: str) -> list[dict[str, Any]]:
        return [entry for decision in self._asked(name) for entry in decision["legal"]]

    def answer(self, name: str, answer: Answer) -> None:
        (decision,) = self._asked(name)
        self.guests[name].answer(decision["decision"], answer)

    def refuses(self, name: str, answer: Answer) -> bool:
        before = self.host.view()["event"]
        (decision,) = self._asked(name)
        try:
            self.guests[name].answer(decision["decision"], answer)
        except NotOk as told:
            assert (told.status, told.code) == (409, "not-legal")
            assert told.problem["legal"] == decision["legal"]
            return bool(self.host.view()["event"] == before)
        return False

    def goes(self, name: str, how: str) -> None:
        guest = self.guests[name]
        if how == "leaves":
            guest.leave(guest.seat)
        else:
            guest.change_seat(guest.seat, **GOING[how])

    def sees(self, viewer: str | None) -> Sight:
        person = Person(self.host.url, self.host.table) if viewer is None else self.guests[viewer]
        return {seat["name"]: piles for seat in person.view()["seats"] if (piles := _piles(seat))}

    def board(self) -> Mapping[str, tuple[str, ...]]:
        piles: dict[str, tuple[str, ...]] = {}
        for unit in self.host.view()["board"]:
            piles[unit["group"]] = (*piles.get(unit["group"], ()), "".join(unit["cards"]))
        return piles

    def pots(self) -> list[tuple[int, frozenset[str]]]:
        """Those of the finished rounds as the view has them, and with the bets of this round as 2.5 counts them."""
        view = self.host.view()
        clockwise = sorted(view["seats"], key=lambda seat: (seat["seat"] <= view["dealer"], seat["seat"]))
        paid = [Payment(seat["seat"], seat["paid"], seat["in_hand"]) for seat in clockwise]
        pots = [(pot.amount, frozenset(self.names[seat] for seat in pot.eligible)) for pot in build_pots(paid)]
        if not any(seat["bet"] for seat in view["seats"]):
            shown = [(pot["amount"], frozenset(self.names[seat] for seat in pot["eligible"])) for pot in view["pots"]]
            assert shown == pots
        return pots

    def returned(self) -> list[tuple[str, int]]:
        events = [event for event in self.host.events() if event["kind"] == "returned"]
        return [(self.names[seat["seat"]], seat["chips"]) for event in events for seat in event["seats"]]

    def awards(self) -> list[Award]:
        awards = self.host.view()["result"]["awards"]
        return [(award["pot"], award["share"], won) for award in awards if (won := self._won(award))]

    def _won(self, award: Json) -> dict[str, int]:
        total: dict[str, int] = {}
        for winner in award["winners"]:
            name = self.names[winner["seat"]]
            total[name] = total.get(name, 0) + winner["chips"]
        return total

    def stacks(self) -> Mapping[str, int]:
        return {seat["name"]: seat["chips"] for seat in self.host.view()["seats"]}

    def taken(self) -> Mapping[str, int]:
        return {self.names[event["seat"]]: event["chips"] for event in self.host.events() if event["kind"] == "left"}

    def carried(self) -> int:
        chips: int = self.host.view()["carried"]
        return chips


def _piles(seat: Json) -> dict[str, tuple[str, ...]]:
    rows = [(row["name"], row["cards"]) for row in seat["rows"]] + [("new", seat["new_cards"])]
    return {name: tuple(cards) for name, cards in rows if cards}
