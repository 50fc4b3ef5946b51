"""Delivery: every event at least once and in order, by one process at a time, through failures and deaths."""

from __future__ import annotations

import itertools
import threading
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from api.store import StoreAway
from api.views import Viewer, event_view
from api.webhooks import delivery
from api.webhooks.delivery import LEASE_SECONDS, Delivery
from api.webhooks.hooks import PLACES, Dead, put_hook, read_hook
from api.webhooks.posting import Poster
from api.webhooks.postman import Postman
from api.webhooks.service import Webhooks
from api.webhooks.targets import Targets
from tests.acting import play_on
from tests.api.service.conftest import OpenStore
from tests.api.webhooks.rounds import LONG_SECONDS, Post, say
from tests.contract import spec
from tests.receiving import Receiver, is_signed
from tests.servers import wait_until
from tests.wiring import Host, House


def test_a_hand_is_told_as_lookers_on_see_it(post: Post, host: Host, receiver: Receiver) -> None:
    """Every event from the webhook on, in order, signed, in the form that the document gives, with nothing secret."""
    _, secret = post.add(host)
    since = host.view()["event"]
    guests = [host.sit("Ann"), host.sit("Bob")]
    host.deal()
    play_on(guests)
    post.goes_round()
    stored = post.house.stored_events(host.table)[since:]
    assert receiver.events() == [stamped.event for stamped in stored]
    for received, stamped in zip(receiver.received, stored, strict=True):
        assert is_signed(received, secret)
        assert received.headers["webhook-id"] == f"{host.table}-{stamped.event}"
        assert received.headers["webhook-timestamp"] == "1800000000"
        shown = msgspec.json.decode(msgspec.json.encode(event_view(stamped, Viewer())))
        assert received.told == {
            "type": shown["kind"],
            "timestamp": stamped.server_time,
            "table": host.table,
            "data": shown,
        }
        assert spec.faults({"$ref": "#/components/schemas/Happened"}, received.told) == []
    assert post.view(host)["last_event"] == stored[-1].event


def test_only_the_wanted_kinds_are_told(post: Post, host: Host, receiver: Receiver) -> None:
    """The others are passed over, without a write for each."""
    post.add(host, kinds=["paused", "seated"])
    say(host, 5)
    host.change(paused=True)
    say(host, 5)
    post.goes_round()
    assert [one.told["type"] for one in receiver.received] == ["paused"]
    kept = read_hook(post.house.tables, host.table, PLACES[0])
    assert kept is not None
    say(host, 5)
    assert post.goes_round() == 1
    assert read_hook(post.house.tables, host.table, PLACES[0]) == kept


def test_what_has_nothing_to_deliver_is_not_looked_at(post: Post, host: Host) -> None:
    """A round costs two questions, however many webhooks there are."""
    post.add(host)
    assert [post.goes_round() for _ in range(3)] == [1, 0, 0]
    say(host)
    assert [post.goes_round() for _ in range(3)] == [1, 0, 0]


def test_a_failure_is_tried_again_ever_more_seldom(post: Post, host: Host, receiver: Receiver) -> None:
    """After 5 s, 20 s, 80 s and so on; the events behind it wait, so that their order stays."""
    _, secret = post.add(host)
    events = say(host, 3)
    receiver.answers.extend([(500, {})] * 3)
    waits = []
    for attempt in range(1, 4):
        post.goes_round()
        view = post.view(host)
        assert (view["state"], view["attempts"], view["failure"]["reason"]) == ("retrying", attempt, "status 500")
        kept = read_hook(post.house.tables, host.table, PLACES[0])
        assert kept is not None
        waits.append(kept.hook.retry_at - post.house.clock.now())
        post.house.clock.ahead_seconds += waits[-1] - 0.01
        assert post.goes_round() == 0
        post.house.clock.ahead_seconds += 0.02
    assert all(0.9 * 5 * 4**at <= wait <= 1.1 * 5 * 4**at for at, wait in enumerate(waits))
    post.goes_round()
    assert receiver.events() == [events[0]] * 3 + events
    first = [one for one in receiver.received if one.event == events[0]]
    assert all(is_signed(one, secret) and one.body == first[0].body for one in first)
    assert len({one.headers["webhook-timestamp"] for one in first}) == 4
    assert (post.view(host)["state"], post.view(host)["failure"]) == ("active", None)


def test_who_asks_to_be_left_alone_is(post: Post, host: Host, receiver: Receiver) -> None:
    """`Retry-After`, where it is longer than the wait would be."""
    post.add(host)
    say(host)
    receiver.answers.append((429, {"Retry-After": "600"}))
    post.goes_round()
    post.house.clock.ahead_seconds += 599
    assert post.goes_round() == 0
    post.house.clock.ahead_seconds += 2
    assert post.goes_round() == 1
    assert post.view(host)["state"] == "active"


def test_webhooks_do_not_wait_for_each_other(post: Post, host: Host, receiver: Receiver) -> None:
    """Each has its own place in the events, and its own failures."""
    with Receiver() as other:
        post.add(host)
        targets = Targets((receiver.host, other.host))
        post.webhooks, post.delivery = Webhooks(post.house.desk, targets), Delivery(post.house.desk, Poster(targets))
        post.postman = Postman(post.delivery, post.house.tables, post.house.clock)
        post.webhooks.add(host.table, host.token, {"url": other.url}, None)
        receiver.always = (500, {})
        events = say(host, 3)
        post.goes_round()
        assert (receiver.events(), other.events()) == (events[:1], events)


@pytest.mark.parametrize("turn", range(3))
def test_one_process_at_a_time_delivers(
    post: Post, host: Host, receiver: Receiver, open_tables: OpenStore, turn: int
) -> None:
    """Four postmen at the same moment: every event comes once, and in its order."""
    others = [Post(House(open_tables(), games=post.house.games, line=post.house.line), receiver) for _ in range(3)]
    for other in others:
        other.house.clock.stands_at = post.house.clock.stands_at
    post.add(host)
    events = say(host, 12)
    threads = [threading.Thread(target=one.goes_round) for one in (post, *others)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    for one in (post, *others):
        one.goes_round()
    assert receiver.events() == events


def test_a_death_on_the_way_repeats_at_most(
    post: Post, host: Host, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever dies before noting how far it came leaves a lease; when that has run out, another begins again there."""
    post.add(host)
    events = say(host, 4)
    puts = itertools.count()
    put = delivery.put_hook

    def die(*args: Any) -> None:
        if next(puts):
            raise StoreAway("the process is gone", "no")
        put(*args)

    monkeypatch.setattr(delivery, "put_hook", die)
    post.goes_round()
    monkeypatch.undo()
    assert receiver.events() == events
    post.house.clock.ahead_seconds += LEASE_SECONDS - 0.1
    post.goes_round()
    assert receiver.events() == events
    post.house.clock.ahead_seconds += 0.2
    post.goes_round()
    assert receiver.events() == events * 2
    assert post.view(host)["last_event"] == events[-1]


def test_a_clock_that_is_set_back_holds_nothing_up(post: Post, host: Host, receiver: Receiver) -> None:
    """A lease or a wait that ends further away than any is set has ended."""
    post.add(host)
    events = say(host, 2)
    receiver.answers.append((500, {}))
    post.goes_round()
    post.house.clock.ahead_seconds -= 10 * LONG_SECONDS
    again = Post(post.house, receiver)
    again.goes_round()
    assert receiver.events() == [events[0], *events]


def test_a_webhook_that_is_taken_away_gets_nothing_more(post: Post, host: Host, receiver: Receiver) -> None:
    """Also when a delivery is on its way: what comes of that is not noted anywhere."""
    hook, _ = post.add(host)
    say(host, 3)
    receiver.answers.append((500, {}))
    post.goes_round()
    assert post.webhooks.remove(host.table, host.token, hook) == {"webhooks": []}
    post.house.clock.ahead_seconds += LONG_SECONDS
    assert post.goes_round() == 0
    assert len(receiver.received) == 1


def test_a_host_that_is_no_longer_listed_is_not_called(post: Post, host: Host, receiver: Receiver) -> None:
    """What the operator has taken back counts, whatever a webhook was allowed when it was made."""
    post.add(host)
    say(host)
    post.delivery = Delivery(post.house.desk, Poster(Targets(("hooks.example.org",))))
    post.postman = Postman(post.delivery, post.house.tables, post.house.clock)
    post.goes_round()
    assert receiver.received == []
    assert post.view(host)["failure"]["reason"] == "address not allowed"


def test_the_postman_goes_his_rounds(
    post: Post, host: Host, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until he is told to stop; a store that is away for a while, or a fault of ours, does not end him."""
    post.add(host)
    versions, calls = post.house.tables.versions, itertools.count()

    def faulty(*args: Any) -> dict[str, int]:
        call = next(calls)
        if call < 2:
            raise (StoreAway("away", "no"), RuntimeError("a fault of ours"))[call]
        return versions(*args)

    monkeypatch.setattr(post.house.tables, "versions", faulty)
    events = say(host, 3)
    post.postman.start()
    try:
        wait_until(lambda: receiver.events() == events, "the events being delivered", 20)
        more = say(host, 2)
        wait_until(lambda: receiver.events() == events + more, "those that came after", 20)
    finally:
        post.postman.stop()
    assert not post.postman.is_alive()


def test_leases_are_longer_than_the_work(host: Host) -> None:
    """Whoever works on a hook has noted how far it came before another may take it up."""
    from api.webhooks import posting

    assert delivery.WORK_SECONDS + posting.CONNECT_SECONDS + posting.REPLY_SECONDS < LEASE_SECONDS


def test_a_hook_may_be_changed_while_it_is_worked_on(post: Post, host: Host, receiver: Receiver) -> None:
    """The host's word counts: what was being delivered is delivered again, and nothing of the change is lost."""
    hook, _ = post.add(host)
    events = say(host, 2)
    kept = read_hook(post.house.tables, host.table, PLACES[0])
    assert kept is not None
    dead = replace(kept.hook, cursor=events[0], dead=(Dead(events[0], 8, 1.0, "status 500"),))
    put_hook(post.house.tables, host.table, PLACES[0], kept.version, dead)
    post_one = post.delivery._poster.post

    def changing(*args: Any) -> Any:
        post.webhooks.redeliver(host.table, host.token, hook, None)
        return post_one(*args)

    post.delivery._poster.post = changing  # type: ignore[method-assign]
    post.goes_round()
    post.delivery._poster.post = post_one  # type: ignore[method-assign]
    post.house.clock.ahead_seconds += LEASE_SECONDS + 1
    post.goes_round()
    assert receiver.events() == [events[1], *events]
