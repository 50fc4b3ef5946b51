"""What waits inside the system rather than in Python, done so that nobody else is held up by it.

Where gevent has taken the place of threads, all of a process's greenlets share one thread, and whoever waits for a
disk or for a lock of the system would stop them all. Such work goes to gevent's pool of real threads, and whatever
it locks there must be a real lock, since a greenlet's lock knows nothing of threads.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")


def has_greenlets() -> bool:
    """Tell whether the threads of this process are greenlets."""
    # Looked up, not imported: a process that does without gevent need not load it.
    monkey = sys.modules.get("gevent.monkey")
    return monkey is not None and monkey.is_module_patched("threading")


def run(work: Callable[[], Result]) -> Result:
    """Do work that may wait, and return its result; meanwhile other threads, or greenlets, go on."""
    if not has_greenlets():
        return work()
    import gevent  # type: ignore[import-untyped]  # its types are a package of their own

    result: Result = gevent.get_hub().threadpool.apply(work)
    return result


def lock() -> threading.Lock:
    """Return a lock between real threads."""
    made: threading.Lock = _original("_thread", "allocate_lock", threading.Lock)()
    return made


def sleep(seconds: float) -> None:
    """Let a real thread sleep."""
    _original("time", "sleep", time.sleep)(seconds)


def _original(module: str, name: str, plain: Callable[..., Result]) -> Callable[..., Result]:
    """Return what gevent has put something else in the place of, or `plain` where it has not."""
    if not has_greenlets():
        return plain
    from gevent.monkey import get_original  # type: ignore[import-untyped]  # as above

    original: Callable[..., Result] = get_original(module, name)
    return original
