"""The document itself: valid, closed, and with an example, itself valid, for everything that is said."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from openapi_spec_validator import validate

from tests.contract import spec
from tests.contract.spec import API, EVALUATOR, Json

# The only object whose content another document decides: the game's.
OPEN = {"Options"}
OPERATIONS = [
    pytest.param(path, method, operation, id=operation["operationId"])
    for service in (API, EVALUATOR)
    for path, method, operation in spec.operations(service)
]


def media(node: Any, where: str = "#") -> Iterator[tuple[str, Json]]:
    """Everything in the document that has a schema and examples of it, with its place."""
    if isinstance(node, dict):
        if "schema" in node and ("example" in node or "examples" in node):
            yield where, node
        for name, inner in node.items():
            if name not in ("example", "examples", "value"):
                yield from media(inner, f"{where}/{name}")
    elif isinstance(node, list):
        for at, inner in enumerate(node):
            yield from media(inner, f"{where}/{at}")


def examples(described: Json) -> Iterator[Any]:
    """The values that a media type, a parameter or a header gives as examples."""
    if "example" in described:
        yield described["example"]
    for example in described.get("examples", {}).values():
        yield spec.resolved(example)["value"]


def schemas(node: Any, where: str) -> Iterator[tuple[str, Json]]:
    """A schema and all schemas inside it."""
    if not isinstance(node, dict):
        return
    yield where, node
    for name in ("properties", "patternProperties", "$defs"):
        for key, inner in node.get(name, {}).items():
            yield from schemas(inner, f"{where}/{name}/{key}")
    for name in ("oneOf", "anyOf", "allOf", "prefixItems"):
        for at, inner in enumerate(node.get(name, [])):
            yield from schemas(inner, f"{where}/{name}/{at}")
    for name in ("items", "additionalProperties", "propertyNames", "not"):
        yield from schemas(node.get(name), f"{where}/{name}")


def all_schemas() -> Iterator[tuple[str, Json]]:
    """Every schema of the document: the components, and what stands in paths, parameters and headers."""
    document = spec.document()
    for name, schema in document["components"]["schemas"].items():
        yield from schemas(schema, name)
    for where, described in media({**document, "components": {**document["components"], "schemas": {}}}):
        yield from schemas(described["schema"], where)


def test_the_document_is_valid_openapi() -> None:
    """OpenAPI 3.1, schemas included."""
    assert spec.document()["openapi"] == "3.1.0"
    validate(spec.document())


class _OnceEach(yaml.SafeLoader):
    """Refuses what YAML's readers let pass: a name that an object has twice, of which the last one counts."""

    def construct_mapping(self, node: Any, deep: bool = False) -> Any:
        names = [self.construct_object(name, deep=True) for name, _ in node.value]
        assert len(set(names)) == len(names), f"a name is given twice, near {node.start_mark}"
        return super().construct_mapping(node, deep)


def test_nothing_is_said_twice() -> None:
    """An object of the document has each name once."""
    assert yaml.load(spec.DOCUMENT.read_text(), _OnceEach) == spec.document()


def test_it_says_nothing_about_schema_dialects() -> None:
    """The reader at `/docs` does not understand that member."""
    assert "jsonSchemaDialect" not in spec.document()


def test_every_object_is_closed() -> None:
    """An object lists its fields and takes no other, or it is a map whose values all have one shape."""
    unclosed = []
    for where, schema in all_schemas():
        if "object" not in schema.get("type", ""):
            assert "properties" not in schema, f"{where} has properties and is no object"
            continue
        rest = schema.get("additionalProperties", schema.get("unevaluatedProperties"))
        typed_map = isinstance(rest, dict) and bool(rest) and "properties" not in schema
        if rest is not False and not typed_map and where not in OPEN:
            unclosed.append(where)
    assert unclosed == []


def test_every_required_field_is_described() -> None:
    """A closed object that required a field it does not list could never be made."""
    for where, schema in all_schemas():
        assert set(schema.get("required", [])) <= set(schema.get("properties", {})), where


def test_every_path_names_its_servers() -> None:
    """Two services share the document; the game API is first looked for where the document came from."""
    api = [(API, "."), (API, "http://127.0.0.1:8000")]
    evaluator = [(EVALUATOR, "http://127.0.0.1:8001")]
    for path, item in spec.document()["paths"].items():
        named = [(server["description"], server["url"]) for server in item["servers"]]
        assert named in (api, evaluator, api + evaluator), path


@pytest.mark.parametrize(("path", "method", "operation"), OPERATIONS)
def test_every_operation_has_examples(path: str, method: str, operation: Json) -> None:
    """Of its request, and of every reply that has a body; only bytes have no written form."""
    bodies = [spec.resolved(operation["requestBody"])["content"]] if "requestBody" in operation else []
    bodies += [spec.resolved(reply).get("content", {}) for reply in operation["responses"].values()]
    for content in bodies:
        for kind, described in content.items():
            written = kind != "application/octet-stream"
            assert not written or list(examples(described)), f"{method} {path}: no example of {kind}"


@pytest.mark.parametrize(("path", "method", "operation"), OPERATIONS)
def test_every_operation_says_who_may(path: str, method: str, operation: Json) -> None:
    """What can be refused for want of a token names the token, and what takes one can be refused for it."""
    takes_token = bool(operation.get("security"))
    assert takes_token == ("401" in operation["responses"]), f"{method} {path}"


def test_every_example_is_valid() -> None:
    """Requests, replies, parameters and headers alike."""
    wrong = {
        f"{where}: {fault}"
        for where, described in media(spec.document())
        for example in examples(described)
        for fault in spec.faults(described["schema"], example)
    }
    assert wrong == set()


def test_every_component_is_used() -> None:
    """What nothing refers to describes nothing."""
    text = spec.DOCUMENT.read_text()
    for kind in ("schemas", "responses", "parameters", "headers", "examples"):
        for name in spec.document()["components"][kind]:
            assert f'"#/components/{kind}/{name}"' in text, f"{kind}/{name}"


def test_every_status_of_a_refusal_is_a_problem() -> None:
    """One form for everything that is refused."""
    for service in (API, EVALUATOR):
        for path, method, operation in spec.operations(service):
            for status, reply in operation["responses"].items():
                if status >= "400":
                    assert list(spec.resolved(reply)["content"]) == ["application/problem+json"], (path, method)
