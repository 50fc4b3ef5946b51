"""An empty Flask route: what HTTP itself costs, beside which a single hand is timed."""

from flask import Flask

app = Flask(__name__)


@app.post("/")
def empty() -> bytes:
    """Answer nothing."""
    return b""
