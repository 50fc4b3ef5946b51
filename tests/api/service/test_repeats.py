"""Requests that make something: under one key they are done once, whoever lost the reply, and told the same again."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from api.denied import BadToken, KeyReused, TokenVoid
from api.repeats import KEPT_SECONDS, Keyed
from api.rules.refusals import NameTaken, Refused, TableFull
from api.service import Opened, Sat
from tests.acting import together
from tests.api.service.conftest import OpenStore
from tests.wiring import Guest, Host, House

DAY_SECONDS = 24 * 3600
KEY = "a key that nobody guesses".replace(" ", "-")


def open_table(house: House, keyed: Keyed | None, name: str = "Table") -> Opened:
    fields = {"game": "ten-card-regrets", "name": name, "options": {}, "min_buy_in": 1, "max_buy_in": 1000}
    return house.service.open_table(fields, keyed)


def sit(house: House, table: str, name: str, keyed: Keyed | None) -> Sat:
    return house.service.sit(table, None, {"name": name, "buy_in": 100}, keyed)


def asked(what: str, key: str = KEY, bearer: str | None = None) -> Keyed:
    """A request under a key; `what` is all that it asks."""
    return Keyed(key, bearer, what)


def kinds(results: list[Any]) -> list[str]:
    return sorted(type(result).__name__ for result in results)


def seated(house: House, table: str) -> list[str]:
    return [chair.name for chair in house.table(table).chairs]


def test_a_seat_is_taken_once(house: House, second: House, host: Host) -> None:
    """The same seat and the same token, through any process, and the table as it now stands."""
    first = sit(house, host.table, "Ann", asked("Ann sits"))
    host.sit("Bob")
    again = sit(second, host.table, "Ann", asked("Ann sits"))
    assert (first.again, again.again) == (False, True)
    assert (again.seat, again.seat_token) == (first.seat, first.seat_token)
    assert again.view["you"]["seat"] == first.seat
    assert [seat["name"] for seat in again.view["seats"]] == ["Ann", "Bob"]
    assert house.check(host.table).event == again.view["event"]


def test_without_a_key_nothing_is_remembered(house: House, host: Host) -> None:
    """The same request twice is two requests."""
    sit(house, host.table, "Ann", None)
    with pytest.raises(NameTaken):
        sit(house, host.table, "Ann", None)


def test_a_table_is_opened_once(house: House, second: House) -> None:
    """It is found by its key alone; the host's token is the same."""
    first = open_table(house, asked("a table"))
    again = open_table(second, asked("a table"))
    assert (first.again, again.again) == (False, True)
    assert (again.view["id"], again.host_token) == (first.view["id"], first.host_token)
    other = open_table(house, asked("a table", key=f"{KEY}2"))
    assert other.view["id"] != first.view["id"]
    # Whether a token was sent along makes no difference: nobody needs one to open a table.
    assert open_table(house, asked("a table", bearer=first.host_token)).again


def test_a_hand_is_dealt_once(house: House, three: tuple[Guest, ...], host: Host) -> None:
    """Also when it has been played meanwhile: the repetition deals no other."""
    deal = partial(house.service.deal, host.table, host.token, {}, asked("deal", bearer=host.token))
    assert deal().view["hand"] == 1
    for guest in three:
        guest.leave(guest.seat)
    again = deal()
    assert (again.again, again.view["hand"], again.view["you"]["host"]) == (True, 1, True)
    assert house.check(host.table).hands == 1


def test_a_key_names_one_request(house: House, host: Host) -> None:
    """With another body, or for something else at the table, it is refused, and nothing is done."""
    open_table(house, asked("a table"))
    with pytest.raises(KeyReused):
        open_table(house, asked("another table"), "Another")
    sit(house, host.table, "Ann", asked("Ann sits"))
    before = house.tables.read(host.table)
    with pytest.raises(KeyReused):
        sit(house, host.table, "Bob", asked("Bob sits"))
    assert house.tables.read(host.table) == before


def test_a_key_is_its_sender_s_own(house: House, host: Host) -> None:
    """The same key of another bearer, or at another table, is another key."""
    sit(house, host.table, "Ann", asked("Ann sits"))
    assert not sit(house, host.table, "Bob", asked("Bob sits", bearer="another")).again
    other = house.open()
    assert not sit(house, other.table, "Ann", asked("Ann sits")).again


def test_what_was_refused_is_not_remembered(house: House, host: Host, three: tuple[Guest, ...]) -> None:
    """Once the table lets it, the same request is done."""
    host.sit("Di")
    host.sit("Eve")
    with pytest.raises(TableFull):
        sit(house, host.table, "Fay", asked("Fay sits"))
    three[0].leave(three[0].seat)
    assert not sit(house, host.table, "Fay", asked("Fay sits")).again


def test_a_token_that_is_void_is_not_told_anew(house: House, host: Host) -> None:
    """Who repeats an old request is not told the token of whoever sits there now."""
    first = sit(house, host.table, "Ann", asked("Ann sits"))
    host.leave(first.seat)
    assert sit(house, host.table, "Ann", None).seat == first.seat
    with pytest.raises(TokenVoid):
        sit(house, host.table, "Ann", asked("Ann sits"))


def test_a_place_to_wait_is_taken_once(house: House, host: Host, three: tuple[Guest, ...]) -> None:
    """The same place and the same token, also when the seat has come meanwhile; and when that has a new token, none."""
    host.sit("Di")
    host.sit("Eve")
    wait = partial(house.people.wait, host.table, None, {"name": "Fay", "buy_in": 100}, asked("Fay waits"))
    first, again = wait(), wait()
    assert (first.again, again.again) == (False, True)
    assert (again.player, again.place, again.waiting_token) == (first.player, 1, first.waiting_token)
    three[0].leave(three[0].seat)
    assert wait().view["you"]["seat"] == three[0].seat
    host.anyone(first.waiting_token).renew_token(three[0].seat, "a word that nobody guesses")
    with pytest.raises(TokenVoid):
        wait()


def test_a_renewed_token_is_not_told_to_who_repeats(house: House, host: Host) -> None:
    """A phone was lost with the key of the seat in it; and so with the table's, once there is another host."""
    opened = open_table(house, asked("a table"))
    host = Host(house, opened.view["id"], opened.host_token)
    sat = sit(house, host.table, "Ann", asked("Ann sits", f"{KEY}2"))
    host.anyone(sat.seat_token).renew_token(sat.seat, "a word that nobody guesses")
    with pytest.raises(TokenVoid):
        sit(house, host.table, "Ann", asked("Ann sits", f"{KEY}2"))
    host.change(host=sat.seat)
    with pytest.raises(TokenVoid):
        open_table(house, asked("a table"))


def test_a_void_token_repeats_nothing(house: House, host: Host, three: tuple[Guest, ...]) -> None:
    """Whoever asks again must still be who they were."""
    ann = three[0]
    keyed = asked("deal", bearer=ann.token)
    assert house.service.deal(host.table, ann.token, {}, keyed).view["hand"] == 1
    host.change(ruling={"text": "Misdeal", "void": True})
    host.leave(ann.seat)
    with pytest.raises(BadToken):
        house.service.deal(host.table, ann.token, {}, keyed)


def test_a_key_is_kept_for_a_day(house: House, host: Host) -> None:
    """And then forgotten: a seat is asked for anew, and a table is never opened over one that is there."""
    open_table(house, asked("a table"))
    sit(house, host.table, "Ann", asked("Ann sits"))
    house.clock.ahead_seconds += DAY_SECONDS
    assert sit(house, host.table, "Ann", asked("Ann sits")).again
    assert open_table(house, asked("a table")).again
    house.clock.ahead_seconds += KEPT_SECONDS - DAY_SECONDS
    with pytest.raises(NameTaken):
        sit(house, host.table, "Ann", asked("Ann sits"))
    with pytest.raises(KeyReused):
        open_table(house, asked("a table"))


@pytest.mark.parametrize("turn", range(3))
def test_of_many_at_the_same_moment_one_is_done(house: House, second: House, host: Host, turn: int) -> None:
    """Two processes, one key: one does it, and every sender is told the same."""
    homes = (house, second) * 4

    def once(act: Callable[[House], Opened | Sat], what: str) -> list[Any]:
        results = together(*(partial(act, home) for home in homes))
        assert [result for result in results if isinstance(result, Refused)] == []
        assert [result.again for result in results].count(False) == 1, what
        return results

    opened = once(lambda home: open_table(home, asked("a table")), "opening")
    assert len({(one.view["id"], one.host_token) for one in opened}) == 1
    sat = once(lambda home: sit(home, host.table, "Ann", asked("Ann sits")), "sitting")
    assert len({(one.seat, one.seat_token) for one in sat}) == 1
    sit(house, host.table, "Bob", None)
    token = host.token
    once(lambda home: home.service.deal(host.table, token, {}, asked("deal", KEY, token)), "dealing")  # type: ignore[arg-type,return-value]
    table = house.check(host.table)
    assert (len(table.chairs), table.hands) == (2, 1)


def test_of_two_requests_under_one_key_one_is_done(house: House, second: House, host: Host) -> None:
    """Whoever comes second is told that the key was used."""
    results = together(
        *(
            partial(sit, home, host.table, name, asked(f"{name} sits"))
            for home, name in ((house, "Ann"), (second, "Bob")) * 3
        )
    )
    assert kinds(results) == ["KeyReused"] * 3 + ["Sat"] * 3
    assert len(seated(house, host.table)) == 1


def test_the_store_learns_neither_key_nor_token(house: House, host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written of a request are digests that need the server's secret, and who sat where."""
    written: list[str] = []
    write = house.tables.write

    def noting(what: Any) -> None:
        written.append(repr(what))
        write(what)

    monkeypatch.setattr(house.tables, "write", noting)
    opened = open_table(house, asked("a table"))
    sat = sit(house, host.table, "Ann", asked("Ann sits", bearer="a-token"))
    for secret in (KEY, opened.host_token, sat.seat_token, "a-token", "Ann sits"):
        assert not any(secret in one for one in written)
    assert any("once=Once(" in one for one in written)


def test_the_same_key_means_nothing_to_another_server(house: House, open_tables: OpenStore) -> None:
    """The id of a table follows from the key and the secret, so nobody else can say which table a key opened."""
    other = House(open_tables(), games=house.games, line=house.line, secret=b"another secret, 32 bytes long too")
    assert open_table(house, asked("a table")).view["id"] != open_table(other, asked("a table")).view["id"]
