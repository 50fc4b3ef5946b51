"""What `regrets serve` says once both services answer: where the page, the docs and the health checks are."""

from __future__ import annotations

import io
from urllib.parse import urlsplit

import segno

from api import __version__
from api.settings import Settings
from api.supervisor.plan import Plan

NO_NETWORK = "This machine has no address on a local network, so there is no link to share."


def without_password(address: str) -> str:
    """An address as it may be printed."""
    parts = urlsplit(address)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="").geturl()


def banner(settings: Settings, plan: Plan) -> str:
    """All lines, ready to print."""
    kept = without_password(settings.redis_url) if settings.redis_url else f"one SQLite file in {settings.data}"
    rows = [
        ("page", f"{plan.api_url}/"),
        ("docs", f"{plan.api_url}/docs"),
        ("health", f"{plan.api_url}/healthz"),
        ("", f"{plan.evaluator_url}/healthz"),
        ("tables", kept),
        ("to share", f"{plan.shared_url}/" if plan.shared_url else ""),
    ]
    lines = [
        f"Regrets {__version__} is ready.",
        "",
        *(f"  {name:<9} {value}" for name, value in rows if value),
        "",
    ]
    if settings.rigged_decks:
        lines += ["Rigged decks are on: whoever deals may choose the deck. Not for a real game.", ""]
    if settings.lan:
        lines += [qr_code(f"{plan.shared_url}/") if plan.shared_url else NO_NETWORK, ""]
    return "\n".join([*lines, "Stop with Ctrl-C."])


def qr_code(address: str) -> str:
    """The address as a QR code of block characters."""
    drawing = io.StringIO()
    segno.make(address, error="m").terminal(drawing, compact=True)
    return drawing.getvalue().rstrip("\n")
