"""What must be in order before a service is started, and the one line that says what is not.

The listening sockets are opened here, since opening one is the only certain check that its port is free.
"""

from __future__ import annotations

import contextlib
import errno
import os
import socket
import tempfile
from pathlib import Path

from api.settings import Settings
from api.store import StoreError, open_store
from api.store.redis import RedisTables
from api.store.sqlite import FILE

FORGETS = (
    "This Redis writes nothing to a disk, so when it ends, all tables are gone. "
    "Tell it to keep them: appendonly yes, appendfsync always."
)


class StartError(Exception):
    """Something the server needs is not to be had; its text is one line for the person who starts it."""


def listen(host: str, port: int, flag: str) -> socket.socket:
    """Open a listening socket, or say why not and which flag chooses another port."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0][0]
        return socket.create_server((host, port), family=family, backlog=1024)
    except OSError as fault:
        raise StartError(refusal(fault, host, port, flag)) from fault


def refusal(fault: OSError, host: str, port: int, flag: str) -> str:
    """Say in one line why an address cannot be listened on."""
    if fault.errno == errno.EADDRINUSE:
        return f"Port {port} on {host} is in use. Stop what listens there, or choose another with {flag}."
    if fault.errno == errno.EACCES:
        return f"Port {port} needs more rights than this user has. Choose one above 1023 with {flag}."
    # A name that cannot be looked up has no system error, and says for itself what is wrong.
    reason = os.strerror(fault.errno) if fault.errno and fault.errno > 0 else fault.strerror
    return f"Cannot listen on {host} port {port}: {reason}. Choose another with --host and {flag}."


def check_folder(folder: Path) -> None:
    """Make the data folder and write a file in it, or say why that cannot be done."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as trial:
            trial.write(b"regrets")
            trial.flush()
            os.fsync(trial.fileno())
    except OSError as fault:
        raise StartError(f"Cannot write in {folder}: {fault.strerror}. Choose another folder with --data.") from fault


def fold_log(settings: Settings) -> None:
    """Fold SQLite's write-ahead log into its file, once the services have ended: a copy of the file is whole then.

    SQLite does so by itself when the last connection closes; workers that end leave that to whoever comes next.
    """
    if settings.redis_url is None and (settings.data / FILE).exists():
        # What is wrong with the file is said at the next start; the log keeps what it holds.
        with contextlib.suppress(StoreError):
            store = open_store(settings)
            store.ping()
            store.close()


def check_tables(settings: Settings) -> str | None:
    """Open the store that will keep the tables and ask it for an answer, or say why that cannot be.

    What is returned is a warning, where there is one.
    """
    if settings.redis_url is None:
        check_folder(settings.data)
    try:
        store = open_store(settings)
        store.ping()
        forgets = isinstance(store, RedisTables) and store.keeps_nothing()
        store.close()
    except StoreError as fault:
        raise StartError(str(fault)) from fault
    return FORGETS if forgets else None
