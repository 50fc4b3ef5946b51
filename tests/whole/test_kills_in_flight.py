"""kill -9 while requests are on their way: whoever sends the same request again finds it done once.

Guests play hand after hand, each in a thread of its own, and keep what they were told had been taken.  Meanwhile the
parts of the server die, one after the other.
"""

from __future__ import annotations

import random
import signal
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from tests.acting import draw
from tests.servers import RedisServer, wait_until
from tests.whole.killing import Mortal
from tests.whole.people import Guest, Host, Json, NotOk, check_history

Taken = tuple[Guest, int, Json]
# How many answers are taken between one death and the next.
ANSWERS_BETWEEN = 6
LOOK_SECONDS = 0.02


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


@pytest.mark.parametrize("store", [pytest.param("redis", marks=pytest.mark.needs("redis-server"))], indirect=True)
def test_redis_dies(light_mortal: Mortal, own_redis: RedisServer) -> None:
    """With `appendfsync always`, a Redis that is killed has all that was acknowledged when it is back."""

    def redis_dies() -> None:
        own_redis.end(signal.SIGKILL)
        own_redis.start()

    game = Game(light_mortal.url)
    game.survives([redis_dies] * 3)
    game.check()
