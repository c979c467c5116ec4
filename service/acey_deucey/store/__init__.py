"""Where games are kept: every store keeps the promises of ports.GameStore; none knows the rules or JSON."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from redis.connection import Connection, SSLConnection

from acey_deucey.ports import GameStore
from acey_deucey.store.address import StoreAddress, read_address
from acey_deucey.store.cluster import ClusterServers
from acey_deucey.store.connect import LeanPool, open_pool
from acey_deucey.store.embedded import EmbeddedValkey
from acey_deucey.store.memory import MemoryStore, SystemClock
from acey_deucey.store.redis import RedisStore
from acey_deucey.store.seeking import Address
from acey_deucey.store.sentinel import ASK_SECONDS, SentinelServers
from acey_deucey.store.servers import OneServer, Servers


def open_store(url: str, safe: bool = False) -> GameStore:
    """The store of a URL: ``memory://``, or that of Redis or Valkey servers. Nothing is connected yet.

    :param safe: what was written counts only when a replica of the server has it too.
    :raises UnsupportedStoreUrl: the URL leads to no store.
    """
    if url == "memory://":
        return MemoryStore(SystemClock())
    return RedisStore(open_servers(url), safe)


@contextmanager
def store_in_use(url: str, data: Path) -> Iterator[GameStore]:
    """The store of a URL, or where it is empty that of the data folder, for as long as the ``with`` statement lasts.

    :raises UnsupportedStoreUrl: the URL leads to no store.
    :raises StoreUnavailable: the server of the data folder does not start.
    """
    valkey = None if url else EmbeddedValkey(data)
    try:
        with closing(open_store(valkey.start() if valkey else url)) as store:
            yield store
    finally:
        if valkey:
            valkey.stop()


def open_servers(url: str) -> Servers:
    """The servers of a URL, not yet connected.

    :raises UnsupportedStoreUrl: the URL names none.
    """
    address = read_address(url)
    if address.kind == "sentinel":
        return _sentinel_servers(address)
    if address.kind == "cluster":
        open_pool(address.url)
        return ClusterServers(address.hosts, partial(_pool_at, address.url))
    return OneServer(open_pool(address.url))


def _pool_at(url: str, address: Address) -> LeanPool:
    pool = open_pool(url)
    pool.connection_kwargs |= {"host": address[0], "port": address[1]}
    return pool


def _sentinel_servers(address: StoreAddress) -> SentinelServers:
    pool = open_pool(address.url)
    # To the Sentinels as to the servers, but for who one is and for how long one waits.
    options: dict[str, Any] = {
        **{name: value for name, value in pool.connection_kwargs.items() if name not in ("username", "password", "db")},
        "socket_timeout": ASK_SECONDS,
        "socket_connect_timeout": ASK_SECONDS,
        **dict(address.sentinel_options),
    }
    kind = SSLConnection if issubclass(pool.connection_class, SSLConnection) else Connection
    sentinels = [partial(kind, **{**options, "host": host, "port": port}) for host, port in address.hosts]
    return SentinelServers(pool, list(sentinels), address.name)
