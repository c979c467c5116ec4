"""Which server has what: the one question that a single server, a Sentinel group and a Cluster answer differently."""

from typing import Protocol

from redis import RedisError

from acey_deucey.store.connect import LeanPool


class Servers(Protocol):
    """Where the commands of a store go, and where it rings.

    ``rings_in_shard``: who listens to a game hears it at the server that has it, and at no other.
    """

    rings_in_shard: bool

    def pool_of(self, key: str) -> LeanPool:
        """Connections to the server that has this key.

        :raises redis.RedisError: it is not known which one has, and cannot be found out now.
        """

    def pool_at(self, host: str, port: int) -> LeanPool:
        """Connections to the server at that address."""

    def is_at(self, key: str, address: tuple[str, int] | None) -> bool:
        """Whether the server at that address has this key now; asks the others, if there are any."""

    def all(self) -> list[LeanPool]:
        """Connections to each server that takes writes.

        :raises redis.RedisError: they are not known, and cannot be found out now.
        """

    def learn_from(self, pool: LeanPool, error: RedisError) -> bool:
        """Heed a failure of a server; whether it proves that nothing was done, and that another one will do it."""

    def close(self) -> None:
        """Close all connections."""


class OneServer:
    """A single server, which has everything; see Servers for its promises."""

    rings_in_shard = False

    def __init__(self, pool: LeanPool) -> None:
        self._pool = pool

    def pool_of(self, key: str) -> LeanPool:
        """See Servers.pool_of."""
        return self._pool

    def pool_at(self, host: str, port: int) -> LeanPool:
        """See Servers.pool_at: there is but one."""
        return self._pool

    def is_at(self, key: str, address: tuple[str, int] | None) -> bool:
        """See Servers.is_at."""
        return True

    def all(self) -> list[LeanPool]:
        """See Servers.all."""
        return [self._pool]

    def learn_from(self, pool: LeanPool, error: RedisError) -> bool:
        """See Servers.learn_from: there is no other."""
        return False

    def close(self) -> None:
        """See Servers.close."""
        self._pool.disconnect()
