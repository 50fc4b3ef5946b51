"""Limits: how many requests a minute a token may send, and an address; fewer of those that make something.

Each process counts for itself.  What is looked at before a request is done never stands in the way of an answer that
the table waits for: that one is counted when it has been given.  A wrong token counts as several requests.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address

from flask import Flask, Response, g, request
from msgspec import Struct

from api.denied import BadToken, NoSuchTable, TooFast
from api.http.buckets import Buckets, Level, Policy
from api.http.reading import MOST_EXACT, bearer
from api.rules.refusals import Refused

# A whole table may sit behind one address, every seat as busy as its token allows.
TOKENS_AN_ADDRESS = 8
# An address that tries out tokens is not one that plays.
COST_OF_A_GUESS = 10
# What a wrong token is told: a private table does not even say that it is there.
GUESSES = (BadToken, NoSuchTable)
# Everybody behind one IPv6 line has this part of the address in common.
IPV6_LINE_BITS = 64

ANSWER = "/v1/tables/<table>/decisions/<decision>"
Asks = Callable[[str, str | None, int], bool]
Counted = Sequence[tuple[Buckets, bytes]]


class Limits:
    """The buckets of one process.  `rate` is what a token may send in a minute; `now` is a clock that tests move."""

    def __init__(self, rate: int, now: Callable[[], float] = time.monotonic) -> None:
        self.now = now
        self.tokens = Buckets(Policy("token", rate))
        self.addresses = Buckets(Policy("address", TOKENS_AN_ADDRESS * rate))
        tables, seats = Buckets(Policy("tables", max(1, rate // 20))), Buckets(Policy("seats", max(1, rate // 10)))
        self.making = {
            "/v1/tables": tables,
            "/v1/tables/<table>/webhooks": tables,
            "/v1/tables/<table>/seats": seats,
            "/v1/tables/<table>/bots": seats,
            "/v1/tables/<table>/waiting-list": seats,
        }

    def counted(self, rule: str, method: str, token: str | None, address: str | None) -> Counted:
        """Where a request counts.  The token comes first: who is too fast with it takes nothing from neighbours."""
        line = line_of(address)
        counted = [(self.addresses, line)]
        if method == "POST" and rule in self.making:
            counted.insert(0, (self.making[rule], line))
        if token is not None:
            # Only a digest is kept: a token has no bound in length, and a memory dump should hold none.
            counted.insert(0, (self.tokens, hashlib.blake2b(token.encode(), digest_size=16).digest()))
        return counted

    def take(self, counted: Counted) -> list[Level]:
        """Count a request before it is done; raises TooFast."""
        now = self.now()
        return [_not_empty(buckets.take(caller, now)) for buckets, caller in counted]

    def look(self, counted: Counted) -> list[Level]:
        """What a request would be told if it were counted now; raises TooFast."""
        now = self.now()
        return [_not_empty(buckets.look(caller, now)) for buckets, caller in counted]

    def charge(self, counted: Counted, cost: int = 1) -> list[Level]:
        """Count a request that has been done."""
        now = self.now()
        return [buckets.charge(caller, now, cost) for buckets, caller in counted]


class Counting(Struct):
    """How the request at hand is counted: where, what that left, and whether it still is to be."""

    counted: Counted
    levels: list[Level]
    afterwards: bool


def register(app: Flask, limits: Limits, asks: Asks) -> None:
    """Count every request to the API; `asks` says whether a table waits for a bearer's answer to a decision."""

    @app.before_request
    def admit() -> None:
        rule = request.url_rule.rule if request.url_rule is not None else ""
        if not rule.startswith("/v1/"):
            return
        counted = limits.counted(rule, request.method, _token(), request.remote_addr)
        afterwards = rule == ANSWER
        # Also what is refused tells how much is left, so this is there before anything is raised.
        g.counting = Counting(counted, [], afterwards)
        if not afterwards:
            g.counting.levels = limits.take(counted)
            return
        try:
            limits.look(counted)
        except TooFast:
            if not _is_asked(asks):
                g.counting.afterwards = False
                raise

    @app.after_request
    def tell(made: Response) -> Response:
        counting: Counting | None = g.get("counting")
        if counting is None:
            return made
        if counting.afterwards:
            counting.levels = limits.charge(counting.counted)
        if "Authorization" in request.headers and isinstance(g.get("refusal"), GUESSES):
            limits.charge(counting.counted[-1:], COST_OF_A_GUESS - 1)
        levels = counting.levels or limits.charge(counting.counted, 0)
        made.headers["RateLimit-Policy"] = ", ".join(_policy(level.policy) for level in levels)
        made.headers["RateLimit"] = _nearest(levels, made)
        return made


def _token() -> str | None:
    """The bearer's token; a header that cannot be read is no token, and is refused later."""
    try:
        return bearer()
    except Refused:
        return None


def _is_asked(asks: Asks) -> bool:
    """Whether the request answers a decision that waits for its bearer; a store that is away raises StoreAway."""
    given = request.view_args or {}
    number = given["decision"]
    if not (number.isascii() and number.isdigit() and len(number) < len(str(MOST_EXACT))):
        return False
    try:
        return asks(given["table"], bearer(), int(number))
    except Refused:
        return False


def _not_empty(level: Level) -> Level:
    """The level, if there was something left; else TooFast."""
    if level.wait_seconds:
        policy = level.policy
        detail = f"too fast: {policy.quota} in {policy.window_seconds} s are allowed; wait {level.wait_seconds} s"
        raise TooFast(detail, policy.name, policy.quota, policy.window_seconds, level.wait_seconds)
    return level


def _policy(policy: Policy) -> str:
    """A policy as RateLimit-Policy writes it."""
    return f'"{policy.name}";q={policy.quota};w={policy.window_seconds}'


def _nearest(levels: Sequence[Level], made: Response) -> str:
    """RateLimit: the level nearest to its end; after a refusal its time is that of Retry-After."""
    nearest = min(levels, key=lambda level: level.left / level.policy.quota)
    refused = made.status_code == 429 and not nearest.left
    seconds = made.headers["Retry-After"] if refused else nearest.full_seconds
    return f'"{nearest.policy.name}";r={nearest.left};t={seconds}'


def line_of(address: str | None) -> bytes:
    """What stands for everybody at one address: it, or the part of it that a whole IPv6 line has in common."""
    try:
        parsed: IPv4Address | IPv6Address = ip_address((address or "").partition("%")[0])
    except ValueError:
        return (address or "")[:64].encode(errors="replace")
    if isinstance(parsed, IPv6Address):
        if parsed.ipv4_mapped is not None:
            return parsed.ipv4_mapped.packed
        return parsed.packed[: IPV6_LINE_BITS // 8]
    return parsed.packed
