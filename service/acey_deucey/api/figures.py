"""The figures that are kept of requests, moves, listeners and the store; it knows nothing of what they count.

Worker processes keep them in files of one folder. A worker takes over the files of one that has ended and counts on,
or recycling workers would leave more and more files behind.
"""

import os
from fcntl import LOCK_EX, LOCK_NB, flock
from functools import cache
from itertools import count
from pathlib import Path

from prometheus_client import Counter, Gauge, Histogram, values

from acey_deucey.config import metrics_folder


@cache
def take_place(folder: Path) -> int:
    """The number of this process among those that share the folder: the lowest that no living process has."""
    for place in count():
        lock = os.open(folder / f"{place}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            flock(lock, LOCK_EX | LOCK_NB)  # until the process ends
        except BlockingIOError:
            os.close(lock)
            continue
        for file in folder.glob(f"gauge_live*_{place}.db"):  # of what ended with the process before
            file.unlink()
        return place
    raise AssertionError("there is no end of numbers")


def _share(folder: Path) -> None:
    values.ValueClass = values.MultiProcessValue(lambda: take_place(folder))  # type: ignore[no-untyped-call]


if _folder := metrics_folder():
    _share(_folder)  # before the first figure is made

REQUESTS = Counter("acey_requests_total", "Requests answered, by route and status.", ["route", "status"])
REQUEST_SECONDS = Histogram(
    "acey_request_seconds",
    "Time from request to answer, of a stream to its beginning.",
    ["route"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 30),
)
MOVES = Counter(
    "acey_moves_total",
    "Moves requests decided by the rules: accepted, or refused by the problem named.",
    ["ruleset", "outcome"],
)
LISTENERS = Gauge("acey_listeners", "Open event streams and waiting reads.", multiprocess_mode="livesum")
STORE_SECONDS = Histogram(
    "acey_store_seconds",
    "Time that the store took to answer.",
    ["command"],
    buckets=(0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
)
FAILURES = Counter("acey_store_failures_total", "Commands that the store did not carry out, by reason.", ["reason"])
CONFLICTS = Counter("acey_conflicts_total", "Commands worked out on a version that was not the newest any more.")
REPLAYS = Counter("acey_replays_total", "Repeated requests that were answered from their idempotency key.")
