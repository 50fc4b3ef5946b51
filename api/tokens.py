"""Tokens: who may act at a table, without a secret in the store.

A token is the holder's name and an HMAC of table, holder and generation, so the store holds nothing to steal, and a
raised generation makes every earlier token of that holder worthless.
"""

import base64
import hashlib
import hmac
import json
import re

HOST = "host"
GUEST = "guest"  # whoever was given the invitation
PLAYER = "p"  # and the player's number
_TICKET = re.compile(r"(?P<holder>[a-z0-9]+)\.(?P<generation>[0-9]{1,9})\.(?P<until>[0-9]{1,12})\.[0-9A-Za-z_-]+")


def player_holder(player: int) -> str:
    """The holder's name of a player, by its number in the table: chairs change hands, player numbers do not."""
    return f"{PLAYER}{player}"


class Tokens:
    """Makes and checks the tokens of one server; `secret` is at least 32 bytes that nobody else knows."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def mint(self, table: str, holder: str, generation: int) -> str:
        """The token of that holder: always the same one until the generation is raised."""
        return f"{holder}.{self._mac(table, holder, generation)}"

    def digest(self, *parts: str) -> bytes:
        """A digest of these texts that nobody else can make, and that is no token: a table's id begins with no NUL."""
        return hmac.new(self._secret, b"\0" + json.dumps(parts).encode(), hashlib.sha256).digest()

    def check(self, token: str, table: str, holder: str, generation: int) -> bool:
        """Whether this is that holder's token; takes the same time whatever the token is."""
        return hmac.compare_digest(token.encode(errors="replace"), self.mint(table, holder, generation).encode())

    def ticket(self, table: str, holder: str, generation: int, until: int) -> str:
        """What stands for that token up to a moment in epoch seconds, and cannot be turned into it by anybody else."""
        return f"{holder}.{generation}.{until}.{self._mac('ticket', table, holder, generation, until)}"

    def redeem(self, ticket: str, table: str, now: float) -> str | None:
        """The token for which a ticket stands; None for one of another table, one that is over, and anything else."""
        parts = _TICKET.fullmatch(ticket)
        if parts is None:
            return None
        holder, generation, until = parts["holder"], int(parts["generation"]), int(parts["until"])
        good = hmac.compare_digest(ticket.encode(), self.ticket(table, holder, generation, until).encode())
        return self.mint(table, holder, generation) if good and now < until else None

    def _mac(self, *words: str | int) -> str:
        mac = hmac.new(self._secret, "|".join(map(str, words)).encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(mac).decode().rstrip("=")
