"""How gunicorn runs the service, wherever it is started; imports neither Flask nor redis, for gevent comes first."""

import gc
import os
import shutil
import tempfile
import warnings
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path
from typing import Any

from acey_deucey.api.draining import watch
from acey_deucey.config import Settings, metrics_folder, share_metrics

METRICS_PREFIX = "acey-metrics-"
LOCK = "server.lock"
SHARED_MEMORY = Path("/dev/shm")
CONNECTIONS = 2_000  # of a worker, beside those that listen
GARBAGE_THRESHOLDS = (700, 10, 1_000)  # Python's own, but for the last


def gunicorn_options(settings: Settings) -> dict[str, Any]:
    """gunicorn's settings but for where it listens: gevent workers, bounded requests, a drain at the end."""
    return {
        "worker_class": "acey_deucey.api.gunicorn_worker.DrainingWorker",
        "workers": settings.workers,
        "worker_connections": settings.listeners_per_process + CONNECTIONS,
        "backlog": 4_096,
        "timeout": 30,
        "graceful_timeout": 25,
        "keepalive": 75,
        # The jitter keeps workers that began together from ending together.
        "max_requests": 100_000,
        "max_requests_jitter": 10_000,
        "limit_request_line": 4_094,
        "limit_request_fields": 50,
        "limit_request_field_size": 4_096,
        # A worker whose heartbeat waits for a disk would be taken for dead.
        "worker_tmp_dir": str(SHARED_MEMORY) if SHARED_MEMORY.is_dir() else None,
        "control_socket_disable": True,
        "loglevel": "warning",
        "on_starting": make_metrics_folder,
        "on_exit": remove_metrics_folder,
        "post_fork": quieten,
        "post_worker_init": begin_worker,
    }


def make_metrics_folder(server: Any) -> None:
    """Where the workers keep their figures, so that any of them can show those of all.

    Folders of servers that were killed are removed: nobody holds their lock any more.
    """
    place = SHARED_MEMORY if SHARED_MEMORY.is_dir() else Path(tempfile.gettempdir())
    for lock in place.glob(f"{METRICS_PREFIX}*/{LOCK}"):
        if (held := _hold(lock)) is not None:
            shutil.rmtree(lock.parent, ignore_errors=True)
            os.close(held)
    # Under another name until it is held, so that no other server takes it for an abandoned one.
    new = Path(tempfile.mkdtemp(prefix="acey-new-", dir=place))
    _hold(new / LOCK)
    share_metrics(new.rename(place / new.name.replace("acey-new-", METRICS_PREFIX)))


def _hold(lock: Path) -> int | None:
    """Hold the lock for as long as this process and those that it forks live; None when others do."""
    try:
        handle = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError:  # another user's
        return None
    try:
        flock(handle, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        return None
    return handle


def remove_metrics_folder(server: Any) -> None:
    """The figures end with the server."""
    if folder := metrics_folder():
        shutil.rmtree(folder, ignore_errors=True)


def begin_worker(worker: Any) -> None:
    """Let a worker that is ready answer without long pauses, and end without keeping anybody.

    A look of the garbage collector at all that 5,000 streams hold takes a third of a second. Closed streams leave
    nothing to it, and other garbage is found young: the long looks may be rare.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE_THRESHOLDS)
    watch(worker)


def quieten(server: Any, worker: Any) -> None:
    """Let gevent not warn of the one module that took hold of ssl before it, as long as it is that one.

    It is the asyncio half of redis, which the service never uses.
    """
    warnings.filterwarnings(
        "ignore", r"Monkey-patching ssl .*\(NOT patched\): \['redis\.asyncio\.connection [^,]*\]\. $"
    )
