"""The game API behind its front door: the real application in this process, and people who speak HTTP to it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from api.app import create_app
from api.judge import Judge
from api.rules.games import GAMES
from api.rules.run import Games
from api.settings import Settings
from api.store import TableStore, open_store
from tests.judging import evaluator

Json = dict[str, Any]
SECRET = b"a secret for tests, 32 bytes long"


class Front:
    """One process of the game API, on a folder of its own or a given store; `more` are settings."""

    def __init__(
        self,
        folder: Path,
        *,
        games: Games = GAMES,
        tables: TableStore | None = None,
        judge: Judge | None = None,
        rigged_decks: bool = False,
        **more: Any,
    ) -> None:
        # Most tests are faster than anybody may be; those of the limits name a rate.
        settings = Settings(secret=SECRET, data=folder / "data", rigged_decks=rigged_decks, **{"rate": 0, **more})
        self.tables = tables or open_store(settings)
        self.app: Flask = create_app(settings, self.tables, judge or evaluator(), games)
        self.client: FlaskClient = self.app.test_client()

    def call(self, method: str, path: str, token: str | None = None, **more: Any) -> TestResponse:
        """One request; `more` is what a Flask client takes, `headers` a mapping."""
        headers = {**more.pop("headers", {}), **({"Authorization": f"Bearer {token}"} if token else {})}
        return self.client.open(path, method=method, headers=headers, **more)

    def open(self, **fields: Any) -> Party:
        """Open a table and be its host."""
        body = {"game": "ten-card-regrets"} | fields
        body = {name: value for name, value in body.items() if value is not None}
        reply = self.call("POST", "/v1/tables", json=body)
        assert reply.status_code == 201, reply.text
        return Party(self, reply.json["table"]["id"], reply.json["host_token"])

    def close(self) -> None:
        self.app.extensions["hub"].stop()
        self.tables.close()


class Party:
    """A table, its host, and who sits there; `seats` holds each seat's token."""

    def __init__(self, front: Front, table: str, host: str) -> None:
        self.front = front
        self.path = f"/v1/tables/{table}"
        self.table = table
        self.host = host
        self.seats: dict[int, str] = {}

    def call(self, method: str, path: str = "", token: str | None = None, **more: Any) -> TestResponse:
        """A request to an address of this table."""
        return self.front.call(method, self.path + path, token, **more)

    def sit(self, name: str, buy_in: int = 1000, **more: Any) -> int:
        """Somebody sits down; the number of the seat."""
        reply = self.call("POST", "/seats", json={"name": name, "buy_in": buy_in} | more)
        assert reply.status_code == 201, reply.text
        self.seats[reply.json["seat"]] = reply.json["seat_token"]
        return int(reply.json["seat"])

    def deal(self, **fields: Any) -> Json:
        """The host deals."""
        reply = self.call("POST", "/hands", self.host, json=fields)
        assert reply.status_code == 201, reply.text
        view: Json = reply.json
        return view

    def view(self, seat: int | None = None) -> Json:
        """The table as a seat sees it, or as anybody does."""
        view: Json = self.call("GET", token=self.seats.get(seat or 0)).json
        return view

    def asked(self) -> list[Json]:
        """The decisions that wait for an answer, of all seats."""
        return [one for seat in self.seats for one in self.view(seat)["decisions"] if one["answer"] is None]

    def answer(self, decision: Json, answer: Mapping[str, Any]) -> TestResponse:
        """The seat that was asked answers."""
        return self.call("PUT", f"/decisions/{decision['decision']}", self.seats[decision["seat"]], json=answer)

    def place_all(self) -> Json:
        """Everybody places as the clock would; the first decision of the betting that follows."""
        for decision in self.asked():
            assert self.answer(decision, decision["default"]).status_code == 200
        (first,) = self.asked()
        return first


def three_at_a_table(front: Front, **fields: Any) -> Party:
    """A table with Ann, Ben and Cy in seats 1, 2 and 3."""
    party = front.open(**fields)
    for name in ("Ann", "Ben", "Cy"):
        party.sit(name)
    return party
