"""The postman: a thread of every API process that takes up the hooks which have something to deliver."""

import logging
import threading

from api.absence import Absence
from api.clock import Clock
from api.store import StoreError, TableStore
from api.webhooks.delivery import Delivery, Seen
from api.webhooks.hooks import NEVER, PLACES

log = logging.getLogger(__name__)

ROUND_SECONDS = 0.5
# So many hooks are delivered at the same time, that one which is slow does not hold up the others.
HANDS = 8
MOST_HOOKS = 10_000
Address = tuple[str, str]


class Postman(threading.Thread):
    """Makes its rounds until it is told to stop."""

    def __init__(self, delivery: Delivery, tables: TableStore, clock: Clock) -> None:
        super().__init__(name="postman", daemon=True)
        self._delivery = delivery
        self._tables = tables
        self._clock = clock
        self._stopping = threading.Event()
        self._seen: dict[Address, Seen] = {}
        self._busy: set[Address] = set()
        self._absence = Absence(log, "the postman")

    def run(self) -> None:
        while not self._stopping.wait(ROUND_SECONDS):
            try:
                with self._absence.told():
                    for address in self.ready()[: HANDS - len(self._busy)]:
                        self._busy.add(address)
                        # A thread that nobody waits for when the process ends: the lease sees to what is left undone.
                        threading.Thread(target=self.deliver, args=(address,), daemon=True).start()
            except Exception:
                log.exception("the postman failed; he goes round again")

    def ready(self) -> list[Address]:
        """The hooks that are due, or whose tables have moved on since they were last looked at."""
        now = self._clock.now()
        due = set(self._tables.due_asides(now, MOST_HOOKS))
        hooks = [address for address in self._tables.due_asides(NEVER, MOST_HOOKS) if address[1] in PLACES]
        versions = self._tables.versions({table for table, _ in hooks})
        self._seen = {address: seen for address, seen in self._seen.items() if address in hooks}

        def is_ready(address: Address) -> bool:
            seen = self._seen.get(address)
            if address in due or seen is None:
                return True
            return now >= seen.until and versions.get(address[0], 0) > seen.cursor

        return [address for address in hooks if address not in self._busy and is_ready(address)]

    def deliver(self, address: Address) -> None:
        """Deliver one hook's events."""
        try:
            seen = self._delivery.deliver(*address)
            if seen is not None:
                self._seen[address] = seen
        except StoreError as fault:
            log.warning("a webhook waits for the store: %s", fault)
        except Exception:
            log.exception("a webhook of table %s cannot be delivered; the others are", address[0])
        finally:
            self._busy.discard(address)

    def stop(self) -> None:
        """Take up no more hooks, and end the thread."""
        self._stopping.set()
        self.join(timeout=5)
