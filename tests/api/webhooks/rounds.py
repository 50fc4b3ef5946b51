"""A postman whose rounds are made when a test says so."""

from __future__ import annotations

from typing import Any

from api.webhooks.delivery import MOST_ATTEMPTS, Delivery
from api.webhooks.posting import Poster
from api.webhooks.postman import Postman
from api.webhooks.service import Webhooks
from api.webhooks.targets import Targets
from tests.contract import spec
from tests.receiving import Receiver
from tests.wiring import Host, House, Json

# Longer than any wait between two attempts.
LONG_SECONDS = 8 * 3600


class Post:
    """The webhooks of one process: what hosts ask for, and a postman who goes his rounds when a test says so."""

    def __init__(self, house: House, receiver: Receiver) -> None:
        targets = Targets((receiver.host,))
        self.house = house
        self.url = receiver.url
        self.webhooks = Webhooks(house.desk, targets)
        self.delivery = Delivery(house.desk, Poster(targets))
        self.postman = Postman(self.delivery, house.tables, house.clock)

    def add(self, host: Host, **fields: Any) -> tuple[str, str]:
        """A webhook of the table: its id and its secret."""
        added = self.webhooks.add(host.table, host.token, {"url": self.url, **fields}, None)
        return added.view["id"], added.secret

    def view(self, host: Host) -> Json:
        """The only webhook of the table, as its host sees it."""
        (view,) = self.webhooks.listed(host.table, host.token)["webhooks"]
        wrong = spec.faults({"$ref": "#/components/schemas/Webhook"}, view)
        assert not wrong
        shown: Json = view
        return shown

    def goes_round(self) -> int:
        """One round; how many hooks were taken up."""
        ready = self.postman.ready()
        for address in ready:
            self.postman.deliver(address)
        return len(ready)


def say(host: Host, count: int = 1) -> list[int]:
    """Let so many things happen at the table; the numbers of their events."""
    before = host.view()["event"]
    for at in range(count):
        host.change(name=f"Table {before + at}")
    return list(range(before + 1, before + count + 1))


def fail_for_good(post: Post, receiver: Receiver, events: int = 1) -> None:
    """Let attempts fail until so many events are given up."""
    receiver.answers.extend([(500, {})] * MOST_ATTEMPTS * events)
    while receiver.answers:
        assert post.goes_round() == 1
        post.house.clock.ahead_seconds += LONG_SECONDS
