"""What the evaluator's tests share: a client of the service."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from evaluator.app import create_app


@pytest.fixture(scope="session")
def client() -> FlaskClient:
    return create_app().test_client()
