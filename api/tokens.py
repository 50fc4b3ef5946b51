"""Tokens: who may act at a table, without a secret in the store.

A token is the holder's name and an HMAC of table, holder and generation, so the store holds nothing to steal, and a
raised generation makes every earlier token of that holder worthless.
"""

import base64
import hashlib
import hmac
import json

HOST = "host"
GUEST = "guest"  # whoever was given the invitation


def player_holder(player: int) -> str:
    """The holder's name of a player, by its number in the table: chairs change hands, player numbers do not."""
    return f"p{player}"


class Tokens:
    """Makes and checks the tokens of one server; `secret` is at least 32 bytes that nobody else knows."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def mint(self, table: str, holder: str, generation: int) -> str:
        """The token of that holder: always the same one until the generation is raised."""
        message = f"{table}|{holder}|{generation}".encode()
        mac = hmac.new(self._secret, message, hashlib.sha256).digest()
        return f"{holder}.{base64.urlsafe_b64encode(mac).decode().rstrip('=')}"

    def digest(self, *parts: str) -> bytes:
        """A digest of these texts that nobody else can make, and that is no token: a table's id begins with no NUL."""
        return hmac.new(self._secret, b"\0" + json.dumps(parts).encode(), hashlib.sha256).digest()

    def check(self, token: str, table: str, holder: str, generation: int) -> bool:
        """Whether this is that holder's token; takes the same time whatever the token is."""
        return hmac.compare_digest(token.encode(errors="replace"), self.mint(table, holder, generation).encode())
