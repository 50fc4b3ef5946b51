"""`openapi.yaml` as a judge of replies: which operation answered, and is that what the document promises?

A reply that breaks the document is an AssertionError that says where. A status that is not listed breaks it, and so
does a 500.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import yaml
from jsonschema import Draft202012Validator, FormatChecker, ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend
from msgspec import Struct

Json = dict[str, Any]

DOCUMENT = Path(__file__).parents[2] / "openapi.yaml"
API, EVALUATOR = "game API", "evaluator"
METHODS = ("get", "put", "post", "delete", "patch")
# Addresses of files, whose names may have slashes in them.
OF_FILES = ("/web/{name}", "/docs/{name}")
STREAM_LINE = {"$ref": "#/components/schemas/StreamLine"}
# What a line of a reply is, where lines are sent: by the last part of the address.
LINES = {
    "events": STREAM_LINE,
    "hands": {"$ref": "#/components/schemas/HandHistory"},
}
ITEMS_CHECKED = 200
VALUES_KEPT = 50_000


class Reply(Struct, frozen=True):
    """A reply, whoever fetched it; header names in lower case. `sent` is the request's JSON, None if there was none."""

    method: str
    path: str
    status: int
    headers: Mapping[str, str]
    body: bytes
    sent: Any = None


@cache
def document() -> Json:
    """The document as it stands in the repository."""
    loaded: Json = yaml.safe_load(DOCUMENT.read_text())
    return loaded


def resolved(node: Any) -> Any:
    """The node itself, or what it refers to."""
    while isinstance(node, dict) and "$ref" in node and node["$ref"].startswith("#/"):
        target: Any = document()
        for part in node["$ref"][2:].split("/"):
            target = target[part.replace("~1", "/").replace("~0", "~")]
        node = target
    return node


def paths(service: str) -> dict[str, Json]:
    """The path items that stand on a service."""
    return {
        path: item
        for path, item in document()["paths"].items()
        if any(server["description"] == service for server in item["servers"])
    }


def operations(service: str) -> Iterator[tuple[str, str, Json]]:
    """Every operation of a service as path, method, operation."""
    for path, item in paths(service).items():
        for method in METHODS:
            if method in item:
                yield path, method, item[method]


def template(service: str, path: str) -> str | None:
    """The address in the document that a path matches; one without holes goes first."""
    for known in sorted(paths(service), key=lambda known: ("{" in known, -len(known))):
        hole = ".+" if known in OF_FILES else "[^/]+"
        if re.fullmatch(re.sub(r"\\{\w+\\}", hole, re.escape(known)), path):
            return known
    return None


def _by_discriminator(validator: Validator, branches: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
    """`oneOf`, by the discriminator where there is one: the branch it names, and no other, is what the value is."""
    named = schema.get("discriminator")
    if named is None or not isinstance(value, dict):
        yield from _ONE_OF(validator, branches, value, schema)
    elif value.get(named["propertyName"]) not in named["mapping"]:
        yield ValidationError(f"{value.get(named['propertyName'])!r} is no {named['propertyName']} of the document")
    else:
        reference = {"$ref": named["mapping"][value[named["propertyName"]]]}
        assert reference in branches
        yield from validator.descend(value, reference)


def _some_items(validator: Validator, items: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
    """`items`; of a long list, a spread."""
    if isinstance(value, list) and len(value) > ITEMS_CHECKED:
        value = value[:: len(value) // ITEMS_CHECKED]
    yield from _ITEMS(validator, items, value, schema)


def _known(validator: Validator, reference: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
    """`$ref`; of a component's values, those that were right before are not looked at again."""
    if not isinstance(value, dict):
        yield from _REFERENCE(validator, reference, value, schema)
        return
    seen = (reference, json.dumps(value, sort_keys=True))
    if seen in _right:
        return
    wrong = list(_REFERENCE(validator, reference, value, schema))
    if not wrong and len(_right) < VALUES_KEPT:
        _right.add(seen)
    yield from wrong


_right: set[tuple[str, str]] = set()
_REFERENCE = Draft202012Validator.VALIDATORS["$ref"]
_ONE_OF = Draft202012Validator.VALIDATORS["oneOf"]
_ITEMS = Draft202012Validator.VALIDATORS["items"]
_Checker = extend(Draft202012Validator, {"oneOf": _by_discriminator, "items": _some_items, "$ref": _known})


def faults(schema: Json, value: Any) -> list[str]:
    """Where a value breaks a schema of the document, in words."""
    asked = json.dumps(schema, sort_keys=True)
    # Most of what is looked at is right, and the quick judge says so at once; the other one has the words.
    if _quick(asked).is_valid(value):
        return []
    found = _checker(asked).iter_errors(value)
    return [f"{fault.json_path}: {fault.message[:300]}" for fault in found]


@cache
def _quick(schema: str) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator(_whole(schema), validate_formats=True)


@cache
def _checker(schema: str) -> Any:
    return _Checker(_whole(schema), format_checker=FormatChecker(["date-time"]))


def _whole(schema: str) -> Json:
    """The components lie beside the schema, so that its references lead to them."""
    return {"components": document()["components"], **json.loads(schema)}


def check(service: str, reply: Reply) -> None:
    """Hold a reply against the document."""
    where = f"{reply.method} {reply.path} -> {reply.status}"
    assert "access-control-allow-origin" in reply.headers, f"{where}: no cross-origin header"
    if reply.method == "OPTIONS":
        assert reply.status in (204, 404), where
        return
    known = template(service, reply.path)
    if known is None:
        assert (reply.status, _problem(where, reply)["code"]) == (404, "not-found"), where
        return
    item = paths(service)[known]
    method = "get" if reply.method == "HEAD" else reply.method.lower()
    if method not in item:
        assert reply.status == 405 and reply.method != "HEAD", f"{where}: {known} does not list that method"
        _check_allow(where, item, reply)
        return
    assert str(reply.status) in item[method]["responses"], f"{where}: {known} does not list that status"
    promised = resolved(item[method]["responses"][str(reply.status)])
    _check_headers(where, promised, reply)
    _check_body(where, promised, reply)
    if reply.status < 300 and reply.sent is not None and "requestBody" in item[method]:
        taken = item[method]["requestBody"]["content"]["application/json"]["schema"]
        wrong = faults(taken, reply.sent)
        assert not wrong, f"{where}: was taken, though the document refuses it: {wrong}"


def _check_allow(where: str, item: Json, reply: Reply) -> None:
    """405 names the methods that the document lists, and the two that go with them."""
    _problem(where, reply)
    listed = {method.upper() for method in METHODS if method in item}
    allowed = set(reply.headers["allow"].replace(" ", "").split(","))
    assert allowed - {"HEAD", "OPTIONS"} == listed, f"{where}: Allow is {allowed}"


def _check_headers(where: str, promised: Json, reply: Reply) -> None:
    for name, header in promised.get("headers", {}).items():
        header = resolved(header)
        given: Any = reply.headers.get(name.lower())
        assert given is not None or not header.get("required"), f"{where}: no {name}"
        if given is not None:
            value = int(given) if resolved(header["schema"]).get("type") == "integer" else given
            wrong = faults(header["schema"], value)
            assert not wrong, f"{where}: {name}: {wrong}"


def _check_body(where: str, promised: Json, reply: Reply) -> None:
    content = promised.get("content")
    if not content:
        assert not reply.body, f"{where}: a body where none is promised"
        return
    kind = reply.headers.get("content-type", "").split(";")[0]
    assert kind in content or "*/*" in content, f"{where}: {kind} is not listed"
    if kind == "application/x-ndjson":
        line = LINES[reply.path.rpartition("/")[2]]
        wrong = [fault for text in reply.body.splitlines() for fault in faults(line, json.loads(text))]
        assert not wrong, f"{where}: {wrong}"
    elif kind.endswith("json") and reply.method != "HEAD":
        wrong = faults(content[kind]["schema"], json.loads(reply.body))
        assert not wrong, f"{where}: {wrong}"


def _problem(where: str, reply: Reply) -> Json:
    """The problem document of a reply that no operation answered."""
    assert reply.headers.get("content-type") == "application/problem+json", where
    if reply.method == "HEAD":
        return {"code": "not-found"}
    problem: Json = json.loads(reply.body)
    wrong = faults({"$ref": "#/components/schemas/Problem"}, problem)
    assert not wrong, f"{where}: {wrong}"
    return problem
