"""The request schemas of the code are the request components of the document: names, required fields, types, bounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Any

import pytest
from apispec.ext.marshmallow import OpenAPIConverter
from marshmallow import Schema
from marshmallow.fields import Raw

from api.http import answers, shapes
from api.http import schemas as api_schemas
from api.http.shapes import Options
from evaluator import schemas as evaluator_schemas
from tests.contract import spec
from tests.contract.spec import API, EVALUATOR, Json

# What is for people, says the same in another way, or is checked by the rules, which know decks.
ELSEWHERE = ("description", "discriminator", "uniqueItems")
# Any value at all: the code reads it by hand.
BY_HAND: Json = {"by": "hand"}
CONVERTER = OpenAPIConverter("3.1.0", lambda schema: None, None)  # type: ignore[arg-type]


def schemas_of(module: ModuleType) -> dict[str, type[Schema]]:
    """The request schemas of a module by name, without those that only others are made from."""
    found = {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, Schema) and value.__module__ == module.__name__
    }
    return {name: value for name, value in found.items() if name != "AnswerRequest"}


def taken(service: str) -> set[str]:
    """The components with fields of their own that the requests of a service are made of."""
    names: set[str] = set()

    def follow(node: Any) -> None:
        if isinstance(node, list):
            for inner in node:
                follow(inner)
        if isinstance(node, dict):
            name = node.get("$ref", "").removeprefix("#/components/schemas/")
            if name and name not in names:
                names.add(name)
                follow(spec.resolved(node))
            for key, inner in node.items():
                if key not in ("discriminator", "example", "examples"):
                    follow(inner)

    for _, _, operation in spec.operations(service):
        follow(operation.get("requestBody"))
    return {name for name in names if "properties" in spec.document()["components"]["schemas"][name]}


def documented(node: Json) -> Json:
    """A schema of the document with its references followed, without prose."""
    options = node.get("$ref") == "#/components/schemas/Options"
    node = {**spec.resolved(node), **{key: value for key, value in node.items() if key != "$ref"}}
    shape = {key: value for key, value in node.items() if key not in ELSEWHERE}
    for inner in shape.pop("allOf", []):
        shape = documented(inner) | shape
    if options:
        return {"options": True} | ({"default": shape["default"]} if "default" in shape else {})
    for key in ("items", "additionalProperties", "propertyNames"):
        if isinstance(shape.get(key), dict):
            shape[key] = documented(shape[key])
    if "oneOf" in shape:
        shape["oneOf"] = [documented(inner) for inner in shape["oneOf"]]
    if "properties" in shape:
        shape["properties"] = {name: documented(inner) for name, inner in shape["properties"].items()}
        shape["required"] = sorted(shape.get("required", []))
    return shape


def coded(schema: Schema) -> Json:
    """A marshmallow schema as the document would write it."""
    shape: Json = {
        "type": "object",
        "additionalProperties": False,
        "properties": {name: _field(field) for name, field in schema.fields.items()},
        "required": sorted(name for name, field in schema.fields.items() if field.required),
    }
    least = getattr(schema, "least_fields", 0)
    return shape | ({"minProperties": least} if least else {})


def _field(field: Any) -> Json:
    if type(field).__name__ == "Cards" or type(field) is Raw:
        return BY_HAND
    default = {} if field.load_default is schema_missing() else {"default": _default(field.load_default)}
    if isinstance(field, Options):
        return {"options": True} | default
    shape = {key: value for key, value in CONVERTER.field2property(field).items() if key != "default"} | default
    if hasattr(field, "inner"):
        shape["items"] = _field(field.inner)
    if hasattr(field, "nested"):
        nested = coded(field.schema)
        shape = ({"oneOf": [nested, {"type": "null"}]} if field.allow_none else nested) | default
    if hasattr(field, "value_field"):
        shape = {key.replace("Length", "Properties"): value for key, value in shape.items()}
        shape["propertyNames"] = _field(field.key_field)
        shape["additionalProperties"] = _field(field.value_field)
    return shape


def schema_missing() -> Any:
    """What marshmallow puts where there is no default."""
    return Raw().load_default


def _default(value: Any) -> Any:
    return value() if callable(value) else value


def differences(code: Any, written: Any, where: str) -> Iterator[str]:
    """Where two shapes differ, in words."""
    if code == BY_HAND:
        return
    if isinstance(code, dict) and isinstance(written, dict):
        for key in sorted(set(code) | set(written)):
            # No least length is the same as a least length of 0, and some defaults are set where they are used.
            if (key[:3] == "min" and code.get(key) == 0) or (key == "default" and key not in code):
                continue
            yield from differences(code.get(key), written.get(key), f"{where}.{key}")
    elif code != written:
        yield f"{where}: the code says {code}, the document {written}"


OF_API = schemas_of(api_schemas) | schemas_of(answers)
OF_EVALUATOR = schemas_of(evaluator_schemas)
CASES = [
    pytest.param(schema, id=f"{service}-{name}")
    for service, found in (("api", OF_API), ("evaluator", OF_EVALUATOR))
    for name, schema in found.items()
]


@pytest.mark.parametrize("schema", CASES)
def test_a_request_schema_is_the_component_of_its_name(schema: type[Schema]) -> None:
    """Names, required fields, types, bounds, patterns, closed sets and defaults."""
    written = documented(spec.document()["components"]["schemas"][schema.__name__])
    tag = getattr(getattr(schema, "value", None), "__struct_config__", None)
    code = coded(schema())
    if tag is not None:
        code["properties"]["type"]["const"] = tag.tag
    assert list(differences(code, written, schema.__name__)) == []


@pytest.mark.parametrize(("found", "service"), [(OF_API, API), (OF_EVALUATOR, EVALUATOR)], ids=["api", "evaluator"])
def test_every_request_component_has_its_schema(found: dict[str, type[Schema]], service: str) -> None:
    """Nothing is taken that the code does not check, and nothing checked that is not taken."""
    assert taken(service) == set(found)


@pytest.mark.parametrize(("name", "kinds"), [("Answer", answers.ANSWERS), ("Draft", answers.DRAFTS)])
def test_every_kind_of_answer_has_its_schema(name: str, kinds: Mapping[str, Schema]) -> None:
    """The answers and the drafts of the document are those that the code reads, under the same types."""
    mapping = spec.document()["components"]["schemas"][name]["discriminator"]["mapping"]
    assert {kind: reference.rsplit("/")[-1] for kind, reference in mapping.items()} == {
        kind: type(schema).__name__ for kind, schema in kinds.items()
    }


def test_options_are_bounded_alike() -> None:
    """The one open object has the same bounds in the code as in the document."""
    options = spec.document()["components"]["schemas"]["Options"]
    value = spec.document()["components"]["schemas"]["OptionValue"]
    assert options["maxProperties"] == shapes.MOST_OPTIONS
    assert options["propertyNames"]["pattern"] == shapes.OPTION_NAME
    assert (value["minimum"], value["maximum"]) == (0, shapes.MOST_CHIPS)
    assert value["maxLength"] == shapes.MOST_OPTION_LENGTH
