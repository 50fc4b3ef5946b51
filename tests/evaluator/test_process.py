"""The service as a process: what gunicorn is told to do with it."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from api.supervisor.gunicorn_conf import post_worker_init
from evaluator.app import create_app


@pytest.fixture
def thawed() -> Iterator[None]:
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("thawed")
def test_no_search_for_unreachable_objects_goes_through_the_app() -> None:
    """A request is not held up while all that the app is made of is looked through."""
    app = create_app()
    assert any(found is app for found in gc.get_objects())
    post_worker_init(None)
    assert not any(found is app for found in gc.get_objects())
