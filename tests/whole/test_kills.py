"""kill -9 between any two actions of a hand: no acknowledged action is lost and none is done twice.

The deck, secret choices made so far and the numbers of decisions are as they were.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from tests.acting import ten_card_deck
from tests.whole.killing import Mortal
from tests.whole.people import Guest, Host, Json, check_history

# Bob is dealt to first.  He goes all in before the first bet is called, so that placing is all that is left to do, and
# both place left as long as they may: from the third deal on the rest is forced.
BOB, ANN = "7c2s6d3s5h4hKcKdQcQd", "8c9sTdJsAhAcJcThTc9d"
RIGHT_BOB, LEFT_BOB = ["4h", "Kc", "Kd", "Qc", "Qd"], ["7c", "2s", "6d", "3s", "5h"]


def actions(host: Host, ann: Guest, bob: Guest) -> Iterator[tuple[Guest | Host, Json]]:
    """Everything that is done in the hand, and by whom."""
    yield host, {}
    yield bob, place("left", "left")
    yield ann, place("left", "left")
    yield bob, {"type": "bet", "to": 99}
    yield ann, {"type": "call"}
    yield ann, place("left", "left")
    yield bob, place("left", "left")
    yield bob, place("left", "right")
    yield ann, place("left", "right")


def place(*rows: str) -> Json:
    return {"type": "place", "rows": list(rows)}


def everything(*people: Guest) -> list[Json]:
    """What they see, and all that they were told, but for the time of the look and who is there just then."""
    seen = [person.view() for person in people]
    seats = [[{**seat, "connected": None} for seat in view["seats"]] for view in seen]
    views = [{**view, "server_time": None, "seats": shown} for view, shown in zip(seen, seats, strict=True)]
    return [*views, *(event for person in people for event in person.events())]


def test_killed_between_any_two_actions(light_mortal: Mortal) -> None:
    """A part is killed before each action, and the whole server after it; nothing of the table has changed."""
    mortal = light_mortal
    host = Host.opens(mortal.url, patient=True, options={"limit": "none", "decision_seconds": 0})
    ann, bob = host.sit("Ann"), host.sit("Bob")
    parts = itertools.cycle((mortal.kill_worker, mortal.kill_api))
    done = everything(ann, bob)
    for who, what in actions(host, ann, bob):
        next(parts)()
        assert everything(ann, bob) == done
        number = _do(who, what)
        done = everything(ann, bob)
        mortal.kill_all()
        mortal.start_again()
        assert everything(ann, bob) == done
        if number is not None:
            assert who.answer(number, what)["event"] == done[0]["event"]
    _assert_ended(host)


def _do(who: Guest | Host, what: Json) -> int | None:
    """Do it, and say which decision it answered."""
    if isinstance(who, Host):
        who.deal(deck=ten_card_deck(BOB, ANN))
        return None
    (decision,) = who.decisions()
    who.answer(decision["decision"], what)
    return int(decision["decision"])


def _assert_ended(host: Host) -> None:
    """The hand went as it would have gone without a single kill: the rigged deck, the same stacks."""
    view = host.view()
    assert view["phase"]["code"] == "ended"
    bob = next(seat for seat in view["seats"] if seat["name"] == "Bob")
    assert [row["cards"] for row in bob["rows"]] == [RIGHT_BOB, LEFT_BOB]
    assert [seat["chips"] for seat in view["seats"]] == [0, 200]
    answered = [event["decision"] for event in check_history(host) if event["kind"] in ("acted", "chosen")]
    assert sorted(answered) == list(range(1, 9))
