"""Houses to play in: the real service over either store, with the real evaluator at the end of a line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from api.rules.games import GAMES
from api.settings import Settings
from api.store import TableStore, open_store
from tests.fifth_game import PEEK
from tests.servers import RedisServer
from tests.wiring import EvaluatorLine, Guest, Host, House

STORES = ["sqlite", pytest.param("redis", marks=pytest.mark.needs("redis-server"))]
OpenStore = Callable[[], TableStore]


@pytest.fixture(scope="session")
def line() -> EvaluatorLine:
    """One evaluator for all tests of this process; it takes a moment to load."""
    return EvaluatorLine()


@pytest.fixture(params=STORES)
def open_tables(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OpenStore]:
    """Opens either store, as often as asked, always on the same tables, of which there are none yet."""
    opened: list[TableStore] = []
    url = None
    if request.param == "redis":
        server: RedisServer = request.getfixturevalue("redis_server")
        server.ask("FLUSHALL")
        url = server.url
    settings = Settings(secret=b"", data=tmp_path / "data", redis_url=url)

    def open_one() -> TableStore:
        opened.append(open_store(settings))
        return opened[-1]

    yield open_one
    for tables in opened:
        tables.close()


@pytest.fixture
def house(open_tables: OpenStore, line: EvaluatorLine) -> Iterator[House]:
    """A server without rigged decks, whose evaluator is there."""
    line.cut, line.garble = False, None
    line.asked.clear()
    made = House(open_tables(), games={**GAMES, PEEK.id: PEEK}, line=line)
    yield made
    made.hub.stop()
    line.cut, line.garble = False, None


@pytest.fixture
def rigged_house(house: House, open_tables: OpenStore) -> House:
    """A server on the same tables that was started with rigged decks allowed."""
    return House(open_tables(), games=house.games, line=house.line, rigged_decks=True)


@pytest.fixture
def second(house: House, open_tables: OpenStore) -> Iterator[House]:
    """Another process of the same server."""
    made = House(open_tables(), games=house.games, line=house.line)
    yield made
    made.hub.stop()


@pytest.fixture
def still(house: House, second: House) -> None:
    """The clocks of both processes stand still, but for what a test puts them forward."""
    house.clock.stands_at = second.clock.stands_at = float(round(house.clock.now()))


@pytest.fixture
def host(house: House) -> Host:
    return house.open()


@pytest.fixture
def three(host: Host) -> tuple[Guest, Guest, Guest]:
    """Ann, Bob and Cy in seats 1, 2 and 3 of the host's table, 100 chips each."""
    return host.sit("Ann"), host.sit("Bob"), host.sit("Cy")
