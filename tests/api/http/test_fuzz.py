"""Whatever is sent: never a 500, never a reply that the document does not list, never a change by a refusal."""

from __future__ import annotations

import json
import string
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.front import Front, Party, three_at_a_table

NAMES = ["name", "buy_in", "seat", "options", "deck", "type", "to", "rows", "paused", "closed", "game", "sitting_out"]
NAMES += ["text", "word", "host", "banned", "private", "deal_after_seconds", "leaving", "auto_rebuy_to", "player"]
NAMES += ["chip_value", "currency", "minor", "chips"]
WORDS = ["fold", "check", "call", "bet", "raise", "place", "right", "left", "ten-card-regrets", "Ann", "2c", "ante"]
scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-5, 1200)
    | st.floats(allow_nan=True)
    | st.text(max_size=40)
    | st.sampled_from(WORDS)
)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from(NAMES) | st.text(max_size=8), inner, max_size=5)
    ),
    max_leaves=12,
)
bodies = st.one_of(
    values.map(lambda value: json.dumps(value).encode()),
    st.dictionaries(st.sampled_from(NAMES), values, max_size=4).map(lambda value: json.dumps(value).encode()),
    st.binary(max_size=60),
    st.text(max_size=60).map(lambda text: text.encode("utf-8", "surrogatepass")),
)
addresses = st.sampled_from(
    [
        "POST /seats",
        "PATCH ",
        "PATCH /seats/1",
        "DELETE /seats/2",
        "POST /hands",
        "POST /waiting-list",
        "POST /messages",
        "PUT /seats/1/token",
        "DELETE /waiting-list/4",
        "PUT /decisions/1",
        "PUT /decisions/4",
    ]
)
queries = st.text(st.sampled_from(string.printable + "é\u0663\x00%&="), max_size=30)
headers = st.dictionaries(
    st.sampled_from(
        ["Authorization", "Accept", "If-None-Match", "Content-Type", "Content-Encoding", "Origin", "Range"]
    ),
    st.text(st.characters(min_codepoint=32, max_codepoint=255), max_size=40),
    max_size=3,
)
SETTINGS = settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def fresh() -> Party:
    """A table of its own for one test function, in the middle of a placing."""
    party = three_at_a_table(Front(Path(tempfile.mkdtemp()), rigged_decks=True))
    party.deal()
    return party


class TestFuzz:
    """One table takes everything that hypothesis thinks of."""

    party: Party

    @classmethod
    def setup_class(cls) -> None:
        cls.party = fresh()

    @classmethod
    def teardown_class(cls) -> None:
        cls.party.front.close()

    def call(self, method: str, path: str, **more: Any) -> None:
        """Send it; the client checks the reply, and a refusal must have changed nothing."""
        before = self.party.front.tables.read(self.party.table)
        reply = self.party.call(method, path, **more)
        assert reply.status_code < 500
        if reply.status_code >= 400:
            assert self.party.front.tables.read(self.party.table) == before

    @SETTINGS
    @given(addresses, bodies, st.sampled_from([0, 1, 2, None]))
    def test_any_body(self, address: str, body: bytes, who: int | None) -> None:
        """Any bytes, any JSON, from the host, a seat or nobody."""
        method, path = address.split(" ")
        tokens = {0: self.party.host, **self.party.seats}
        token = tokens.get(who) if who is not None else None
        self.call(method, path, token=token, data=body, content_type="application/json")

    @SETTINGS
    @given(queries)
    def test_any_query(self, query: str) -> None:
        """Anything behind a question mark."""
        self.call("GET", "/events", query_string=query)

    @SETTINGS
    @given(headers)
    def test_any_headers(self, given: dict[str, str]) -> None:
        """Any text in the headers that are read."""
        self.call("GET", "", headers=given)
        self.call("POST", "/hands", headers=given, data=b"{}")

    @SETTINGS
    @given(st.text(max_size=40))
    def test_any_path(self, rest: str) -> None:
        """Any text as an address."""
        self.call("GET", "/" + rest)
        self.call("PUT", "/decisions/" + rest, json={"type": "fold"})
