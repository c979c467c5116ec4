"""How gunicorn runs the service, wherever it is started; imports neither Flask nor redis, for gevent comes first."""

import shutil
import tempfile
import warnings
from pathlib import Path
from typing import Any

from acey_deucey.api.draining import watch
from acey_deucey.config import Settings, metrics_folder, share_metrics

SHARED_MEMORY = Path("/dev/shm")
CONNECTIONS = 2_000  # of a worker, beside those that listen


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
        "post_worker_init": watch,
    }


def make_metrics_folder(server: Any) -> None:
    """Where the workers keep their figures, so that any of them can show those of all."""
    share_metrics(Path(tempfile.mkdtemp(prefix="acey-metrics-", dir=SHARED_MEMORY if SHARED_MEMORY.is_dir() else None)))


def remove_metrics_folder(server: Any) -> None:
    """The figures end with the server."""
    if folder := metrics_folder():
        shutil.rmtree(folder, ignore_errors=True)


def quieten(server: Any, worker: Any) -> None:
    """Let gevent not warn of the one module that took hold of ssl before it, as long as it is that one.

    It is the asyncio half of redis, which the service never uses.
    """
    warnings.filterwarnings(
        "ignore", r"Monkey-patching ssl .*\(NOT patched\): \['redis\.asyncio\.connection [^,]*\]\. $"
    )
