"""With which secret the tables of a store are kept: a fingerprint beside them, from which no secret can be read.

A server leaves its own when it starts. Whoever has another secret would make tokens that no server takes.
"""

from __future__ import annotations

from api.store import Stale, TableStore
from api.tokens import Tokens

# No table has such an id.
PLACE, NAME = "-", "secret"


def leave_fingerprint(tables: TableStore, tokens: Tokens) -> bool:
    """Leave this server's fingerprint; false if that of another secret lay there."""
    kept = tables.aside(PLACE, NAME)
    if kept is not None and kept[1] == _fingerprint(tokens):
        return True
    try:
        tables.put_aside(PLACE, NAME, kept[0] if kept else 0, _fingerprint(tokens))
    except Stale:
        # Another process of this server, most likely, was faster.
        return leave_fingerprint(tables, tokens)
    return kept is None


def fits_fingerprint(tables: TableStore, tokens: Tokens) -> bool:
    """Whether the last server that was started here had this secret, as far as is known."""
    kept = tables.aside(PLACE, NAME)
    return kept is None or kept[1] == _fingerprint(tokens)


def _fingerprint(tokens: Tokens) -> bytes:
    return tokens.digest("fingerprint")[:16]
