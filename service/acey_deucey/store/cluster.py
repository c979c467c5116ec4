"""A Cluster: each slot of keys is on the server that the Cluster says, until one of its servers says otherwise."""

import re
import threading
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any

from redis import ConnectionError, RedisError
from redis import exceptions as failures
from redis.crc import key_slot

from acey_deucey.store.connect import LeanPool
from acey_deucey.store.seeking import Address

SLOTS = 16_384
_EPOCH = re.compile(rb"cluster_current_epoch:(\d+)")
REST_SECONDS = 0.1  # between two looks at the map


class ClusterServers:
    """The primaries of a Cluster; see Servers for its promises.

    A message that is published for all goes to every server of a Cluster, and costs each of them: so games ring in
    their shard.

    :param seeds: servers to ask first.
    :param open_pool: makes the connections to one server.
    """

    rings_in_shard = True

    def __init__(self, seeds: Sequence[Address], open_pool: Callable[[Address], LeanPool]) -> None:
        self._open_pool = open_pool
        self._seeds = list(seeds)
        self._pools: dict[Address, LeanPool] = {}
        self._slots: list[LeanPool | None] = [None] * SLOTS
        self._slot_of_tag: dict[str, int] = {}
        self._lock = threading.Lock()
        self._looked_at = float("-inf")
        self._epoch = 0

    def pool_of(self, key: str) -> LeanPool:
        """See Servers.pool_of."""
        slot = self._slot(key)
        pool = self._slots[slot]
        if pool is None:
            self._look()
            pool = self._slots[slot]
            if pool is None:
                raise failures.ClusterDownError("no server has this slot")
        return pool

    def pool_at(self, host: str, port: int) -> LeanPool:
        """See Servers.pool_at."""
        address = (host, port)
        if address not in self._pools:
            self._pools.setdefault(address, self._open_pool(address))
        return self._pools[address]

    def is_at(self, key: str, address: Address | None) -> bool:
        """See Servers.is_at. The server itself is asked last: it may not have heard yet that it is replaced."""
        self._look(last=address)
        options = self.pool_of(key).connection_kwargs
        return address == (options["host"], options["port"])

    def all(self) -> list[LeanPool]:
        """See Servers.all."""
        self._look()
        return list({id(pool): pool for pool in self._slots if pool is not None}.values())

    def learn_from(self, pool: LeanPool, error: RedisError) -> bool:
        """See Servers.learn_from."""
        match error:
            case failures.MovedError():
                self._slots[error.slot_id] = self.pool_at(error.host or _host(pool), error.port)
                return True
            case failures.ClusterDownError() | failures.ReadOnlyError() | ConnectionError() | failures.TimeoutError():
                self._forget(pool)
        return False

    def close(self) -> None:
        """See Servers.close."""
        for pool in self._pools.values():
            pool.disconnect()

    def _slot(self, key: str) -> int:
        tag = key[key.index("{") + 1 : key.index("}")]
        slot = self._slot_of_tag.get(tag)
        if slot is None:
            slot = self._slot_of_tag[tag] = key_slot(tag.encode())
        return slot

    def _forget(self, pool: LeanPool) -> None:
        """Whoever asks for a slot of that server next looks at the map again, unless that was done just now."""
        if monotonic() - self._looked_at >= REST_SECONDS:
            self._slots = [None if other is pool else other for other in self._slots]

    def _look(self, last: Address | None = None) -> None:
        """Draw the map anew, from the first server that shows one."""
        with self._lock:
            if monotonic() - self._looked_at < REST_SECONDS:
                return
            for address in sorted(self._addresses(), key=lambda address: address == last):
                try:
                    epoch, ranges = self._ask(address)
                except RedisError:
                    continue
                # Who slept while another took over wakes up with the map of before.
                if epoch >= self._epoch:
                    self._epoch = epoch
                    self._draw(address, ranges)
                    break
            self._looked_at = monotonic()

    def _ask(self, address: Address) -> tuple[int, list[Any]]:
        """The epoch of the cluster, which rises with each change of a primary, and who has which slots."""
        pool = self.pool_at(*address)
        connection = pool.get_connection()
        try:
            packed = connection.pack_commands([("CLUSTER", "INFO"), ("CLUSTER", "SLOTS")])
            connection.send_packed_command(packed, check_health=False)
            info, slots = connection.read_response(), connection.read_response()
        finally:
            pool.release(connection)
        found = _EPOCH.search(info)
        return int(found[1]) if found else 0, slots

    def _draw(self, asked: Address, ranges: list[Any]) -> None:
        slots: list[LeanPool | None] = [None] * SLOTS
        for first, last, primary, *_ in ranges:
            host = primary[0].decode() if primary[0] else asked[0]
            slots[first : last + 1] = [self.pool_at(host, primary[1])] * (last + 1 - first)
        self._slots = slots

    def _addresses(self) -> list[Address]:
        """All known servers, the seeds first."""
        return list(dict.fromkeys((*self._seeds, *self._pools)))


def _host(pool: LeanPool) -> str:
    return str(pool.connection_kwargs["host"])
