"""What `regrets serve` says once both services answer: where the page, the docs and the health checks are."""

from __future__ import annotations

import io
import ipaddress
from urllib.parse import urlsplit

import segno

from api import __version__
from api.settings import Settings
from api.supervisor.plan import Plan

NO_NETWORK = "This machine has no address on a local network, so only this computer can open the page."
HERE_ONLY = "Only this computer can open the page. For others on your network, start with --lan."
OPEN_IT = """\
Everybody opens the page at {address}, also on this computer, or by the code below.
Whoever opens a table there finds its link on it, to be sent to friends.
"""


def without_password(address: str) -> str:
    """An address as it may be printed."""
    parts = urlsplit(address)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="").geturl()


def banner(settings: Settings, plan: Plan) -> str:
    """All lines, ready to print."""
    kept = without_password(settings.redis_url) if settings.redis_url else f"one SQLite file in {settings.data}"
    shared = f"{plan.shared_url}/" if plan.shared_url else ""
    # A table's link leads to where its host has opened the page, so the address that all can reach comes first.
    rows = [
        ("page", shared or f"{plan.api_url}/"),
        ("here only", f"{plan.api_url}/" if shared else ""),
        ("docs", f"{plan.api_url}/docs"),
        ("health", f"{plan.api_url}/healthz"),
        ("", f"{plan.evaluator_url}/healthz"),
        ("tables", kept),
    ]
    lines = [
        f"Regrets {__version__} is ready.",
        "",
        *(f"  {name:<9} {value}" for name, value in rows if value),
        "",
    ]
    if settings.rigged_decks:
        lines += ["Rigged decks are on: whoever deals may choose the deck. Not for a real game.", ""]
    if settings.lan and shared:
        lines += [OPEN_IT.format(address=shared), qr_code(shared), ""]
    elif settings.lan:
        lines += [NO_NETWORK, ""]
    elif not shared and is_loopback(settings.host):
        lines += [HERE_ONLY, ""]
    return "\n".join([*lines, "Stop with Ctrl-C."])


def is_loopback(host: str) -> bool:
    """Whether what listens there can be reached from this machine alone."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def qr_code(address: str) -> str:
    """The address as a QR code of block characters."""
    drawing = io.StringIO()
    segno.make(address, error="m").terminal(drawing, compact=True)
    return drawing.getvalue().rstrip("\n")
