"""Whole evenings at random: guests come, play, buy, sit out and go; the host pauses; the evaluator comes and goes.

Whatever happens, in whatever order: nothing but refusals is raised, chips are conserved, the stored events give the
stored table, the button moves clockwise, and the hand that runs can be played to its end.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from api.rules.games import GAMES
from api.rules.refusals import Refused
from api.settings import Settings
from api.store import open_store
from tests.acting import draw, play_on
from tests.fifth_game import PEEK
from tests.servers import RedisServer
from tests.wiring import EvaluatorLine, Guest, Host, House, Json

EVENINGS = int(os.environ.get("REGRETS_SESSIONS", "12"))
LATER_SECONDS = 5.0
GAMES_PLAYED = {**GAMES, PEEK.id: PEEK}


class Evening:
    """One table, and whoever sits at it."""

    def __init__(self, house: House, rng: random.Random) -> None:
        self.house = house
        self.line = house.line
        self.line.cut = False
        self.games = rng.sample(list(GAMES_PLAYED), rng.choice([1, 1, 1, 3]))
        choice = rng.choice(["dealer", "rotation"]) if self.games[1:] else "fixed"
        self.host: Host = house.open(
            games=self.games, choice=choice, options=some_options(rng, self.games), max_buy_in=1000
        )
        self.guests: list[Guest] = []
        self.names = iter(range(10_000))

    def take_seat(self, buy_in: int, seat: int | None) -> None:
        self.guests.append(self.host.sit(f"Guest {next(self.names)}", buy_in, seat))

    def sit(self, rng: random.Random) -> None:
        self.take_seat(rng.choice([1, 2, 20, 200]), rng.choice([None, None, rng.randint(1, 5)]))

    def leave(self, rng: random.Random) -> None:
        guest = rng.choice(self.guests)
        rng.choice([guest, self.host]).leave(guest.seat)

    def answer(self, rng: random.Random) -> None:
        asked = [
            (guest, decision) for guest in self.guests for decision in guest.view()["decisions"] if decision["legal"]
        ]
        if asked:
            guest, decision = rng.choice(asked)
            guest.answer(decision["decision"], draw(rng, decision))

    def deal(self, rng: random.Random) -> None:
        rng.choice([self.host, *self.guests]).deal(options=rng.choice([{}, some_options(rng, self.games)]))

    def sit_out(self, rng: random.Random) -> None:
        guest = rng.choice(self.guests)
        guest.change_seat(guest.seat, sitting_out=rng.random() < 0.5)

    def rebuy(self, rng: random.Random) -> None:
        guest = rng.choice(self.guests)
        guest.change_seat(guest.seat, rebuy_to=rng.randint(1, 1000))

    def pause(self, rng: random.Random) -> None:
        self.host.change(paused=rng.random() < 0.3)

    def options(self, rng: random.Random) -> None:
        self.host.change(options=some_options(rng, self.games))

    def ruling(self, rng: random.Random) -> None:
        self.host.change(ruling={"text": "Rob is right", "void": rng.random() < 0.5})

    def cut(self, rng: random.Random) -> None:
        self.line.cut = rng.random() < 0.5

    def tick(self, rng: random.Random) -> None:
        self.house.clock.ahead_seconds += LATER_SECONDS
        self.house.ticker.tick()

    def forget_who_has_left(self) -> None:
        there = {chair.player: chair for chair in self.house.table(self.host.table).chairs}
        self.guests = [guest for guest in self.guests if str(guest.token).partition(".")[0][1:] in map(str, there)]

    def end(self) -> None:
        """The evaluator is back, the host resumes, and the hand that runs is played to its end."""
        self.line.cut = False
        self.host.change(paused=False)
        self.tick(random.Random())
        play_on(self.guests, lambda decision: draw(random.Random(1), decision))
        view = self.host.view()
        assert view["state"] == "waiting", view
        self.host.change(closed=True)


STEPS: dict[str, Callable[[Evening, random.Random], None]] = {
    "sit": Evening.sit,
    "leave": Evening.leave,
    "deal": Evening.deal,
    "sit out or back": Evening.sit_out,
    "rebuy": Evening.rebuy,
    "pause or resume": Evening.pause,
    "options": Evening.options,
    "ruling": Evening.ruling,
    "cut or mend": Evening.cut,
    "tick": Evening.tick,
}
# Most of what happens at a table is answers and deals.
OFTEN = st.sampled_from(["answer"] * 6 + ["deal"] * 2 + [*STEPS])
STEPS["answer"] = Evening.answer
EVENING = st.lists(st.tuples(OFTEN, st.integers(0, 2**32)), min_size=20, max_size=150)


def some_options(rng: random.Random, games: list[str]) -> Json:
    """Values for some of the options that all of these games know."""
    first, *others = (GAMES_PLAYED[game].options for game in games)
    common = [option for option in first if all(option in options for options in others)]
    drawn: Json = {option.name: rng.choice(option.values) for option in common if option.values}
    drawn["ante"] = rng.choice([0, 1, 5, 50])
    return {name: value for name, value in drawn.items() if rng.random() < 0.6}


@pytest.fixture(scope="module", params=["sqlite", pytest.param("redis", marks=pytest.mark.needs("redis-server"))])
def lasting_house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One house for many evenings."""
    url = None
    if request.param == "redis":
        server: RedisServer = request.getfixturevalue("redis_server")
        server.ask("FLUSHALL")
        url = server.url
    data: Path = tmp_path_factory.mktemp("sessions")
    tables = open_store(Settings(secret=b"", data=data, redis_url=url))
    yield House(tables, games=GAMES_PLAYED, line=EvaluatorLine())
    tables.close()


@given(seed=st.integers(0, 2**32), steps=EVENING)
@settings(max_examples=EVENINGS, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_an_evening_at_the_table(lasting_house: House, seed: int, steps: list[tuple[str, int]]) -> None:
    """Chips are conserved and the hand can go on, whatever guests, host and evaluator do (2.5, 7.5)."""
    evening = Evening(lasting_house, random.Random(seed))
    for _ in range(3):
        evening.take_seat(100, None)
    for name, drawn in steps:
        try:
            STEPS[name](evening, random.Random(drawn))
        except (Refused, IndexError) as refusal:
            assert isinstance(refusal, Refused) or not evening.guests
        evening.forget_who_has_left()
        lasting_house.check(evening.host.table)
    evening.end()
    events = evening.host.events()["events"]
    assert_no_chip_came_or_went(events)
    assert_the_button_moved_clockwise(events)


def assert_no_chip_came_or_went(events: list[Json]) -> None:
    """All that was bought has been taken home, since the table is closed; carried chips may have come after."""
    bought = sum(event["chips"] for event in events if event["kind"] == "seated")
    bought += sum(event["adds"] for event in events if event["kind"] == "rebought")
    home = sum(event["chips"] for event in events if event["kind"] == "left")
    home += sum(event["chips"] for event in events if event["kind"] == "refunded" and event["seat"] is None)
    assert home == bought


def assert_the_button_moved_clockwise(events: list[Json]) -> None:
    """From each dealer to the next seat that is dealt in (2.2)."""
    dealer = 0
    for event in events:
        if event["kind"] == "started":
            seats = sorted(stack["seat"] for stack in event["seats"])
            assert all(stack["chips"] > 0 for stack in event["seats"])
            assert event["dealer"] == next((seat for seat in seats if seat > dealer), seats[0])
            dealer = event["dealer"]
