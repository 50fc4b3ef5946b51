"""Large bodies, whose hands are read without being decoded: the answer is the one that decoding would give."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np
import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from evaluator import CODES, RANKINGS, ranks, schemas
from evaluator.batches import read_hands
from evaluator.bulk import Rows
from evaluator.cards import NUMBERS
from evaluator.decoding import decode, decode_hands
from evaluator.hands import LEAST_CARDS, MOST_CARDS
from evaluator.refusals import Refusal, Refusals
from evaluator.scoring import FEW_HANDS, write_ranks
from tests.evaluator.deals import deal

EVALUATIONS = schemas.EvaluationsRequest()
EVERY_CARD = "".join(CODES)


def hand(first: int, size: int) -> str:
    return (EVERY_CARD + EVERY_CARD)[2 * first :][: 2 * size]


def listed(hands: list[str]) -> list[list[str]]:
    return [[written[at : at + 2] for at in range(0, len(written), 2)] for written in hands]


hands_of_one_size = st.builds(
    lambda size, firsts: [hand(first, size) for first in firsts],
    st.integers(LEAST_CARDS, MOST_CARDS),
    st.lists(st.integers(0, 51), min_size=FEW_HANDS, max_size=2 * FEW_HANDS),
)
hands_of_any_size = st.lists(
    st.builds(hand, st.integers(0, 51), st.integers(LEAST_CARDS - 1, MOST_CARDS + 1)),
    min_size=FEW_HANDS,
    max_size=2 * FEW_HANDS,
)
a_list = st.one_of(hands_of_one_size, hands_of_one_size, hands_of_any_size).flatmap(
    lambda hands: st.sampled_from([hands, listed(hands)])
)
written_by = st.sampled_from([
    json.dumps,
    json.dumps,
    lambda value: json.dumps(value, separators=(",", ":")),
    lambda value: json.dumps(value, separators=(",", ":")),
    lambda value: json.dumps(value, indent=1),
    lambda value: json.dumps(value, separators=(" , ", ": ")),
])  # fmt: skip
more = st.fixed_dictionaries(
    {},
    optional={
        "rankings": st.sampled_from([["high"], ["ace-to-five", "ace-to-six"], [], "high", ["]]"], [["high"]]]),
        "detail": st.sampled_from(["ranks", "full", None, '"hands": ["', "[["]),
        "qualifier": st.sampled_from(["eight-or-better", "ace"]),
        "Hands": st.just(["KhKd9s9hQc"]),
    },
)


@st.composite
def bodies(draw: st.DrawFn) -> bytes:
    """Draw a body with many hands, its fields in any order."""
    fields = [*draw(more).items(), ("hands", draw(a_list))]
    write: Callable[[object], str] = draw(written_by)
    return write(dict(draw(st.permutations(fields)))).encode()


PIECES = [
    b'"', b",", b" ", b"\n", b"\0", b"[", b"]", b"{", b"}", b":", b"\\", b'", "', b'","', b'"], ["', b'"],["', b"]]",
    b"Kh", b"h", b"K", b"10h", b"\\u004bh", b"\xe2\x99\xa5", b"\xff", b"\\ud800", b"null", b"5", b'"hands": ',
    b'["', b'"]', b'"hands":["KhKd9s9hQc"]', b'{"hands": [["', b', "hands": []', b'"x": "', b'\\"hands\\": [\\"',
]  # fmt: skip


@st.composite
def mangled(draw: st.DrawFn) -> bytes:
    """Draw a body into which pieces were put, or which lost some of its own, or a part of which stands twice."""
    body = draw(bodies())
    for _ in range(draw(st.integers(1, 2))):
        ends = st.one_of(st.integers(0, min(40, len(body))), st.integers(max(0, len(body) - 40), len(body)))
        at = draw(st.one_of(ends, st.integers(0, len(body))))
        lost = draw(st.sampled_from([0, 0, 1, 2, 3, 4, 12]))
        put = draw(st.one_of(st.sampled_from(PIECES), st.just(body[at : at + 60])))
        body = body[:at] + put + body[at + lost :]
    return body


def outcome(decoder: Callable[[bytes], Any], body: bytes) -> object:
    """Return what a body comes to: its options and each hand's cards, or how it is refused."""
    try:
        loaded = schemas.load(EVALUATIONS, decoder(body))
        batch = read_hands(loaded.pop("hands"))
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return type(error), str(error)
    except Refusals as refused:
        return [fault_of(fault) for fault in refused.faults]
    except Refusal as fault:
        return fault_of(fault)
    cards = {
        place: column
        for where, columns in batch.groups
        for place, column in zip(where.tolist(), columns.T.tolist(), strict=True)
    }
    return loaded, batch.count, cards


def fault_of(fault: Refusal) -> object:
    return type(fault), fault.detail, fault.field, fault.facts


@given(bodies())
def test_a_body_comes_to_what_it_decodes_to(body: bytes) -> None:
    """Options, hands and refusals are the same, in whatever order and spacing the body is written."""
    assert outcome(decode_hands, body) == outcome(decode, body)


@given(mangled())
def test_a_mangled_body_is_refused_as_ever(body: bytes) -> None:
    """What is nearly even is read, or refused, exactly as if every hand had been decoded."""
    assert outcome(decode_hands, body) == outcome(decode, body)


@pytest.mark.parametrize("separators", [(",", ":"), (", ", ": ")], ids=["close", "spaced"])
@pytest.mark.parametrize("form", [list, listed], ids=["strings", "lists"])
@pytest.mark.parametrize("size", range(5, 11))
def test_even_hands_are_not_decoded(
    form: Callable[[list[str]], object], size: int, separators: tuple[str, str]
) -> None:
    """Strings and lists as JSON libraries write them, before, after and between other fields, become arrays at once."""
    hands = [hand(first, size) for first in range(42)]
    for fields in (("hands",), ("hands", "rankings"), ("detail", "hands"), ("detail", "hands", "rankings")):
        values = {"hands": form(hands), "rankings": ["high"], "detail": "ranks"}
        body = json.dumps({name: values[name] for name in fields}, separators=separators).encode()
        decoded = decode_hands(body)
        assert isinstance(decoded["hands"], Rows) and len(decoded["hands"]) == 42
        ((_, columns),) = decoded["hands"].groups
        assert columns.T.tolist() == [[NUMBERS[code] for code in codes] for codes in listed(hands)]


@pytest.mark.parametrize("separators", [(",", ":"), (", ", ": ")], ids=["close", "spaced"])
@pytest.mark.parametrize("form", [list, listed], ids=["strings", "lists"])
def test_hands_of_several_sizes_are_not_decoded(
    form: Callable[[list[str]], object], separators: tuple[str, str]
) -> None:
    """Neither strings nor lists need be of one size."""
    hands = [hand(first, 5 + first % 6) for first in range(42)]
    rows = decode_hands(json.dumps({"hands": form(hands)}, separators=separators).encode())["hands"]
    assert isinstance(rows, Rows)
    read = [""] * 42
    for where, columns in rows.groups:
        for at, cards in zip(where.tolist(), columns.T.tolist(), strict=True):
            read[at] = "".join(CODES[card] for card in cards)
    assert read == hands


@pytest.mark.parametrize(
    "wrong",
    [
        ["KhKd", "9s", "", "Qc", "2c"], ["KhKd", "9s", "9h", "Qc", "2c"], ["K", "hKd", "9s", "9h", "Qc"],
        ["Kh,Kd", "9s", "9h", "Qc", "2c"], ['Kh","Kd', "9s", "9h", "Qc", "2c"], ["Kh", "Kd", "9s", "9h", "Q\n"],
    ],
)  # fmt: skip
def test_lists_of_several_sizes_are_of_single_cards(wrong: list[str]) -> None:
    """What is no list of cards is found among lists of all sizes, though it has as many characters."""
    hands = [*listed([hand(first, 5 + first % 6) for first in range(42)]), wrong]
    body = json.dumps({"hands": hands}).encode()
    assert outcome(decode_hands, body) == outcome(decode, body) != []
    (fault,) = outcome(decode_hands, body)  # type: ignore[misc]
    assert fault[2] == "hands.42"


EVEN = b'["' + b'","'.join([b"KhKd9s9hQc"] * 30) + b'"]'


@pytest.mark.parametrize(
    "body",
    [
        b'{"detail":"{\\"hands\\":' + EVEN.replace(b'"', b'\\"') + b'"}',
        b'{"detail":"\\"hands\\":' + EVEN + b'"}',
        b'{"x":{"hands":' + EVEN + b'},"hands":["KhKd9s9hQc"]}',
        b'{"hands":' + EVEN + b',"hands":["7h5d4c3s2d"]}',
        b'{"hands":["7h5d4c3s2d"],"hands":' + EVEN + b"}",
        b'{"hands":["\\ud800"],"hands":' + EVEN + b"}",
        b'{"rankings":' + EVEN + b',"hands":["7h5d4c3s2d"]}',
        b'[{"hands":' + EVEN + b"}]",
        b'{"hands":' + EVEN + b"}}",
        b'{"hands":' + EVEN + b',"qualifier":"\xff"}',
        b'{"hands":' + EVEN + b',"detail":' + b"[" * 5000,
        b'{"hands":' + EVEN.replace(b"9s9", b"9s\\n", 1) + b"}",
        b'{"hands":' + EVEN.replace(b"Qc", b"Qc\nKhKd9s9hQc", 1) + b"}",
        b'{"hands":' + EVEN.replace(b"Kh", b"\\u004bh", 1) + b"}",
        b'{"hands":' + EVEN.replace(b"Kd", b"Kh", 1) + b"}",
        b'{"hands":[' + EVEN + b"]}",
        b'{"hands":[' + b",".join([EVEN] * 30) + b"]}",
    ],
)
def test_a_list_that_is_not_the_hands_is_not_taken_for_them(body: bytes) -> None:
    """An even list within a string, in another field, or followed by a second one, is what JSON says it is."""
    try:
        expected = outcome(decode, body)
    except RecursionError:
        with pytest.raises(RecursionError):
            decode_hands(body)
    else:
        assert outcome(decode_hands, body) == expected


def test_full_detail_of_even_hands_is_that_of_single_ones(client: FlaskClient) -> None:
    """Around the number up to which hands are described one by one, nothing changes."""
    for count in range(FEW_HANDS - 2, FEW_HANDS + 3):
        hands = [hand(first, 7) for first in range(count)]
        together = client.post("/v1/evaluations", json={"hands": hands}).get_json()["results"]
        assert together == [client.post("/v1/evaluations", json={"hands": [h]}).get_json()["results"][0] for h in hands]


def test_too_many_even_hands_are_refused(client: FlaskClient) -> None:
    """The bound on the number of hands holds for hands that were not decoded."""
    body = json.dumps({"hands": ["KhKd9s9hQc"] * 100_001, "detail": "ranks"})
    reply = client.post("/v1/evaluations", data=body, content_type="application/json")
    assert reply.status_code == 413
    (fault,) = reply.get_json()["faults"]
    assert (fault["field"], fault["bounds"]) == ("hands", {"min": 1, "max": 100_000})


def test_ranks_are_written_as_json() -> None:
    """Every rank there is, and the nought of a low that does not qualify, is written as JSON writes it."""
    every = np.arange(7463, dtype=np.uint16)
    assert write_ranks(every) == msgspec.json.encode(every.tolist())
    assert write_ranks(every[:1]) == b"[0]"


def test_ranks_come_under_each_ranking(client: FlaskClient) -> None:
    """`detail: ranks` answers in the order in which the rankings were asked for."""
    cards = deal(60, 6)
    hands = ["".join(CODES[card] for card in cards_) for cards_ in cards.tolist()]
    names = list(RANKINGS)[::-1]
    reply = client.post("/v1/evaluations", json={"hands": hands, "rankings": names, "detail": "ranks"})
    assert list(json.loads(reply.data)["ranks"].items()) == [(name, ranks(cards, name).tolist()) for name in names]
