"""How many files a worker may have open: each connection is one."""

from __future__ import annotations

import resource

MOST_FILES = 65_536


def take_files() -> int:
    """Take as many open files as the system lets this process have; how many these are."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    enough = MOST_FILES if most == resource.RLIM_INFINITY else min(most, MOST_FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (enough, most))
    return enough
