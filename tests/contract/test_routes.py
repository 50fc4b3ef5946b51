"""The routes that the services have are the operations that the document lists, both ways."""

from __future__ import annotations

import re

from flask import Flask

from evaluator.app import create_app
from tests.contract import spec
from tests.front import Front


def routes(app: Flask) -> set[tuple[str, str]]:
    """Every address that an app knows, as the document writes it, with each of its methods."""
    return {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), method.lower())
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }


def listed(service: str) -> set[tuple[str, str]]:
    """Every operation that the document lists for a service."""
    return {(path, method) for path, method, _ in spec.operations(service)}


def test_the_game_api_has_what_the_document_lists(front: Front) -> None:
    """Every route is an operation, and every operation a route."""
    assert routes(front.app) == listed(spec.API)


def test_the_evaluator_has_what_the_document_lists() -> None:
    """Every route is an operation, and every operation a route."""
    assert routes(create_app()) == listed(spec.EVALUATOR)
