"""A store whose reply to a write is lost: the write is sent again, so that its outcome is known where it can be."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from api.repeats import Keyed
from api.settings import Settings
from api.store import StoreAway, open_store
from tests.servers import LossyLine, RedisServer, wait_until
from tests.wiring import Host, House

pytestmark = pytest.mark.needs("redis-server")


class LosesReplies(LossyLine):
    """A line that lets `spare` replies through and then loses as many as `lost`."""

    spare = 0
    lost = 0

    @property
    def losing(self) -> bool:
        """Asked once for each reply."""
        if self.spare:
            self.spare -= 1
            return False
        self.lost, loses = max(self.lost - 1, 0), self.lost > 0
        return loses

    @losing.setter
    def losing(self, value: bool) -> None:
        assert not value


@pytest.fixture
def lossy_house(redis_server: RedisServer, tmp_path: Path) -> Iterator[tuple[House, LosesReplies]]:
    """A house whose tables are at the other end of such a line."""
    redis_server.ask("FLUSHALL")
    line = LosesReplies(redis_server.port)
    tables = open_store(Settings(secret=b"", data=tmp_path, redis_url=f"redis://127.0.0.1:{line.port}/0"))
    yield House(tables), line
    tables.close()
    line.close()


def lose(line: LosesReplies, replies: int) -> None:
    """The next request reads its table, and then the replies to its write are lost."""
    line.spare, line.lost = 1, replies


def test_a_lost_reply_is_nobodys_trouble(lossy_house: tuple[House, LosesReplies]) -> None:
    """The guest has the seat and its token, once; the hand is dealt, once."""
    house, line = lossy_house
    host = house.open()
    guests = []
    for name in ("Ann", "Bob"):
        lose(line, 1)
        guests.append(host.sit(name))
    assert [guest.view()["you"]["seat"] for guest in guests] == [1, 2]
    lose(line, 1)
    assert host.deal()["hand"] == 1
    assert house.check(host.table).hands == 1
    assert line.lost == 0


def test_an_outcome_that_nobody_knows_is_said_so(lossy_house: tuple[House, LosesReplies]) -> None:
    """Both replies are lost; what was done is there, and the same request again finds it done."""
    house, line = lossy_house
    host = house.open()
    ann, _ = host.sit("Ann"), host.sit("Bob")
    host.deal()
    (decision,) = ann.decisions()
    lose(line, 2)
    with pytest.raises(StoreAway) as told:
        ann.answer(decision["decision"], decision["default"])
    assert told.value.applied == "unknown"
    _assert_done_once(house, host, decision["decision"])
    ann.answer(decision["decision"], decision["default"])
    _assert_done_once(house, host, decision["decision"])


def _assert_done_once(house: House, host: Host, decision: int) -> None:
    def chosen() -> list[int]:
        return [event["decision"] for event in host.events()["events"] if event["kind"] == "chosen"]

    wait_until(lambda: chosen() == [decision], "the answer being there once")
    house.check(host.table)


def test_a_request_with_a_key_is_safe_to_send_again(lossy_house: tuple[House, LosesReplies]) -> None:
    """Nobody knows whether the seat was taken; sent again under its key it has been taken once, with its token."""
    house, line = lossy_house
    host = house.open()
    keyed = Keyed("a-key-that-nobody-guesses", None, "Ann sits")
    # The table and the key are read, and then the replies to the write are lost.
    line.spare, line.lost = 2, 2
    with pytest.raises(StoreAway) as told:
        house.service.sit(host.table, None, {"name": "Ann", "buy_in": 100}, keyed)
    assert told.value.applied == "unknown"
    sat = house.service.sit(host.table, None, {"name": "Ann", "buy_in": 100}, keyed)
    assert sat.seat == host.anyone(sat.seat_token).view()["you"]["seat"] == 1
    assert len(house.check(host.table).chairs) == 1
