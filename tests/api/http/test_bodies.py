"""Bodies that cannot be read: too long, of another type, or JSON that readers disagree about."""

from __future__ import annotations

import io
import json

import pytest
from gunicorn.http.errors import InvalidChunkSize
from werkzeug.test import TestResponse

from api.http.reading import MOST_BODY_BYTES
from tests.api.http.asking import refused
from tests.front import Party

NOT_JSON = {
    "nothing": b"",
    "blank": b"  ",
    "a word": b"hello",
    "cut short": b'{"name": "Ann"',
    "single quotes": b"{'name': 'Ann'}",
    "a comma too much": b'{"name": "Ann",}',
    "two values": b"{} {}",
    "not a number": b'{"name": "Ann", "buy_in": NaN}',
    "infinity": b'{"name": "Ann", "buy_in": -Infinity}',
    "hexadecimal": b'{"name": "Ann", "buy_in": 0x10}',
    "a leading zero": b'{"name": "Ann", "buy_in": 010}',
    "a plus": b'{"name": "Ann", "buy_in": +10}',
    "a name twice": b'{"name": "Ann", "name": "Ben", "buy_in": 10}',
    "twice inside": b'{"options": {"ante": 1, "ante": 2}}',
    "deep lists": b"[" * 30_000,
    "deep objects": b'{"a":' * 10_000,
    "deep and closed": b"[" * 30_000 + b"]" * 30_000,
    "a raw NUL": b'{"name": "A\x00n", "buy_in": 10}',
    "a raw line end": b'{"name": "A\nn", "buy_in": 10}',
    "half a pair": rb'{"name": "A\ud800n", "buy_in": 10}',
    "half a pair as a name": rb'{"\udfff": 1}',
    "bytes that are no text": b'{"name": "\xff\xfe", "buy_in": 10}',
    "an overlong slash": b'{"name": "\xc0\xaf", "buy_in": 10}',
    "a byte order mark": b'\xef\xbb\xbf{"name": "Ann", "buy_in": 10}',
    "UTF-16": '{"name": "Ann", "buy_in": 10}'.encode("utf-16"),
}


@pytest.mark.parametrize("body", NOT_JSON.values(), ids=NOT_JSON)
@pytest.mark.parametrize("address", ["POST /seats", "PATCH ", "PATCH /seats/1", "PUT /decisions/1", "POST /v1/tables"])
def test_what_is_not_json_is_400(party: Party, address: str, body: bytes) -> None:
    """Broken JSON, and JSON that readers disagree about: double names, NaN, halves of characters."""
    method, path = address.split(" ")
    if path.startswith("/v1"):
        reply = party.front.call(method, path, data=body, content_type="application/json")
        assert (reply.status_code, reply.json["code"]) == (400, "not-json")
    else:
        assert refused(party, method, path, party.host, body)["code"] == "not-json"


@pytest.mark.parametrize("body", ["[]", "3", "null", '"Ann"', "true", "[{}]"])
def test_what_is_not_an_object_is_422(party: Party, body: str) -> None:
    """Every body is one JSON object."""
    for method, path in (("POST", "/seats"), ("POST", "/hands"), ("PATCH", ""), ("PUT", "/decisions/1")):
        assert refused(party, method, path, party.host, body)["code"] == "wrong-type"


def send_chunked(party: Party, body: bytes) -> TestResponse:
    """Send a body as a server hands it on that came in chunks, without a length."""
    chunked = {"wsgi.input_terminated": True, "HTTP_TRANSFER_ENCODING": "chunked"}
    return party.call(
        "POST",
        "/seats",
        input_stream=io.BytesIO(body),
        content_type="application/json",
        environ_overrides=chunked,
    )


@pytest.mark.parametrize("length", [MOST_BODY_BYTES + 1, 10 * MOST_BODY_BYTES])
def test_a_body_has_a_limit(party: Party, length: int) -> None:
    """413 with the limit, whether the length is announced or not."""
    body = b'{"name": "' + b"x" * length
    reply = party.call("POST", "/seats", data=body, content_type="application/json")
    assert (reply.status_code, reply.json["limit"]) == (413, MOST_BODY_BYTES)
    reply = send_chunked(party, body)
    assert (reply.status_code, reply.json["limit"]) == (413, MOST_BODY_BYTES)


def test_a_body_within_the_limit_is_read_to_its_end(party: Party) -> None:
    """Blanks are JSON too."""
    body = json.dumps({"name": "Dee", "buy_in": 10}).encode()
    whole = body.ljust(MOST_BODY_BYTES)
    assert party.call("POST", "/seats", data=whole, content_type="application/json").status_code == 201
    assert send_chunked(party, whole.replace(b"Dee", b"Eve")).status_code == 201
    assert send_chunked(party, whole + b" ").status_code == 413


@pytest.mark.parametrize("body", [b"", b'{"options": {}}', b'{"options"'])
def test_a_body_that_ends_early_deals_nothing(party: Party, body: bytes) -> None:
    """A caller who is cut off within a body has asked for nothing, whatever what arrived would mean."""
    short = {"wsgi.input_terminated": True, "CONTENT_LENGTH": "400", "wsgi.input": io.BytesIO(body)}
    reply = party.call("POST", "/hands", party.host, content_type="application/json", environ_overrides=short)
    assert (reply.status_code, reply.json["code"]) == (400, "not-json")
    assert party.view()["hand"] is None


class BrokenChunks:
    """A body in chunks whose sizes are no numbers, as gunicorn hands it on."""

    def read(self, size: int = -1) -> bytes:
        raise InvalidChunkSize(b"ZZ")


def test_broken_chunks_are_400(party: Party) -> None:
    """A body that breaks HTTP's own grammar is the caller's fault."""
    chunked = {"wsgi.input_terminated": True, "HTTP_TRANSFER_ENCODING": "chunked", "wsgi.input": BrokenChunks()}
    reply = party.call("POST", "/seats", content_type="application/json", environ_overrides=chunked)
    assert (reply.status_code, reply.json["code"]) == (400, "not-json")
    assert "breaks HTTP" in reply.json["detail"]


@pytest.mark.parametrize(
    "headers",
    [
        {"Content-Type": "text/plain"},
        {"Content-Type": "application/x-www-form-urlencoded"},
        {"Content-Type": "application/json; charset=utf-16"},
        {"Content-Type": "application/merge-patch+json"},
        {"Content-Type": ""},
        {"Content-Type": "application/json", "Content-Encoding": "gzip"},
    ],
    ids=str,
)
def test_only_plain_json_is_read(party: Party, headers: dict[str, str]) -> None:
    """415 for any other type, encoding or character set, and what would be read instead."""
    reply = party.call("POST", "/seats", data=b'{"name": "Dee", "buy_in": 10}', headers=headers)
    assert (reply.status_code, reply.headers["Accept"]) == (415, "application/json")
    assert len(party.view()["seats"]) == 3


def test_a_hand_is_dealt_without_a_body(party: Party) -> None:
    """Nothing has to be announced."""
    assert party.call("POST", "/hands", party.host).status_code == 201
