"""Deadlines of served tables: they pass by themselves, and survive that every process is killed."""

from __future__ import annotations

import time
from datetime import UTC, datetime

from tests.acting import ten_card_deck
from tests.servers import wait_until
from tests.serving import Served
from tests.whole.killing import Mortal
from tests.whole.people import Guest, Host, Json, check_history

# Bob is dealt to first.
BOB, ANN = "7c2s6d3s5h4hKcKdQcQd", "8c9sTdJsAhAcJcThTc9d"
LONG_OUTAGE_SECONDS = 3.0


def told(person: Host | Guest, kind: str) -> list[Json]:
    return [event for event in person.events() if event["kind"] == kind]


def at(text: str) -> datetime:
    return datetime.fromisoformat(text)


def test_a_table_that_everybody_has_left_plays_on(served: Served) -> None:
    """Second after second the clock answers, until the hand is over and both seats are sat out."""
    host = Host.opens(served.api, options={"decision_seconds": 1, "time_bank_seconds": 1})
    host.sit("Ann"), host.sit("Bob")
    host.deal()
    wait_until(lambda: host.view()["phase"]["code"] == "ended", "the clock playing the hand to its end", 60)
    assert {seat["status"] for seat in host.view()["seats"]} <= {"sitting-out", "waiting"}
    late = [event for event in check_history(host) if event["kind"] == "timed-out"]
    assert [event["in_a_row"] for event in late][:2] == [1, 1]
    assert len({event["decision"] for event in late}) == len(late)


def test_a_deadline_survives_that_everything_is_killed(light_mortal: Mortal) -> None:
    """It is later by as long as the service was away; the secret choice, the deck and who is asked are as they were.

    Who had not chosen yet is then waited for as long as was left, and no longer.
    """
    mortal = light_mortal
    host = Host.opens(mortal.url, patient=True, options={"decision_seconds": 8, "time_bank_seconds": 0})
    ann, bob = host.sit("Ann"), host.sit("Bob")
    host.deal(deck=ten_card_deck(BOB, ANN))
    ann.play(type="place", rows=["left", "right"])
    before = [ann.view(), bob.view()]
    mortal.kill_all()
    killed = time.monotonic()
    wait_until(lambda: time.monotonic() - killed > LONG_OUTAGE_SECONDS, "the service being away for a while")
    mortal.start_again()
    wait_until(lambda: bool(told(host, "delayed")), "the outage being noticed")
    (delayed,) = told(host, "delayed")
    assert delayed["by_milliseconds"] > 1000 * (LONG_OUTAGE_SECONDS - 1)
    for guest, then in zip((ann, bob), before, strict=True):
        assert settled(guest.view()) == settled(then)
    deadline = bob.decisions()[0]["deadline"]
    assert deadline == delayed["deadline"]
    moved = at(deadline) - at(before[1]["decisions"][0]["deadline"])
    assert round(1000 * moved.total_seconds()) == delayed["by_milliseconds"]
    wait_until(lambda: bool(told(host, "timed-out")), "the clock choosing for Bob", 30)
    (late,) = told(host, "timed-out")
    assert late["seat"] == bob.seat and at(late["server_time"]) >= at(deadline)
    rows = {seat["name"]: [row["cards"] for row in seat["rows"]] for seat in ann.view()["seats"]}
    assert rows == {"Ann": [["9s"], ["8c"]], "Bob": [["7c"], ["2s"]]}
    check_history(host)


def settled(view: Json) -> Json:
    """All of a view that an outage leaves as it was."""
    seats = [{**seat, "since": None, "deadline": None} for seat in view["seats"]]
    decisions = [{**decision, "deadline": None} for decision in view["decisions"]]
    return {**view, "server_time": None, "event": None, "seats": seats, "decisions": decisions}


def test_a_deadline_that_passed_in_the_outage_is_still_ahead(light_mortal: Mortal) -> None:
    """Nobody loses a hand because the server was down: a bettor may still answer what was asked before."""
    mortal = light_mortal
    host = Host.opens(mortal.url, patient=True, options={"decision_seconds": 3, "time_bank_seconds": 0})
    guests = [host.sit("Ann"), host.sit("Bob")]
    host.deal()
    for guest in guests:
        guest.play(**guest.decisions()[0]["default"])
    (bettor,) = (guest for guest in guests if guest.decisions())
    deadline = at(bettor.decisions()[0]["deadline"])
    mortal.kill_all()
    wait_until(lambda: datetime.now(UTC) > deadline, "the deadline passing", 20)
    mortal.start_again()
    bettor.play(type="check")
    check_history(host)
