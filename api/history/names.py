"""Names in lines of text: a name can never be taken for something that the history says.

A plain name stands as it is.  Any other stands in quotes: one with marks that a line may have itself (`Ann: folds`),
one that begins as other lines begin (`Seat 1`), one that goes on in small letters as sentences do (`Ann pays Bob`).
"""

import re

# What lines begin with that no player has said or done.
OPENINGS = frozenset(
    (
        *("regrets", "table", "seat", "dealt", "board", "pot", "total", "high", "low", "ruling", "announced", "void"),
        *("ledger", "nobody", "player"),
    )
)
_PLAIN = re.compile(r"\w[\w .'-]*")


def named(name: str) -> str:
    """A player's name as it stands in a line."""
    first = re.split(r"\W", name, maxsplit=1)[0].casefold()
    sentence = any(word[0].islower() for word in name.split()[1:])
    return name if _PLAIN.fullmatch(name) and first not in OPENINGS and not sentence else quoted(name)


def quoted(name: str) -> str:
    """A name in quotes, with those that it has itself escaped."""
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
