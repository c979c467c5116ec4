"""Where games are kept: every store keeps the promises of ports.GameStore; none knows the rules or JSON."""

from acey_deucey.ports import GameStore
from acey_deucey.store.connect import MOST_LISTENERS, open_pool
from acey_deucey.store.memory import MemoryStore, SystemClock
from acey_deucey.store.redis import RedisStore


def open_store(url: str) -> GameStore:
    """The store of a URL: ``memory://``, or that of a Redis or Valkey server. Nothing is connected yet.

    :raises UnsupportedStoreUrl: the URL leads to no store.
    """
    if url == "memory://":
        return MemoryStore(SystemClock())
    return RedisStore(open_pool(url), open_pool(url, MOST_LISTENERS))
