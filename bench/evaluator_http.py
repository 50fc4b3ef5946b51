"""The evaluator over HTTP, under gunicorn on this machine, beside Python libraries in process."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection
from itertools import cycle
from pathlib import Path
from statistics import median, quantiles
from threading import Event

from bench.evaluator_core import HANDS, codes, deal
from bench.evaluator_rounds import Figure

ROOT = Path(__file__).parents[1]
JSON, TEXT = "application/json", "text/plain"
SINGLES = 40
"""How many single hands one call sends."""


class Server:
    """A gunicorn server of one app on a free port, and one connection to it that is kept."""

    def __init__(self, app: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", "--config", "python:api.supervisor.gunicorn_conf",
             "--worker-class", "api.supervisor.threads.Worker", "--workers", "1", "--bind", f"127.0.0.1:{port}", app],
            cwd=ROOT,
        )  # fmt: skip
        self._wait(port)
        self._connection = HTTPConnection("127.0.0.1", port, timeout=30)
        self._beside = HTTPConnection("127.0.0.1", port, timeout=30)

    def post(self, path: str, body: bytes, media_type: str, beside: bool = False) -> bytes:
        """Send one request, on a second connection if it is `beside` another, and read its answer to the end."""
        connection = self._beside if beside else self._connection
        connection.request("POST", path, body, {"Content-Type": media_type})
        reply = connection.getresponse()
        answer = reply.read()
        assert reply.status == 200, answer[:300]
        return answer

    def peak_megabytes(self) -> float:
        """Return the most memory that the worker has held."""
        pid = self._process.pid
        (worker,) = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        (line,) = (line for line in Path(f"/proc/{worker}/status").read_text().splitlines() if "VmHWM" in line)
        return round(int(line.split()[1]) / 1024, 1)

    def stop(self) -> None:
        """End the server, and wait until it has gone."""
        self._connection.close()
        self._beside.close()
        self._process.terminate()
        self._process.wait(10)

    def _wait(self, port: int) -> None:
        """Wait until the worker answers, anything at all: gunicorn listens before that."""
        end = time.monotonic() + 20
        while time.monotonic() < end:
            asking = HTTPConnection("127.0.0.1", port, timeout=20)
            try:
                asking.request("GET", "/readyz")
                asking.getresponse().read()
                return
            except OSError:
                time.sleep(0.05)
            finally:
                asking.close()
        raise TimeoutError("the server did not start")


@contextmanager
def serving(app: str) -> Iterator[Server]:
    """Serve an app while the block runs."""
    server = Server(app)
    try:
        yield server
    finally:
        server.stop()


def bodies() -> dict[str, bytes]:
    """Return 10,000 hands in each form, and one hand."""
    lists = codes(deal(5))
    strings = ["".join(hand) for hand in lists]

    def request(hands: object, detail: str) -> bytes:
        return json.dumps({"hands": hands, "detail": detail}).encode()

    return {
        "text": "\n".join(strings).encode(),
        "strings": request(strings, "ranks"),
        "lists": request(lists, "ranks"),
        "full": request(strings, "full"),
        "single": request(strings[:1], "full"),
    }


def with_phevaluator(server: Server) -> Iterator[Figure]:
    """Text and JSON in, integers read back, beside phevaluator on strings in process."""
    from phevaluator import evaluate_cards

    hands, sent = codes(deal(5)), bodies()

    def theirs() -> object:
        return [evaluate_cards(*hand) for hand in hands]

    def ours(body: bytes, media_type: str) -> Callable[[], object]:
        return lambda: json.loads(server.post("/v1/evaluations", body, media_type))

    peer = "vs_phevaluator_strings_in_process"
    yield Figure(f"http_text_10k_{peer}", ours(sent["text"], TEXT), theirs, HANDS, 12)
    yield Figure(f"http_json_strings_10k_{peer}", ours(sent["strings"], JSON), theirs, HANDS, 8)
    yield Figure(f"http_json_lists_10k_{peer}", ours(sent["lists"], JSON), theirs, HANDS, 3)


def with_treys(server: Server) -> Iterator[Figure]:
    """The full detail of 10,000 hands, beside treys' ranks and class names from the same strings in process."""
    from treys import Card, Evaluator

    hands, full, evaluator = codes(deal(5)), bodies()["full"], Evaluator()

    def theirs() -> object:
        named = []
        for hand in hands:
            rank = evaluator.evaluate([Card.new(card) for card in hand], [])
            named.append((rank, evaluator.class_to_string(evaluator.get_rank_class(rank))))
        return named

    yield Figure(
        "http_full_detail_10k_vs_treys_with_class_names_in_process",
        lambda: server.post("/v1/evaluations", full, JSON),
        theirs,
        HANDS,
        2,
    )


def beside_an_empty_route(server: Server, empty: Server) -> Figure:
    """A single hand in full detail, beside a route that answers nothing: a ratio of times."""
    single = bodies()["single"]

    def ours() -> None:
        for _ in range(SINGLES):
            server.post("/v1/evaluations", single, JSON)

    def theirs() -> None:
        for _ in range(SINGLES):
            empty.post("/", single, JSON)

    return Figure("http_single_hand_vs_empty_flask_route", ours, theirs, SINGLES, 1.4, at_most=True)


def memory() -> dict[str, object]:
    """Measure the most memory that a worker holds: at rest, and for 100,000 hands."""
    strings = ["".join(hand) for hand in codes(deal(5, 100_000))]
    with serving("evaluator.app:create_app()") as server:
        server.post("/v1/evaluations", b"KhKd9s9hQc", TEXT)
        line: dict[str, object] = {
            "figure": "peak_memory_of_100000_hands",
            "unit": "MB",
            "at_rest": server.peak_megabytes(),
        }
        for detail in ("text", "ranks", "full"):
            body = json.dumps({"hands": strings, "detail": detail}).encode()
            if detail == "text":
                server.post("/v1/evaluations", "\n".join(strings).encode(), TEXT)
            else:
                server.post("/v1/evaluations", body, JSON)
            line[detail] = server.peak_megabytes()
    return line


def single_hands_beside_batches() -> dict[str, object]:
    """Time single hands on one worker: alone, and beside requests of 100,000 hands, one straight after the other."""
    single, strings = bodies()["single"], ["".join(hand) for hand in codes(deal(5, 100_000))]
    batches = (("\n".join(strings).encode(), TEXT), (json.dumps({"hands": strings, "detail": "full"}).encode(), JSON))
    ended = Event()
    with serving("evaluator.app:create_app()") as server:

        def send_batches() -> None:
            for body, media_type in cycle(batches):
                if ended.is_set():
                    return
                server.post("/v1/evaluations", body, media_type, beside=True)

        def p99_ms() -> float:
            taken = []
            for _ in range(1_000):
                begin = time.perf_counter()
                server.post("/v1/evaluations", single, JSON)
                taken.append(time.perf_counter() - begin)
                time.sleep(0.002)
            return round(quantiles(taken, n=100)[-1] * 1000, 1)

        alone = p99_ms()
        with ThreadPoolExecutor(1) as sender:
            sending = sender.submit(send_batches)
            try:
                beside = p99_ms()
            finally:
                ended.set()
            sending.result()
    return {
        "figure": "single_hand_p99_beside_requests_of_100000_hands", "unit": "ms",
        "alone": alone, "beside": beside, "at_most": 50, "held": beside <= 50,
    }  # fmt: skip


def start_up() -> dict[str, object]:
    """Time from a new interpreter to an app that has its tables."""
    taken = []
    for _ in range(5):
        begin = time.perf_counter()
        subprocess.run(
            [sys.executable, "-c", "from evaluator.app import create_app; create_app()"], cwd=ROOT, check=True
        )
        taken.append(time.perf_counter() - begin)
    return {"figure": "start_up", "seconds": round(median(taken), 2), "at_most": 1.0, "held": median(taken) < 1.0}
