"""Moments in the form in which callers read them."""

from datetime import UTC, datetime


def rfc3339(moment_ms: int) -> str:
    """A moment, given in milliseconds since 1970, as RFC 3339 in UTC."""
    return datetime.fromtimestamp(moment_ms / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
