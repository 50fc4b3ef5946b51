"""A table that a test opens at a real server, for examples that come to it by its link as programs of their own."""

from __future__ import annotations

from typing import Any

import requests

from tests.servers import wait_until

Json = dict[str, Any]


class Person:
    """Somebody who calls the API with a token."""

    def __init__(self, table: str, token: str) -> None:
        self.table = table
        self.token = {"Authorization": f"Bearer {token}"}

    def call(self, method: str, path: str = "", body: Json | None = None) -> Json:
        """A request that is taken."""
        reply = self._sent(method, path, body)
        assert reply.ok, reply.text
        found: Json = reply.json()
        return found

    def told(self, method: str, path: str, body: Json) -> str:
        """The words of the server for a request that it refuses."""
        reply = self._sent(method, path, body)
        assert not reply.ok, reply.text
        return str(reply.json()["detail"])

    def _sent(self, method: str, path: str, body: Json | None) -> requests.Response:
        return requests.request(method, self.table + path, json=body, headers=self.token, timeout=30)

    def view(self) -> Json:
        """The table as this person sees it."""
        return self.call("GET")

    def answers(self) -> bool:
        """Answer what is asked as the clock would; whether anything was."""
        asked = [one for one in self.view()["decisions"] if one["required"] and one["legal"]]
        for decision in asked:
            self.call("PUT", f"/decisions/{decision['decision']}", decision["default"])
        return bool(asked)


class Host(Person):
    """The host of a table. `link` is what friends are sent."""

    def __init__(self, api: str, **opening: Any) -> None:
        opened = requests.post(f"{api}/v1/tables", json=opening, timeout=30).json()
        table = opened["table"]["id"]
        super().__init__(f"{api}/v1/tables/{table}", opened["host_token"])
        self.link = f"{api}/?table={table}#guest={opened['invitation']}"

    def sit(self, name: str, chips: int = 100) -> Person:
        """Seat somebody who plays over the API."""
        return Person(self.table, self.call("POST", "/seats", {"name": name, "buy_in": chips})["seat_token"])

    def expects(self, *names: str) -> None:
        """Wait until exactly these sit at the table."""
        wait_until(lambda: {seat["name"] for seat in self.view()["seats"]} == set(names), f"{names} sitting")

    def deal(self) -> Json:
        """Begin a hand, or let the dealer name its game."""
        return self.call("POST", "/hands", {})

    def awards(self) -> list[str]:
        """How the last hand was awarded, in words."""
        return [award["text"] for award in self.view()["result"]["awards"]]

    def events(self, kind: str) -> list[Json]:
        """All that happened of that kind."""
        found = self.call("GET", "/events?limit=1000")["events"]
        return [event for event in found if event["kind"] == kind]

    def close(self) -> None:
        """End the table."""
        self.call("PATCH", "", {"closed": True})
