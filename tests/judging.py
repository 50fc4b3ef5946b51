"""The real evaluator as the tables' judge, in this process: the API's own judge over a line without a network."""

from functools import cache
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

import requests
from requests.adapters import BaseAdapter

from api.judge import HttpJudge
from evaluator.app import create_app


class InProcess(BaseAdapter):
    """Hands requests to a Flask app instead of a socket."""

    def __init__(self, app: Any) -> None:
        super().__init__()
        self._client = app.test_client()

    def send(self, request: requests.PreparedRequest, *_: Any, **__: Any) -> requests.Response:
        reply = self._client.open(
            urlsplit(request.url).path, method=request.method, data=request.body, headers=dict(request.headers)
        )
        response = requests.Response()
        response.status_code = reply.status_code
        response.headers.update(reply.headers)
        response.url = request.url
        response.request = request
        response.raw = BytesIO(reply.data)
        return response

    def close(self) -> None:
        """Nothing is open."""


@cache
def evaluator() -> HttpJudge:
    """The judge that asks the evaluator of this process."""
    session = requests.Session()
    session.mount("http://evaluator", InProcess(create_app()))
    return HttpJudge("http://evaluator", session)
