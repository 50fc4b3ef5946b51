"""One seat at one table over HTTP: sits down, looks, waits for news, answers; patient with a bad network."""

from __future__ import annotations

import re
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import parse_qs, urlsplit

import requests

Json = dict[str, Any]
WAIT_SECONDS = 20
REPLY_SECONDS = 15.0
# A server that is started again is away for seconds; one that is moved, for minutes.
PATIENCE_SECONDS = 600.0
FIRST_PATIENCE_SECONDS = 5.0
LAST_PATIENCE_SECONDS = 3.0
FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 0.25, 8.0
# A shorter absence is not worth a word.
UNTOLD_PAUSE_SECONDS = 0.5
AWAY = (502, 503, 504)

_TABLE = re.compile(r"[0-9a-z]{4,32}")
_TOKEN = re.compile(r"[0-9A-Za-z._~+/-]+=*")


class Refused(Exception):
    """The server refused; `code` is its own, and so are the `bounds` of a number that was out of them."""

    def __init__(self, status: int, body: Json) -> None:
        super().__init__(body.get("detail", f"status {status}"))
        self.status = status
        self.code = str(body.get("code", ""))
        self.bounds: Mapping[str, int] = next((one["bounds"] for one in body.get("faults", []) if "bounds" in one), {})


class Away(Exception):
    """No server answers, or none of ours."""


class Stopped(Exception):
    """Somebody asked the program to end."""


class Watch:
    """Says once that the server is waited for, and once that it is back, for however many clients."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._away = False
        self._lock = threading.Lock()

    def saw(self, where: str, away: bool) -> None:
        """Take note of what a client has just met."""
        if away == self._away:
            return
        with self._lock:
            if away != self._away:
                self._away = away
                self._say(f"waiting for {where}, which is away" if away else f"{where} answers")


class Client:
    """The table behind a link such as `http://host:8000/?table=ID#guest=TOKEN`. Raises ValueError for another link.

    Where the link has a `seat` token, the client is `seated`: it speaks for that seat. `stopping` ends every wait
    between requests, and `watch` is told about a server that is away for longer than a moment.
    """

    def __init__(self, link: str, stopping: threading.Event | None = None, watch: Watch | None = None) -> None:
        parts = urlsplit(link)
        table = parse_qs(parts.query).get("table", [""])[0]
        if parts.scheme not in ("http", "https") or not parts.hostname or not _TABLE.fullmatch(table):
            raise ValueError("that is no table's link; it looks like http://host:8000/?table=ID#guest=TOKEN")
        self.path = f"/v1/tables/{table}"
        self.patience_seconds = PATIENCE_SECONDS
        self._base = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"
        self._where = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
        self._stopping = stopping or threading.Event()
        self._watch = watch or Watch(lambda _: None)
        self._http = _session()
        self.seated = "seat" in parse_qs(parts.fragment)
        for holder in ("guest", "seat"):
            for token in parse_qs(parts.fragment).get(holder, []):
                if not _TOKEN.fullmatch(token):
                    raise ValueError("the token in that link is cut off or has strange characters; copy the link again")
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

    def leave(self, seat: int) -> None:
        """Give the seat up, on a line of its own, since another may be waiting on the first; soon, or not at all."""
        last = _session()
        last.headers.update(self._http.headers)
        end = time.monotonic() + LAST_PATIENCE_SECONDS
        while time.monotonic() < end:
            try:
                address = f"{self._base}{self.path}/seats/{seat}"
                if last.delete(address, timeout=LAST_PATIENCE_SECONDS).status_code not in AWAY:
                    return
            except requests.RequestException:
                time.sleep(0.1)

    def call(self, method: str, path: str = "", body: Json | None = None) -> Json:
        """One request, sent again while the server is away or asks for patience. Raises Refused, Away or Stopped."""
        headers = {"Idempotency-Key": secrets.token_urlsafe(18)} if method == "POST" else {}
        end, pause = time.monotonic() + self.patience_seconds, FIRST_PAUSE_SECONDS
        while True:
            if self._stopping.is_set():
                raise Stopped
            reply = self._sent(method, path, body, headers)
            if reply is not None and reply.status_code == 429:
                # The server is there and says how long; asking earlier would only make that longer.
                self._pause(_seconds(reply.headers.get("Retry-After"), pause))
                continue
            if reply is not None and reply.status_code not in AWAY:
                self._watch.saw(self._where, away=False)
                return self._read(reply)
            if pause > UNTOLD_PAUSE_SECONDS:
                self._watch.saw(self._where, away=True)
            if time.monotonic() + pause > end:
                raise Away(f"no server answers at {self._where}")
            self._pause(_seconds(reply.headers.get("Retry-After"), pause) if reply is not None else pause)
            pause = min(2 * pause, LONGEST_PAUSE_SECONDS)

    def _sent(self, method: str, path: str, body: Json | None, headers: dict[str, str]) -> requests.Response | None:
        """The reply, or None where the line broke."""
        try:
            return self._http.request(
                method, self._base + self.path + path, json=body, headers=headers, timeout=WAIT_SECONDS + REPLY_SECONDS
            )
        except (requests.exceptions.InvalidURL, requests.exceptions.InvalidHeader):
            raise Away(f"{self._where} is no address of a server") from None
        except requests.RequestException:
            return None

    def _read(self, reply: requests.Response) -> Json:
        try:
            told = reply.json()
        except ValueError:
            told = None
        if not isinstance(told, dict):
            raise Away(f"what answers at {self._where} is no game server")
        if not reply.ok:
            raise Refused(reply.status_code, told)
        return told

    def _pause(self, seconds: float) -> None:
        if self._stopping.wait(seconds):
            raise Stopped


def _session() -> requests.Session:
    session = requests.Session()
    # No proxy and no password file of this machine has a say in it.
    session.trust_env = False
    return session


def _seconds(text: str | None, otherwise: float) -> float:
    """A Retry-After in seconds; its other form, a date, is not used by our server."""
    return float(text) if text is not None and text.isascii() and text.isdigit() else otherwise
