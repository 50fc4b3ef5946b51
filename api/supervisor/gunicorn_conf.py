"""How gunicorn runs either service, under the supervisor or in a container of its own.

Read by gunicorn itself, with `-c python:api.supervisor.gunicorn_conf`; addresses and worker counts are given
on its command line.
"""

import os
import signal
import threading
import time
from pathlib import Path
from typing import Any

from api.settings import switch

LIFELINE = "REGRETS_LIFELINE"  # the number of the pipe's reading end, set by the supervisor and by nobody else

worker_class = "gthread"
# A connection on which nothing has come yet holds a thread for five seconds, and browsers open such ones ahead of need.
threads = 32
timeout = 30
graceful_timeout = 3
# Longer than any client of ours keeps a quiet connection, so that it is the client who closes it.
keepalive = 30
# A worker's sign of life is a file; on a busy disk it could come too late.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None
control_socket_disable = True
loglevel = "warning"

# The method, and the path without its query: a query may hold a secret, and a header with a token is not named.
access_log_format = '%(h)s "%(m)s %(U)s" %(s)s %(B)s bytes %(M)s ms'
accesslog = "-" if switch(os.environ, "REGRETS_ACCESS_LOG") else None


def when_ready(_server: Any) -> None:
    """Watch for the supervisor's end, where there is a supervisor."""
    lifeline = os.environ.get(LIFELINE)
    if lifeline:
        threading.Thread(target=end_with_supervisor, args=(int(lifeline),), daemon=True).start()


def end_with_supervisor(lifeline: int) -> None:
    """Wait until the pipe closes, then end this service: politely, and after a second for certain."""
    os.read(lifeline, 1)
    os.kill(os.getpid(), signal.SIGQUIT)
    time.sleep(1)
    if os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
