"""A Sentinel group: whoever is the primary has everything, and each new connection asks the Sentinels who that is."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from redis import ConnectionError, ReadOnlyError, RedisError

from acey_deucey.store.connect import LeanPool
from acey_deucey.store.seeking import Address, let_seek

ASK_SECONDS = 0.3  # the longest silence of a Sentinel, before the next one is asked


class SentinelServers:
    """The servers that Sentinels watch under one name; see Servers for its promises.

    :param pool: connections to any of them.
    :param sentinels: each makes a connection to one Sentinel.
    """

    rings_in_shard = False

    def __init__(self, pool: LeanPool, sentinels: list[Callable[[], Any]], name: str) -> None:
        self._sentinels = sentinels
        self._name = name
        self._pool = pool
        pool.renews_quiet = True
        let_seek(pool, self.primary)

    def pool_of(self, key: str) -> LeanPool:
        """See Servers.pool_of."""
        return self._pool

    def pool_at(self, host: str, port: int) -> LeanPool:
        """See Servers.pool_at: only the primary counts."""
        return self._pool

    def is_at(self, key: str, address: Address | None) -> bool:
        """See Servers.is_at."""
        return address == self.primary()

    def all(self) -> list[LeanPool]:
        """See Servers.all."""
        return [self._pool]

    def learn_from(self, pool: LeanPool, error: RedisError) -> bool:
        """See Servers.learn_from: whatever fails, another server may be the primary now.

        Who is read-only has been it. Who is silent, or has no replica any more, may wake up and answer as if he
        still were: nothing that was connected to him is used again.
        """
        pool.retire()
        return isinstance(error, ReadOnlyError)

    def close(self) -> None:
        """See Servers.close."""
        self._pool.disconnect()

    def primary(self) -> Address:
        """Where the first Sentinel that knows says that the primary is.

        :raises redis.ConnectionError: none knows.
        """
        for sentinel in list(self._sentinels):
            with suppress(RedisError):
                address = self._ask(sentinel)
                if address:
                    # Whoever knew is asked first the next time.
                    self._sentinels.sort(key=lambda other: other is not sentinel)
                    return address
        raise ConnectionError("no Sentinel knows the primary")

    def _ask(self, sentinel: Callable[[], Any]) -> Address | None:
        # A connection for each question: there are few, and two at once must not share one.
        connection = sentinel()
        try:
            connection.connect()
            connection.send_command("SENTINEL", "GET-MASTER-ADDR-BY-NAME", self._name, check_health=False)
            answer = connection.read_response()
        finally:
            connection.disconnect()
        return (answer[0].decode(), int(answer[1])) if answer else None
