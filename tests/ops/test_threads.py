"""The worker of the evaluator: whom it waits for, and for whom it does not."""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import socket
import threading
import time
from collections.abc import Iterator
from http.client import HTTPResponse

import pytest
from gunicorn.config import Config
from gunicorn.glogging import Logger

from api.supervisor import gunicorn_conf, threads
from evaluator.app import create_app
from tests.contract import spec

HEAD = b"POST /v1/evaluations HTTP/1.1\r\nHost: here\r\nContent-Type: text/plain\r\nContent-Length: 10\r\n\r\n"
CHUNKED = HEAD.replace(b"Content-Length: 10", b"Transfer-Encoding: chunked")
BODY = b"AsKsQsJsTs"
LAST = b"GET /healthz HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n"
ANSWER_SECONDS = 10
THREADS = 16
MANY = 50_000


class Running:
    """A worker that answers in this process, as gunicorn would run it."""

    def __init__(self) -> None:
        config = Config()
        config.set("threads", THREADS)
        config.set("graceful_timeout", 60)
        config.set("keepalive", 60)
        listener = self.listener = socket.create_server(("127.0.0.1", 0))
        gunicorn_conf.limit_silence(listener, 1)
        self.address = listener.getsockname()
        self.worker = threads.Worker(1, os.getppid(), [listener], None, 30, config, Logger(config))
        self.worker.wsgi = create_app()
        self.worker.tpool = self.worker.get_thread_pool()
        self.worker.poller = selectors.DefaultSelector()
        self.worker.method_queue.init()
        self.running = threading.Thread(target=self.worker.run)
        self.running.start()

    def line(self, sent: bytes = b"") -> socket.socket:
        """A new connection, over which this has been sent."""
        line = socket.create_connection(self.address, timeout=ANSWER_SECONDS)
        line.sendall(sent)
        return line

    def end(self) -> None:
        """What SIGTERM does; returns once the worker is done."""
        self.worker.handle_exit(0, None)
        self.running.join(2 * ANSWER_SECONDS)
        assert not self.running.is_alive()


@pytest.fixture
def running() -> Iterator[Running]:
    """A worker that runs until the test is over."""
    started = Running()
    yield started
    started.end()
    started.worker.tmp.close()


def reply_on(line: socket.socket, method: str = "POST", path: str = "/v1/evaluations") -> spec.Reply:
    """The next reply that comes, held against the document."""
    reply = HTTPResponse(line, method=method)
    reply.begin()
    headers = {name.lower(): value for name, value in reply.getheaders()}
    told = spec.Reply(method, path, reply.status, headers, reply.read())
    spec.check(spec.EVALUATOR, told)
    return told


def drip(line: socket.socket) -> None:
    """Send a byte now and again, until nobody takes it."""

    def drop() -> None:
        try:
            while True:
                line.sendall(b"A")
                time.sleep(0.1)
        except OSError:
            pass

    threading.Thread(target=drop, daemon=True).start()


def is_too_late(told: spec.Reply) -> bool:
    """Whether a caller was told that the time is over, and that the connection ends."""
    return (told.status, told.headers["connection"], json.loads(told.body)["code"]) == (408, "close", "request-timeout")


@pytest.mark.parametrize(
    "sent",
    [HEAD.replace(b"10\r\n", b"5000\r\n"), CHUNKED + b"1388\r\n", CHUNKED, CHUNKED + b"0\r\n"],
    ids=["of known length", "in a chunk", "in the length of a chunk", "after the last chunk"],
)
def test_a_body_that_drips_is_408(running: Running, monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    """The time is for all of it, and does not begin anew with each byte."""
    monkeypatch.setattr(threads, "REQUEST_SECONDS", 0.3)
    with running.line(sent) as line:
        drip(line)
        assert is_too_late(reply_on(line))


@pytest.mark.parametrize(
    "sent", [HEAD + BODY, CHUNKED + b"a\r\n" + BODY + b"\r\n0\r\n\r\n"], ids=["whole", "in chunks"]
)
def test_what_has_come_is_answered(running: Running, monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    """Also where it is given up at the very moment at which the last of it comes."""
    monkeypatch.setattr(threads.Worker, "gave_up", lambda *_: True)
    with running.line(sent) as line:
        assert reply_on(line).body == b"[1]"
        assert line.recv(100) == b""


def test_a_body_that_stops_on_its_way_is_408(running: Running) -> None:
    """After a silence that the listener does not allow."""
    with running.line(HEAD + BODY[:3]) as line:
        assert is_too_late(reply_on(line))


def test_a_body_that_ends_early_is_400(running: Running) -> None:
    """Its caller was not too slow, but has sent less than was announced."""
    with running.line(HEAD + BODY[:3]) as line:
        line.shutdown(socket.SHUT_WR)
        told = reply_on(line)
    assert (told.status, json.loads(told.body)["code"]) == (400, "bad-request")


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        (b"HELLO\r\n\r\n", 400, "bad-request"),
        (HEAD.replace(b"10", b"ten"), 400, "bad-request"),
        (HEAD.replace(b"10", b"-1"), 400, "bad-request"),
        (HEAD.replace(b"Host: here", b"Ho st: here"), 400, "bad-request"),
        (HEAD.replace(b"1.1", b"9.9"), 400, "bad-request"),
        (HEAD.replace(b"evaluations", b"a" * 9000), 414, "uri-too-long"),
        (HEAD.replace(b"here", b"h" * 90_000), 431, "headers-too-large"),
    ],
    ids=["no request", "length in letters", "length below nothing", "header", "version", "address", "headers"],
)
def test_what_is_no_http_is_a_problem(running: Running, sent: bytes, status: int, code: str) -> None:
    """What gunicorn refuses before the app hears of it is told as the app tells it, and the connection ends."""
    with running.line(sent) as line:
        reply = HTTPResponse(line, method="POST")
        reply.begin()
        body = reply.read()
        assert (reply.status, reply.getheader("Content-Type")) == (status, "application/problem+json")
        assert reply.getheader("Connection") == "close"
    told = json.loads(body)
    assert (told["status"], told["code"]) == (status, code) and told["detail"]
    assert not spec.faults({"$ref": "#/components/schemas/Problem"}, told)


@pytest.mark.parametrize("drips", [True, False])
def test_a_head_that_does_not_come_is_not_waited_for(
    running: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, drips: bool
) -> None:
    """Nothing was asked yet, so nothing is answered, and nothing is wrong."""
    monkeypatch.setattr(threads, "HEAD_SECONDS", 0.2)
    gunicorn_conf.limit_silence(running.listener, 5)
    with running.line(b"GET /") as line:
        if drips:
            drip(line)
        assert line.recv(100) == b""
    assert caplog.text == ""


def test_who_says_nothing_holds_no_thread(running: Running) -> None:
    """Others are answered, however many such connections are open; and one that says something later is, too."""
    silent = [running.line() for _ in range(64)]
    with running.line(HEAD + BODY) as other:
        assert reply_on(other).status == 200
    for line in silent:
        line.sendall(HEAD + BODY)
        assert reply_on(line).status == 200
        line.close()


def narrow_line(running: Running) -> socket.socket:
    """A connection over which an answer has been asked for that is far more than its buffers hold."""
    running.listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.settimeout(ANSWER_SECONDS)
    line.connect(running.address)
    hands = b"\n".join([BODY] * MANY)
    line.sendall(HEAD.replace(b"10\r\n", b"%d\r\n" % len(hands)) + hands)
    return line


def test_who_takes_no_answer_holds_no_thread(running: Running, caplog: pytest.LogCaptureFixture) -> None:
    """After a silence that the listener does not allow, others are answered, and nothing is wrong."""
    deaf = [narrow_line(running) for _ in range(THREADS)]
    with running.line(HEAD + BODY) as other:
        assert reply_on(other).status == 200
    for line in deaf:
        line.close()
    assert caplog.text == ""


def test_who_takes_an_answer_slowly_does_not_get_all(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """However slowly it is taken, its thread is free again."""
    monkeypatch.setattr(threads, "TAKING_SECONDS", 0.5)
    taken = 0
    with narrow_line(running) as line, contextlib.suppress(ConnectionResetError):
        while part := line.recv(500):
            taken += len(part)
            time.sleep(0.02)
    assert 0 < taken < 2 * MANY


@pytest.mark.parametrize("of_type", [b"text/plain", b"image/png"])
def test_who_sends_all_first_is_told_that_it_is_too_much(running: Running, of_type: bytes) -> None:
    """Such a caller is not left alone with what is unsent, though nobody wants it."""
    head = HEAD.replace(b"10\r\n", b"17000000\r\n").replace(b"text/plain", of_type)
    with running.line(head + bytes(17_000_000)) as line:
        assert reply_on(line).status in (413, 415)


def test_who_never_ends_a_body_is_parted_from(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once what has been taken unheard is enough."""
    monkeypatch.setattr(threads, "MOST_UNHEARD_BYTES", 100_000)
    with pytest.raises(ConnectionError), running.line(HEAD.replace(b"10\r\n", b"900000000\r\n")) as line:
        while True:
            line.sendall(bytes(1_000_000))


def test_a_connection_may_be_older_than_a_request(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each request has the whole time for itself, and so has one that comes late on a connection that is new."""
    monkeypatch.setattr(threads, "REQUEST_SECONDS", 2)
    with running.line() as line:
        for _ in range(5):
            time.sleep(0.6)
            line.sendall(HEAD + BODY)
            assert reply_on(line).body == b"[1]"


def test_who_does_not_hang_up_holds_up_nobody(running: Running) -> None:
    """Others are answered while the worker waits for callers to take their last answer."""
    rude = [running.line(LAST) for _ in range(12)]
    for line in rude:
        assert reply_on(line, "GET", "/healthz").headers["connection"] == "close"
    with running.line(HEAD + BODY) as other:
        assert reply_on(other).status == 200
    for line in rude:
        assert line.recv(100) == b""
        line.close()


def test_the_end_waits_for_nobody_who_asks_nothing(running: Running) -> None:
    """Neither for a new connection, nor for one that is kept, nor for a head that is not whole."""
    kept = running.line(HEAD + BODY)
    assert reply_on(kept).status == 200
    lines = [kept, running.line(), running.line(b"GET / HT")]
    time.sleep(0.1)
    running.end()
    for line in lines:
        assert line.recv(100) == b""
        line.close()


def test_the_end_waits_for_what_has_been_asked(running: Running) -> None:
    """A body that is on its way when the worker is told to end is answered."""
    with running.line(HEAD) as line:
        ended = threading.Thread(target=running.end)
        while not running.worker._answering:
            time.sleep(0.01)
        ended.start()
        time.sleep(0.6)
        line.sendall(BODY)
        assert reply_on(line).body == b"[1]"
        ended.join()


@pytest.mark.parametrize(("files", "connections"), [(256, 256 - 64 - 16), (65_536, 1000)])
def test_there_is_a_file_for_each_connection(monkeypatch: pytest.MonkeyPatch, files: int, connections: int) -> None:
    """Where few may be open, fewer connections are taken up, and others wait; accepting one too many is an end."""
    monkeypatch.setattr(threads, "take_files", lambda: files)
    monkeypatch.setattr(threads.ThreadWorker, "init_process", lambda _: None)
    config = Config()
    config.set("threads", THREADS)
    worker = threads.Worker(1, os.getppid(), [], None, 30, config, Logger(config))
    worker.init_process()
    worker.tmp.close()
    assert worker.worker_connections == connections
    assert worker.max_keepalived == connections - THREADS
