"""An evening on a server that runs: hands that follow by themselves, a seat that is waited for, a server that dies."""

from __future__ import annotations

import pytest

from tests.acting import play_on
from tests.servers import wait_until
from tests.serving import Served, run_command
from tests.whole.killing import Mortal
from tests.whole.people import Guest, Host, NotOk, Person, check_history


def test_hands_follow_one_another_by_themselves(served: Served) -> None:
    """Every hand but the first; a seat that is left is taken by who waits for it, and dealt into the next."""
    host = Host.opens(served.api, seats=2, deal_after_seconds=1)
    guests = [host.sit("Ann"), host.sit("Bob")]
    waits = Person(served.api, host.table).call("POST", "/waiting-list", json={"name": "Cy", "buy_in": 100})
    host.deal()
    play_on(guests)
    guests[1].leave(2)
    cy = Guest(served.api, host.table, waits["waiting_token"], 2, "Cy")
    assert (cy.view()["you"]["seat"], cy.view()["hand"]) == (2, 1)
    for hand in (2, 3):
        wait_until(lambda hand=hand: host.view()["hand"] == hand, "the table dealing by itself", 20)
        assert cy.decisions()
        play_on([guests[0], cy])
    events = check_history(host)
    assert [event["kind"] for event in events].count("started") == 3


def test_the_next_hand_and_who_waits_survive_that_everything_is_killed(light_mortal: Mortal) -> None:
    """The moment, the place on the list, a renewed token and another host are as they were."""
    host = Host.opens(light_mortal.url, patient=True, seats=2, deal_after_seconds=5)
    guests = [host.sit("Ann"), host.sit("Bob")]
    waits = host.call("POST", "/waiting-list", json={"name": "Cy", "buy_in": 100})
    host.deal()
    play_on(guests)
    before = guests[0].view()
    host.change(host=1)
    new = guests[0].call("PUT", "/seats/1/token", json={"word": "drawn-at-random-1"})["seat_token"]
    light_mortal.kill_all()
    light_mortal.start_again()
    ann = Guest(light_mortal.url, host.table, new, 1, "Ann", patient=True)
    assert (ann.view()["you"]["host"], ann.view()["deal_at"] in (before["deal_at"], None)) == (True, True)
    cy = Guest(light_mortal.url, host.table, waits["waiting_token"], 2, "Cy", patient=True)
    assert cy.view()["you"]["waiting"] == 1
    for lost in (host, guests[0]):
        try:
            lost.change(paused=True)
            raise AssertionError("a token that was replaced is good again")
        except NotOk as refusal:
            assert refusal.code == "bad-token"
    again = guests[0].call("PUT", "/seats/1/token", json={"word": "drawn-at-random-1"})
    assert again["seat_token"] == new
    wait_until(lambda: ann.view()["hand"] == 2, "the table dealing by itself", 30)
    assert ann.decisions() and guests[1].decisions()
    play_on([ann, guests[1]])
    ann.change(paused=True)
    check_history(Host(light_mortal.url, host.table, new))


def test_a_host_token_is_printed_beside_a_server_that_runs(
    request: pytest.FixtureRequest, served: Served, store: str
) -> None:
    """The one that was told; a new one is good at once, in every process."""
    where = ["--data", str(served.log.parent / "data")]
    if store == "redis":
        where += ["--redis-url", request.getfixturevalue("redis_of_servers").url]
    host = Host.opens(served.api)
    ann = host.sit("Ann")
    assert run_command("table", "host-token", *where, host.table).stdout == f"{host.token}\n"
    printed = run_command("table", "host-token", "--new", *where, host.table)
    assert printed.returncode == 0, printed.stderr
    new = Host(served.api, host.table, printed.stdout.strip())
    for _ in range(4):
        assert new.view()["you"]["host"] and ann.view()["host_seat"] is None
    check_history(new)
