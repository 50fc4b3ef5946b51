"""Bodies of requests that are refused: for their type, their size, their shape, or because they break off."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from flask.testing import FlaskClient
from gunicorn.http.errors import InvalidChunkSize

from tests.evaluator.refusing import POSTS, refused

NO_CHIPS = {"shares": [{"name": "high", "ranking": "high"}], "players": [{"id": "A"}]}


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 400, "not-json"),
        (b"{", 400, "not-json"),
        (b"\xff\xfe", 400, "not-json"),
        (b'{"hands": NaN}', 400, "not-json"),
        (b"[" * 5000, 400, "not-json"),
        (b'{"hands": ["\\ud800"]}', 400, "not-json"),
        (b'{"hands": [], "hands": []}', 400, "not-json"),
        (b'{"showdowns": [{"paid": {"A": 5, "A": 50}}]}', 400, "not-json"),
        (b'{"hands": [":"], "x": {"y": 1, "z": {":": 1, "\\u003a": 2}}}', 400, "not-json"),
        (b'{"x": {"y": ":::"}}', 422, "missing-field"),
        (b"[]", 422, "wrong-type"),
        (b"null", 422, "wrong-type"),
        (b'"hands"', 422, "wrong-type"),
        (b"{}", 422, "missing-field"),
    ],
)
def test_a_bad_body_is_refused(client: FlaskClient, path: str, body: bytes, status: int, code: str) -> None:
    """What is not JSON is 400; JSON of another shape is 422; neither is ever 500."""
    refused(client.post(path, data=body, content_type="application/json"), status, code)


@pytest.mark.parametrize("path", POSTS)
def test_other_media_types_are_refused(client: FlaskClient, path: str) -> None:
    """415 says what is taken, 406 what can be given."""
    wrong = client.post(path, data=b"{}", content_type="application/xml")
    assert "application/json" in refused(wrong, 415, "unsupported-media-type")["available"]
    accept = {"Accept": "text/html"}
    cannot = client.post(path, data=b"{}", content_type="application/json", headers=accept)
    assert refused(cannot, 406, "not-acceptable")["available"] == ["application/json"]


@pytest.mark.parametrize("path", POSTS)
def test_a_body_too_large_is_refused(client: FlaskClient, path: str) -> None:
    """Above 16 MiB, or less where many small objects would take long to check, a body is 413."""
    most = {"/v1/evaluations": 16, "/v1/best-hands": 4, "/v1/showdowns": 4}.get(path, 1)
    body = b" " * (most * 1024 * 1024 + 1)
    chunks = {"wsgi.input_terminated": True, "wsgi.input": io.BytesIO(body), "HTTP_TRANSFER_ENCODING": "chunked"}
    for reply in (
        client.post(path, data=body, content_type="application/json"),
        client.post(path, content_type="application/json", environ_overrides=chunks),
    ):
        problem = refused(reply, 413, "too-large")
        assert problem["limit"] == most * 1024 * 1024 and str(problem["limit"]) in problem["detail"]


def test_too_many_hands_are_refused(client: FlaskClient) -> None:
    """100,000 hands are taken, and not one more."""
    assert (
        len(client.post("/v1/evaluations", data="KhKd9s9hQc\n" * 100_000, content_type="text/plain").get_json())
        == 100_000
    )
    for body, content_type in (
        (b"KhKd9s9hQc\n" * 100_001, "text/plain"),
        (bytes(range(5)) * 100_001, "application/octet-stream"),
        (json.dumps({"hands": ["KhKd9s9hQc"] * 100_001}), "application/json"),
        (json.dumps({"hands": [["Kh", "Kd", "9s", "9h", "Qc"]] * 100_001, "detail": "ranks"}), "application/json"),
        (json.dumps({"hands": [5] * 100_001, "unknown": True}), "application/json"),
    ):
        over = client.post("/v1/evaluations", data=body, content_type=content_type)
        problem = refused(over, 413, "too-large")
        assert (problem["field"], problem["limit"]) == ("hands", 100_000)
        assert {"min": 1, "max": 100_000} in [fault.get("bounds") for fault in problem["faults"]]


@pytest.mark.parametrize(
    ("path", "body", "field", "most"),
    [
        ("/v1/best-hands", {"patterns": [{"own": 5}], "hands": [{"own": []}] * 10_001}, "hands", 10_000),
        ("/v1/exposed-hands", {"hands": [[]] * 1_001}, "hands", 1_000),
        ("/v1/showdowns", {"showdowns": [NO_CHIPS] * 1_001}, "showdowns", 1_000),
    ],
)
def test_longer_lists_than_a_request_may_hold_are_too_large(
    client: FlaskClient, path: str, body: dict[str, Any], field: str, most: int
) -> None:
    """The other calls have limits of their own, and say them in the same way."""
    problem = refused(client.post(path, json=body), 413, "too-large")
    assert (problem["field"], problem["limit"]) == (field, most)


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize(
    "headers",
    [{"Content-Encoding": "gzip"}, {"Content-Type": "application/json; charset=utf-16"}],
    ids=["compressed", "not in UTF-8"],
)
def test_a_body_is_sent_as_it_is(client: FlaskClient, path: str, headers: dict[str, str]) -> None:
    """What is compressed, or in other characters, is 415, and not read as something else."""
    reply = client.post(path, data=b"{}", headers={"Content-Type": "application/json"} | headers)
    assert "application/json" in refused(reply, 415, "unsupported-media-type")["available"]
    plain = {"Content-Type": "application/json; charset=UTF-8", "Content-Encoding": "identity"}
    refused(client.post(path, data=b"{}", headers=plain), 422, "missing-field")


@pytest.mark.parametrize("content_type", ["application/json", "text/plain", "application/octet-stream"])
def test_a_body_that_ends_early_is_refused(client: FlaskClient, content_type: str) -> None:
    """What is left of a batch that was cut off is not what was asked; broken chunks are the caller's fault too."""
    body = b'{"rankings": ["high"], "hands": ["KhKd9s9hQc"]}' if "json" in content_type else b""
    for stream, more in (
        (io.BytesIO(body), {"CONTENT_LENGTH": "400"}),
        (BrokenChunks(), {"HTTP_TRANSFER_ENCODING": "chunked"}),
        (BrokenConnection(), {"CONTENT_LENGTH": "400"}),
    ):
        cut = {"wsgi.input_terminated": True, "wsgi.input": stream, "HTTP_ACCEPT": "*/*", **more}
        reply = client.post("/v1/evaluations", content_type=content_type, environ_overrides=cut)
        refused(reply, 400, "bad-request")


class BrokenChunks:
    """A body in chunks whose sizes are no numbers, as gunicorn hands it on."""

    def read(self, size: int = -1) -> bytes:
        raise InvalidChunkSize(b"ZZ")


class BrokenConnection:
    """A body whose sender is gone, as gunicorn hands it on."""

    def read(self, size: int = -1) -> bytes:
        raise ConnectionResetError
