"""What cannot be delivered: dead letters, and webhooks that stop."""

from __future__ import annotations

from api.webhooks.delivery import MOST_ATTEMPTS
from api.webhooks.hooks import MOST_DEAD, PLACES, Dead, Hook, put_hook
from tests.acting import play_on
from tests.api.webhooks.rounds import LONG_SECONDS, Post, fail_for_good, say
from tests.contract import spec
from tests.receiving import Receiver
from tests.wiring import Host


def test_what_fails_for_good_is_a_dead_letter(post: Post, host: Host, receiver: Receiver) -> None:
    """The events behind it follow; the host may look at it, and send for it."""
    hook, _ = post.add(host)
    first, *later = say(host, 3)
    fail_for_good(post, receiver)
    post.goes_round()
    assert receiver.events() == [first] * MOST_ATTEMPTS + later
    (letter,) = post.webhooks.dead_letters(host.table, host.token, hook)["dead_letters"]
    assert (letter["event"], letter["attempts"], letter["reason"]) == (first, MOST_ATTEMPTS, "status 500")
    assert spec.faults({"$ref": "#/components/schemas/DeadLetter"}, letter) == []
    for _ in range(2):
        view = post.webhooks.redeliver(host.table, host.token, hook, [first])
        assert (view["dead_letters"], view["state"]) == (0, "active")
    post.goes_round()
    assert receiver.events()[-1] == first
    assert post.webhooks.dead_letters(host.table, host.token, hook)["dead_letters"] == []
    assert post.view(host)["last_event"] == later[-1]


def test_dead_letters_come_before_what_happens_next(post: Post, host: Host, receiver: Receiver) -> None:
    """In the order of their numbers; and one that fails for good again is a dead letter again."""
    hook, _ = post.add(host)
    events = say(host, 2)
    fail_for_good(post, receiver, 2)
    receiver.received.clear()
    later = say(host, 2)
    post.webhooks.redeliver(host.table, host.token, hook, None)
    fail_for_good(post, receiver)
    post.goes_round()
    assert receiver.events() == [events[0]] * MOST_ATTEMPTS + [events[1], *later]
    letters = post.webhooks.dead_letters(host.table, host.token, hook)["dead_letters"]
    assert [letter["event"] for letter in letters] == [events[0]]


def test_with_no_room_for_dead_letters_a_webhook_stops(post: Post, host: Host, receiver: Receiver) -> None:
    """Rather than losing one; sent for, they come, and it goes on."""
    since = host.view()["event"]
    say(host, MOST_DEAD)
    dead = tuple(Dead(since + at, MOST_ATTEMPTS, 1.0, "status 500") for at in range(1, MOST_DEAD))
    hook = Hook("abcdefgh2345", post.url, (), "", since + MOST_DEAD - 1, dead=dead)
    put_hook(post.house.tables, host.table, PLACES[0], 0, hook)
    fail_for_good(post, receiver)
    view = post.view(host)
    assert (view["state"], view["stopped"], view["dead_letters"]) == ("stopped", "dead-letters-full", MOST_DEAD)
    receiver.received.clear()
    later = say(host, 2)
    assert post.goes_round() == 0
    post.webhooks.redeliver(host.table, host.token, hook.id, None)
    post.goes_round()
    assert receiver.events() == [*range(since + 1, since + MOST_DEAD + 1), *later]


def test_gone_stops_a_webhook(post: Post, host: Host, receiver: Receiver) -> None:
    """410 says that nobody wants more; until the host says otherwise, nothing is sent."""
    hook, _ = post.add(host)
    events = say(host, 2)
    receiver.answers.append((410, {}))
    post.goes_round()
    assert (post.view(host)["stopped"], receiver.events()) == ("gone", events[:1])
    post.house.clock.ahead_seconds += LONG_SECONDS
    say(host)
    assert post.goes_round() == 0
    post.webhooks.redeliver(host.table, host.token, hook, None)
    post.goes_round()
    assert receiver.events()[1:] == [*events, events[-1] + 1]


def test_what_is_no_longer_kept_is_said_so(post: Post, host: Host, receiver: Receiver) -> None:
    """A webhook that is behind the oldest event goes on with that one, and the gap is a dead letter."""
    guests = [host.sit("Ann"), host.sit("Bob")]
    for _ in range(2):
        host.deal()
        play_on(guests)
    put_hook(post.house.tables, host.table, PLACES[0], 0, Hook("abcdefgh2345", post.url, (), "", 3))
    assert post.house.tables.forget(post.house.clock.now() + 1, 1) == 1
    first = post.house.tables.first_event(host.table)
    assert first > 4
    for _ in range(3):
        post.goes_round()
    assert receiver.events() == list(range(first, host.view()["event"] + 1))
    letters = post.webhooks.dead_letters(host.table, host.token, "abcdefgh2345")["dead_letters"]
    assert [(letter["event"], letter["reason"]) for letter in letters] == [(4, "no longer kept")]
    post.webhooks.redeliver(host.table, host.token, "abcdefgh2345", None)
    post.goes_round()
    assert (post.view(host)["dead_letters"], post.view(host)["state"]) == (0, "active")
