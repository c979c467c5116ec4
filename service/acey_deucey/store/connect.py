"""From a store URL to connections, bounded in number and in waiting; knows nothing of games.

``redis://``, ``rediss://`` and ``unix://`` with the options of redis-py; ``valkey://`` and ``valkeys://`` mean the
same as the first two.
"""

from queue import Empty
from time import monotonic
from typing import Any

from redis import BlockingConnectionPool, ConnectionError, MaxConnectionsError
from redis.backoff import NoBackoff
from redis.retry import Retry

from acey_deucey.errors import AceyDeuceyError

SCHEMES = {"redis": "redis", "rediss": "rediss", "unix": "unix", "valkey": "redis", "valkeys": "rediss"}
COMMAND_SECONDS = 1.0  # the longest silence of the store that a request puts up with
QUEUE_SECONDS = 0.5  # the longest wait for a free connection
QUIET_SECONDS = 1.0  # a connection that nobody used for longer is looked at before it is used again
MOST_COMMANDS = 50
MOST_LISTENERS = 1_000


class UnsupportedStoreUrl(AceyDeuceyError, ValueError):
    """A store URL that leads to no store, or not yet. The URL itself is not told: it may hold a password."""

    def __init__(self, reason: str) -> None:
        super().__init__("unsupported-store-url", "The store URL cannot be used: {reason}.", {"reason": reason})


class LeanPool(BlockingConnectionPool):
    """The pool of redis-py, less the look at the socket each time that a connection is handed out.

    Under gevent that look costs as much as all the rest of a command. A busy connection has just shown
    that it works; one that was idle is looked at, so that a restart of the store goes unnoticed.
    """

    def __init__(self, **options: Any) -> None:
        self._released_at: dict[Any, float] = {}
        super().__init__(**options)  # type: ignore[no-untyped-call]

    def reset(self) -> None:
        """Begin anew without connections, as a forked process must."""
        self._released_at.clear()
        super().reset()  # type: ignore[no-untyped-call]

    def get_connection(self, *_: Any, **__: Any) -> Any:
        """A connection for one user at a time.

        :raises redis.MaxConnectionsError: none became free in time.
        :raises redis.RedisError: the server cannot be reached.
        """
        self._checkpid()
        try:
            connection = self.pool.get(timeout=self.timeout) or self.make_connection()  # type: ignore[no-untyped-call]
        except Empty:
            raise MaxConnectionsError("no free connection") from None
        try:
            self._make_usable(connection)
        except BaseException:
            self.release(connection)
            raise
        return connection

    def release(self, connection: Any) -> None:
        """Take a connection back."""
        self._released_at[connection] = monotonic()
        super().release(connection)  # type: ignore[no-untyped-call]

    def _make_usable(self, connection: Any) -> None:
        now = monotonic()
        if now - self._released_at.get(connection, now) > QUIET_SECONDS and _is_spent(connection):
            connection.disconnect()
        if not connection.is_connected:
            connection.connect()


def _is_spent(connection: Any) -> bool:
    try:
        return bool(connection.is_connected and connection.can_read())
    except ConnectionError:
        return True


def open_pool(url: str, most_connections: int = MOST_COMMANDS) -> LeanPool:
    """Connections to the server of a URL; the first is made when it is needed.

    They speak RESP2, which saves a greeting, and repeat nothing of their own accord: only the store knows
    what may be repeated.

    :raises UnsupportedStoreUrl: no URL of a single Redis or Valkey server.
    """
    scheme, colon, rest = url.partition(":")
    if scheme not in SCHEMES or not rest.startswith("//"):
        known = ", ".join(f"{name}://" for name in ("memory", *SCHEMES))
        raise UnsupportedStoreUrl(f"it begins with none of {known}")
    try:
        pool = LeanPool.from_url(
            SCHEMES[scheme] + colon + rest,
            max_connections=most_connections,
            timeout=QUEUE_SECONDS,
            socket_timeout=COMMAND_SECONDS,
            socket_connect_timeout=COMMAND_SECONDS,
            retry=Retry(NoBackoff(), 0),
            protocol=2,
        )
        pool.connection_class(**pool.connection_kwargs)
    except (TypeError, ValueError) as error:
        raise UnsupportedStoreUrl("it has an option or a part that is not understood") from error
    return pool
