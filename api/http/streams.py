"""The two forms of a stream: Server-Sent Events, and a line of JSON for each thing told.

Only events are numbered in a stream, by their numbers at the table: what a client has last seen of them is all that it
needs to go on with.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from typing import assert_never

import msgspec
from flask import Response

from api.follower import Line, Presence
from api.following import Message, Quiet, Shown, Stream

SSE, NDJSON = "text/event-stream", "application/x-ndjson"
# Clients that lost their server at the same moment come back one after the other.
SOONEST_RETRY_MS, LATEST_RETRY_MS = 1000, 3000

Frame = Callable[[Message], bytes]


def sse_frame(message: Message) -> bytes:
    """A message as a Server-Sent Event; JSON holds no line break, so it is one line of data."""
    match message:
        case Presence(text=text):
            return b"event: presence\ndata: %b\n\n" % text
        case Line(number=number, text=text):
            return b"id: %d\ndata: %b\n\n" % (number, text)
        case Shown(view=view, anew=anew):
            return b"event: %b\ndata: %b\n\n" % (b"reset" if anew else b"snapshot", msgspec.json.encode(view))
        case Quiet():
            return b":\n\n"
        case _:
            assert_never(message)


def json_frame(message: Message) -> bytes:
    """A message as a line of JSON: `StreamLine`."""
    match message:
        case Presence(text=text):
            return b'{"presence":%b}\n' % text
        case Line(text=text):
            return b'{"event":%b}\n' % text
        case Shown(view=view, anew=anew):
            return msgspec.json.encode({"reset" if anew else "snapshot": view}) + b"\n"
        case Quiet(time=time):
            return msgspec.json.encode({"keep_alive": time}) + b"\n"
        case _:
            assert_never(message)


class _Body:
    """A stream as the body of a reply; whoever sends it closes it, also when it has not begun."""

    def __init__(self, stream: Stream, first: bytes, frame: Frame) -> None:
        self._stream = stream
        self._pieces = self._framed(first, frame)

    def _framed(self, first: bytes, frame: Frame) -> Iterator[bytes]:
        if first:
            yield first
        for messages in self._stream.messages():
            if messages:
                yield b"".join(frame(message) for message in messages)

    def __iter__(self) -> Iterator[bytes]:
        return self._pieces

    def close(self) -> None:
        self._stream.close()


def stream_reply(stream: Stream, kind: str) -> Response:
    """A stream in one of its forms."""
    if kind == SSE and stream.is_over:
        # The one reply after which a browser does not ask again.
        stream.close()
        return quiet_reply(Response(status=204))
    retry = b"retry: %d\n\n" % random.randint(SOONEST_RETRY_MS, LATEST_RETRY_MS) if kind == SSE else b""
    body: Iterable[bytes] = _Body(stream, retry, sse_frame if kind == SSE else json_frame)
    return quiet_reply(Response(body, mimetype=kind))


def quiet_reply(made: Response) -> Response:
    """Let nobody on the way keep a stream, or hold it back until more has come."""
    made.headers["Cache-Control"] = "no-store"
    made.headers["X-Accel-Buffering"] = "no"
    return made
