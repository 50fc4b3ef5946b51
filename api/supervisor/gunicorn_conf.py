"""How gunicorn runs either service, under the supervisor or in a container of its own.

Read by gunicorn itself, with `-c python:api.supervisor.gunicorn_conf`; addresses, worker counts and the class of the
workers are given on its command line: `api.supervisor.threads.Worker` for the evaluator, which calculates, and
`api.supervisor.worker.Worker` for the game API, which waits.
"""

import gc
import logging
import os
import signal
import socket
import struct
import threading
import time
from pathlib import Path
from typing import Any

from gunicorn import util  # type: ignore[import-untyped]  # gunicorn says no types
from gunicorn.glogging import Logger  # type: ignore[import-untyped]  # as above

from api.settings import most_streams, switch
from api.supervisor.logs import RequestLogger
from api.supervisor.malformed import write_problem

LIFELINE = "REGRETS_LIFELINE"  # the number of the pipe's reading end, set by the supervisor and by nobody else

# Of the evaluator: as many requests may be on their way, or being answered, at the same time.
threads = 32
# Of the game API: room for its streams, for as many polls that wait, and for everything else besides, so that the last
# stream never keeps an answer out.
worker_connections = 2 * most_streams(os.environ) + 1000
# A worker of the game API that has not given its other greenlets a turn for so long is replaced; one of the evaluator,
# if the loop that takes up its requests is stuck.
timeout = 30
# Streams and quiet connections are ended at once; this is for what was being answered.
graceful_timeout = 3
# Longer than any client of ours keeps a quiet connection, so that it is the client who closes it. In the game API it
# is also the time that the head of a request may take.
keepalive = 30
# Of the evaluator: a request that stops on its way is given up after so long, and so is an answer of which nothing is
# taken; its thread is free again.
SILENCE_SECONDS = 10
# A worker's sign of life is a file; on a busy disk it could come too late.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None
control_socket_disable = True
loglevel = "warning"

# The method, and the path without its query: a query may hold a secret, and a header with a token is not named.
access_log_format = '%(h)s "%(m)s %(U)s" %(s)s %(B)s bytes %(M)s ms'
logger_class = RequestLogger
accesslog = "-" if switch(os.environ, "REGRETS_ACCESS_LOG") else None

# What gunicorn answers by itself is a problem document, as all else is.
util.write_error = write_problem


def when_ready(server: Any) -> None:
    """Let no silence hold a thread, and watch for the supervisor's end, where there is a supervisor."""
    for listener in server.LISTENERS:
        limit_silence(listener.sock, SILENCE_SECONDS)
    lifeline = os.environ.get(LIFELINE)
    if lifeline:
        threading.Thread(target=end_with_supervisor, args=(int(lifeline),), daemon=True).start()


def post_fork(_server: Any, _worker: Any) -> None:
    """Write the lines of the services as gunicorn writes its own, with the time and the process."""
    logging.basicConfig(format=Logger.error_fmt, datefmt=Logger.datefmt)


def post_worker_init(_worker: Any) -> None:
    """Leave what the app is made of out of every later search for unreachable objects: it is there to stay.

    Such a search goes through all of it, and holds up whichever request is unlucky.
    """
    gc.collect()
    gc.freeze()


def limit_silence(listening: socket.socket, seconds: int) -> None:
    """Let what is accepted here fail after so long a silence in either direction, unless it never waits: greenlets."""
    for direction in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
        listening.setsockopt(socket.SOL_SOCKET, direction, struct.pack("@ll", seconds, 0))


def end_with_supervisor(lifeline: int) -> None:
    """Wait until the pipe closes, then end this service: politely, and after a second for certain."""
    os.read(lifeline, 1)
    os.kill(os.getpid(), signal.SIGQUIT)
    time.sleep(1)
    if os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
