"""Commands a second and what they cost, on one, two and four workers; those who play share the same processors."""

import tempfile
from pathlib import Path
from time import perf_counter

from tests.api.crowd import wait_until
from tests.api.running import service
from tests.bench.figures import Figure
from tests.bench_http import children, cpu_seconds
from tests.bench_streams import SPAWNED, act_for

SECONDS = 6.0
WORKERS = (1, 2, 4)


def measure() -> list[Figure]:
    """Three figures for each number of workers."""
    return [figure for count in WORKERS for figure in of_workers(count)]


def of_workers(count: int) -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        with service(data, "--workers", str(count), ACEY_LOG_LEVEL="warning") as running:
            parent = running._process.pid
            wait_until(lambda: len(children(parent)) == count)
            parts = {"workers": children(parent), "store": [int((data / "valkey.pid").read_text())]}
            here, there = SPAWNED.Pipe()
            actors = SPAWNED.Process(target=act_for, args=(running.url, SECONDS, there))
            actors.start()
            there.close()
            here.recv()
            used, began = {part: cpu_seconds(pids) for part, pids in parts.items()}, perf_counter()
            done = here.recv()
            rate = done / (perf_counter() - began)
            costs = {part: (cpu_seconds(pids) - used[part]) / done * 1000 for part, pids in parts.items()}
            actors.join()
    name = f"{count} worker{'s' * (count > 1)}"
    return [
        Figure(f"{name}: commands a second", rate, "/s"),
        *(Figure(f"{name}: CPU of the {part}", cost, "s a thousand") for part, cost in costs.items()),
    ]
