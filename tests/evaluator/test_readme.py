"""The README's Python: it does what its comments say."""

from __future__ import annotations

import re
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from werkzeug.serving import make_server

import evaluator
from evaluator.app import create_app
from tests.evaluator.deals import deal

BLOCKS = re.findall(
    r"^```python\n(.*?)^```$", (Path(__file__).parents[2] / "README.md").read_text(), re.MULTILINE | re.DOTALL
)
LIBRARY, LOOP = (block for block in BLOCKS if "evaluator" in block or "/v1/evaluations" in block)


def test_the_library_does_what_the_readme_says() -> None:
    """Every line runs; the values in the comments are the values."""
    exec(compile(LIBRARY.replace("1_000_000", "1_000"), "README.md", "exec"), {})
    assert evaluator.score("10h 9h 8h 7h 6h 2c").text == "straight flush, ten high"
    assert str(evaluator.showing("8h 8d Kc")).endswith("text='pair of eights, king')")
    assert evaluator.ranks(["KhKd9s9hQc", "7h5d4c3s2d"], "deuce-to-seven").tolist() == [4830, 1]


def test_the_loop_scores_every_batch(capsys: Any) -> None:
    """The client's loop, with its bar, against a real server, over a file's lines; a refusal says what is wrong."""
    hands = deal(2_500, 5)
    lines = ["".join(evaluator.CODES[card] for card in hand) for hand in hands.tolist()]
    server = make_server("127.0.0.1", 0, create_app(), threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        names: dict[str, Any] = {}
        here = LOOP.replace("http://127.0.0.1:8001", f"http://127.0.0.1:{server.port}").replace("100_000", "1_000")
        exec(compile(here, "README.md", "exec"), names)
        file = [f"{line}\n" for line in lines]
        assert np.array_equal(list(names["ranks_of"]([*file, "\n"], len(lines))), evaluator.ranks(hands))
        shown = capsys.readouterr().err
        with pytest.raises(ValueError, match="'x'"):
            list(names["ranks_of"](["KhKd9s9hQx"], 1))
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
    assert shown.endswith("[##############################] 2,500 of 2,500")
