"""`regrets table`: the host token of a table, for who runs the server."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from api.cli import main as regrets
from api.denied import BadToken
from api.fingerprint import fits_fingerprint, leave_fingerprint
from api.settings import Settings
from api.store import open_store
from api.table_command import main
from api.tokens import Tokens
from tests.servers import RedisServer
from tests.wiring import SECRET, Host, House

OTHER = b"another secret for tests, also long"
STORES = ["sqlite", pytest.param("redis", marks=pytest.mark.needs("redis-server"))]


@pytest.fixture(params=STORES)
def environ(request: pytest.FixtureRequest, tmp_path: Path) -> Mapping[str, str]:
    """The settings of a server with either store."""
    given = {"REGRETS_SECRET": SECRET.decode(), "REGRETS_DATA": str(tmp_path / "data")}
    if request.param == "redis":
        server: RedisServer = request.getfixturevalue("redis_server")
        server.ask("FLUSHALL")
        given["REDIS_URL"] = server.url
    return given


@pytest.fixture
def house(environ: Mapping[str, str]) -> Iterator[House]:
    """That server, which goes on running."""
    tables = open_store(Settings(secret=SECRET, data=Path(environ["REGRETS_DATA"]), redis_url=environ.get("REDIS_URL")))
    yield House(tables, idle_days=30)
    tables.close()


def told(capsys: pytest.CaptureFixture[str], environ: Mapping[str, str], *arguments: str) -> str:
    """What the command prints when all is well; beside a token, and beside nothing else, stands a link."""
    assert main(arguments, environ) == 0
    printed = capsys.readouterr()
    assert printed.err.count("\n") == ("host-token" in arguments)
    return printed.out


def test_a_lost_token_is_printed(house: House, environ: Mapping[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    """The very token that was told when the table was opened, and nothing else."""
    host = house.open()
    last = host.view()["event"]
    assert told(capsys, environ, "host-token", host.table) == f"{host.token}\n"
    assert host.view()["event"] == last


@pytest.mark.parametrize(
    ("told", "page"),
    [
        ({}, "http://127.0.0.1:8000"),
        ({"REGRETS_HOST": "0.0.0.0", "REGRETS_PORT": "9000"}, "http://127.0.0.1:9000"),
        ({"PUBLIC_URL": "https://poker.example.org/"}, "https://poker.example.org"),
    ],
)
def test_a_link_for_the_page_stands_below_the_token(
    house: House, environ: Mapping[str, str], capsys: pytest.CaptureFixture[str], told: Mapping[str, str], page: str
) -> None:
    """Apart from what a script reads; the page takes the token out of the fragment, which is sent to nobody."""
    host = house.open()
    assert main(["host-token", host.table], {**environ, **told}) == 0
    printed = capsys.readouterr()
    assert printed.out == f"{host.token}\n"
    assert printed.err == f"Open this to be the host on the page: {page}/?table={host.table}#host={host.token}\n"


def test_a_new_token_makes_the_old_ones_worthless(
    house: House, environ: Mapping[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Also where a player had been made the host; everybody is told."""
    host = house.open()
    ann = host.sit("Ann")
    host.change(host=1)
    new = Host(house, host.table, told(capsys, environ, "host-token", "--new", host.table).strip())
    new.change(paused=True)
    assert (ann.view()["you"]["host"], ann.view()["host_seat"]) == (False, None)
    with pytest.raises(BadToken):
        host.view()
    assert [event["seat"] for event in ann.events()["events"] if event["kind"] == "host-changed"] == [1, None]
    house.check(host.table)


def test_a_token_of_another_secret_is_not_printed(
    house: House, environ: Mapping[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Once a server has been started, it is known whose secret is right; a new host token is not made either."""
    host = house.open()
    assert leave_fingerprint(house.tables, Tokens(SECRET))
    assert told(capsys, environ, "host-token", host.table) == f"{host.token}\n"
    last = host.view()["event"]
    for new in ((), ("--new",)):
        assert main(["host-token", *new, host.table], {**environ, "REGRETS_SECRET": OTHER.decode()}) == 2
        printed = capsys.readouterr()
        assert printed.out == "" and "has another secret" in printed.err and printed.err.count("\n") == 1
    assert host.view()["event"] == last
    assert told(capsys, {**environ, "REGRETS_SECRET": OTHER.decode()}, "list").startswith(host.table)


def test_a_server_that_starts_with_another_secret_knows_it(house: House) -> None:
    """Its own is the one that counts from then on; the store holds neither."""
    ours, other = Tokens(SECRET), Tokens(OTHER)
    assert fits_fingerprint(house.tables, other)
    assert [leave_fingerprint(house.tables, tokens) for tokens in (ours, ours, other, other)] == [
        True,
        True,
        False,
        True,
    ]
    assert [fits_fingerprint(house.tables, tokens) for tokens in (ours, other)] == [False, True]
    kept = house.tables.aside("-", "secret")
    assert kept is not None and len(kept[1]) == 16 and OTHER not in kept[1]


def test_the_tables_are_listed_and_shown(
    house: House, environ: Mapping[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Private ones too, closed ones not; no card is shown."""
    public, private, closed = house.open(name="Fridays"), house.open(name="Ours", private=True), house.open()
    public.sit("Ann")
    public.sit("Bob")
    public.deal()
    public.change(host=2)
    closed.change(closed=True)
    lines = told(capsys, environ, "list").splitlines()
    assert sorted(lines) == sorted(
        [
            f"{public.table}  playing, 2 of 5 seats: Fridays",
            f"{private.table}  waiting, 0 of 5 seats, private: Ours",
        ]
    )
    assert told(capsys, environ, "show", public.table).splitlines()[1:] == [
        "host: Bob, in seat 2",
        f"hands dealt: 1; events: {house.table(public.table).event}",
        "seat 1: Ann, 100 chips",
        "seat 2: Bob, 100 chips",
    ]


def test_what_stands_in_the_way_is_said_in_a_line(
    house: House, environ: Mapping[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No such table, no such folder, no secret, no Redis, a bad setting; nothing is made."""
    empty = tmp_path / "empty"
    elsewhere = {**environ, "REGRETS_DATA": str(empty), "REDIS_URL": ""}
    nobody = {**environ, "REDIS_URL": "redis://127.0.0.1:1/0"}
    without = {**environ, "REGRETS_SECRET": ""}
    for given, code, words in (
        (environ, 1, "There is no table nowhere"),
        (elsewhere, 2, "No server has kept its tables in"),
        (without, 2, "There is no secret of a server in"),
        (nobody, 1, "127.0.0.1"),
        ({**environ, "REGRETS_SECRET": "short"}, 2, "REGRETS_SECRET is too short"),
    ):
        assert main(["host-token", "nowhere"], given) == code
        printed = capsys.readouterr()
        assert printed.out == "" and words in printed.err and printed.err.count("\n") == 1
    assert not empty.exists()


def test_help_comes_with_examples(capsys: pytest.CaptureFixture[str]) -> None:
    """Of the command, and of `regrets` for it; without an action it is what one gets."""
    for arguments, code in ((["table"], 2), (["table", "--help"], 0)):
        try:
            assert regrets(arguments) == code
        except SystemExit as ended:
            assert ended.code == code
        assert "regrets table host-token --new" in capsys.readouterr().out
