"""kill -9 while requests are on their way: whoever sends the same request again finds it done once.

Guests play hand after hand, each in a thread of its own, and keep what they were told had been taken.  Meanwhile the
parts of the server die, one after the other.
"""

from __future__ import annotations

import itertools
import random
import signal
import threading
import uuid
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
import requests

from tests.acting import draw
from tests.servers import RedisServer, wait_until
from tests.whole.killing import Mortal
from tests.whole.people import Guest, Host, Json, NotOk, check_history

Taken = tuple[Guest, int, Json]
# How many answers are taken between one death and the next.
ANSWERS_BETWEEN = 6
LOOK_SECONDS = 0.02
NEWCOMERS = 4
RUN = uuid.uuid4()


class Game:
    """Three guests who play without a pause, and deal when the button comes to them."""

    def __init__(self, url: str) -> None:
        self.host = Host.opens(url, patient=True)
        self.guests = [self.host.sit(name, 100_000) for name in ("Ann", "Bob", "Cy")]
        self.taken: list[Taken] = []
        self.stopping = threading.Event()

    def play(self, guest: Guest) -> None:
        """Answer whatever this guest is asked, and deal, until the game is stopped."""
        rng = random.Random(guest.seat)
        while not self.stopping.wait(LOOK_SECONDS):
            view = guest.view()
            for decision in view["decisions"]:
                if decision["answer"] is None:
                    answer = draw(rng, decision)
                    guest.answer(decision["decision"], answer)
                    self.taken.append((guest, decision["decision"], answer))
            if (view["state"], view["next_dealer"]) == ("waiting", guest.seat):
                self.deal(guest)

    def deal(self, guest: Guest) -> None:
        """A deal that was done before its reply got lost is found to run when it is asked for again."""
        try:
            guest.deal()
        except NotOk as told:
            assert told.code == "hand-in-progress"

    def survives(self, deaths: Iterable[Callable[[], None]]) -> None:
        """Play, and let these happen one after the other."""
        with ThreadPoolExecutor(len(self.guests)) as threads:
            players: list[Future[None]] = [threads.submit(self.play, guest) for guest in self.guests]
            try:
                for death in deaths:
                    self._until_more_is_taken(players)
                    death()
                self._until_more_is_taken(players)
            finally:
                self.stopping.set()
        for player in players:
            player.result()

    def _until_more_is_taken(self, players: list[Future[None]]) -> None:
        enough = len(self.taken) + ANSWERS_BETWEEN

        def is_taken() -> bool:
            for player in players:
                if player.done():
                    player.result()
            return len(self.taken) >= enough

        wait_until(is_taken, f"{ANSWERS_BETWEEN} more answers being taken", 60)

    def check(self) -> None:
        """Everything that was taken is in the history, as it was given, and nothing is there twice."""
        check_history(self.host)
        for guest in self.guests:
            events = {event["decision"]: event for event in guest.events() if event["kind"] in ("acted", "chosen")}
            for who, decision, answer in self.taken:
                if who is guest:
                    assert is_answer(events[decision], answer)


class Newcomers:
    """People who open tables and sit down at them, under keys, and send again whatever was not answered."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.stopping = threading.Event()
        self.came: list[tuple[Host, list[Guest]]] = []

    def come(self, number: int) -> None:
        """Open a table and fill it, again and again; two people share their keys, as a client does that hurries."""
        for turn in itertools.count():
            if self.stopping.is_set():
                return
            host = Host.opens(self.url, patient=True, key=f"table-{number // 2}-{turn}-{uuid.uuid5(RUN, 'table')}")
            keys = [f"seat-{number // 2}-{turn}-{seat}-{uuid.uuid5(RUN, 'seat')}" for seat in range(3)]
            self.came.append((host, [host.sit(f"Guest {at}", 100, key=key) for at, key in enumerate(keys)]))

    def come_through(self, deaths: Iterable[Callable[[], None]]) -> None:
        """Let newcomers come while these happen one after the other."""
        with ThreadPoolExecutor(NEWCOMERS) as threads:
            coming = [threads.submit(self.come, number) for number in range(NEWCOMERS)]
            try:
                for death in deaths:
                    self._until_more_came(coming)
                    death()
                self._until_more_came(coming)
            finally:
                self.stopping.set()
        for one in coming:
            one.result()

    def _until_more_came(self, coming: list[Future[None]]) -> None:
        enough = len(self.came) + NEWCOMERS

        def have_come() -> bool:
            for one in coming:
                if one.done():
                    one.result()
            return len(self.came) >= enough

        wait_until(have_come, f"{NEWCOMERS} more tables being filled", 60)

    def check(self) -> None:
        """Each table is there once, with three guests whose tokens are theirs."""
        for host, guests in self.came:
            kinds = [event["kind"] for event in check_history(host)]
            assert kinds == ["opened", "seated", "seated", "seated"]
            assert [guest.view()["you"]["seat"] for guest in guests] == [1, 2, 3]
        opened = [host.table for host, _ in self.came]
        listed = requests.get(f"{self.url}/v1/tables", params={"limit": 200}, timeout=15).json()["tables"]
        assert sorted(set(opened)) == [table["id"] for table in listed]


def is_answer(event: Json, answer: Json) -> bool:
    """Whether an event is what became of this answer."""
    if event["kind"] == "chosen":
        return bool(event["answer"] == answer)
    return bool(event["action"] == answer["type"] and event["to"] == answer.get("to", event["to"]))


def test_parts_and_the_whole_die(mortal: Mortal) -> None:
    """Workers, the API, the evaluator, and at last the whole server, which is then started again."""

    def all_at_once() -> None:
        mortal.kill_all()
        mortal.start_again()

    game = Game(mortal.url)
    game.survives([mortal.kill_worker, mortal.kill_api, mortal.kill_evaluator, all_at_once, mortal.kill_worker])
    game.check()


def test_newcomers_come_once(light_mortal: Mortal) -> None:
    """A table and a seat that were asked for under a key are there once, whatever died before the reply."""

    def all_at_once() -> None:
        light_mortal.kill_all()
        light_mortal.start_again()

    newcomers = Newcomers(light_mortal.url)
    newcomers.come_through([light_mortal.kill_worker, light_mortal.kill_api, all_at_once, light_mortal.kill_worker])
    newcomers.check()


@pytest.mark.parametrize("store", [pytest.param("redis", marks=pytest.mark.needs("redis-server"))], indirect=True)
def test_redis_dies(light_mortal: Mortal, own_redis: RedisServer) -> None:
    """With `appendfsync always`, a Redis that is killed has all that was acknowledged when it is back."""

    def redis_dies() -> None:
        own_redis.end(signal.SIGKILL)
        own_redis.start()

    game = Game(light_mortal.url)
    game.survives([redis_dies] * 3)
    game.check()
