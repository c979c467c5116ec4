"""Lets go of the streams of a gunicorn worker that is to stop. Imports neither Flask nor redis: gevent comes first."""

import threading
import time
from typing import Any

LOOK_SECONDS = 0.25
STALLS_EVERY = 20  # looks
EXTENSION = "acey-deucey-streams"


def watch(worker: Any) -> None:
    """Watch over the streams of this worker for as long as it lives; for gunicorn's ``post_worker_init``.

    A worker ends only when all its requests have; a stream would hold it up until it is killed.
    """
    streams = worker.wsgi.extensions[EXTENSION]
    threading.Thread(target=_watch, args=(worker, streams), name="acey-deucey drain", daemon=True).start()


def _watch(worker: Any, streams: Any) -> None:
    looks = 0
    while worker.alive:
        time.sleep(LOOK_SECONDS)
        looks += 1
        if looks % STALLS_EVERY == 0:
            streams.drop_stalled()
    streams.drain()
