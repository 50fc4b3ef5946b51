"""One seat at one table over HTTP: sits down, looks, waits for news, answers; patient with a bad network."""

from __future__ import annotations

import secrets
import time
from typing import Any
from urllib.parse import parse_qs, urlsplit

import requests

Json = dict[str, Any]
WAIT_SECONDS = 20
PATIENCE_SECONDS = 120.0
LONGEST_PAUSE_SECONDS = 8.0


class Refused(Exception):
    """The server refused; `code` is its own."""

    def __init__(self, status: int, body: Json) -> None:
        super().__init__(body.get("detail", f"status {status}"))
        self.status = status
        self.code = str(body.get("code", ""))


class Client:
    """The table behind a link such as `http://host:8000/?table=ID#guest=TOKEN`. Raises ValueError for another link."""

    def __init__(self, link: str) -> None:
        parts = urlsplit(link)
        table = parse_qs(parts.query).get("table", [""])[0]
        if parts.scheme not in ("http", "https") or not table:
            raise ValueError("that is no table's link; it looks like http://host:8000/?table=ID#guest=TOKEN")
        self.path = f"/v1/tables/{table}"
        self._base = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"
        self._http = requests.Session()
        self._http.trust_env = False
        for holder in ("guest", "seat"):
            for token in parse_qs(parts.fragment).get(holder, []):
                self.bear(token)

    def bear(self, token: str) -> None:
        """Speak with this token from now on."""
        self._http.headers["Authorization"] = f"Bearer {token}"

    def sit(self, name: str, chips: int) -> int:
        """Take any free seat and speak for it; the seat's number."""
        sat = self.call("POST", "/seats", {"name": name, "buy_in": chips})
        self.bear(sat["seat_token"])
        return int(sat["seat"])

    def view(self) -> Json:
        """The table as this seat sees it."""
        return self.call("GET")

    def wait(self, since: int) -> None:
        """Return when something has happened after that event, or after a while."""
        self.call("GET", f"/events?since={since}&wait={WAIT_SECONDS}")

    def answer(self, decision: Json, answer: Json) -> Json:
        """Answer a decision."""
        return self.call("PUT", f"/decisions/{decision['decision']}", answer)

    def call(self, method: str, path: str = "", body: Json | None = None) -> Json:
        """One request, sent again while the server is away or asks for patience. Raises Refused."""
        headers = {"Idempotency-Key": secrets.token_urlsafe(18)} if method == "POST" else {}
        end, pause = time.monotonic() + PATIENCE_SECONDS, 0.25
        while True:
            try:
                reply = self._http.request(
                    method, self._base + self.path + path, json=body, headers=headers, timeout=WAIT_SECONDS + 15
                )
            except requests.RequestException:
                if time.monotonic() > end:
                    raise
                wait = pause
            else:
                if reply.ok:
                    return dict(reply.json())
                if reply.status_code not in (429, 502, 503, 504) or time.monotonic() > end:
                    raise Refused(reply.status_code, _problem(reply))
                wait = float(reply.headers.get("Retry-After", pause))
            time.sleep(min(wait, LONGEST_PAUSE_SECONDS))
            pause = min(2 * pause, LONGEST_PAUSE_SECONDS)


def _problem(reply: requests.Response) -> Json:
    try:
        return dict(reply.json())
    except ValueError:
        return {}
