"""The pages for people: the first page at `/`, the reader at `/docs`, and the document that it reads.

All of it is files. A strict Content-Security-Policy holds: every script, style and picture comes from this server,
and none stands inside a page. The reader may also ask the evaluator that the document names, to try its calls out.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from flask import Blueprint, Response, request, send_file, send_from_directory

PACKAGE = Path(__file__).parents[1]
WEB = PACKAGE / "web"
READER = Path(str(files("flask_swagger_ui"))) / "dist"
POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data:",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "object-src 'none'",
    )
)
# At the address that the document gives.
POLICY_OF_READER = f"{POLICY}; connect-src 'self' http://127.0.0.1:8001"

pages = Blueprint("pages", __name__)


def contract() -> Path:
    """Where `openapi.yaml` lies: inside the package once it is installed, else at the root of the repository."""
    installed = PACKAGE / "openapi.yaml"
    return installed if installed.exists() else PACKAGE.parent / "openapi.yaml"


@pages.after_request
def guard(reply: Response) -> Response:
    """Give every page its policy, and send its address to nobody."""
    reply.headers["Content-Security-Policy"] = POLICY_OF_READER if request.path == "/docs" else POLICY
    reply.headers["X-Content-Type-Options"] = "nosniff"
    reply.headers["Referrer-Policy"] = "no-referrer"
    return reply


@pages.get("/")
def first_page() -> Response:
    """What this server is, and its open tables."""
    return send_file(WEB / "index.html")


@pages.get("/web/<path:name>")
def static_file(name: str) -> Response:
    """A file of the first page or of the reader's frame."""
    return send_from_directory(WEB, name)


@pages.get("/docs")
def reader() -> Response:
    """The reader for the API's document."""
    return send_file(WEB / "docs.html")


@pages.get("/docs/<path:name>")
def reader_file(name: str) -> Response:
    """A file of Swagger UI, as its package ships it."""
    return send_from_directory(READER, name)


@pages.get("/openapi.yaml")
def document() -> Response:
    """The API's document, as it was written."""
    return send_file(contract(), mimetype="application/yaml")
