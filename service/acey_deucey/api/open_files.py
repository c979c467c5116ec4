"""How many files, connections among them, this process may have open; it knows nothing of what they are for."""

import resource
from contextlib import suppress

KEPT = 500  # for requests, the store and the rest


def room_for(wanted: int) -> int:
    """How many of the wanted files there is room for beside the rest, after asking the system for as many."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + KEPT
    if soft != resource.RLIM_INFINITY and soft < needed:
        with suppress(OSError, ValueError):
            most = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            soft = most
    return wanted if soft == resource.RLIM_INFINITY else max(min(wanted, soft - KEPT), 0)
